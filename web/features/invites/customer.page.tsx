// §2 /{customerType}/parking-history and /invites: one view of a customer's visits and of those they invited.
import { Button } from "@mantine/core";
import { IconPlus } from "@tabler/icons-react";
import { useState } from "react";
import { NavLink, useLocation } from "react-router";
import { useKnownSession } from "#web/items/use-session.ts";
import { showSuccess } from "#web/ui/messages.ts";
import { Page } from "#web/ui/page.tsx";
import { Sheet } from "#web/ui/sheet.tsx";
import { BranchChoice } from "#web/features/invites/branch-choice.tsx";
import { InviteForm } from "#web/features/invites/invite-form.tsx";
import type { InvitedTo } from "#web/features/invites/invite-form.tsx";
import { InviteList } from "#web/features/invites/invite-list.tsx";
import { VisitList } from "#web/features/invites/visit-list.tsx";
import styles from "#web/features/invites/customer.module.css";

export function ParkingHistoryPage() {
  return (
    <View title="Your parking">
      <VisitList />
    </View>
  );
}

export function CustomerInvitesPage() {
  const { user } = useKnownSession();
  const [isInviting, setIsInviting] = useState(false);
  const [opened, setOpened] = useState<number | null>(null);
  const button = (
    <Button
      color="marigold"
      size="lg"
      leftSection={<IconPlus size={20} aria-hidden="true" />}
      onClick={() => setIsInviting(true)}
    >
      Invite somebody
    </Button>
  );
  return (
    <View title="Your invites" actions={button}>
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
    </View>
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

interface ViewProps {
  title: string;
  actions?: React.ReactNode;
  children: React.ReactNode;
}

function View({ title, actions, children }: ViewProps) {
  const { pathname } = useLocation();
  const customerType = pathname.split("/")[1] ?? "commercial";
  return (
    <div className={styles["view"]}>
      <nav className={styles["tabs"]} aria-label="Your pages">
        <NavLink to={`/${customerType}/parking-history`}>Parking</NavLink>
        <NavLink to={`/${customerType}/invites`}>Invites</NavLink>
      </nav>
      <Page title={title} actions={actions}>
        {children}
      </Page>
    </div>
  );
}
