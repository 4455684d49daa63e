// §3: who may cancel a booking. See docs/rules/pre-booking.md.
import { can } from "#domain/access/capabilities.ts";
import type { Actor } from "#domain/access/roles.ts";
import { canVoidEntry, type VoidableEntry } from "#domain/parking/void-entry.ts";

/** True if the actor may cancel a booking whose vehicle has not come: with it ends the entry that was made for its payment. */
export function canCancelBooking({
  entry,
  ...options
}: {
  /** The entry that waits for the vehicle; null if there is none. */
  entry: VoidableEntry | null;
  actor: Pick<Actor, "id" | "role" | "exceptions">;
  now: Date;
}): boolean {
  return can(options.actor, "gate.operate") && (entry === null || canVoidEntry({ entry, ...options }));
}
