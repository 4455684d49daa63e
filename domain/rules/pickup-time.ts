// §4 valet 2 → 3, asked for a time: the request is made by itself so long before that the car is at the gate by then.
import { Refusal } from "#domain/collection.ts";
import type { Row, RuleArgs } from "#domain/collection.ts";
import { limits } from "#domain/limits.ts";
import { isOutside } from "#domain/rules/valet-staff.ts";
import { valetSequence } from "#domain/states/valet.ts";

/**
 * When the request is to be made for a car that is wanted at a time: `leadMinutes` before, which is what most pickups of the
 * branch take; never in the past.
 */
export function requestDueAt({ wantedAt, leadMinutes, now }: { wantedAt: Date; leadMinutes: number; now: Date }): Date {
  return new Date(Math.max(now.getTime(), wantedAt.getTime() - leadMinutes * 60_000));
}

/**
 * A car that has not been asked for may be wanted at a time within the next hours; null takes the wish back. Throws
 * PICKUP_TIME, NO_NEXT_STATUS once it was asked for, STAFF_NOT_AVAILABLE where the branch said so.
 */
export function pickupIsWanted({ after, changes, who, related, now }: RuleArgs): Row | Refusal | undefined {
  if (!("pickup_wanted_at" in changes)) return undefined;
  if ((after["status_id"] as number) >= valetSequence.pickupRequested)
    return new Refusal("NO_NEXT_STATUS", "pickup_wanted_at");
  const wantedAt = changes["pickup_wanted_at"] as Date | null;
  if (wantedAt === null) return { pickup_due_at: null };
  const ahead = wantedAt.getTime() - now.getTime();
  if (ahead <= 0 || ahead > limits.pickupAheadHours * 3_600_000) return new Refusal("PICKUP_TIME", "pickup_wanted_at");
  if (isOutside(who) && related["branch"]?.["is_staff_available"] === false) return new Refusal("STAFF_NOT_AVAILABLE");
  const due = changes["pickup_due_at"] as Date | undefined;
  return { pickup_due_at: due ?? requestDueAt({ wantedAt, leadMinutes: limits.pickupLeadMinutes, now }) };
}
