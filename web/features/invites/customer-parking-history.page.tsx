// §2 /{customerType}/parking-history and /{customerType}/invites.
import { useQuery } from "@tanstack/react-query";
import { useRequiredSession } from "#web/api/use-session.ts";
import { CustomerPage } from "#web/product/customer-page.tsx";
import { showSuccess } from "#web/ui/feedback.ts";
import { FilterChip, FilterChipGroup } from "#web/ui/filters/filter-chip.tsx";
import { useUrlParameters } from "#web/ui/filters/use-url-parameters.ts";
import { Sheet } from "#web/ui/overlays/sheet.tsx";
import { ErrorState, SkeletonRows } from "#web/ui/states.tsx";
import { inviteTargetQuery } from "#web/features/invites/api.ts";
import { BranchPicker, toInviteTarget } from "#web/features/invites/branch-picker.tsx";
import { InviteButton } from "#web/features/invites/invite-button.tsx";
import { InviteForm } from "#web/features/invites/invite-form.tsx";
import { InviteList } from "#web/features/invites/invite-list.tsx";
import { CustomerEntryList } from "#web/features/invites/customer-entry-list.tsx";
import { useInviteSteps } from "#web/features/invites/use-invite-steps.ts";
import { t } from "#web/languages/t.ts";

/** Value of the URL's step before the place is chosen. */
const placeStep = "place";

export function CustomerParkingHistoryPage() {
  return (
    <CustomerPage title={t("Parking history")}>
      <CustomerEntryList />
    </CustomerPage>
  );
}

export function CustomerInvitesPage() {
  const { user } = useRequiredSession();
  const { newStep, openedId, openNew, openInvite, close, showSent } = useInviteSteps();
  const [parameters, setParameters] = useUrlParameters();
  const isReceived = parameters.get("list") === "received";
  const scope = isReceived ? { phone: user.contact_number ?? "" } : { createdBy: user.id };
  function choose(list: "sent" | "received"): void {
    setParameters(() => new URLSearchParams(list === "sent" ? {} : { list }), { replace: true });
  }
  return (
    <CustomerPage title={t("Invites")} actions={<InviteButton onPress={() => openNew(placeStep)} />}>
      <FilterChipGroup label={t("Invites")}>
        <FilterChip label={t("Invites sent")} isChosen={!isReceived} onPress={() => choose("sent")} />
        <FilterChip label={t("Invites received")} isChosen={isReceived} onPress={() => choose("received")} />
      </FilterChipGroup>
      <InviteList
        key={isReceived ? "received" : "sent"}
        scope={scope}
        openedId={openedId}
        onOpen={openInvite}
        onClose={close}
        showsBranch
      />
      {newStep !== null && (
        <NewInviteSheet
          branch={Number(newStep)}
          onChoose={(id) => openNew(String(id))}
          onClose={close}
          onSent={showSent}
        />
      )}
    </CustomerPage>
  );
}

interface NewInviteSheetProps {
  /** Id of the chosen branch; NaN until one is chosen. */
  branch: number;
  onChoose: (branch: number) => void;
  onClose: () => void;
  onSent: (id: number) => void;
}

/** Asks for the place first, then for the visitor. */
function NewInviteSheet({ branch, onChoose, onClose, onSent }: NewInviteSheetProps) {
  const isChosen = Number.isSafeInteger(branch);
  const { data, error, refetch } = useQuery({ ...inviteTargetQuery(branch), enabled: isChosen });
  if (!isChosen)
    return (
      <Sheet isOpen title={t("Choose a place")} onClose={onClose}>
        <BranchPicker onSelect={onChoose} />
      </Sheet>
    );
  return (
    <Sheet isOpen title={data ? t("Invite to {place}", { place: data.name }) : t("Invite visitor")} onClose={onClose}>
      {error && <ErrorState error={error} onRetry={() => void refetch()} />}
      {!data && !error && <SkeletonRows count={4} />}
      {data && (
        <InviteForm
          target={toInviteTarget(data)}
          onSent={(invite) => {
            showSuccess(invite.parking_main_info?.is_waiting_for_approve ? "REQUEST_SENT" : t("Invite sent"));
            onSent(invite.id);
          }}
        />
      )}
    </Sheet>
  );
}
