// §3 §4 The early end of a pass with what it returns, and its move to another plate (docs/rules/passes.md).
import { isRecent } from "#domain/visitors/is-recent.ts";
import { type FilledText, fillText } from "#domain/text/filled-text.ts";
import { can } from "#domain/access/capabilities.ts";
import { formatDate } from "#domain/dates.ts";
import type { ErrorCode } from "#domain/errors.ts";
import { parkingSequence } from "#domain/parking/states.ts";
import { countStartedDays, getPassState, isPassIssued, type PassValidity } from "#domain/passes/pass.ts";
import { type PaymentChannel, getPaymentChannel } from "#domain/payments/channels/payment-channels.ts";
import { RuleViolation } from "#domain/schema/collection.ts";
import type { RowOf, RuleArgsOf } from "#domain/schema/registry.ts";
import { computePassRefund } from "#domain/tariffs/pass-price.ts";
import * as limits from "#domain/limits.ts";

type PassArgs = RuleArgsOf<"Parking_Main_Information", "branch">;
type PassChanges = Partial<RowOf<"Parking_Main_Information">>;

/** A payment of a pass with what was already returned of it, in paise. */
export interface PassPayment extends Pick<
  RowOf<"payments">,
  "id" | "amount" | "mode" | "channel" | "valid_from" | "valid_till" | "received_at"
> {
  corrected: number;
}

/** What is returned of one payment, the way it came. */
export interface ReturnedPayment {
  payment: number;
  channel: PaymentChannel;
  amount: number;
}

/** As long as gate staff void an own entry, a sale counts as a mistake: nothing of what was paid is used. */
function isJustSold({ at, now }: { at: Date | string; now: Date }): boolean {
  return isRecent({ at: new Date(at), minutes: limits.ownVoidMinutes, now });
}

/**
 * What the unused days of a pass that ends at `now` return, by payment; a started day is used, except shortly after the payment. A
 * payment returns something once, also if the pass is renewed after its end.
 */
export function listReturnedPayments({
  payments,
  zone,
  now,
}: {
  payments: readonly PassPayment[];
  zone?: string | undefined;
  now: Date;
}): ReturnedPayment[] {
  return payments.flatMap(
    ({ id, amount, corrected, valid_from: start, valid_till: end, received_at: paidAt, ...payment }) => {
      if (!start || !end || corrected > 0) return [];
      const returned = computePassRefund({
        paid: amount,
        days: countStartedDays({ start, end, zone }),
        usedDays: isJustSold({ at: paidAt, now }) ? 0 : countStartedDays({ start, end: now, zone }),
      });
      const channel = getPaymentChannel(payment);
      // The provider returns no less than it takes.
      const least = channel === "online" ? limits.minOnlinePaise : 1;
      return returned >= least ? [{ payment: id, channel, amount: returned }] : [];
    },
  );
}

/** A pass is handed out on paper while its holder gets its code. */
export function isPassPrintable({
  pass,
  now,
}: {
  pass: PassValidity & Pick<RowOf<"Parking_Main_Information">, "parking_type">;
  now: Date;
}): boolean {
  return pass.parking_type === "long_time" && isPassIssued(getPassState({ pass, now }));
}

interface EndedPass {
  pass: { is_unpaid: boolean | null; user_created: string | null; date_created: Date | string };
  actor: Parameters<typeof can>[0] & { id: string | null };
  now: Date;
}

/** A pass that gate staff have just issued, which they cancel like an own entry. */
export function isOwnSale({ pass, actor, now }: EndedPass): boolean {
  return actor.id !== null && pass.user_created === actor.id && isJustSold({ at: pass.date_created, now });
}

/** Ending a pass takes it from its holder: gate staff only drop what was never paid, and an own sale made by mistake. */
export function canEndPass(ended: EndedPass): boolean {
  const isWithoutRefund = ended.pass.is_unpaid || isOwnSale(ended);
  return can(ended.actor, isWithoutRefund ? "gate.operate" : "payment.refund-cash");
}

/** The price of a pass depends on its vehicle type: gate staff only add a missing one. */
export function canChangePassType({
  pass,
  actor,
}: {
  pass: { vehicle_type: unknown };
  actor: Parameters<typeof can>[0];
}): boolean {
  return pass.vehicle_type === null || can(actor, "payment.refund-cash");
}

/** REFUND_OVER_LIMIT, SHIFT_REQUIRED: cash leaves the open shift of the person who pays it out. */
export function checkPassReturn({
  returned,
  limit,
  hasOpenShift,
}: {
  returned: readonly ReturnedPayment[];
  /** Null: no limit. */
  limit: number | null;
  hasOpenShift: boolean;
}): ErrorCode | undefined {
  const sum = returned.reduce((total, { amount }) => total + amount, 0);
  if (limit !== null && sum > limit) return "REFUND_OVER_LIMIT";
  return hasOpenShift || returned.every(({ channel }) => channel !== "cash") ? undefined : "SHIFT_REQUIRED";
}

/**
 * Ends a pass at `now`; one that has not begun, or is not paid while its vehicle is outside, is cancelled. FORBIDDEN, INVITE_NOT_VALID_NOW for one that
 * is over.
 */
export function applyPassEnd({ before, changes, actor, now }: PassArgs): PassChanges | RuleViolation | undefined {
  if (!before || !changes.ended_at) return undefined;
  if (!canEndPass({ pass: before, actor, now })) return new RuleViolation("FORBIDDEN", "ended_at");
  const { pass_start_time: start, pass_end_time: end } = before;
  if (!start || !end || end <= now) return new RuleViolation("INVITE_NOT_VALID_NOW");
  const freed = {
    due_amount: null,
    due_from: null,
    due_till: null,
    is_unpaid: false,
    slot_prefix: null,
    slot_no: null,
  };
  const { cancelled } = parkingSequence;
  const isInside = before.parking_status_id === parkingSequence.in;
  return start >= now || (before.is_unpaid && !isInside)
    ? { ...freed, parking_status_id: cancelled, status_id: cancelled, is_waiting_for_approve: false }
    : { ...freed, pass_end_time: now };
}

/** Moves of a pass per calendar month that the branch allows. */
export function getMoveLimit(branch: { pass_moves_per_month?: number | null } | null | undefined): number {
  return branch?.pass_moves_per_month ?? limits.passMovesPerMonth;
}

/** Moves of the pass in the calendar month of `now`. */
export function countMoves({
  pass: { moved_at: movedAt, moves_in_month: moves },
  zone,
  now,
}: {
  pass: Pick<RowOf<"Parking_Main_Information">, "moved_at" | "moves_in_month">;
  zone: string | undefined;
  now: Date;
}): number {
  const getMonth = (at: Date) => formatDate({ at, zone }).slice(0, 7);
  return movedAt !== null && getMonth(movedAt) === getMonth(now) ? (moves ?? 0) : 0;
}

/**
 * Moves a pass to another plate, while its vehicle is outside. VEHICLE_IN_PROGRESS, INVITE_NOT_VALID_NOW for a pass that is
 * over, FAILED_VALIDATION for the same plate and after as many moves as the branch allows in a month.
 */
export function applyPassMove({
  before,
  after,
  changes,
  related,
  now,
}: PassArgs): PassChanges | RuleViolation | undefined {
  if (!before || !changes.moved_at) return undefined;
  if (before.is_person || !before.pass_end_time || before.pass_end_time <= now)
    return new RuleViolation("INVITE_NOT_VALID_NOW");
  if (before.parking_status_id === parkingSequence.in) return new RuleViolation("VEHICLE_IN_PROGRESS");
  const reject = (text: string | FilledText) =>
    new RuleViolation("FAILED_VALIDATION", "vehicle_no", { type: "invalid" }, text);
  if (!after.vehicle_no || after.vehicle_no === before.vehicle_no)
    return reject("*Enter the number of the other vehicle");
  const moves = countMoves({ pass: before, zone: related.branch?.time_zone, now });
  const limit = getMoveLimit(related.branch);
  if (moves >= limit)
    return reject(limit === 0 ? "*Passes of this branch are not moved" : fillText("passMoved", { moves, limit }));
  return { moves_in_month: moves + 1 };
}
