// §4 Cash payment at the valet: the sum large, what is added or taken off with a note, and the driver's tip beside it.
import { useState } from "react";
import { money, text } from "#domain/fields.ts";
import { limits } from "#domain/limits.ts";
import { paiseFrom, showRupees, wireAmount } from "#domain/rules/money.ts";
import { owedBy } from "#domain/rules/payment.ts";
import { ApiError, hasCode } from "#web/items/api-error.ts";
import { rowOfTicket } from "#web/items/ticket.ts";
import type { TicketWire } from "#web/items/ticket.ts";
import { Amount } from "#web/ui/amount.tsx";
import { useNow } from "#web/ui/clock.ts";
import { Form, SubmitButton, useFormState } from "#web/ui/form.tsx";
import { FormField } from "#web/ui/form-field.tsx";
import { showError, showSuccess } from "#web/ui/messages.ts";
import { Sheet } from "#web/ui/sheet.tsx";
import { takeCash } from "#web/features/valet/api.ts";
import styles from "#web/features/valet/sheets.module.css";

const fields = {
  additional_charge: money({ label: "Add", min: 0 }),
  addition_note: text({ label: "Why it is added", max: limits.message }),
  deduction_charge: money({ label: "Take off", min: 0 }),
  deduction_note: text({ label: "Why it is taken off", max: limits.message }),
  valet_tip: money({ label: "Tip for the driver", min: 0 }),
};

interface Sum {
  additional: number;
  deduction: number;
  due: number;
}
interface Values {
  [name: string]: unknown;
}

const paiseIn = (values: Values, name: string) => Math.max(0, paiseFrom(String(values[name] ?? "")) ?? 0);

export function TakeCash({ ticket, onClose }: { ticket: TicketWire; onClose: () => void }) {
  const now = useNow(1_000);
  /** The sum the server named when it refused another one. */
  const [corrected, setCorrected] = useState<Sum>();
  const isExtra = ticket.payment_status === "paid";
  const kept = (amount: string | null) => (amount && paiseFrom(amount) ? amount : "");

  function sumOf(values: Values): Sum {
    const additional = paiseIn(values, "additional_charge");
    const deduction = paiseIn(values, "deduction_charge");
    if (corrected?.additional === additional && corrected.deduction === deduction) return corrected;
    const entry = { ...rowOfTicket(ticket), additional_charge: additional, deduction_charge: deduction };
    return { additional, deduction, due: owedBy({ entry, now }).extended };
  }

  async function submit(values: { [name: string]: string | boolean | null }): Promise<void> {
    const { additional, deduction, due } = sumOf(values);
    const tip = paiseIn(values, "valet_tip");
    try {
      await takeCash({
        id: ticket.id,
        payment: {
          additional_charge: wireAmount(additional),
          addition_note: additional > 0 ? (values["addition_note"] as string | null) : null,
          deduction_charge: wireAmount(deduction),
          deduction_note: deduction > 0 ? (values["deduction_note"] as string | null) : null,
          valet_tip: tip > 0 ? wireAmount(tip) : null,
          expected: due,
          is_extra: isExtra,
        },
      });
    } catch (thrown) {
      const owed = thrown instanceof ApiError ? thrown.extensions["owed"] : undefined;
      if (hasCode(thrown, "AMOUNT_MISMATCH") && typeof owed === "number")
        setCorrected({ additional, deduction, due: owed });
      if (!hasCode(thrown, "ALREADY_PAID")) throw thrown;
      onClose();
      return showError(thrown);
    }
    onClose();
    showSuccess("PAYMENT_RECORDED");
  }

  const initial = {
    additional_charge: kept(ticket.additional_charge),
    addition_note: ticket.addition_note ?? "",
    deduction_charge: kept(ticket.deduction_charge),
    deduction_note: ticket.deduction_note ?? "",
    valet_tip: kept(ticket.valet_tip),
  };
  return (
    <Sheet isOpen title="Take cash" onClose={onClose}>
      <Form fields={fields} initial={initial} onSubmit={submit}>
        <div className={styles["form"]}>
          <Due caption={isExtra ? "Extra due" : "Amount due"} sumOf={sumOf} />
          <Adjustment amount="additional_charge" note="addition_note" />
          <Adjustment amount="deduction_charge" note="deduction_note" />
          <FormField name="valet_tip" placeholder="0.00" />
          <TakeButton sumOf={sumOf} />
        </div>
      </Form>
    </Sheet>
  );
}

function Due({ caption, sumOf }: { caption: string; sumOf: (values: Values) => Sum }) {
  const { values } = useFormState();
  const tip = paiseIn(values, "valet_tip");
  const { due } = sumOf(values);
  return (
    <div className={styles["due"]}>
      <span className={styles["hint"]}>{caption}</span>
      <Amount paise={due} size="huge" />
      {tip > 0 && (
        <span className={`figures ${styles["hint"]}`}>
          and {showRupees(tip)} tip: {showRupees(due + tip)} in hand
        </span>
      )}
    </div>
  );
}

/** The note is asked for once there is something to explain. */
function Adjustment({ amount, note }: { amount: string; note: string }) {
  const { values } = useFormState();
  return (
    <div className={styles["adjustment"]}>
      <FormField name={amount} placeholder="0.00" />
      {paiseIn(values, amount) > 0 && <FormField name={note} />}
    </div>
  );
}

function TakeButton({ sumOf }: { sumOf: (values: Values) => Sum }) {
  const { values } = useFormState();
  const { due } = sumOf(values);
  return (
    <SubmitButton className="figures">{due > 0 ? `Take ${showRupees(due)}` : "Settle without money"}</SubmitButton>
  );
}
