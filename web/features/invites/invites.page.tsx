// §4 Invited, for who works at a branch: whom they invited, and a new invite. The gate and the office see all of the branch's.
import { useState } from "react";
import { worksAtGate } from "#web/items/session.ts";
import { useBranch, useKnownSession } from "#web/items/use-session.ts";
import { showSuccess } from "#web/ui/messages.ts";
import { Page } from "#web/ui/page.tsx";
import { Sheet } from "#web/ui/sheet.tsx";
import { InviteButton } from "#web/features/invites/invite-button.tsx";
import { InviteForm } from "#web/features/invites/invite-form.tsx";
import { InviteList } from "#web/features/invites/invite-list.tsx";

export function InvitesPage() {
  const { branch, zone } = useBranch();
  const { role, user } = useKnownSession();
  const [isInviting, setIsInviting] = useState(false);
  const [opened, setOpened] = useState<number | null>(null);
  const of = worksAtGate(role) ? { branch: branch.id } : { branch: branch.id, maker: user.id };
  const to = {
    id: branch.id,
    name: branch.name,
    zone,
    takesPersons: branch.allow_person_entries,
    asksType: branch.allow_vehicle_type_required,
  };
  const button = <InviteButton onPress={() => setIsInviting(true)} />;
  return (
    <Page title="Invites" actions={button}>
      <InviteList of={of} opened={opened} onOpen={setOpened}>
        {button}
      </InviteList>
      <Sheet isOpen={isInviting} title="Invite somebody" onClose={() => setIsInviting(false)}>
        <InviteForm
          to={to}
          onSent={(invite) => {
            setIsInviting(false);
            showSuccess(invite.parking_main_info?.is_waiting_for_approve ? "REQUEST_SENT" : "Invite sent");
            setOpened(invite.id);
          }}
        />
      </Sheet>
    </Page>
  );
}
