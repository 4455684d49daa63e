// §3: the entry of a booking: created on arrival, or ahead of it so that it can be paid (docs/rules/pre-booking.md).
import { ParkingInformation } from "#domain/parking/entries.collection.ts";
import { PreBookingInformation } from "#domain/pre-booking/pre-bookings.collection.ts";
import type { Row } from "#domain/schema/collection.ts";
import type { RowOf } from "#domain/schema/registry.ts";
import { upsertCustomer, upsertExpectedCustomer } from "#server/features/accounts/customers.ts";
import { createItem, updateItem } from "#server/items/write/write.ts";
import type { WriteContext } from "#server/items/write/write-context.ts";

export type Booking = Pick<
  RowOf<"Pre_Booking_Information">,
  | "id"
  | "branch"
  | "vehicle_no"
  | "phone_no"
  | "name"
  | "vehicle_type"
  | "slot_prefix"
  | "slot_no"
  | "booking_start_time"
  | "booking_end_time"
  | "held_from"
  | "held_until"
  | "no_show_at"
  | "pre_booking_status_id"
> & {
  /** Price of the booked time, in paise. */
  quoted: number;
  /** Its entry that waits for the vehicle; null if there is none, or if it was cancelled. */
  entry: number | null;
};

/** The booking, locked until the end of the transaction; undefined if there is none. */
export async function lockBooking({ ctx, id }: { ctx: WriteContext; id: number }): Promise<Booking | undefined> {
  // Read by a statement of its own: one that has waited for the lock does not see the entry of who held it.
  await ctx.tx`select 1 from "Pre_Booking_Information" where id = ${id} for update`;
  const [booking] = await ctx.tx<Booking[]>`
    select b.id, b.branch, b.vehicle_no, b.phone_no, b.name, b.vehicle_type, b.slot_prefix, b.slot_no, b.booking_start_time,
      b.booking_end_time, b.held_from, b.held_until, b.no_show_at, b.pre_booking_status_id,
      (coalesce(b.quoted_amount, 0) * 100)::int8::int as quoted,
      (select p.id from "Parking_Information" p
        where p.id = b.parking_information and p.is_awaiting_arrival and p.parking_status_id = 3) as entry
    from "Pre_Booking_Information" b where b.id = ${id}`;
  return booking;
}

/** The booked time has the price that was agreed; the tariff of the branch charges what comes after it. Returns the id, which the booking has then. */
export async function createBookingEntry({
  ctx,
  booking,
  payload,
  isAwaited,
}: {
  ctx: WriteContext;
  booking: Booking;
  /** Slot and images of a vehicle that has come. */
  payload: Row;
  /** Its vehicle has not come yet. */
  isAwaited: boolean;
}): Promise<number> {
  const { vehicle_no, phone_no, name, vehicle_type, branch } = booking;
  const visitorRecord = { vehicle_no, phone_no, name, vehicle_type, branch };
  const collection = ParkingInformation;
  const id = await createItem({
    ctx,
    collection,
    payload: { ...payload, parking_main_info: visitorRecord },
    systemValues: { is_awaiting_arrival: isAwaited },
  });
  const { booking_start_time: booked_from, booking_end_time: free_until } = booking;
  const terms = { booked_from, booked_amount: booking.quoted, free_until };
  await updateItem({ ctx, collection, id, payload: {}, systemValues: terms });
  await (isAwaited ? upsertExpectedCustomer : upsertCustomer)({ ctx, visitorRecord });
  await updateItem({
    ctx,
    collection: PreBookingInformation,
    id: booking.id,
    payload: {},
    systemValues: { parking_information: id },
    bypassAccess: true,
  });
  return id;
}
