// §4: refunds and reversals of payments that staff took; each is a row of the ledger with a negative amount. See
// docs/rules/payments.md.
import type { ErrorCode } from "#domain/errors.ts";
import { getPaymentChannel } from "#domain/payments/channels/payment-channels.ts";
import type { RowOf } from "#domain/schema/registry.ts";

/** A payment with what decides about its refund or reversal. All amounts in paise. */
export interface CorrectablePayment
  extends Pick<RowOf<"payments">, "mode" | "kind" | "amount">, Partial<Pick<RowOf<"payments">, "channel">> {
  /** Refunded or reversed so far. */
  corrected: number;
  isInvoiced: boolean;
}

/** The provider refunds what it received; all other channels are corrected by staff. */
function isTakenByStaff({ kind, ...payment }: CorrectablePayment): boolean {
  return kind === "payment" && getPaymentChannel(payment) !== "online";
}

/**
 * A mistyped payment, or settlement of an account, is reversed as a whole by its collector until the shift is counted. REVERSAL_NOT_ALLOWED,
 * PAYMENT_CORRECTED, PAYMENT_INVOICED, SHIFT_ALREADY_CLOSED.
 */
export function checkReversal({
  payment,
  isOwn,
  isShiftOpen,
}: {
  payment: CorrectablePayment;
  isOwn: boolean;
  isShiftOpen: boolean;
}): ErrorCode | undefined {
  if (!(isTakenByStaff(payment) || payment.kind === "settlement") || !isOwn) return "REVERSAL_NOT_ALLOWED";
  if (payment.corrected > 0) return "PAYMENT_CORRECTED";
  if (payment.isInvoiced) return "PAYMENT_INVOICED";
  return isShiftOpen ? undefined : "SHIFT_ALREADY_CLOSED";
}

/**
 * A refund goes the way the payment came and never exceeds what was received; cash leaves the open shift of the person
 * who pays it out. REFUND_TOO_HIGH, AMOUNT_TOO_LOW, REFUND_OVER_LIMIT, SHIFT_REQUIRED.
 */
export function checkCashRefund({
  payment,
  amount,
  limit,
  hasOpenShift,
}: {
  payment: CorrectablePayment;
  amount: number;
  /** Null: no limit. */
  limit: number | null;
  hasOpenShift: boolean;
}): ErrorCode | undefined {
  if (!isTakenByStaff(payment)) return "REFUND_TOO_HIGH";
  if (amount <= 0) return "AMOUNT_TOO_LOW";
  if (amount > payment.amount - payment.corrected) return "REFUND_TOO_HIGH";
  if (limit !== null && amount > limit) return "REFUND_OVER_LIMIT";
  return hasOpenShift || getPaymentChannel(payment) !== "cash" ? undefined : "SHIFT_REQUIRED";
}
