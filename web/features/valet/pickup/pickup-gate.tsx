// §4 2 → 3 by staff at a branch with several gates: the request with the gate to which the car is brought, and its change.
import { Button, type ButtonProps } from "@mantine/core";
import { useState } from "react";
import { listPickupGates } from "#domain/valet/pickup/pickup-gates.ts";
import type { Ticket } from "#web/api/ticket.ts";
import { useBranch } from "#web/api/use-session.ts";
import { showSuccess } from "#web/ui/feedback.ts";
import { AsyncButton } from "#web/ui/forms/async-button.tsx";
import { Stack } from "#web/ui/layout.tsx";
import { Sheet } from "#web/ui/overlays/sheet.tsx";
import { advanceTicket } from "#web/features/valet/advance-ticket.ts";
import { choosePickupGate } from "#web/features/valet/api.ts";
import { showMoveError } from "#web/features/valet/show-move-error.ts";
import { t } from "#web/languages/t.ts";

type GatedTicket = Pick<Ticket, "id" | "pickup_gate">;

export function usePickupGates(): string[] {
  const { branch } = useBranch();
  return listPickupGates(branch.valet_and_parking_config?.pickup_gates);
}

/** Requests at once where there is nothing to choose. */
export function RequestCarButton({
  ticket,
  label,
  ...buttonProps
}: ButtonProps & { ticket: GatedTicket; label: string }) {
  const [isChoosing, setIsChoosing] = useState(false);
  const gates = usePickupGates();
  if (gates.length === 0)
    return (
      <AsyncButton {...buttonProps} onPress={() => advanceTicket({ id: ticket.id, move: "request-pickup" })}>
        {label}
      </AsyncButton>
    );
  return (
    <>
      <Button {...buttonProps} onClick={() => setIsChoosing(true)}>
        {label}
      </Button>
      {isChoosing && <PickupGateSheet ticket={ticket} isRequest onClose={() => setIsChoosing(false)} />}
    </>
  );
}

interface PickupGateSheetProps {
  ticket: GatedTicket;
  /** The choice requests the car. */
  isRequest?: boolean;
  onClose: () => void;
}

export function PickupGateSheet({ ticket, isRequest = false, onClose }: PickupGateSheetProps) {
  const gates = usePickupGates();
  async function choose(gate: string): Promise<void> {
    if (isRequest) await advanceTicket({ id: ticket.id, move: "request-pickup", gate });
    else await choosePickupGate(ticket.id, gate).then(() => showSuccess("DATA_UPDATED"), showMoveError);
    onClose();
  }
  return (
    <Sheet isOpen title={t(isRequest ? "Request car to" : "Change pickup gate")} onClose={onClose}>
      <Stack>
        {gates.map((gate) => (
          <AsyncButton
            key={gate}
            variant="default"
            size="xl"
            aria-pressed={gate === ticket.pickup_gate}
            onPress={() => choose(gate)}
          >
            {gate === ticket.pickup_gate ? t("{gate} (chosen)", { gate }) : gate}
          </AsyncButton>
        ))}
      </Stack>
    </Sheet>
  );
}
