// §4 What is due for a pass and can be paid now: at the desk, by UPI, or online (docs/rules/passes.md).
import { parkingSequence } from "#domain/parking/states.ts";
import type { PaymentStartError } from "#domain/payments/online/online-payment.ts";
import { computeBalance, type EntryBalance } from "#domain/payments/payment.ts";
import type { RowOf } from "#domain/schema/registry.ts";
import * as limits from "#domain/limits.ts";

type DuePass = Partial<
  Pick<
    RowOf<"Parking_Main_Information">,
    "due_amount" | "due_from" | "due_till" | "parking_status_id" | "is_waiting_for_approve" | "paid_amount"
  >
>;

/** The period that a payment is for. */
export interface PaidPeriod {
  from: Date | null;
  till: Date | null;
}

export interface PassDue {
  /** Paise. */
  amount: number;
  from: Date;
  till: Date;
}

/** Undefined if nothing is due, or it cannot be paid: before the approval, after a rejection, and once its period is over. */
export function getPassDue({ pass, now }: { pass: DuePass; now: Date }): PassDue | undefined {
  const { due_amount: amount, due_from: from, due_till: till } = pass;
  const isClosed = pass.parking_status_id === parkingSequence.cancelled || pass.is_waiting_for_approve;
  return amount && from && till && till > now && !isClosed ? { amount, from, till } : undefined;
}

/** What a pass has received in all, and what is due now. */
export function computePassBalance({ pass, now }: { pass: DuePass; now: Date }): EntryBalance {
  const extended = getPassDue({ pass, now })?.amount ?? 0;
  const paid = pass.paid_amount ?? 0;
  const total = paid + extended;
  return { ...computeBalance({ entry: {}, now }), actual: total, total, paid, extended };
}

/** What is due is paid as a whole. */
export function getPayablePass({
  pass,
  partAmount,
  now,
}: {
  pass: DuePass;
  partAmount: number | undefined;
  now: Date;
}): { amount: number; isExtra: false; period: PaidPeriod } | PaymentStartError {
  if (pass.parking_status_id === parkingSequence.cancelled || pass.is_waiting_for_approve) return "NO_NEXT_STATUS";
  const due = getPassDue({ pass, now });
  if (!due) return "ALREADY_PAID";
  const { amount, from, till } = due;
  if (amount > limits.maxOnlinePaise || (partAmount ?? amount) > amount) return "AMOUNT_TOO_HIGH";
  if (amount < limits.minOnlinePaise || (partAmount ?? amount) < amount) return "AMOUNT_BELOW_MINIMUM";
  return { amount, isExtra: false, period: { from, till } };
}

/**
 * The part of a received amount (paise) that pays what is due; the rest is returned. A payment grants the period that was
 * shown to its payer and no other: 0 if that was paid in another way, dropped or replaced meanwhile, or if less was received.
 */
export function getUsablePassAmount({
  pass,
  period,
  amount,
  now,
}: {
  pass: DuePass;
  period: PaidPeriod;
  amount: number;
  now: Date;
}): number {
  const due = getPassDue({ pass, now });
  if (!due || amount < due.amount) return 0;
  const isSame = period.from?.getTime() === due.from.getTime() && period.till?.getTime() === due.till.getTime();
  return isSame ? due.amount : 0;
}

/** How long the holder of a link reads a pass after its end, and after the end of what is due. */
const linkDaysAfterEnd = 30;

export function getPassLinkExpiry({
  pass_end_time: end = null,
  due_till: dueTill = null,
}: Partial<Pick<RowOf<"Parking_Main_Information">, "pass_end_time" | "due_till">>): Date {
  return new Date(Math.max(Number(end), Number(dueTill)) + linkDaysAfterEnd * 24 * 60 * 60_000);
}

/** Why a payment of a pass is not refunded by itself. */
export const passReturnText = "The payment of a pass is returned by ending the pass.";
