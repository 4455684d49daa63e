// §2 /{customerType}/parking-history and /invites: one view of a customer's visits and of those they invited.
import { useState } from "react";
import { useKnownSession } from "#web/items/use-session.ts";
import { CustomerView } from "#web/ui/customer-view.tsx";
import { showSuccess } from "#web/ui/messages.ts";
import { Sheet } from "#web/ui/sheet.tsx";
import { BranchChoice } from "#web/features/invites/branch-choice.tsx";
import { InviteButton } from "#web/features/invites/invite-button.tsx";
import { InviteForm } from "#web/features/invites/invite-form.tsx";
import type { InvitedTo } from "#web/features/invites/invite-form.tsx";
import { InviteList } from "#web/features/invites/invite-list.tsx";
import { VisitList } from "#web/features/invites/visit-list.tsx";

export function ParkingHistoryPage() {
  return (
    <CustomerView title="Your parking">
      <VisitList />
    </CustomerView>
  );
}

export function CustomerInvitesPage() {
  const { user } = useKnownSession();
  const [isInviting, setIsInviting] = useState(false);
  const [opened, setOpened] = useState<number | null>(null);
  const button = <InviteButton onPress={() => setIsInviting(true)} />;
  return (
    <CustomerView title="Your invites" actions={button}>
      <InviteList of={{ maker: user.id }} opened={opened} onOpen={setOpened} showsBranch>
        {button}
      </InviteList>
      {isInviting && (
        <Inviting
          onClose={() => setIsInviting(false)}
          onSent={(id) => {
            setIsInviting(false);
            setOpened(id);
          }}
        />
      )}
    </CustomerView>
  );
}

/** First where to, then whom. */
function Inviting({ onClose, onSent }: { onClose: () => void; onSent: (id: number) => void }) {
  const [to, setTo] = useState<InvitedTo>();
  return (
    <Sheet isOpen title={to ? `Invite to ${to.name}` : "Where do they come?"} onClose={onClose}>
      {to ? (
        <InviteForm
          to={to}
          onSent={(invite) => {
            showSuccess(invite.parking_main_info?.is_waiting_for_approve ? "REQUEST_SENT" : "Invite sent");
            onSent(invite.id);
          }}
        />
      ) : (
        <BranchChoice onChosen={setTo} />
      )}
    </Sheet>
  );
}
