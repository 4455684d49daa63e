// Extra charge and discount with their reasons in the forms of payments that staff take, of entries and of tickets.
import { useState } from "react";
import { formatRupees, formatWireAmount, parsePaise } from "#domain/money.ts";
import { type ChargedEntry, computeBalance } from "#domain/payments/payment.ts";
import { paymentFields } from "#domain/payments/payment-fields.ts";
import { ApiError, hasErrorCode } from "#web/api/api-error.ts";
import { FormField } from "#web/product/forms/form-field.tsx";
import { DiscountLimitText } from "#web/product/payments/tendered-cash.tsx";
import { type FormValues, useFormState } from "#web/ui/forms/form.tsx";
import { Grid } from "#web/ui/layout.tsx";
import { Text } from "#web/ui/text.tsx";
import { t } from "#web/languages/t.ts";

const { additional_charge, addition_note, deduction_charge, deduction_note } = paymentFields;

export const adjustmentFields = {
  additional_charge: { ...additional_charge, label: "Extra charge" },
  addition_note: { ...addition_note, label: "Reason" },
  deduction_charge: { ...deduction_charge, label: "Discount" },
  deduction_note: { ...deduction_note, label: "Reason" },
};

interface TypedValues {
  [name: string]: unknown;
}

/** What was typed and the balance due with it, in paise. */
export interface AdjustedAmounts {
  additional: number;
  deduction: number;
  /** What the deduction takes off: at most the charge. */
  discounted: number;
  due: number;
}

export function getInitialAdjustments(entry: ChargedEntry): FormValues {
  const amount = (paise: number | null | undefined) => (paise ? formatWireAmount(paise) : "");
  return {
    additional_charge: amount(entry.additional_charge),
    addition_note: entry.addition_note ?? "",
    deduction_charge: amount(entry.deduction_charge),
    deduction_note: entry.deduction_note ?? "",
  };
}

/** An incomplete amount counts as 0. */
export function parseTypedAmount(values: TypedValues, name: string): number {
  return Math.max(0, parsePaise(String(values[name] ?? "")) ?? 0);
}

export function useAdjustedAmounts({ entry, now }: { entry: ChargedEntry; now: Date }) {
  /** Amount due that the server returned, and the adjustments it is valid for. */
  const [corrected, setCorrected] = useState<AdjustedAmounts>();

  function computeAmounts(values: TypedValues): AdjustedAmounts {
    const additional = parseTypedAmount(values, "additional_charge");
    const deduction = parseTypedAmount(values, "deduction_charge");
    if (corrected?.additional === additional && corrected.deduction === deduction) return corrected;
    const row = { ...entry, additional_charge: additional, deduction_charge: deduction };
    const balance = computeBalance({ entry: row, now });
    return { additional, deduction, discounted: balance.deduction, due: balance.extended };
  }

  /** Takes over the amount of an AMOUNT_MISMATCH; `debtTotal` was requested with it. */
  function correctAmounts({
    amounts,
    thrown,
    debtTotal,
  }: {
    amounts: AdjustedAmounts;
    thrown: unknown;
    debtTotal: number;
  }): void {
    const owed = thrown instanceof ApiError ? thrown.extensions["owed"] : undefined;
    if (hasErrorCode(thrown, "AMOUNT_MISMATCH") && typeof owed === "number")
      setCorrected({ ...amounts, due: Math.max(0, owed - debtTotal) });
  }

  return { computeAmounts, correctAmounts };
}

/** The adjustments as a payment sends them. Throws ApiError NOTE_REQUIRED, before anything is sent or kept. */
export function toAdjustmentBody({
  values,
  amounts: { additional, discounted },
}: {
  values: TypedValues;
  amounts: AdjustedAmounts;
}) {
  return {
    additional_charge: formatWireAmount(additional),
    addition_note: getNote({ amount: additional, values, field: "addition_note" }),
    deduction_charge: formatWireAmount(discounted),
    deduction_note: getNote({ amount: discounted, values, field: "deduction_note" }),
  };
}

function getNote({ amount, values, field }: { amount: number; values: TypedValues; field: string }): string | null {
  if (amount <= 0) return null;
  const note = String(values[field] ?? "").trim();
  if (note === "") throw new ApiError({ code: "NOTE_REQUIRED", status: 400, extensions: { field } });
  return note;
}

/** Extra charge and discount; each asks for its reason once an amount is entered. */
export function AdjustmentFields({ computeAmounts }: { computeAmounts: (values: FormValues) => AdjustedAmounts }) {
  const { values } = useFormState();
  const { deduction, discounted } = computeAmounts(values);
  return (
    <>
      <AdjustmentField amount="additional_charge" note="addition_note" />
      <AdjustmentField amount="deduction_charge" note="deduction_note" />
      {discounted < deduction && (
        <Text role="status">{t("Only {amount} is discounted", { amount: formatRupees(discounted) })}</Text>
      )}
      <DiscountLimitText />
    </>
  );
}

function AdjustmentField({ amount, note }: { amount: string; note: string }) {
  const { values } = useFormState();
  return (
    <Grid minColumnWidth={160} gap="xs" fill align="start">
      <FormField name={amount} placeholder="0.00" />
      {parseTypedAmount(values, amount) > 0 && <FormField name={note} isRequired />}
    </Grid>
  );
}
