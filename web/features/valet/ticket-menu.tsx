// Further actions on a ticket: new OTP for a lost ticket, another driver, pay later.
import { Button } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { can } from "#domain/access/capabilities.ts";
import { valetSequence } from "#domain/valet/states.ts";
import { updateItem } from "#web/api/items.ts";
import { queryClient } from "#web/api/query-client.ts";
import type { Ticket } from "#web/api/ticket.ts";
import { useBranch, useRequiredSession } from "#web/api/use-session.ts";
import { showSuccess } from "#web/ui/feedback.ts";
import { Sheet } from "#web/ui/overlays/sheet.tsx";
import { Stack } from "#web/ui/layout.tsx";
import { SkeletonRows } from "#web/ui/states.tsx";
import { Text } from "#web/ui/text.tsx";
import { AsyncButton } from "#web/ui/forms/async-button.tsx";
import { moveTicket, reassignTicket } from "#web/features/valet/api.ts";
import type { TicketSlip } from "#web/features/valet/api.ts";
import { branchStaffQuery, filterOnDuty } from "#web/features/valet/board.ts";
import { HandoverCodeCard } from "#web/features/valet/new-ticket/ticket-created.tsx";

interface TicketMenuProps {
  ticket: Ticket;
  onClose: () => void;
}

export function TicketMenu({ ticket, onClose }: TicketMenuProps) {
  const [slip, setSlip] = useState<TicketSlip>();
  const [isAssigning, setIsAssigning] = useState(false);
  const session = useRequiredSession();
  if (slip)
    return (
      <Sheet isOpen title="New OTP issued" onClose={onClose}>
        <HandoverCodeCard slip={slip} />
      </Sheet>
    );
  if (isAssigning) return <AssignDriver ticket={ticket} onClose={onClose} />;

  async function payLater(): Promise<void> {
    await updateItem("Valet_and_Parking_Information", ticket.id, { payment_type: "pay-later" });
    await queryClient.invalidateQueries({ queryKey: ["items", "Valet_and_Parking_Information"] });
    showSuccess("MARKED_PAY_LATER");
    onClose();
  }

  return (
    <Sheet isOpen title="More actions" onClose={onClose}>
      <Stack>
        <AsyncButton
          variant="default"
          size="xl"
          onPress={async () => setSlip(await moveTicket({ id: ticket.id, move: "new-code" }))}
        >
          Lost ticket: issue new OTP
        </AsyncButton>
        <Text c="dimmed">
          The old OTP and the QR code on the slip stop working. The history shows who issued the new one.
        </Text>
        {can(session, "valet.manage") && (
          <Button variant="default" size="xl" onClick={() => setIsAssigning(true)}>
            Assign driver
          </Button>
        )}
        {can(session, "charge.defer") && ticket.payment_type !== "pay-later" && (
          <AsyncButton variant="default" size="xl" onPress={payLater}>
            Mark as pay later
          </AsyncButton>
        )}
      </Stack>
    </Sheet>
  );
}

function AssignDriver({ ticket, onClose }: TicketMenuProps) {
  const { branch } = useBranch();
  const { data } = useQuery(branchStaffQuery(branch.id));
  const isPickup = ticket.status_id.sequence >= valetSequence.pickupRequested;
  const holder = isPickup ? ticket.pickup_request_assigned : ticket.Assigned_Staff;
  const people = data && filterOnDuty(data).filter((person) => person.id !== holder?.id);

  async function assign(to: string): Promise<void> {
    await reassignTicket(ticket.id, to);
    showSuccess("STAFF_ASSIGNED");
    onClose();
  }

  return (
    <Sheet isOpen title="Assign driver" onClose={onClose}>
      <Stack>
        {!people && <SkeletonRows count={3} />}
        {people?.length === 0 && <Text c="dimmed">No other driver is on duty.</Text>}
        {people?.map((person) => (
          <AsyncButton key={person.id} variant="default" size="xl" onPress={() => assign(person.id)}>
            {person.first_name}
          </AsyncButton>
        ))}
      </Stack>
    </Sheet>
  );
}
