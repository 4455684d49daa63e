// The bookings of the list, as their actions need them.
import { parsePaise } from "#domain/money.ts";
import { formatSlot } from "#domain/parking/slots.ts";
import { getBookingEntry } from "#domain/pre-booking/booking-entry.ts";
import { canCancelBooking } from "#domain/pre-booking/cancel-booking.ts";
import type { WireRow } from "#domain/schema/registry.ts";

export const bookingRowFields = [
  "id",
  "vehicle_no",
  "name",
  "phone_no",
  "pre_booking_status_id",
  "booking_start_time",
  "booking_end_time",
  "slot_prefix",
  "slot_no",
  "held_from",
  "no_show_at",
  "quoted_amount",
  "parking_information.id",
  "parking_information.parking_status_id",
  "parking_information.payment_status",
  "parking_information.paid_amount",
  "parking_information.user_created",
  "parking_information.in_time",
  "parking_information.date_created",
  "cancel_reason",
] as const;
export type BookingRow = WireRow<"Pre_Booking_Information", typeof bookingRowFields>;

/** What a booking is called: the vehicle, or its slot once that was erased. */
export const getBookingName = (booking: BookingRow): string => booking.vehicle_no ?? formatSlot(booking) ?? "";

/** In paise. */
export const getBookingPrice = ({ quoted_amount: amount }: BookingRow): number => parsePaise(amount ?? 0) ?? 0;

/** Whether something was paid ahead. */
export function isBookingPaidAhead(booking: BookingRow): boolean {
  const entry = getBookingEntry(booking);
  return entry?.payment_status === "paid" || (parsePaise(entry?.paid_amount ?? 0) ?? 0) > 0;
}

export function mayCancelBooking({
  booking,
  ...options
}: { booking: BookingRow } & Omit<Parameters<typeof canCancelBooking>[0], "entry">): boolean {
  const entry = getBookingEntry(booking);
  return canCancelBooking({
    entry: entry && {
      ...entry,
      in_time: entry.in_time === null ? null : new Date(entry.in_time),
      date_created: new Date(entry.date_created),
      paid_amount: parsePaise(entry.paid_amount ?? 0) ?? 0,
    },
    ...options,
  });
}
