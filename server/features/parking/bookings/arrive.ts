// §3: the vehicle of a booking arrives and is checked in to the slot that it was promised.
import { ParkingInformation } from "#domain/parking/entries.collection.ts";
import { parkingSequence } from "#domain/parking/states.ts";
import { isSettled } from "#domain/payments/payment.ts";
import { emptySlot, type Slot } from "#domain/parking/slots.ts";
import { getArrivalProblem, toBookedSlot } from "#domain/pre-booking/booked-slot.ts";
import { PreBookingInformation } from "#domain/pre-booking/pre-bookings.collection.ts";
import { bookingSequence } from "#domain/pre-booking/states.ts";
import type { Row } from "#domain/schema/collection.ts";
import { runInTransaction } from "#server/context.ts";
import { upsertCustomer } from "#server/features/accounts/customers.ts";
import { loadOccupiedSlots, lockSlots } from "#server/features/parking/slots/allocate-slot.ts";
import { type Booking, createBookingEntry, lockBooking } from "#server/features/parking/bookings/booking-entry.ts";
import { requireOwnBooking } from "#server/features/parking/bookings/own-booking.ts";
import { readEntry } from "#server/features/payments/payment-records.ts";
import { type IdempotentContext, parseEntryImages, type SessionContext } from "#server/http/action-request.ts";
import { idResult } from "#server/http/idempotency.ts";
import { throwApiError } from "#server/items/api-error.ts";
import { updateItem } from "#server/items/write/write.ts";
import type { WriteContext } from "#server/items/write/write-context.ts";

/** The booking for whose vehicle the entry was made ahead. */
export async function findBookingOf({
  id,
  services: { sql },
}: Pick<SessionContext, "services"> & { id: number }): Promise<number | undefined> {
  const [found] = await sql<{ id: number }[]>`
    select b.id from "Pre_Booking_Information" b join "Parking_Information" p on p.id = b.parking_information
    where p.id = ${id} and p.is_awaiting_arrival and b.pre_booking_status_id = ${bookingSequence.booked}`;
  return found?.id;
}

/** Selects the booking of the typed vehicle number at the actor's branch whose slot is held now. */
export function selectHeldBooking({
  body,
  services: { sql, clock },
  session: { actor },
}: SessionContext & { body: Row }) {
  const branch = body["branch"] ?? actor.branch;
  const plate = body["vehicle_no"];
  if (body["is_person"] === true || typeof plate !== "string" || typeof branch !== "number") return undefined;
  const now = clock();
  return sql`
    select id from "Pre_Booking_Information" where branch = ${branch} and vehicle_no = ${normalisePlate(plate)}
      and pre_booking_status_id = ${bookingSequence.booked} and held_from <= ${now} and no_show_at > ${now}
    order by booking_start_time, id limit 1`;
}

const { normalise: normalisePlate = (text: string) => text } = PreBookingInformation.fields.vehicle_no;

/** Returns the id of the entry. BOOKING_TOO_EARLY, BOOKING_TOO_LATE, NO_NEXT_STATUS, and the errors of a check-in. */
export function arriveWithBooking({
  id,
  body,
  ...context
}: IdempotentContext & { id: number; body: Row }): Promise<number> {
  return runInTransaction({
    ...context,
    result: idResult,
    work: async (ctx) => {
      await requireOwnBooking({ ctx, id });
      const booking = await claimBooking({ ctx, id });
      const slot = await findOwnSlot({ ctx, booking });
      const arrival = {
        ...parseEntryImages(body),
        ...(slot.number > 0 && { slot_prefix: slot.prefix, slot_no: slot.number }),
      };
      return booking.entry === null
        ? createBookingEntry({ ctx, booking, payload: arrival, isAwaited: false })
        : admitAwaited({ ctx, id: booking.entry, arrival });
    },
  });
}

/** Sets the booking to arrived: from then on its slot is not held, and the check-in of the same transaction gets it. */
async function claimBooking({ ctx, id }: { ctx: WriteContext; id: number }): Promise<Booking> {
  const systemValues = { pre_booking_status_id: bookingSequence.arrived, in_time: ctx.now };
  await updateItem({ ctx, collection: PreBookingInformation, id, payload: {}, systemValues, bypassAccess: true });
  const booking = await lockBooking({ ctx, id });
  const problem = getArrivalProblem({ booking: booking!, now: ctx.now });
  if (problem) throwApiError(problem === "early" ? "BOOKING_TOO_EARLY" : "BOOKING_TOO_LATE");
  return booking!;
}

/** The booked slot; the empty slot, by which another one is allocated, while another vehicle still stands in it. */
async function findOwnSlot({ ctx: { tx }, booking }: { ctx: WriteContext; booking: Booking }): Promise<Slot> {
  const location = { tx, branch: booking.branch, service: "is_parking" } as const;
  await lockSlots(location);
  const own = toBookedSlot(booking)[0]?.slot;
  const occupied = await loadOccupiedSlots({ ...location, except: 0 });
  const isFree = !occupied.some(({ prefix, number }) => (prefix ?? "") === own?.prefix && number === own.number);
  return own && isFree ? own : emptySlot;
}

/** The vehicle of an entry that was made ahead; where the branch collects first and it is not paid, it waits at the gate. */
async function admitAwaited({ ctx, id, arrival }: { ctx: WriteContext; id: number; arrival: Row }): Promise<number> {
  const collection = ParkingInformation;
  // Locked, so that no payment is recorded meanwhile.
  await ctx.tx`select 1 from "Parking_Information" where id = ${id} for update`;
  const entry = await readEntry({ sql: ctx.tx, entry: { kind: "P", id } });
  const isAdmitted = !entry!.is_prepay || isSettled({ entry: entry!, now: ctx.now });
  const payload = { ...arrival, ...(isAdmitted && { parking_status_id: parkingSequence.in }) };
  await updateItem({ ctx, collection, id, payload, systemValues: { is_awaiting_arrival: false } });
  // The visit begins, which proves the vehicle; it may have been corrected since it was booked.
  const [visitorRecord] = await ctx.tx<Row[]>`
    select m.vehicle_no, m.phone_no, m.email, m.name, m.vehicle_type from "Parking_Main_Information" m
    join "Parking_Information" p on p.parking_main_info = m.id where p.id = ${id}`;
  await upsertCustomer({ ctx, visitorRecord: visitorRecord! });
  return id;
}
