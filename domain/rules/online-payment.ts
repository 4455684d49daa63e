// §4 Online payment (reading.md §4): what money that has arrived at the provider means for its entry. Prose: docs/rules/payments.md.
import type { Row } from "#domain/collection.ts";
import { limits } from "#domain/limits.ts";
import { amountsOf, owedBy, paymentStatusOf } from "#domain/rules/payment.ts";
import { parkingSequence } from "#domain/states/parking.ts";

/**
 * How much of an amount received (paise) the entry can take, and how much has to go back: nothing is ever taken twice. An
 * attempt begun before the entry was paid by other means goes back whole; an extra is taken as far as it is owed.
 */
export function usableAmount({
  entry,
  amount,
  isExtra,
  now,
}: {
  entry: Row;
  amount: number;
  isExtra: boolean;
  now: Date;
}): { usable: number; refund: number } {
  const isPaid = paymentStatusOf(entry) === "paid";
  const isClosed = entry["parking_status_id"] === parkingSequence.cancelled || (isPaid && !isExtra);
  const usable = isClosed ? 0 : Math.min(amount, owedBy({ entry, now }).extended);
  return { usable, refund: amount - usable };
}

/**
 * The changes of an entry that has received `amount` online. What it owes is counted up to `asOf`, when the payer was shown
 * the amount: minutes spent on the provider's page cost nothing. Less than that leaves it partially paid.
 */
export function receiveOnline({ entry, amount, asOf }: { entry: Row; amount: number; asOf: Date }): Row {
  const owed = owedBy({ entry, now: asOf });
  const paid = owed.paid + amount;
  const isWhole = paid >= owed.total || paymentStatusOf(entry) === "paid";
  return {
    ...amountsOf(owed),
    payment_status: isWhole ? "paid" : "partially_paid",
    payment_mode: "online",
    paid_amount: paid,
    extended_amount: Math.max(0, owed.total - paid),
    paid_at: asOf,
  };
}

export type StartRefusal = "ALREADY_PAID" | "AMOUNT_TOO_HIGH" | "AMOUNT_BELOW_MINIMUM" | "NO_NEXT_STATUS";

/** What an attempt asks for, in paise: the whole of what is owed, or the part that was named. */
export function amountToAsk({
  entry,
  part,
  now,
}: {
  entry: Row;
  part: number | undefined;
  now: Date;
}): { amount: number; isExtra: boolean } | StartRefusal {
  if (entry["parking_status_id"] === parkingSequence.cancelled) return "NO_NEXT_STATUS";
  const { extended } = owedBy({ entry, now });
  if (extended <= 0) return "ALREADY_PAID";
  const amount = part ?? extended;
  if (amount > extended || amount > limits.onlineMostPaise) return "AMOUNT_TOO_HIGH";
  if (amount < limits.onlineLeastPaise) return "AMOUNT_BELOW_MINIMUM";
  return { amount, isExtra: paymentStatusOf(entry) === "paid" };
}

const quotedForMs = 10 * 60_000;
const closesForMs = 20 * 60_000;

/** The pay page of an attempt may be handed out again: the amount it names still holds. */
export function isStillOffered({ startedAt, now }: { startedAt: Date; now: Date }): boolean {
  return now.getTime() - startedAt.getTime() < quotedForMs;
}

/** A payment meant to let the vehicle out does so only if it comes through while the vehicle stands at the gate. */
export function mayStillCheckOut({ startedAt, now }: { startedAt: Date; now: Date }): boolean {
  return now.getTime() - startedAt.getTime() < closesForMs;
}

/** §6: what may be paid back of a payment, in paise: a manager up to the branch's limit, an admin all that is left. */
export function refundRefusal({
  amount,
  left,
  limit,
}: {
  amount: number;
  left: number;
  /** Null: no limit. */
  limit: number | null;
}): "REFUND_TOO_HIGH" | "REFUND_OVER_LIMIT" | "AMOUNT_BELOW_MINIMUM" | undefined {
  if (amount > left) return "REFUND_TOO_HIGH";
  if (amount < limits.onlineLeastPaise && amount !== left) return "AMOUNT_BELOW_MINIMUM";
  return limit !== null && amount > limit ? "REFUND_OVER_LIMIT" : undefined;
}
