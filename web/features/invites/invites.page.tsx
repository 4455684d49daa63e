// §4 Invited, for users of a branch: their invites, or all invites of the branch for gate staff, managers and admins.
import { can } from "#domain/access/capabilities.ts";
import { getMaxInviteDays } from "#domain/invites/invite.ts";
import { useBranch, useRequiredSession } from "#web/api/use-session.ts";
import { showSuccess } from "#web/ui/feedback.ts";
import { Page } from "#web/ui/page.tsx";
import { Sheet } from "#web/ui/overlays/sheet.tsx";
import { InviteButton } from "#web/features/invites/invite-button.tsx";
import { InviteForm } from "#web/features/invites/invite-form.tsx";
import { InviteList } from "#web/features/invites/invite-list.tsx";
import { useInviteSteps } from "#web/features/invites/use-invite-steps.ts";
import { t } from "#web/languages/t.ts";

export function InvitesPage() {
  const { branch, zone } = useBranch();
  const session = useRequiredSession();
  const { newStep, openedId, openNew, openInvite, close, showSent } = useInviteSteps();
  const scope = { branch: branch.id, ...(can(session, "gate.operate") ? {} : { createdBy: session.user.id }) };
  const target = {
    id: branch.id,
    name: branch.name,
    zone,
    allowsPersons: branch.allow_person_entries,
    maxDays: getMaxInviteDays({ ...branch }),
    requiresVehicleType: branch.allow_vehicle_type_required,
  };
  return (
    <Page title={t("Invites")} actions={<InviteButton onPress={() => openNew("visitor")} />}>
      <InviteList scope={scope} openedId={openedId} onOpen={openInvite} onClose={close} />
      <Sheet isOpen={newStep !== null} title={t("Invite visitor")} onClose={close}>
        <InviteForm
          target={target}
          onSent={(invite) => {
            showSuccess(invite.parking_main_info?.is_waiting_for_approve ? "REQUEST_SENT" : t("Invite sent"));
            showSent(invite.id);
          }}
        />
      </Sheet>
    </Page>
  );
}
