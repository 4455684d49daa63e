// §4: a part of the balance through a channel of the branch, and the reversal of a payment. See docs/rules/payments.md.
import { getPaymentMode, type PaymentChannel } from "#domain/payments/channels/payment-channels.ts";
import type { Actor } from "#domain/access/roles.ts";
import {
  applyAdjustment,
  type ChargedEntry,
  computeBalance,
  getPaymentStatus,
  toFinalAmountFields,
} from "#domain/payments/payment.ts";
import { RuleViolation } from "#domain/schema/collection.ts";

/**
 * Collects `amount` (paise) of the balance due; all of it makes the entry paid. ALREADY_PAID, DEBT_WRITTEN_OFF,
 * AMOUNT_TOO_LOW, AMOUNT_TOO_HIGH, NOTE_REQUIRED.
 */
export function applyPartialPayment({
  entry,
  amount,
  channel,
  actor,
  now,
}: {
  entry: ChargedEntry;
  amount: number;
  channel: PaymentChannel;
  actor: Actor;
  now: Date;
}): ChargedEntry | RuleViolation {
  const changes = applyAdjustment({ entry, adjustment: {} });
  if (changes instanceof RuleViolation) return changes;
  const balance = computeBalance({ entry: { ...entry, ...changes }, now });
  if (balance.extended <= 0) return new RuleViolation(balance.writtenOff > 0 ? "DEBT_WRITTEN_OFF" : "ALREADY_PAID");
  if (amount <= 0) return new RuleViolation("AMOUNT_TOO_LOW", "part");
  if (amount > balance.extended) return new RuleViolation("AMOUNT_TOO_HIGH", "part", { owed: balance.extended });
  const isPaid = amount === balance.extended || getPaymentStatus(entry) === "paid";
  return {
    ...changes,
    ...toFinalAmountFields(balance),
    payment_status: isPaid ? "paid" : "partially_paid",
    payment_mode: getPaymentMode(channel),
    payment_channel: channel,
    paid_amount: balance.paid + amount,
    extended_amount: balance.extended - amount,
    payment_collected_by: actor.id,
    paid_at: now,
  };
}

/**
 * Takes back `amount` (paise) that was entered by mistake: it is owed again, and without any payment left also what offers
 * saved. REFUND_TOO_HIGH.
 */
export function applyReversal({
  entry,
  amount,
  now,
}: {
  entry: ChargedEntry;
  amount: number;
  now: Date;
}): ChargedEntry | RuleViolation {
  const paid = (entry.paid_amount ?? 0) - amount;
  if (paid < 0) return new RuleViolation("REFUND_TOO_HIGH");
  const discounts = paid > 0 ? (entry.offer_discounts ?? null) : null;
  const balance = computeBalance({ entry: { ...entry, paid_amount: paid, offer_discounts: discounts }, now });
  const isStillPaid = paid > 0 && balance.extended <= 0;
  return {
    ...toFinalAmountFields(balance),
    payment_status: isStillPaid ? "paid" : paid > 0 ? "partially_paid" : "not_paid",
    payment_mode: paid > 0 ? (entry.payment_mode ?? null) : null,
    payment_channel: paid > 0 ? (entry.payment_channel ?? null) : null,
    payment_reference: paid > 0 ? (entry.payment_reference ?? null) : null,
    paid_amount: paid,
    offer_discounts: discounts,
  };
}
