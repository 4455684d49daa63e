// §4 Cash payment: amount due, extra charge and discount with reasons, and check-out in the same step.
import "@mantine/core/styles/InlineInput.layer.css";
import "@mantine/core/styles/Switch.layer.css";
import { Button, Switch } from "@mantine/core";
import { useState } from "react";
import { money } from "#domain/schema/fields.ts";
import { parsePaise, formatRupees, formatWireAmount } from "#domain/money.ts";
import { computeBalance, getPaymentStatus } from "#domain/payments/payment.ts";
import { parkingSequence } from "#domain/parking/states.ts";
import { ApiError, hasErrorCode } from "#web/api/api-error.ts";
import { toRefs } from "#web/api/debts.ts";
import { toEntryRow } from "#web/api/entry.ts";
import { sendOrQueue } from "#web/api/queue/send-or-queue.ts";
import { useRequiredSession } from "#web/api/use-session.ts";
import { ReturnedActionNotice, toFormValues, WaitingPaymentSheet } from "#web/product/queue/returned-action.tsx";
import { useReturnedAction, useWaitingAction } from "#web/product/queue/use-queue.ts";
import { AmountDue } from "#web/ui/data/amount-due.tsx";
import { Grid, Stack } from "#web/ui/layout.tsx";
import { Text } from "#web/ui/text.tsx";
import { useNow } from "#web/ui/use-now.ts";
import { Form, SubmitButton, useFormState } from "#web/ui/forms/form.tsx";
import type { FormValues } from "#web/ui/forms/form.tsx";
import { FormField } from "#web/product/forms/form-field.tsx";
import {
  DiscountLimitText,
  getCollectedAmount,
  parseTendered,
  TenderedCash,
} from "#web/product/payments/tendered-cash.tsx";
import { PendingOnlineNotice } from "#web/product/payments/pending-online-notice.tsx";
import { EarlierDebts, useVehicleDebts } from "#web/product/payments/vehicle-debts.tsx";
import { showError, showSuccess } from "#web/ui/feedback.ts";
import { adjustmentFields } from "#web/product/payments/adjustment-fields.ts";
import { Sheet } from "#web/ui/overlays/sheet.tsx";
import { refreshEntries } from "#web/features/parking/api.ts";
import type { DetailedEntry } from "#web/features/parking/detailed-entry.ts";

const fields = {
  tendered: money({ label: "Cash received (optional)", min: 0 }),
  ...adjustmentFields,
};

/** Errors after which another user has already settled or moved the entry. */
const closingErrorCodes = ["ALREADY_PAID", "STATUS_ALREADY_UPDATED", "PERSON_STATUS_ALREADY_UPDATED", "NO_NEXT_STATUS"];

interface EntryCashPaymentSheetProps {
  entry: DetailedEntry;
  /** False once the balance is paid, here or elsewhere. */
  hasBalanceDue: boolean;
  onClose: () => void;
}

/** Amount returned by the server with AMOUNT_MISMATCH, and the adjustments it is valid for. All in paise. */
interface CorrectedAmounts {
  additional: number;
  deduction: number;
  due: number;
}

function getInitialValues(entry: DetailedEntry): FormValues {
  const amount = (wire: string | null) => (wire && parsePaise(wire) ? wire : "");
  return {
    additional_charge: amount(entry.additional_charge),
    addition_note: entry.addition_note ?? "",
    deduction_charge: amount(entry.deduction_charge),
    deduction_note: entry.deduction_note ?? "",
  };
}

export function EntryCashPaymentSheet({ entry, hasBalanceDue, onClose }: EntryCashPaymentSheetProps) {
  const now = useNow(1_000);
  const session = useRequiredSession();
  const path = `/actions/parking/${entry.id}/take-cash`;
  const returned = useReturnedAction(path);
  const waiting = useWaitingAction({ session, path });
  const [isCheckingOut, setIsCheckingOut] = useState(true);
  const [isSending, setIsSending] = useState(false);
  const [corrected, setCorrected] = useState<CorrectedAmounts>();
  const isInside = entry.parking_status_id === parkingSequence.in;
  const isExtra = getPaymentStatus(toEntryRow(entry)) === "paid";
  const earlier = useVehicleDebts(entry.parking_main_info?.vehicle_no, { kind: "P", id: entry.id });
  const [takesDebts, setTakesDebts] = useState(true);
  const debts = takesDebts ? earlier.debts : [];
  const debtTotal = takesDebts ? earlier.total : 0;

  /** Amount to collect for the form values, in paise; an incomplete amount counts as 0. */
  function computeDue(values: { [name: string]: unknown }): CorrectedAmounts {
    const additional = Math.max(0, parsePaise(String(values["additional_charge"] ?? "")) ?? 0);
    const deduction = Math.max(0, parsePaise(String(values["deduction_charge"] ?? "")) ?? 0);
    if (corrected?.additional === additional && corrected.deduction === deduction) return corrected;
    const row = { ...toEntryRow(entry), additional_charge: additional, deduction_charge: deduction };
    return { additional, deduction, due: computeBalance({ entry: row, now }).extended };
  }

  async function submit(values: { [name: string]: string | boolean | null }): Promise<void> {
    const amounts = computeDue(values);
    // Cash for this visit comes first; what does not suffice for the earlier debts leaves them owed.
    const tendered = parseTendered(values);
    const withDebts = tendered === undefined || tendered >= amounts.due + debtTotal;
    const isPart = tendered !== undefined && tendered < amounts.due;
    assertNote({ amount: amounts.additional, note: values["addition_note"], field: "addition_note" });
    assertNote({ amount: amounts.deduction, note: values["deduction_note"], field: "deduction_note" });
    setIsSending(true);
    const isLeaving = isInside && isCheckingOut && !isPart;
    const body = {
      additional_charge: formatWireAmount(amounts.additional),
      addition_note: amounts.additional > 0 ? String(values["addition_note"]) : null,
      deduction_charge: formatWireAmount(amounts.deduction),
      deduction_note: amounts.deduction > 0 ? String(values["deduction_note"]) : null,
      expected: amounts.due + (withDebts ? debtTotal : 0),
      debts: withDebts ? toRefs(debts) : [],
      ...(isPart ? { part: formatWireAmount(tendered) } : {}),
      is_extra: isExtra,
      auto_checkout: isLeaving,
    };
    try {
      const { isQueued } = await sendOrQueue({
        session,
        action: { route: "POST /actions/parking/:id/take-cash", id: entry.id, body },
        form: { page: `parking/detail?id=${entry.id}`, values },
        title: entry.parking_main_info?.vehicle_no ?? entry.parking_main_info?.name ?? "Entry",
        summary: `Payment of ${formatRupees(isPart ? tendered : body.expected)}${isLeaving ? " and check-out" : ""}`,
        resultPage: "parking/detail?id=",
        replaces: returned?.key,
      });
      if (isQueued) {
        onClose();
        return showSuccess("No connection: the payment is sent later");
      }
    } catch (thrown) {
      setIsSending(false);
      void refreshEntries();
      if (hasErrorCode(thrown, "AMOUNT_MISMATCH"))
        setCorrected({
          ...amounts,
          due: Math.max(0, (getServerAmount(thrown) ?? amounts.due + debtTotal) - (withDebts ? debtTotal : 0)),
        });
      if (!(thrown instanceof ApiError) || !closingErrorCodes.includes(thrown.code)) throw thrown;
      onClose();
      return showError(thrown);
    }
    onClose();
    showSuccess("PAYMENT_RECORDED");
    void refreshEntries();
  }

  if (waiting) return <WaitingPaymentSheet waiting={waiting} onClose={onClose} />;
  // The live event of this payment may arrive before its response.
  if (!hasBalanceDue && !isSending) return <AlreadyPaidSheet entry={entry} onClose={onClose} />;
  return (
    <Sheet isOpen title="Collect cash" onClose={onClose}>
      <Form fields={fields} initial={{ ...getInitialValues(entry), ...toFormValues(returned) }} onSubmit={submit}>
        <Stack>
          <ReturnedActionNotice returned={returned} />
          <CashAmountDue computeDue={computeDue} isExtra={isExtra} />
          <PendingOnlineNotice entry={{ kind: "P", id: entry.id }} />
          <EarlierDebts {...earlier} isTaken={takesDebts} onChange={setTakesDebts} />
          <AdjustmentFields amount="additional_charge" note="addition_note" />
          <AdjustmentFields amount="deduction_charge" note="deduction_note" />
          <DiscountLimitText />
          {isInside && (
            <Switch
              size="lg"
              checked={isCheckingOut}
              onChange={(event) => setIsCheckingOut(event.currentTarget.checked)}
              label="Check out now"
              description={isCheckingOut ? "The vehicle leaves now" : "The vehicle stays; further time is charged"}
            />
          )}
          <TenderedTotal computeDue={computeDue} debtTotal={debtTotal} />
          <CollectButton computeDue={computeDue} debtTotal={debtTotal} />
        </Stack>
      </Form>
    </Sheet>
  );
}

function AlreadyPaidSheet({ entry, onClose }: Omit<EntryCashPaymentSheetProps, "hasBalanceDue">) {
  const collector = entry.payment_collected_by?.first_name;
  return (
    <Sheet isOpen title="Already paid" onClose={onClose}>
      <Stack>
        <p role="status">
          {collector ? `${collector} collected the payment` : "The payment was collected"}. Nothing is due.
        </p>
        <Button size="xl" fullWidth onClick={onClose}>
          Close
        </Button>
      </Stack>
    </Sheet>
  );
}

function getServerAmount(thrown: unknown): number | undefined {
  const owedPaise = thrown instanceof ApiError ? thrown.extensions["owed"] : undefined;
  return typeof owedPaise === "number" ? owedPaise : undefined;
}

function assertNote({ amount, note, field }: { amount: number; note: unknown; field: string }): void {
  const hasNote = typeof note === "string" && note.trim() !== "";
  if (amount > 0 && !hasNote) throw new ApiError({ code: "NOTE_REQUIRED", status: 400, extensions: { field } });
}

interface ComputedAmountProps {
  computeDue: (values: FormValues) => CorrectedAmounts;
}

function CashAmountDue({ computeDue, isExtra }: ComputedAmountProps & { isExtra: boolean }) {
  const { values } = useFormState();
  const { due, additional, deduction } = computeDue(values);
  const before = due - additional + deduction;
  return (
    <AmountDue caption={isExtra ? "Additional amount due" : "Amount due"} paise={due}>
      {(additional > 0 || deduction > 0) && due > 0 && (
        <Text c="dimmed" fw="medium" isFigures>
          {formatRupees(before)}
          {additional > 0 && ` + ${formatRupees(additional)}`}
          {deduction > 0 && ` − ${formatRupees(deduction)}`}
        </Text>
      )}
    </AmountDue>
  );
}

/** Shows the reason field once an amount is entered. */
function AdjustmentFields({ amount, note }: { amount: "additional_charge" | "deduction_charge"; note: string }) {
  const { values } = useFormState();
  const isUsed = (parsePaise(String(values[amount] ?? "")) ?? 0) > 0;
  return (
    <Grid minColumnWidth={160} gap="xs" fill align="start">
      <FormField name={amount} placeholder="0.00" />
      {isUsed && <FormField name={note} />}
    </Grid>
  );
}

function TenderedTotal({ computeDue, debtTotal }: ComputedAmountProps & { debtTotal: number }) {
  const { values } = useFormState();
  return <TenderedCash due={computeDue(values).due} debtTotal={debtTotal} />;
}

function CollectButton({ computeDue, debtTotal }: ComputedAmountProps & { debtTotal: number }) {
  const { values } = useFormState();
  const { due: dueForVisit } = computeDue(values);
  const due = getCollectedAmount({ values, due: dueForVisit, debtTotal });
  return (
    <SubmitButton className="figures">
      {due > 0 ? `Collect ${formatRupees(due)}` : "Close without payment"}
    </SubmitButton>
  );
}
