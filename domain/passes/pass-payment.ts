// §3 §4 Price and payment of passes: what a new pass or a renewal costs, what is due, and what a payment causes
// (docs/rules/passes.md).
import { fillText } from "#domain/text/filled-text.ts";
import { type DerivedRow, RuleViolation } from "#domain/schema/collection.ts";
import { getRelationId } from "#domain/schema/relation-id.ts";
import type { RowOf, RuleArgsOf } from "#domain/schema/registry.ts";
import * as limits from "#domain/limits.ts";
import { parkingSequence } from "#domain/parking/states.ts";
import { isPassTooLong } from "#domain/passes/pass.ts";
import { quotePass } from "#domain/passes/pass-quote.ts";
import { checkChannel, getPaymentChannel, isBranchChannel } from "#domain/payments/channels/payment-channels.ts";
import { createPaymentRecord } from "#domain/payments/payment-records.ts";
import type { TariffInForce } from "#domain/tariffs/copy-tariff.ts";

declare module "#domain/schema/collection.ts" {
  interface LookupResults {
    /** The tariff by which a new pass or a renewal is priced. */
    passTariff: TariffInForce | null;
  }
}

type PassArgs = RuleArgsOf<"Parking_Main_Information", "branch" | "vehicle_type">;
type PassChanges = Partial<RowOf<"Parking_Main_Information">>;
type PassPeriodFields = Pick<
  RowOf<"Parking_Main_Information">,
  "pass_start_time" | "pass_end_time" | "due_from" | "due_till"
>;

/** The period that a pass keeps free of other passes: with its unpaid renewal, which alone counts once the pass ended. */
export function getHeldPeriod({
  pass_start_time: start,
  pass_end_time: end,
  due_from: dueFrom,
  due_till: dueTill,
}: Partial<PassPeriodFields>): { start: Date | null; end: Date | null } {
  if (!dueFrom || !dueTill) return { start: start ?? null, end: end ?? null };
  const continues = start && end && dueFrom <= end;
  return { start: continues ? start : dueFrom, end: dueTill };
}

/** The longest pass of a branch in days. */
export function getLongestPass(branch: { pass_max_days?: number | null } | null | undefined): number {
  return branch?.pass_max_days ?? limits.longestPassDays;
}

/** A write that takes a payment back. */
function isReversal({ before, changes }: Pick<PassArgs, "before" | "changes">): boolean {
  return before !== null && (changes.paid_amount ?? Infinity) < (before.paid_amount ?? 0);
}

const isPass = ({ after }: PassArgs): boolean => after.parking_type === "long_time" && !after.is_invited;

/** The period that a write sells: of a new pass, or of a renewal. */
function getSoldPeriod({ before, after, changes }: PassArgs): { start: Date; end: Date } | undefined {
  const [start, end] = before ? [changes.due_from, changes.due_till] : [after.pass_start_time, after.pass_end_time];
  return start && end ? { start, end } : undefined;
}

/**
 * Prices a new pass or a renewal by the tariff in force. What costs nothing is granted at once, the rest is due. The
 * longest pass of the branch: FAILED_VALIDATION.
 */
export function applyPassPrice(args: PassArgs): PassChanges | RuleViolation | undefined {
  const { before, after, related, lookups } = args;
  const period = isPass(args) && !isReversal(args) ? getSoldPeriod(args) : undefined;
  if (!period) return undefined;
  const zone = related.branch?.time_zone;
  const longestDays = getLongestPass(related.branch);
  if (isPassTooLong({ ...period, zone, longestDays })) {
    const text = fillText("passTooLong", { days: longestDays });
    return new RuleViolation("FAILED_VALIDATION", "pass_end_time", { type: "max" }, text);
  }
  const { price } = quotePass({
    ...period,
    zone,
    tariff: lookups?.passTariff?.tariff,
    vehicleType: getRelationId(after.vehicle_type),
    isPerson: after.is_person,
  });
  const due = { due_amount: price, due_from: period.start, due_till: period.end };
  // An unpaid renewal leaves the pass valid.
  if (price > 0) return before ? due : { ...due, is_unpaid: true };
  return before ? grantPeriod({ before, ...period }) : undefined;
}

/** A renewal of a pass that has ended starts it anew. */
function grantPeriod({ before, start, end }: { before: PassArgs["after"]; start: Date; end: Date }): PassChanges {
  const isContinued = before.pass_end_time !== null && start <= before.pass_end_time;
  return {
    due_amount: null,
    due_from: null,
    due_till: null,
    is_unpaid: false,
    ended_at: null,
    pass_end_time: end,
    ...(isContinued ? {} : { pass_start_time: start }),
  };
}

/**
 * A payment is for all that is due, and grants the period that it pays. ALREADY_PAID, APPROVAL_PENDING,
 * INVITE_NOT_VALID_NOW for a rejected pass and for a period that is over, AMOUNT_MISMATCH, PAYMENT_NOT_OFFERED,
 * FORBIDDEN, FAILED_VALIDATION of the reference, STATUS_ALREADY_UPDATED for another request.
 */
export function applyPassPayment(args: PassArgs): PassChanges | RuleViolation | undefined {
  const { before, after, changes, related, actor, lookups, now } = args;
  if (!before || changes.paid_amount === undefined) return undefined;
  if (isReversal(args)) return applyPassReversal({ before, changes, now });
  const { due_amount: due, due_from: start, due_till: end } = before;
  if (!due || !start || !end) return new RuleViolation("ALREADY_PAID");
  if (before.parking_status_id === parkingSequence.cancelled) return new RuleViolation("INVITE_NOT_VALID_NOW");
  if (before.is_waiting_for_approve) return new RuleViolation("APPROVAL_PENDING");
  if (end <= now) return new RuleViolation("INVITE_NOT_VALID_NOW");
  const received = (after.paid_amount ?? 0) - (before.paid_amount ?? 0);
  if (received !== due) return new RuleViolation("AMOUNT_MISMATCH", undefined, { owed: due });
  const channel = getPaymentChannel({ channel: changes.payment_channel, mode: changes.payment_mode });
  const granted = grantPeriod({ before, start, end });
  if (!isBranchChannel(channel)) return { ...granted, payment_reference: null, payment_request: null };
  const violation = checkChannel({ channel, reference: changes.payment_reference, branch: related.branch, actor });
  if (violation) return violation;
  return changes.payment_request === lookups?.paymentRequest ? granted : new RuleViolation("STATUS_ALREADY_UPDATED");
}

/**
 * The amount of the last payment is due again for the period that it paid: the pass is unpaid, or ends where it ended before
 * its renewal. REVERSAL_NOT_ALLOWED for an earlier payment, and after the pass ended or was renewed again.
 */
function applyPassReversal({
  before,
  changes: { paid_amount: paid, due_amount: due, due_from: start, due_till: end },
  now,
}: Pick<PassArgs, "changes" | "now"> & { before: NonNullable<PassArgs["before"]> }): PassChanges | RuleViolation {
  const { pass_start_time: passStart, pass_end_time: passEnd, due_till: renewedTill } = before;
  const isWhole = due === (before.paid_amount ?? 0) - (paid ?? 0);
  const isLast = end && passEnd?.getTime() === end.getTime() && renewedTill === null && end > now;
  if (!start || !isLast || !isWhole || before.ended_at !== null) return new RuleViolation("REVERSAL_NOT_ALLOWED");
  return passStart?.getTime() === start.getTime() ? { is_unpaid: true } : { pass_end_time: start };
}

/** The row of the ledger for what a pass received, with the period that it paid. */
export function recordPassPayment(args: RuleArgsOf<"Parking_Main_Information">): DerivedRow[] {
  const { before } = args;
  if (!before) return [];
  const period = { valid_from: before.due_from, valid_till: before.due_till };
  return createPaymentRecord({ ...args, paid: { pass: before.id, ...period } });
}
