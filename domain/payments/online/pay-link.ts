// §4 Expiry of the pay link of an entry: slips and messages may be found years later. See docs/rules/payments.md.
import type { RowOf } from "#domain/schema/registry.ts";
import * as limits from "#domain/limits.ts";
import { type ChargedEntry, computeBalance } from "#domain/payments/payment.ts";
import { parkingSequence } from "#domain/parking/states.ts";
import { valetSequence } from "#domain/valet/states.ts";

const dayMs = 24 * 60 * 60_000;

/** An entry, or a ticket with `status_id`. */
type LinkedEntry = ChargedEntry &
  Pick<RowOf<"Parking_Information">, "date_created"> &
  Partial<Pick<RowOf<"Parking_Information">, "date_updated" | "parking_status_id">> &
  Partial<Pick<RowOf<"Valet_and_Parking_Information">, "status_id">>;

function isEntryClosed(entry: LinkedEntry): boolean {
  const parkingStatus = entry.parking_status_id;
  if (parkingStatus !== undefined)
    return parkingStatus === parkingSequence.out || parkingStatus === parkingSequence.cancelled;
  return entry.status_id === valetSequence.checkedOut;
}

/**
 * A pay link expires a number of days after the entry is closed and settled, and at the latest a number of days after
 * its creation.
 */
export function getPayLinkExpiry({ entry, now }: { entry: LinkedEntry; now: Date }): Date {
  const createdAt = entry.date_created;
  const latest = new Date(createdAt.getTime() + limits.payLinkDays * dayMs);
  if (!isEntryClosed(entry) || computeBalance({ entry, now }).extended > 0) return latest;
  const completedAt = [entry.out_time, entry.paid_at].filter((at) => at instanceof Date);
  const settledAtMs = Math.max(
    ...(completedAt.length > 0 ? completedAt : [entry.date_updated ?? createdAt]).map(Number),
  );
  return new Date(Math.min(latest.getTime(), settledAtMs + limits.payLinkDaysAfterSettled * dayMs));
}
