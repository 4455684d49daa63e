// §4 valet 2 → 3 at a scheduled time: the pickup is requested automatically, early enough for the car to be at the gate
// by then.
import { RuleViolation } from "#domain/schema/collection.ts";
import type { RowOf, RuleArgsOf } from "#domain/schema/registry.ts";
import * as limits from "#domain/limits.ts";
import { isExternal } from "#domain/valet/valet-staff.ts";
import { valetSequence } from "#domain/valet/states.ts";

/**
 * Time of the automatic request for a scheduled pickup: `leadMinutes` (the duration of most pickups of the branch)
 * before it, never in the past.
 */
export function getPickupRequestTime({
  scheduledFor,
  leadMinutes,
  now,
}: {
  scheduledFor: Date;
  leadMinutes: number;
  now: Date;
}): Date {
  return new Date(Math.max(now.getTime(), scheduledFor.getTime() - leadMinutes * 60_000));
}

/**
 * Schedules a pickup within `limits.pickupAheadHours`; null cancels the schedule. PICKUP_TIME; NO_NEXT_STATUS if the
 * pickup was already requested; STAFF_NOT_AVAILABLE if the branch has set that no staff is available.
 */
export function applyPickupSchedule({
  after,
  changes,
  actor,
  related,
  now,
}: RuleArgsOf<"Valet_and_Parking_Information", "branch">):
  | Partial<RowOf<"Valet_and_Parking_Information">>
  | RuleViolation
  | undefined {
  if (!("pickup_wanted_at" in changes)) return undefined;
  if (after.status_id >= valetSequence.pickupRequested) return new RuleViolation("NO_NEXT_STATUS", "pickup_wanted_at");
  const scheduledFor = changes.pickup_wanted_at ?? null;
  if (scheduledFor === null) return { pickup_due_at: null };
  const leadMs = scheduledFor.getTime() - now.getTime();
  if (leadMs <= 0 || leadMs > limits.pickupAheadHours * 3_600_000)
    return new RuleViolation("PICKUP_TIME", "pickup_wanted_at");
  if (isExternal(actor) && related.branch?.is_staff_available === false)
    return new RuleViolation("STAFF_NOT_AVAILABLE");
  const dueAt = changes.pickup_due_at;
  return { pickup_due_at: dueAt ?? getPickupRequestTime({ scheduledFor, leadMinutes: limits.pickupLeadMinutes, now }) };
}
