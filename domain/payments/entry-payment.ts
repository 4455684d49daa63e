// §4: write rules of the payment fields of entries and tickets, for every API (reading.md §4).
import { can } from "#domain/access/capabilities.ts";
import type { Actor } from "#domain/access/roles.ts";
import { RuleViolation } from "#domain/schema/collection.ts";
import type { RuleArgs } from "#domain/schema/collection.ts";
import type { RowOf } from "#domain/schema/registry.ts";
import { checkDiscount } from "#domain/cash/discount-limits.ts";
import { applyPartialPayment, applyReversal } from "#domain/cash/partial-payment.ts";
import { applyWriteOff } from "#domain/debts/write-off.ts";
import { checkChannel, isBranchChannel, type PaymentChannel } from "#domain/payments/channels/payment-channels.ts";
import { checkChargeOverride, overrideFields } from "#domain/payments/charge-override.ts";
import { applyOnlinePayment } from "#domain/payments/online/online-payment.ts";
import {
  applyAdjustment,
  type ChargedEntry,
  toChangedAmountFields,
  computeBalance,
  getPaymentStatus,
  applyPayment,
} from "#domain/payments/payment.ts";
import { adjustmentFields } from "#domain/payments/payment-fields.ts";
import { parkingSequence } from "#domain/parking/states.ts";
import { checkPaymentTransition, paymentStates } from "#domain/payments/states.ts";

/** An entry or ticket; the state and pre-pay fields are those of an entry. */
type PaidEntry = ChargedEntry &
  Partial<
    Pick<
      RowOf<"Parking_Information">,
      "parking_status_id" | "is_vehicle_prepay_type" | "is_invited" | "is_awaiting_arrival"
    >
  >;
type PaymentBranch = Partial<Pick<RowOf<"Branch">, "discount_limits" | "payment_channels">> | null;
type PaymentArgs = RuleArgs<
  PaidEntry,
  {
    parking_main_info?:
      | (Partial<Pick<RowOf<"Parking_Main_Information">, "is_waiting_for_approve">> & { branch?: PaymentBranch })
      | null;
    branch?: PaymentBranch;
  }
>;

/** `payment_type: "extra"` collects an additional charge of a paid entry; it is never stored. */
export const additionalPaymentType = "extra";

/**
 * Letting a vehicle leave unpaid requires `charge.defer` and a reason, unless the entry already is on credit or its
 * branch puts all entries on credit (`from`). FORBIDDEN, DEFER_REASON_REQUIRED.
 */
export function checkDeferral({
  from,
  to,
  reason,
  actor,
}: {
  from: ChargedEntry["payment_type"];
  to: ChargedEntry["payment_type"];
  reason: ChargedEntry["pay_later_reason"];
  actor: Actor;
}): RuleViolation | undefined {
  if (to !== "pay-later" || from === "pay-later") return undefined;
  if (!can(actor, "charge.defer")) return new RuleViolation("FORBIDDEN", "payment_type");
  return (reason ?? "").trim() === "" ? new RuleViolation("DEFER_REASON_REQUIRED", "pay_later_reason") : undefined;
}

/** A new entry is unpaid: what is sent with it is no payment. FORBIDDEN. */
function resetPaymentFields({ after, changes }: PaymentArgs): PaidEntry | RuleViolation {
  if ((changes.payment_status ?? "not_paid") !== "not_paid") return new RuleViolation("FORBIDDEN", "payment_status");
  if (changes.payment_mode) return new RuleViolation("FORBIDDEN", "payment_mode");
  const adjusted = applyAdjustment({ entry: after, adjustment: {} });
  if (adjusted instanceof RuleViolation) return adjusted;
  const unpaid = { payment_status: "not_paid", payment_mode: null, paid_amount: 0, extended_amount: 0 } as const;
  return { ...adjusted, ...unpaid, charge_override: null, charge_override_reason: null, offer_discounts: null };
}

const getBranch = ({ related }: PaymentArgs) => related.parking_main_info?.branch ?? related.branch;

/**
 * A write of a user is a payment in cash, unless the server names another channel of the branch for the user; online
 * payments are set by the server (actor without id) after confirmation by the provider.
 */
function resolveChannel(args: PaymentArgs): PaymentChannel | RuleViolation {
  const { changes, actor } = args;
  const { payment_channel: channel, payment_reference: reference } = changes;
  if (channel && isBranchChannel(channel))
    return checkChannel({ channel, reference, branch: getBranch(args), actor }) ?? channel;
  if ((changes.payment_mode ?? "cash") !== "online") return "cash";
  return actor.id === null ? "online" : new RuleViolation("FORBIDDEN", "payment_mode");
}

/** STATUS_ALREADY_UPDATED if another payment was recorded since this one was requested. */
function checkRequest({ changes, lookups }: PaymentArgs, channel: PaymentChannel): RuleViolation | undefined {
  if (!isBranchChannel(channel)) return undefined;
  const isCurrent = changes.payment_request === lookups?.paymentRequest;
  return isCurrent ? undefined : new RuleViolation("STATUS_ALREADY_UPDATED");
}

/** Adds what a payment causes: the reference of another channel is removed, and a pre-pay vehicle checked in. */
function completePayment({
  args,
  channel,
  payment,
}: {
  args: PaymentArgs & { before: PaidEntry };
  channel: PaymentChannel;
  payment: PaidEntry | RuleViolation;
}): PaidEntry | RuleViolation {
  if (payment instanceof RuleViolation) return payment;
  const violation = checkRequest(args, channel);
  if (violation) return violation;
  return {
    ...payment,
    ...(isBranchChannel(channel) ? {} : { payment_reference: null, payment_request: null }),
    ...(payment.payment_status === "paid" ? handlePrepaidCheckIn(args) : {}),
  };
}

/** DISCOUNT_OVER_LIMIT; ALREADY_PAID for a discount after the payment; AMOUNT_TOO_HIGH for an adjustment after which less is charged than was received or written off. */
function checkAdjustment(args: PaymentArgs): RuleViolation | undefined {
  const { before, after, changes, actor, now } = args;
  const branch = getBranch(args);
  const discount = { before: before?.deduction_charge ?? 0, after: after.deduction_charge ?? 0 };
  const violation = checkDiscount({ limits: branch?.discount_limits, role: actor.role, ...discount });
  if (violation || !before) return violation;
  const isPaid = getPaymentStatus(before) === "paid" && changes.payment_status !== "paid";
  if (isPaid && discount.before !== discount.after) return new RuleViolation("ALREADY_PAID");
  const settled = (before.paid_amount ?? 0) + (before.written_off_amount ?? 0);
  const { total } = computeBalance({ entry: after, now });
  const isLowered = total < computeBalance({ entry: before, now }).total;
  const field = discount.after > discount.before ? "deduction_charge" : "additional_charge";
  return isLowered && total < settled ? new RuleViolation("AMOUNT_TOO_HIGH", field) : undefined;
}

/**
 * The server changes the received amount for a user: a part of the balance, or the reversal of a payment. The field
 * itself is not writable.
 */
function handleAmountChange(args: PaymentArgs & { before: PaidEntry }): PaidEntry | RuleViolation {
  const { before, after, changes, actor, now } = args;
  const amount = (changes.paid_amount ?? 0) - (before.paid_amount ?? 0);
  const entry = { ...after, paid_amount: before.paid_amount ?? null, payment_status: getPaymentStatus(before) };
  const isPayment = changes.payment_mode !== undefined || changes.payment_channel !== undefined;
  if (amount <= 0 && !isPayment) return applyReversal({ entry, amount: -amount, now });
  if (before.voided_at || before.parking_status_id === parkingSequence.cancelled)
    return new RuleViolation("NO_NEXT_STATUS");
  const channel = resolveChannel(args);
  if (channel instanceof RuleViolation) return channel;
  return completePayment({ args, channel, payment: applyPartialPayment({ entry, amount, channel, actor, now }) });
}

function handlePayment(args: PaymentArgs & { before: PaidEntry }): PaidEntry | RuleViolation {
  const { before, after, changes, actor, now } = args;
  if (before.voided_at || before.parking_status_id === parkingSequence.cancelled)
    return new RuleViolation("NO_NEXT_STATUS");
  const channel = resolveChannel(args);
  if (channel instanceof RuleViolation) return channel;
  const isAdditional = changes.payment_type === additionalPaymentType;
  const paymentType = {
    payment_type: isAdditional ? (before.payment_type ?? null) : (after.payment_type ?? null),
  };
  const entry = { ...after, ...paymentType, payment_status: getPaymentStatus(before) };
  const payment = completePayment({
    args,
    channel,
    payment: applyPayment({ entry, channel, isAdditional, actor, now }),
  });
  return payment instanceof RuleViolation ? payment : { ...payment, ...paymentType };
}

/** Applies an amount confirmed by the provider; `paid_at` is the time the amount was shown to the payer. */
function handleOnlinePayment(args: PaymentArgs & { before: PaidEntry }): PaidEntry | RuleViolation {
  const { before, after, changes, now } = args;
  const entry = { ...after, paid_amount: before.paid_amount ?? null, payment_status: getPaymentStatus(before) };
  const amount = (changes.paid_amount ?? 0) - (before.paid_amount ?? 0);
  const payment = applyOnlinePayment({ entry, amount, asOf: changes.paid_at ?? now });
  return completePayment({ args, channel: "online", payment });
}

/** §4: checks in a pre-pay vehicle when it is paid, unless it waits for approval, is an invite or has not come yet. */
function handlePrepaidCheckIn({ before, changes, related }: PaymentArgs & { before: PaidEntry }): PaidEntry {
  const isExpected = before.is_invited === true || before.is_awaiting_arrival === true;
  const isAtGate = before.is_vehicle_prepay_type === true && !isExpected;
  const isDue = isAtGate && before.parking_status_id === parkingSequence.pending;
  const isWaiting = related.parking_main_info?.is_waiting_for_approve === true;
  return isDue && !isWaiting && !("parking_status_id" in changes) ? { parking_status_id: parkingSequence.in } : {};
}

/** Only the server resets a payment status, after the provider has reported a failure. */
function checkPaymentReset({ before, changes, actor }: PaymentArgs & { before: PaidEntry }): RuleViolation | undefined {
  const to = changes.payment_status;
  if (!to) return new RuleViolation(paymentStates.invalidTransitionError);
  const errorCode = checkPaymentTransition({ from: getPaymentStatus(before), to });
  if (errorCode) return new RuleViolation(errorCode);
  return actor.id === null ? undefined : new RuleViolation("FORBIDDEN", "payment_status");
}

function handleAdjustment({ after, now }: PaymentArgs): PaidEntry | RuleViolation {
  const adjusted = applyAdjustment({ entry: after, adjustment: {} });
  if (adjusted instanceof RuleViolation) return adjusted;
  const reason = (after.charge_override ?? null) === null ? null : (after.charge_override_reason ?? null);
  const changed = { ...adjusted, charge_override_reason: reason };
  return { ...changed, ...toChangedAmountFields({ entry: { ...after, ...changed }, now }) };
}

function isFieldChanged({ before, changes }: PaymentArgs, field: "payment_mode" | "payment_status"): boolean {
  return field in changes && (changes[field] ?? null) !== (before?.[field] ?? null);
}

/**
 * Applies a payment, an adjustment or a charge set by hand. ALREADY_PAID, NOTE_REQUIRED, AMOUNT_TOO_LOW; FORBIDDEN if a user sets an online
 * payment, resets a payment, changes its mode or defers it without permission.
 */
export function applyPaymentRules(args: PaymentArgs): PaidEntry | RuleViolation | undefined {
  const { before, after, changes, actor, now } = args;
  const isInvalidAdditional =
    changes.payment_type === additionalPaymentType && (!before || changes.payment_status !== "paid");
  if (isInvalidAdditional) return new RuleViolation("FAILED_VALIDATION", "payment_type");
  const adjustmentViolation = adjustmentFields.some((field) => field in changes) ? checkAdjustment(args) : undefined;
  if (adjustmentViolation) return adjustmentViolation;
  if (before === null) return resetPaymentFields(args);
  const isOverridden = overrideFields.some((field) => field in changes && changes[field] !== before[field]);
  const overrideViolation = isOverridden ? checkChargeOverride({ before, after, actor, now }) : undefined;
  if (overrideViolation) return overrideViolation;
  const deferralViolation = checkDeferral({
    from: before.payment_type,
    to: changes.payment_type,
    reason: after.pay_later_reason,
    actor,
  });
  if (deferralViolation) return deferralViolation;
  if ("written_off_at" in changes) return applyWriteOff({ entry: after, actor, now });
  if (actor.id === null && "paid_amount" in changes) return handleOnlinePayment({ ...args, before });
  if ("paid_amount" in changes) return handleAmountChange({ ...args, before });
  if (changes.payment_status === "paid") return handlePayment({ ...args, before });
  if (isFieldChanged(args, "payment_mode")) return new RuleViolation("FORBIDDEN", "payment_mode");
  if (isFieldChanged(args, "payment_status")) {
    const violation = checkPaymentReset({ ...args, before });
    if (violation) return violation;
  }
  const isChargeChanged = isOverridden || "offer_discounts" in changes;
  return isChargeChanged || adjustmentFields.some((field) => field in changes) ? handleAdjustment(args) : undefined;
}
