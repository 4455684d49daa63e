// §3: the slots of pre-bookings, read under the lock of the slots (docs/rules/pre-booking.md).
import { bookingSequence } from "#domain/pre-booking/states.ts";
import { isBookingHeld, toBookedSlot, type BookedSlot } from "#domain/pre-booking/booked-slot.ts";
import type { Slot } from "#domain/parking/slots.ts";
import type { RowOf } from "#domain/schema/registry.ts";
import type { Sql, Tx } from "#server/db/pool.ts";

type BookedRow = Pick<
  RowOf<"Pre_Booking_Information">,
  "slot_prefix" | "slot_no" | "booking_start_time" | "held_until" | "pre_booking_status_id" | "held_from" | "no_show_at"
>;

/** Bookings that have not ended: booked, or with their vehicle inside. */
function loadBookings({ tx, branch, now }: { tx: Sql | Tx; branch: number; now: Date }): Promise<BookedRow[]> {
  const { booked, arrived } = bookingSequence;
  return tx<BookedRow[]>`
    select slot_prefix, slot_no, booking_start_time, held_until, pre_booking_status_id, held_from, no_show_at
    from "Pre_Booking_Information"
    where branch = ${branch} and pre_booking_status_id in (${booked}, ${arrived}) and held_until > ${now} and slot_no > 0`;
}

/** Slots that are booked from now on. */
export async function loadBookedSlots(location: { tx: Sql | Tx; branch: number; now: Date }): Promise<BookedSlot[]> {
  return (await loadBookings(location)).flatMap(toBookedSlot);
}

/** Slots that are held now for vehicles that have not come. */
export async function loadHeldSlots(location: { tx: Tx; branch: number; now: Date }): Promise<Slot[]> {
  const bookings = await loadBookings(location);
  const held = bookings.filter((booking) => isBookingHeld({ booking, now: location.now }));
  return held.flatMap(toBookedSlot).map(({ slot }) => slot);
}
