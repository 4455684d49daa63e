// §4 Cash payment (reading.md §4, §5): balance of an entry and the changes made by a payment. See
// docs/rules/payments.md.
import { RuleViolation } from "#domain/schema/collection.ts";
import type { RowOf } from "#domain/schema/registry.ts";
import type { Actor } from "#domain/access/roles.ts";
import { getStayBreakdown, type ChargeBreakdown, type ChargedStay } from "#domain/payments/stay-breakdown.ts";
import { getPaymentMode, type PaymentChannel } from "#domain/payments/channels/payment-channels.ts";
import type { paymentFields } from "#domain/payments/payment-fields.ts";
import { checkPaymentTransition } from "#domain/payments/states.ts";
import type { PaymentStatus } from "#domain/payments/states.ts";

/** Balance of an entry at a given time; all amounts in paise. */
export interface EntryBalance {
  arithmetic: ChargeBreakdown;
  actual: number;
  additional: number;
  /** What the discount takes off: at most actual + additional. */
  deduction: number;
  /** Whether the entry has a higher discount. */
  isDeductionCut?: true;
  /** actual + additional − deduction, never below zero. */
  total: number;
  paid: number;
  writtenOff: number;
  /** Balance due: total − paid − writtenOff, never below zero. */
  extended: number;
}

/** Additional charge and deduction by staff in paise, each with its note. Missing members keep the entry's values. */
export interface Adjustment {
  additional?: number;
  additionNote?: string | null;
  deduction?: number;
  deductionNote?: string | null;
}

/** The fields of entries, tickets and pre-bookings that payments depend on; a missing one is empty. */
export type ChargedEntry = ChargedStay &
  Partial<Pick<RowOf<"Parking_Information">, keyof typeof paymentFields | "voided_at" | "is_test">>;

function toNoteText(text: unknown): string | null {
  return typeof text === "string" && text.trim() !== "" ? text.trim() : null;
}

export function getPaymentStatus(entry: ChargedEntry | null): PaymentStatus {
  return entry?.payment_status ?? "not_paid";
}

/** A voided entry is charged nothing; what it received is refunded. */
function computeVoidedBalance(entry: ChargedEntry): EntryBalance {
  const arithmetic = getStayBreakdown({ entry: {}, now: entry.voided_at ?? new Date(0) });
  return {
    arithmetic,
    actual: 0,
    additional: 0,
    deduction: 0,
    total: 0,
    paid: entry.paid_amount ?? 0,
    writtenOff: 0,
    extended: 0,
  };
}

/**
 * Computes the balance up to `now` while the vehicle is inside, and up to `out_time` after check-out. Money is in
 * paise.
 */
export function computeBalance({ entry, now }: { entry: ChargedEntry; now: Date }): EntryBalance {
  if (entry.voided_at) return computeVoidedBalance(entry);
  const arithmetic = getStayBreakdown({ entry, now });
  const actual = arithmetic.charge;
  const additional = entry.additional_charge ?? 0;
  const typed = entry.deduction_charge ?? 0;
  const deduction = Math.min(typed, actual + additional);
  const total = Math.max(0, actual + additional - deduction);
  const paid = entry.paid_amount ?? 0;
  const writtenOff = entry.written_off_amount ?? 0;
  const extended = Math.max(0, total - paid - writtenOff);
  const balance = { arithmetic, actual, additional, deduction, total, paid, writtenOff, extended };
  return deduction < typed ? { ...balance, isDeductionCut: true } : balance;
}

/** Amount fields of the entry. */
export function toAmountFields({ actual, total, extended }: EntryBalance): ChargedEntry {
  return { actual_amount: actual, total_amount: total, extended_amount: extended };
}

/**
 * Amount fields of an entry whose charge changed at `now`. One that has left and of which no more than was received is charged is
 * paid; of one that is inside only a payment says so, since a grace period starts with it.
 */
export function toChangedAmountFields({ entry, now }: { entry: ChargedEntry; now: Date }): ChargedEntry {
  const balance = computeBalance({ entry, now });
  const isPaid = entry.out_time && balance.extended <= 0 && balance.writtenOff === 0;
  const status = getPaymentStatus(entry) === "partially_paid" && isPaid ? { payment_status: "paid" as const } : {};
  return { ...toAmountFields(balance), ...status };
}

/**
 * Amount fields with a payment or the exit: of a discount above the charge only what it takes off is stored. Another one is not
 * written: the history names who gave it.
 */
export function toFinalAmountFields(balance: EntryBalance): ChargedEntry {
  const amounts = toAmountFields(balance);
  return balance.isDeductionCut ? { ...amounts, deduction_charge: balance.deduction } : amounts;
}

/** §4: an additional charge or deduction needs a note. NOTE_REQUIRED, AMOUNT_TOO_LOW. */
export function applyAdjustment({
  entry,
  adjustment,
}: {
  entry: ChargedEntry;
  adjustment: Adjustment;
}): ChargedEntry | RuleViolation {
  const additional = adjustment.additional ?? entry.additional_charge ?? 0;
  const deduction = adjustment.deduction ?? entry.deduction_charge ?? 0;
  const additionNote = toNoteText(
    adjustment.additionNote === undefined ? entry.addition_note : adjustment.additionNote,
  );
  const deductionNote = toNoteText(
    adjustment.deductionNote === undefined ? entry.deduction_note : adjustment.deductionNote,
  );
  if (additional < 0) return new RuleViolation("AMOUNT_TOO_LOW", "additional_charge");
  if (deduction < 0) return new RuleViolation("AMOUNT_TOO_LOW", "deduction_charge");
  if (additional > 0 && !additionNote) return new RuleViolation("NOTE_REQUIRED", "addition_note");
  if (deduction > 0 && !deductionNote) return new RuleViolation("NOTE_REQUIRED", "deduction_note");
  return {
    additional_charge: additional,
    addition_note: additionNote,
    deduction_charge: deduction,
    deduction_note: deductionNote,
  };
}

/**
 * An additional payment needs a balance due before or after the current adjustment, so that it cannot be collected
 * twice.
 */
function checkAdditionalCharge({
  entry,
  after,
  now,
}: {
  entry: ChargedEntry;
  after: EntryBalance;
  now: Date;
}): RuleViolation | undefined {
  const hasBalanceDue = computeBalance({ entry, now }).extended > 0 || after.extended > 0;
  return hasBalanceDue ? undefined : new RuleViolation("ALREADY_PAID");
}

/**
 * Collects the whole balance due: through a channel of the branch, or online after confirmation by the provider. Returns the changes of the
 * entry. DEBT_WRITTEN_OFF; ALREADY_PAID unless an additional charge is due; NOTE_REQUIRED, AMOUNT_TOO_LOW; AMOUNT_MISMATCH if another
 * total (`expected`, paise) was shown at the gate.
 */
export function applyPayment({
  entry,
  channel,
  adjustment = {},
  isAdditional = false,
  expected,
  actor,
  now,
}: {
  entry: ChargedEntry;
  channel: PaymentChannel;
  adjustment?: Adjustment;
  isAdditional?: boolean;
  expected?: number;
  actor: Actor;
  now: Date;
}): ChargedEntry | RuleViolation {
  const status = getPaymentStatus(entry);
  const errorCode = checkPaymentTransition({ from: status, to: "paid" });
  if (errorCode && !isAdditional) return new RuleViolation(errorCode);
  const changes = applyAdjustment({ entry, adjustment });
  if (changes instanceof RuleViolation) return changes;
  const balance = computeBalance({ entry: { ...entry, ...changes }, now });
  if (balance.writtenOff > 0 && balance.extended <= 0) return new RuleViolation("DEBT_WRITTEN_OFF");
  const violation = errorCode && checkAdditionalCharge({ entry, after: balance, now });
  if (violation) return violation;
  if (expected !== undefined && expected !== balance.extended)
    return new RuleViolation("AMOUNT_MISMATCH", undefined, { expected, owed: balance.extended });
  return {
    ...changes,
    ...toFinalAmountFields(balance),
    payment_status: "paid",
    payment_mode: getPaymentMode(channel),
    payment_channel: channel,
    paid_amount: balance.paid + balance.extended,
    extended_amount: 0,
    payment_collected_by: channel === "online" ? (entry.payment_collected_by ?? null) : actor.id,
    paid_at: now,
  };
}

/** Cash payment collected by staff (§4); see `applyPayment`. */
export function applyCashPayment(
  args: Omit<Parameters<typeof applyPayment>[0], "channel">,
): ChargedEntry | RuleViolation {
  return applyPayment({ ...args, channel: "cash" });
}

/** True if the vehicle may leave: nothing to pay, paid without balance due, pay later, or a test, which pays nothing. */
export function isSettled({ entry, now }: { entry: ChargedEntry; now: Date }): boolean {
  const { total, extended } = computeBalance({ entry, now });
  if (total <= 0 || entry.payment_type === "pay-later" || entry.is_test === true) return true;
  return getPaymentStatus(entry) === "paid" && extended <= 0;
}
