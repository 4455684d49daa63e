// §2 /{customerType}/parking-history and /{customerType}/invites.
import { useState } from "react";
import { useSearchParams } from "react-router";
import { useRequiredSession } from "#web/api/use-session.ts";
import { CustomerPage } from "#web/product/customer-page.tsx";
import { showSuccess } from "#web/ui/feedback.ts";
import { FilterChip, FilterChipGroup } from "#web/ui/filters/filter-chip.tsx";
import { Sheet } from "#web/ui/overlays/sheet.tsx";
import { BranchPicker } from "#web/features/invites/branch-picker.tsx";
import { InviteButton } from "#web/features/invites/invite-button.tsx";
import { InviteForm } from "#web/features/invites/invite-form.tsx";
import type { InviteTarget } from "#web/features/invites/invite-form.tsx";
import { InviteList } from "#web/features/invites/invite-list.tsx";
import { CustomerEntryList } from "#web/features/invites/customer-entry-list.tsx";
import { t } from "#web/languages/t.ts";

export function CustomerParkingHistoryPage() {
  return (
    <CustomerPage title={t("Parking history")}>
      <CustomerEntryList />
    </CustomerPage>
  );
}

export function CustomerInvitesPage() {
  const { user } = useRequiredSession();
  const [isInviting, setIsInviting] = useState(false);
  const [openedId, setOpenedId] = useState<number | null>(null);
  const [parameters, setParameters] = useSearchParams();
  const isReceived = parameters.get("list") === "received";
  const scope = isReceived ? { phone: user.contact_number ?? "" } : { createdBy: user.id };
  function choose(list: "sent" | "received"): void {
    setOpenedId(null);
    setParameters(list === "sent" ? {} : { list }, { replace: true });
  }
  return (
    <CustomerPage title={t("Invites")} actions={<InviteButton onPress={() => setIsInviting(true)} />}>
      <FilterChipGroup label={t("Invites")}>
        <FilterChip label={t("Invites sent")} isChosen={!isReceived} onPress={() => choose("sent")} />
        <FilterChip label={t("Invites received")} isChosen={isReceived} onPress={() => choose("received")} />
      </FilterChipGroup>
      <InviteList
        key={isReceived ? "received" : "sent"}
        scope={scope}
        openedId={openedId}
        onOpen={setOpenedId}
        showsBranch
      />
      {isInviting && (
        <NewInviteSheet
          onClose={() => setIsInviting(false)}
          onSent={(id) => {
            setIsInviting(false);
            choose("sent");
            setOpenedId(id);
          }}
        />
      )}
    </CustomerPage>
  );
}

/** Asks for the place first, then for the visitor. */
function NewInviteSheet({ onClose, onSent }: { onClose: () => void; onSent: (id: number) => void }) {
  const [target, setTarget] = useState<InviteTarget>();
  return (
    <Sheet
      isOpen
      title={target ? t("Invite to {place}", { place: target.name }) : t("Choose a place")}
      onClose={onClose}
    >
      {target ? (
        <InviteForm
          target={target}
          onSent={(invite) => {
            showSuccess(invite.parking_main_info?.is_waiting_for_approve ? "REQUEST_SENT" : t("Invite sent"));
            onSent(invite.id);
          }}
        />
      ) : (
        <BranchPicker onSelect={setTarget} />
      )}
    </Sheet>
  );
}
