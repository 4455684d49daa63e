// The entry of a booking: made ahead for its payment, or on arrival.
import { parkingSequence } from "#domain/parking/states.ts";

/** One that was cancelled no longer counts, whatever was paid for it: the arrival makes a new one. */
export function getBookingEntry<Entry extends { parking_status_id: number | null }>({
  parking_information: entry,
}: {
  parking_information: Entry | null;
}): Entry | null {
  return entry?.parking_status_id === parkingSequence.cancelled ? null : entry;
}
