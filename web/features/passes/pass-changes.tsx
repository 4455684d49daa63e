// Less frequent changes of a pass: its move to another plate, and its early end with what it returns.
import { IconArrowsExchange, IconCalendarOff, IconMessage, IconParking, IconPrinter } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import { can } from "#domain/access/capabilities.ts";
import { formatRupees } from "#domain/money.ts";
import { ParkingMainInformation } from "#domain/parking/visitor-records.collection.ts";
import { parkingSequence } from "#domain/parking/states.ts";
import { canPassChange } from "#domain/passes/pass.ts";
import { canEndPass, countMoves, getMoveLimit, isOwnSale, isPassPrintable } from "#domain/passes/pass-change.ts";
import { describeChannel } from "#domain/payments/channels/payment-channels.ts";
import { changeReason } from "#domain/schema/action-fields.ts";
import { call } from "#web/api/call.ts";
import { useBranch, useRequiredSession } from "#web/api/use-session.ts";
import { endPass, keepSlot, movePass, sendPass, type Pass } from "#web/features/passes/api.ts";
import { usePrintPass } from "#web/features/passes/print-pass.tsx";
import { toDate } from "#web/features/passes/pass-state.ts";
import { FormField } from "#web/product/forms/form-field.tsx";
import { usePrinterActions } from "#web/product/printing/printers.ts";
import { createSlotFields, getInitialSlot, parseChosenSlot } from "#web/product/slots/chosen-slot.ts";
import { SlotField } from "#web/product/slots/slot-field.tsx";
import { AmountDue } from "#web/ui/data/amount-due.tsx";
import { showSuccess } from "#web/ui/feedback.ts";
import { AsyncButton } from "#web/ui/forms/async-button.tsx";
import { Form, SubmitButton } from "#web/ui/forms/form.tsx";
import { Stack } from "#web/ui/layout.tsx";
import type { FurtherAction } from "#web/ui/overlays/more-actions.tsx";
import { Sheet } from "#web/ui/overlays/sheet.tsx";
import { ErrorState, SkeletonRows } from "#web/ui/states.tsx";
import { Text } from "#web/ui/text.tsx";
import { t } from "#web/languages/t.ts";

interface PassChangeOptions {
  pass: Pass;
  now: Date;
}

/** What the user can do with a pass that is not over, and the sheet that it opens. */
export function usePassChanges({ pass, now }: PassChangeOptions): { actions: FurtherAction[]; sheet: ReactNode } {
  const session = useRequiredSession();
  const [opened, setOpened] = useState<"move" | "end" | "slot">();
  const close = () => setOpened(undefined);
  async function send(): Promise<void> {
    await sendPass(pass.id);
    showSuccess("MESSAGE_QUEUED");
  }
  const isChangeable = canPassChange({ pass, now });
  const { print, printable } = usePrintPass(pass);
  const actions: FurtherAction[] = [];
  if (isChangeable || pass.due_till !== null)
    actions.push({ label: "Send to holder", icon: IconMessage, onPress: send });
  const printerActions = usePrinterActions({ paper: { pass: pass.id }, noun: "pass" });
  if (isPassPrintable({ pass, now }))
    actions.push({ label: "Print pass", icon: IconPrinter, onPress: print }, ...printerActions);
  const isOutside = pass.parking_status_id !== parkingSequence.in;
  if (isChangeable && !pass.is_person && isOutside && getMoveLimit(session.branch) > 0)
    actions.push({ label: "Change vehicle", icon: IconArrowsExchange, onPress: () => setOpened("move") });
  if (isChangeable && !pass.is_person && session.branch?.parking_config?.["keeps_pass_slots"] === true)
    actions.push({
      label: pass.slot_no ? t("Change kept slot") : t("Keep a slot"),
      icon: IconParking,
      onPress: () => setOpened("slot"),
    });
  const actor = { ...session, id: session.user.id };
  const isMistake = !pass.is_unpaid && isOwnSale({ pass, actor, now });
  const endLabel = isMistake ? "Cancel pass" : "End pass";
  const mayEnd = canEndPass({ pass, actor, now });
  if (isChangeable && (mayEnd || can(session, "gate.operate")))
    actions.push({ label: endLabel, icon: IconCalendarOff, onPress: () => setOpened("end") });
  const sheet = (
    <>
      {opened === "move" && <MovePassSheet pass={pass} now={now} onClose={close} />}
      {opened === "slot" && <KeepSlotSheet pass={pass} onClose={close} />}
      {opened === "end" && mayEnd && <EndPassSheet pass={pass} label={endLabel} onClose={close} />}
      {opened === "end" && !mayEnd && <AskManagerSheet onClose={close} />}
      {printable}
    </>
  );
  return { actions, sheet };
}

const moveFields = { vehicle_no: { ...ParkingMainInformation.fields.vehicle_no, required: true } };

function MovePassSheet({ pass, now, onClose }: PassChangeOptions & { onClose: () => void }) {
  const { branch, zone } = useBranch();
  const moves = countMoves({ pass: { ...pass, moved_at: toDate(pass.moved_at) }, zone, now });
  async function move({ vehicle_no }: { vehicle_no: string | null }): Promise<void> {
    await movePass(pass.id, { vehicle_no });
    onClose();
    showSuccess("DATA_UPDATED");
  }
  return (
    <Sheet isOpen title={t("Change vehicle")} onClose={onClose}>
      <Form fields={moveFields} onSubmit={move}>
        <Stack>
          <Text c="dimmed">
            {t("The pass is then valid for the other vehicle only. Changed {moves} of {limit} times this month.", {
              moves,
              limit: getMoveLimit(branch),
            })}
          </Text>
          <FormField name="vehicle_no" widget="plate" autoFocus />
          <SubmitButton>{t("Change vehicle")}</SubmitButton>
        </Stack>
      </Form>
    </Sheet>
  );
}

function KeepSlotSheet({ pass, onClose }: { pass: Pass; onClose: () => void }) {
  async function keep(slot: ReturnType<typeof parseChosenSlot>): Promise<void> {
    await keepSlot(pass.id, slot);
    onClose();
    showSuccess("DATA_UPDATED");
  }
  return (
    <Sheet isOpen title={pass.slot_no ? t("Change kept slot") : t("Keep a slot")} onClose={onClose}>
      <Form
        fields={requiredSlotFields}
        initial={getInitialSlot(pass)}
        onSubmit={(values) => keep(parseChosenSlot(values))}
      >
        <Stack>
          <Text c="dimmed">{t("While the pass is valid, no other vehicle gets this slot.")}</Text>
          <SlotField pass={pass.id} vehicleType={pass.vehicle_type?.id ?? null} />
          <SubmitButton>{t("Keep slot")}</SubmitButton>
          {Boolean(pass.slot_no) && (
            <AsyncButton variant="default" size="lg" onPress={() => keep({})}>
              {t("Keep no slot")}
            </AsyncButton>
          )}
        </Stack>
      </Form>
    </Sheet>
  );
}

const requiredSlotFields = createSlotFields({ isRequired: true });

// Required by the server, whose text says what for.
const endFields = { reason: { ...changeReason, required: false } };

/** What gate staff do about a paid pass that they do not end themselves. */
function AskManagerSheet({ onClose }: { onClose: () => void }) {
  return (
    <Sheet isOpen title={t("End pass")} onClose={onClose}>
      <Stack>
        <Text>{t("Ask a manager: they end this pass here, and what its unused days cost is returned.")}</Text>
        <Text c="dimmed">
          {t(
            "If you took the payment in your open shift, you can also reverse it under Payments. You can then end the unpaid pass yourself.",
          )}
        </Text>
      </Stack>
    </Sheet>
  );
}

type EndLabel = "Cancel pass" | "End pass";

function EndPassSheet({ pass, label, onClose }: { pass: Pass; label: EndLabel; onClose: () => void }) {
  const {
    data: returned,
    error,
    refetch,
  } = useQuery({
    queryKey: ["items", "Parking_Main_Information", "pass-return", pass.id],
    queryFn: ({ signal }) => call({ route: "GET /actions/passes/:id/return", id: pass.id }, { signal }),
    staleTime: 0,
  });
  return (
    <Sheet isOpen title={t(label)} onClose={onClose}>
      {error && !returned && <ErrorState error={error} onRetry={() => void refetch()} />}
      {!returned && !error && <SkeletonRows count={2} />}
      {returned && <EndPassForm pass={pass} label={label} returned={returned} onClose={onClose} />}
    </Sheet>
  );
}

interface EndPassFormProps {
  pass: Pass;
  label: EndLabel;
  returned: {
    amount: number;
    parts: readonly { channel: Parameters<typeof describeChannel>[0]["channel"]; amount: number }[];
  };
  onClose: () => void;
}

function EndPassForm({ pass, label, returned: { amount, parts }, onClose }: EndPassFormProps) {
  async function end({ reason }: { reason: string | null }): Promise<void> {
    await endPass(pass.id, { reason: reason ?? "", expected: amount });
    onClose();
    showSuccess("DATA_UPDATED");
  }
  return (
    <Form fields={endFields} onSubmit={end}>
      <Stack>
        {amount > 0 && (
          <AmountDue caption={label === "Cancel pass" ? t("To return") : t("To return for unused days")} paise={amount}>
            {parts.map((part, index) => (
              <Text key={index} c="dimmed" isFigures>
                {formatRupees(part.amount)} {t(describeChannel(part))}
              </Text>
            ))}
          </AmountDue>
        )}
        <Text c="dimmed">
          {amount > 0
            ? t("Cash is paid out of your open shift. The pass is no longer valid.")
            : t("The pass is no longer valid.")}
        </Text>
        <FormField name="reason" isRequired />
        <SubmitButton className="figures">
          {amount > 0
            ? t(label === "Cancel pass" ? "Cancel pass and return {amount}" : "End pass and return {amount}", {
                amount: formatRupees(amount),
              })
            : t(label)}
        </SubmitButton>
      </Stack>
    </Form>
  );
}
