// §4 Cash payment: the sum large, what is added or taken off with a note, and the vehicle goes with the same press.
import "@mantine/core/styles/InlineInput.layer.css";
import "@mantine/core/styles/Switch.layer.css";
import { Button, Switch } from "@mantine/core";
import { useState } from "react";
import { money, text } from "#domain/fields.ts";
import { limits } from "#domain/limits.ts";
import { paiseFrom, showRupees, wireAmount } from "#domain/rules/money.ts";
import { owedBy, paymentStatusOf } from "#domain/rules/payment.ts";
import { parkingSequence } from "#domain/states/parking.ts";
import { ApiError, hasCode } from "#web/items/api-error.ts";
import { rowOfEntry } from "#web/items/entry.ts";
import { Amount } from "#web/ui/amount.tsx";
import { useNow } from "#web/ui/clock.ts";
import { Form, SubmitButton, useFormState } from "#web/ui/form.tsx";
import type { FormValues } from "#web/ui/form.tsx";
import { FormField } from "#web/ui/form-field.tsx";
import { showError, showSuccess } from "#web/ui/messages.ts";
import { Sheet } from "#web/ui/sheet.tsx";
import { readAgain, takeCash } from "#web/features/parking/api.ts";
import type { DetailWire } from "#web/features/parking/detail-wire.ts";
import styles from "#web/features/parking/take-cash.module.css";

const fields = {
  additional_charge: money({ label: "Add", min: 0 }),
  addition_note: text({ label: "Why it is added", max: limits.message }),
  deduction_charge: money({ label: "Take off", min: 0 }),
  deduction_note: text({ label: "Why it is taken off", max: limits.message }),
};

/** What somebody else has settled meanwhile leaves nothing to do here. */
const closing = ["ALREADY_PAID", "STATUS_ALREADY_UPDATED", "PERSON_STATUS_ALREADY_UPDATED", "NO_NEXT_STATUS"];

interface TakeCashProps {
  entry: DetailWire;
  /** False once the money has been taken, here or by somebody else. */
  isOwed: boolean;
  onClose: () => void;
}

/** The sum the server named when it refused another one, for the additions and deductions it was asked with. */
interface Corrected {
  additional: number;
  deduction: number;
  due: number;
}

function startValues(entry: DetailWire): FormValues {
  const amount = (wire: string | null) => (wire && paiseFrom(wire) ? wire : "");
  return {
    additional_charge: amount(entry.additional_charge),
    addition_note: entry.addition_note ?? "",
    deduction_charge: amount(entry.deduction_charge),
    deduction_note: entry.deduction_note ?? "",
  };
}

export function TakeCash({ entry, isOwed, onClose }: TakeCashProps) {
  const now = useNow(1_000);
  const [isLast, setIsLast] = useState(true);
  const [isSending, setIsSending] = useState(false);
  const [corrected, setCorrected] = useState<Corrected>();
  const isInside = entry.parking_status_id === parkingSequence.in;
  const isExtra = paymentStatusOf(rowOfEntry(entry)) === "paid";

  /** Paise to take with these values; an amount that is half typed counts as none. */
  function dueFor(values: { [name: string]: unknown }): Corrected {
    const additional = Math.max(0, paiseFrom(String(values["additional_charge"] ?? "")) ?? 0);
    const deduction = Math.max(0, paiseFrom(String(values["deduction_charge"] ?? "")) ?? 0);
    if (corrected?.additional === additional && corrected.deduction === deduction) return corrected;
    const row = { ...rowOfEntry(entry), additional_charge: additional, deduction_charge: deduction };
    return { additional, deduction, due: owedBy({ entry: row, now }).extended };
  }

  async function submit(values: { [name: string]: string | boolean | null }): Promise<void> {
    const asked = dueFor(values);
    requireNote({ amount: asked.additional, note: values["addition_note"], field: "addition_note" });
    requireNote({ amount: asked.deduction, note: values["deduction_note"], field: "deduction_note" });
    setIsSending(true);
    try {
      await takeCash(entry.id, {
        additional_charge: wireAmount(asked.additional),
        addition_note: asked.additional > 0 ? String(values["addition_note"]) : null,
        deduction_charge: wireAmount(asked.deduction),
        deduction_note: asked.deduction > 0 ? String(values["deduction_note"]) : null,
        expected: asked.due,
        is_extra: isExtra,
        auto_checkout: isInside && isLast,
      });
    } catch (thrown) {
      setIsSending(false);
      void readAgain();
      if (hasCode(thrown, "AMOUNT_MISMATCH")) setCorrected({ ...asked, due: owedOf(thrown) ?? asked.due });
      if (!(thrown instanceof ApiError) || !closing.includes(thrown.code)) throw thrown;
      onClose();
      return showError(thrown);
    }
    onClose();
    showSuccess("PAYMENT_RECORDED");
    void readAgain();
  }

  // The live board may tell of our own payment before its answer is here.
  if (!isOwed && !isSending) return <TakenMeanwhile entry={entry} onClose={onClose} />;
  return (
    <Sheet isOpen title="Take cash" onClose={onClose}>
      <Form fields={fields} initial={startValues(entry)} onSubmit={submit}>
        <div className={styles["form"]}>
          <Due dueFor={dueFor} isExtra={isExtra} />
          <Adjustment amount="additional_charge" note="addition_note" />
          <Adjustment amount="deduction_charge" note="deduction_note" />
          {isInside && (
            <Switch
              size="lg"
              classNames={{ thumb: styles["thumb"]! }}
              checked={isLast}
              onChange={(event) => setIsLast(event.currentTarget.checked)}
              label="Check out as well"
              description={isLast ? "The vehicle goes now" : "The vehicle stays; more time costs extra"}
            />
          )}
          <TakeButton dueFor={dueFor} />
        </div>
      </Form>
    </Sheet>
  );
}

function TakenMeanwhile({ entry, onClose }: Omit<TakeCashProps, "isOwed">) {
  const who = entry.payment_collected_by?.first_name;
  return (
    <Sheet isOpen title="Already paid" onClose={onClose}>
      <div className={styles["form"]}>
        <p role="status">{who ? `${who} has taken the money` : "The money has been taken"}. Nothing is left to pay.</p>
        <Button size="xl" fullWidth onClick={onClose}>
          Close
        </Button>
      </div>
    </Sheet>
  );
}

function owedOf(thrown: unknown): number | undefined {
  const owed = thrown instanceof ApiError ? thrown.extensions["owed"] : undefined;
  return typeof owed === "number" ? owed : undefined;
}

function requireNote({ amount, note, field }: { amount: number; note: unknown; field: string }): void {
  const hasNote = typeof note === "string" && note.trim() !== "";
  if (amount > 0 && !hasNote) throw new ApiError({ code: "NOTE_REQUIRED", status: 400, extensions: { field } });
}

interface DueProps {
  dueFor: (values: FormValues) => Corrected;
}

function Due({ dueFor, isExtra }: DueProps & { isExtra: boolean }) {
  const { values } = useFormState();
  const { due, additional, deduction } = dueFor(values);
  const before = due - additional + deduction;
  return (
    <div className={styles["due"]}>
      <span className={styles["caption"]}>{isExtra ? "Extra due" : "Amount due"}</span>
      <Amount paise={due} size="huge" />
      {(additional > 0 || deduction > 0) && due > 0 && (
        <span className={`figures ${styles["caption"]}`}>
          {showRupees(before)}
          {additional > 0 && ` + ${showRupees(additional)}`}
          {deduction > 0 && ` − ${showRupees(deduction)}`}
        </span>
      )}
    </div>
  );
}

/** The note is asked for once there is something to explain. */
function Adjustment({ amount, note }: { amount: "additional_charge" | "deduction_charge"; note: string }) {
  const { values } = useFormState();
  const isUsed = (paiseFrom(String(values[amount] ?? "")) ?? 0) > 0;
  return (
    <div className={styles["adjustment"]}>
      <FormField name={amount} placeholder="0.00" />
      {isUsed && <FormField name={note} />}
    </div>
  );
}

function TakeButton({ dueFor }: DueProps) {
  const { values } = useFormState();
  const { due } = dueFor(values);
  return (
    <SubmitButton className="figures">{due > 0 ? `Take ${showRupees(due)}` : "Settle without money"}</SubmitButton>
  );
}
