// The rarer things: another code for a customer who lost the ticket, another driver, pay later.
import { Button } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { valetSequence } from "#domain/states/valet.ts";
import { updateItem } from "#web/items/items.ts";
import { queryClient } from "#web/items/query-client.ts";
import type { TicketWire } from "#web/items/ticket.ts";
import { useBranch, useKnownSession } from "#web/items/use-session.ts";
import { showSuccess } from "#web/ui/messages.ts";
import { Sheet } from "#web/ui/sheet.tsx";
import { SkeletonRows } from "#web/ui/states.tsx";
import { WaitingButton } from "#web/ui/waiting-button.tsx";
import { moveTicket } from "#web/features/valet/api.ts";
import type { SlipWire } from "#web/features/valet/api.ts";
import { branchStaff, onDuty } from "#web/features/valet/board.ts";
import { CodeCard } from "#web/features/valet/key-taken.tsx";
import styles from "#web/features/valet/sheets.module.css";

interface MoreActionsProps {
  ticket: TicketWire;
  onClose: () => void;
}

export function MoreActions({ ticket, onClose }: MoreActionsProps) {
  const { role } = useKnownSession();
  const [slip, setSlip] = useState<SlipWire>();
  const [isGiving, setIsGiving] = useState(false);
  const isManaging = role === "manager" || role === "admin";
  if (slip)
    return (
      <Sheet isOpen title="Another OTP" onClose={onClose}>
        <CodeCard slip={slip} />
      </Sheet>
    );
  if (isGiving) return <GiveTo ticket={ticket} onClose={onClose} />;

  async function payLater(): Promise<void> {
    await updateItem("Valet_and_Parking_Information", ticket.id, { payment_type: "pay-later" });
    await queryClient.invalidateQueries({ queryKey: ["items", "Valet_and_Parking_Information"] });
    showSuccess("MARKED_PAY_LATER");
    onClose();
  }

  return (
    <Sheet isOpen title="More" onClose={onClose}>
      <div className={styles["form"]}>
        <WaitingButton
          variant="default"
          size="xl"
          onPress={async () => setSlip(await moveTicket({ id: ticket.id, move: "new-code" }))}
        >
          Lost ticket: make another OTP
        </WaitingButton>
        <p className={styles["hint"]}>The old OTP and the slip's QR then open nothing. The history says who made it.</p>
        {isManaging && (
          <Button variant="default" size="xl" onClick={() => setIsGiving(true)}>
            Give to somebody else
          </Button>
        )}
        {isManaging && ticket.payment_type !== "pay-later" && (
          <WaitingButton variant="default" size="xl" onPress={payLater}>
            Mark as pay later
          </WaitingButton>
        )}
      </div>
    </Sheet>
  );
}

function GiveTo({ ticket, onClose }: MoreActionsProps) {
  const { branch } = useBranch();
  const { data } = useQuery(branchStaff(branch.id));
  const isBrought = ticket.status_id.sequence >= valetSequence.pickupRequested;
  const holder = isBrought ? ticket.pickup_request_assigned : ticket.Assigned_Staff;
  const people = data && onDuty(data).filter((person) => person.id !== holder?.id);

  async function give(to: string): Promise<void> {
    await moveTicket({ id: ticket.id, move: "reassign", body: { to } });
    showSuccess("STAFF_ASSIGNED");
    onClose();
  }

  return (
    <Sheet isOpen title="Give to somebody else" onClose={onClose}>
      <div className={styles["form"]}>
        {!people && <SkeletonRows count={3} />}
        {people?.length === 0 && <p className={styles["hint"]}>Nobody else is on duty.</p>}
        {people?.map((person) => (
          <WaitingButton key={person.id} variant="default" size="xl" onPress={() => give(person.id)}>
            {person.first_name}
          </WaitingButton>
        ))}
      </div>
    </Sheet>
  );
}
