// §4: a vehicle that stood in the lot without an entry is checked in late, with the time at which it came. See
// docs/rules/corrections.md.
import { can } from "#domain/access/capabilities.ts";
import { parkingSequence } from "#domain/parking/states.ts";
import { RuleViolation } from "#domain/schema/collection.ts";
import type { RuleArgsOf } from "#domain/schema/registry.ts";

/** Earlier than that is a mistyped date. */
const maxDays = 31;

/** Whether a vehicle can have come at the stated time, which is entered in minutes. */
export function isPossibleEntryTime({ stated, now }: { stated: Date; now: Date }): boolean {
  const agoMs = now.getTime() - stated.getTime();
  return agoMs >= 0 && agoMs <= maxDays * 86_400_000;
}

const invalid = (text: string): RuleViolation =>
  new RuleViolation("FAILED_VALIDATION", "in_time", { type: "in_time" }, text);

/**
 * The time to which a check-in is set back, undefined for any other write. FORBIDDEN without `entry.backdate`;
 * FAILED_VALIDATION unless the vehicle is inside, has not paid and the time is one of the last days.
 */
export function validateEntryTime({
  before,
  after,
  changes,
  actor,
  now,
}: RuleArgsOf<"Parking_Information">): Date | RuleViolation | undefined {
  const { in_time: stated } = changes;
  // A check-in sets the time itself.
  if (!before || !(stated instanceof Date) || before.parking_status_id !== after.parking_status_id) return undefined;
  if (!can(actor, "entry.backdate")) return new RuleViolation("FORBIDDEN", "in_time");
  const isInside = before.parking_status_id === parkingSequence.in;
  if (!isInside || (before.paid_amount ?? 0) > 0)
    return invalid("*Only an unpaid vehicle that is inside can be set back");
  return isPossibleEntryTime({ stated, now }) ? stated : invalid(`*Enter a time of the last ${maxDays} days`);
}
