// §4 Online payment (reading.md §4): effects of received amounts on an entry. See docs/rules/payments.md.
import type { RowOf } from "#domain/schema/registry.ts";
import type { AttemptState } from "#domain/payments/online/online-payment-states.ts";
import * as limits from "#domain/limits.ts";
import { type ChargedEntry, toFinalAmountFields, computeBalance, getPaymentStatus } from "#domain/payments/payment.ts";
import { parkingSequence } from "#domain/parking/states.ts";

/**
 * Splits a received amount (paise) into the part the entry can use and the refund, so that nothing is charged twice. If
 * the entry was paid by other means meanwhile, all is refunded; an additional charge is used up to the balance due.
 */
export function splitReceivedAmount({
  entry,
  amount,
  isAdditional,
  now,
}: {
  entry: ChargedEntry & Pick<Partial<RowOf<"Parking_Information">>, "parking_status_id">;
  amount: number;
  isAdditional: boolean;
  now: Date;
}): { usable: number; refund: number } {
  const isPaid = getPaymentStatus(entry) === "paid";
  const isClosed = entry.parking_status_id === parkingSequence.cancelled || (isPaid && !isAdditional);
  const usable = isClosed ? 0 : Math.min(amount, computeBalance({ entry, now }).extended);
  return { usable, refund: amount - usable };
}

/**
 * Returns the changes of an entry that has received `amount` online. The charge is computed up to `asOf`, when the
 * amount was shown to the payer, so that time on the provider's page is free. A smaller amount sets partially paid.
 */
export function applyOnlinePayment({
  entry,
  amount,
  asOf,
}: {
  entry: ChargedEntry;
  amount: number;
  asOf: Date;
}): ChargedEntry {
  const balance = computeBalance({ entry, now: asOf });
  const paid = balance.paid + amount;
  const isFullyPaid = paid >= balance.total || getPaymentStatus(entry) === "paid";
  return {
    ...toFinalAmountFields(balance),
    payment_status: isFullyPaid ? "paid" : "partially_paid",
    payment_mode: "online",
    payment_channel: "online",
    paid_amount: paid,
    extended_amount: Math.max(0, balance.total - paid),
    paid_at: asOf,
  };
}

export type PaymentStartError = "ALREADY_PAID" | "AMOUNT_TOO_HIGH" | "AMOUNT_BELOW_MINIMUM" | "NO_NEXT_STATUS";

/** Amount of a new attempt in paise: the balance due, or the requested part of it. */
export function getPayableAmount({
  entry,
  partAmount,
  now,
}: {
  entry: ChargedEntry & Pick<Partial<RowOf<"Parking_Information">>, "parking_status_id">;
  partAmount: number | undefined;
  now: Date;
}): { amount: number; isExtra: boolean } | PaymentStartError {
  if (entry.voided_at || entry.is_test || entry.parking_status_id === parkingSequence.cancelled)
    return "NO_NEXT_STATUS";
  const { extended } = computeBalance({ entry, now });
  if (extended <= 0) return "ALREADY_PAID";
  const amount = partAmount ?? extended;
  if (amount > extended || amount > limits.maxOnlinePaise) return "AMOUNT_TOO_HIGH";
  if (amount < limits.minOnlinePaise) return "AMOUNT_BELOW_MINIMUM";
  return { amount, isExtra: getPaymentStatus(entry) === "paid" };
}

const quoteValidityMs = 10 * 60_000;
const checkoutWindowMs = 20 * 60_000;

/** True while the pay page of an attempt can be reused, since its amount is still valid. */
export function isPayPageReusable({ startedAt, now }: { startedAt: Date; now: Date }): boolean {
  return now.getTime() - startedAt.getTime() < quoteValidityMs;
}

/** A payment with auto-checkout checks out only if it succeeds while the vehicle is still at the gate. */
export function canCheckOutOnPayment({ startedAt, now }: { startedAt: Date; now: Date }): boolean {
  return now.getTime() - startedAt.getTime() < checkoutWindowMs;
}

/**
 * A payer whose payment was declined tries again on their own phone: the check-out that staff chose for the attempt before
 * still applies, while the vehicle is at the gate.
 */
export function keepsCheckoutOf({
  last,
  now,
}: {
  last: { state: AttemptState; autoCheckout: boolean; startedAt: Date };
  now: Date;
}): boolean {
  return last.autoCheckout && last.state !== "success" && canCheckOutOnPayment({ startedAt: last.startedAt, now });
}

/** §6: checks a refund in paise: managers up to the branch's limit, admins up to the refundable amount. */
export function checkRefund({
  amount,
  refundable,
  limit,
}: {
  amount: number;
  refundable: number;
  /** Null: no limit. */
  limit: number | null;
}): "REFUND_TOO_HIGH" | "REFUND_OVER_LIMIT" | "AMOUNT_BELOW_MINIMUM" | undefined {
  if (amount > refundable) return "REFUND_TOO_HIGH";
  if (amount < limits.minOnlinePaise && amount !== refundable) return "AMOUNT_BELOW_MINIMUM";
  return limit !== null && amount > limit ? "REFUND_OVER_LIMIT" : undefined;
}
