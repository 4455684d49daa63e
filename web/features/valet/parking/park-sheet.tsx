// §4 valet: where the car stands, chosen when it is parked, changed later, and when it is parked again.
import { Button } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { ValetAndParkingInformation } from "#domain/valet/tickets.collection.ts";
import { formatSlot } from "#domain/parking/slots.ts";
import type { Ticket } from "#web/api/ticket.ts";
import { useBranch } from "#web/api/use-session.ts";
import { parkCar, type ParkingStep } from "#web/features/valet/api.ts";
import { KeyTagField } from "#web/features/valet/key-tag-field.tsx";
import { createSlotFields, parseChosenSlot } from "#web/product/slots/chosen-slot.ts";
import { SlotField } from "#web/product/slots/slot-field.tsx";
import { blocksQuery } from "#web/product/slots/slots.ts";
import { Plate } from "#web/product/vehicles/plate.tsx";
import { AsyncButton } from "#web/ui/forms/async-button.tsx";
import { Form, SubmitButton } from "#web/ui/forms/form.tsx";
import { Group, Stack } from "#web/ui/layout.tsx";
import { Sheet } from "#web/ui/overlays/sheet.tsx";
import { Text } from "#web/ui/text.tsx";
import { showMoveError } from "#web/features/valet/show-move-error.ts";
import { t } from "#web/languages/t.ts";

const { key_tag } = ValetAndParkingInformation.fields;

const texts = {
  park: { label: "Park car", submit: { label: "Parked here" } },
  slot: { label: "Change slot", submit: { label: "Change slot" } },
  "re-park": { label: "Park again", submit: { label: "Parked again" } },
} as const satisfies { [step in ParkingStep]: object };

interface ParkSheetProps {
  ticket: Ticket;
  step: ParkingStep;
  onClose: () => void;
}

export function ParkSheet({ ticket, step, onClose }: ParkSheetProps) {
  const { branch } = useBranch();
  // A car that is parked again goes back to its slot unless another one is chosen.
  const isChosen = branch.valet_and_parking_config?.slot_type === "specific_slot" && step === "park";
  const isRequired = isChosen || step === "slot";
  const fields = { ...createSlotFields({ isRequired }), key_tag };
  const slot = formatSlot(ticket);

  async function submit(values: { [name: string]: string | boolean | null }): Promise<void> {
    const tag = values["key_tag"];
    const chosen = parseChosenSlot(values);
    await parkCar({
      id: ticket.id,
      step,
      body: {
        ...chosen,
        // Another block without a number: its lowest free slot.
        ...(chosen.slot_prefix !== undefined && chosen.slot_no === undefined && { slot_no: null }),
        ...((tag ?? "") !== (ticket.key_tag ?? "") && { key_tag: tag === null ? null : String(tag) }),
      },
    });
    onClose();
  }

  return (
    <Sheet isOpen title={t(texts[step].label)} onClose={onClose}>
      <Form fields={fields} initial={{ key_tag: ticket.key_tag ?? "" }} onSubmit={submit}>
        <Stack>
          <Group justify="center">
            <Plate number={ticket.Vehicle_Number} typeIcon={ticket.vehicle_type?.icon} size="large" />
          </Group>
          {slot && (
            <Text c="dimmed" ta="center">
              {t(step === "re-park" ? "Its slot was {slot}." : "It is in slot {slot}.", { slot })}
            </Text>
          )}
          <SlotField
            service="is_valet_and_parking"
            vehicleType={ticket.vehicle_type?.id ?? null}
            movedEntry={ticket.id}
            isRequired={isRequired}
            isOnlyBlockPreset={step === "park"}
            emptyLabel={slot ? t("As now: {slot}", { slot }) : undefined}
          />
          <KeyTagField saved={ticket.key_tag} />
          <SubmitButton>{t(texts[step].submit.label)}</SubmitButton>
        </Stack>
      </Form>
    </Sheet>
  );
}

/** Asks for the slot where the branch has slots; otherwise the car is parked at once. */
export function ParkButton({
  ticket,
  label,
  ...buttonProps
}: {
  ticket: Ticket;
  label: string;
  size: "lg" | "xl";
  fullWidth?: boolean;
  color?: string;
  variant?: string;
}) {
  const { branch } = useBranch();
  const [isOpen, setIsOpen] = useState(false);
  const { data: blocks } = useQuery(blocksQuery(branch.id, "is_valet_and_parking"));
  if (!ticket.is_valet_parking || blocks?.length === 0)
    return (
      <AsyncButton
        {...buttonProps}
        onPress={() => parkCar({ id: ticket.id, step: "park", body: {} }).catch(showMoveError)}
      >
        {label}
      </AsyncButton>
    );
  return (
    <>
      <Button {...buttonProps} onClick={() => setIsOpen(true)}>
        {label}
      </Button>
      {isOpen && <ParkSheet ticket={ticket} step="park" onClose={() => setIsOpen(false)} />}
    </>
  );
}
