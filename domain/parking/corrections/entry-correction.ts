// §4: corrects a wrong plate, phone number, vehicle type or name of an entry. See docs/rules/corrections.md.
import { isRecent } from "#domain/visitors/is-recent.ts";
import type { RowOf } from "#domain/schema/registry.ts";
import { can } from "#domain/access/capabilities.ts";
import type { Actor } from "#domain/access/roles.ts";
import * as limits from "#domain/limits.ts";
import { getPaymentStatus } from "#domain/payments/payment.ts";
import { parkingSequence } from "#domain/parking/states.ts";

/** Fields of the visitor record that a correction changes. */
export const correctedFields = ["vehicle_no", "phone_no", "vehicle_type", "name"] as const;

type Entry = RowOf<"Parking_Information">;
/** What decides who may correct an entry. */
export type CorrectableEntry = Pick<Entry, "parking_status_id" | "date_created"> &
  Partial<Pick<Entry, "payment_status" | "paid_amount" | "approved_at">>;

export function isEntryOpen({ parking_status_id: status }: Pick<Entry, "parking_status_id">): boolean {
  return status === parkingSequence.in || status === parkingSequence.pending;
}

/**
 * True if the actor may correct the entry: with `entry.correct` any, also a closed or paid one; gate staff an open one
 * without payment and without approval, for some minutes after its creation. An approval was given for the visitor as
 * it was, so that staff do not change it.
 */
export function canCorrectEntry({
  entry,
  actor,
  now,
}: {
  entry: CorrectableEntry;
  actor: Pick<Actor, "role" | "exceptions">;
  now: Date;
}): boolean {
  if (can(actor, "entry.correct")) return true;
  if (!can(actor, "gate.operate") || !isEntryOpen(entry)) return false;
  const isUnpaid = getPaymentStatus(entry) === "not_paid" && (entry.paid_amount ?? 0) === 0;
  const isApproved = (entry.approved_at ?? null) !== null;
  return isUnpaid && !isApproved && isRecent({ at: entry.date_created, minutes: limits.correctionMinutes, now });
}
