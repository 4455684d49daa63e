// §4: a check-out that was missed is recorded later, with the time at which the vehicle left. See
// docs/rules/corrections.md.
import { can } from "#domain/access/capabilities.ts";
import { maxDate } from "#domain/dates.ts";
import { computeBalance, isSettled, toFinalAmountFields, type ChargedEntry } from "#domain/payments/payment.ts";
import { RuleViolation } from "#domain/schema/collection.ts";
import { oneByUuid, timestamp } from "#domain/schema/fields.ts";
import type { RowOf, RuleArgsOf } from "#domain/schema/registry.ts";
import { countStartedMinutes } from "#domain/tariffs/stay-charge.ts";

/** When and by whom a missed exit was recorded; empty for a check-out at the gate. */
export const missedExitFields = {
  exit_recorded_at: timestamp({ serverSet: true }),
  exit_recorded_by: oneByUuid("users", { onDelete: "set null", serverSet: true }),
};

type Entry = RowOf<"Parking_Information">;

/**
 * A vehicle that paid was still there: just after its check-in, since its first unit is charged, or at its last payment,
 * whichever is later.
 */
function getEarliestExit({ in_time: inTime, paid_at: paidAt, paid_amount: paid }: ChargedEntry): Date | null {
  if (!inTime) return null;
  const entered = new Date(inTime.getTime() + 1);
  return paidAt && (paid ?? 0) > 0 ? maxDate(entered, paidAt) : entered;
}

const toMinute = (at: Date): number => Math.floor(at.getTime() / 60_000);

/** Whether less would be charged than was received: a discount may have been given for a longer stay. */
function isChargedLessThanPaid({ entry, now }: { entry: ChargedEntry; now: Date }): boolean {
  const { total, paid, writtenOff } = computeBalance({ entry, now });
  return total < paid + writtenOff && total < computeBalance({ entry: { ...entry, out_time: null }, now }).total;
}

/**
 * The stated time, or EXIT_TIME_INVALID if it is in the future, before the check-in or the last payment, or if less
 * would be charged than was received. Times are entered in minutes.
 */
export function parseExitTime({
  entry,
  stated,
  now,
}: {
  entry: ChargedEntry;
  stated: Date;
  now: Date;
}): Date | RuleViolation {
  const earliest = getEarliestExit(entry) ?? stated;
  const outTime = maxDate(earliest, stated);
  const isPossible = stated <= now && toMinute(stated) >= toMinute(earliest);
  return isPossible && !isChargedLessThanPaid({ entry: { ...entry, out_time: outTime }, now })
    ? outTime
    : new RuleViolation("EXIT_TIME_INVALID", "out_time");
}

/**
 * 1 → 2 at the stated time. The vehicle is gone, so that what it still owes is a debt, whoever may let vehicles leave
 * unpaid. FORBIDDEN without `entry.backdate`, EXIT_TIME_INVALID.
 */
export function applyMissedExit({
  after,
  actor,
  now,
}: RuleArgsOf<"Parking_Information">): Partial<Entry> | RuleViolation {
  if (!can(actor, "entry.backdate")) return new RuleViolation("FORBIDDEN");
  const outTime = parseExitTime({ entry: after, stated: after.out_time ?? now, now });
  if (outTime instanceof RuleViolation) return outTime;
  const entry = { ...after, out_time: outTime };
  return {
    out_time: outTime,
    duration: countStartedMinutes({ from: after.in_time ?? outTime, to: outTime }),
    ...toFinalAmountFields(computeBalance({ entry, now })),
    ...(!isSettled({ entry, now }) && {
      payment_type: "pay-later",
      pay_later_reason: after.pay_later_reason ?? after.change_reason,
    }),
  };
}
