// §2 /pre-booking/create: books a slot, and cancels a booking.
import { ParkingInformation } from "#domain/parking/entries.collection.ts";
import type { preBookingActions } from "#domain/pre-booking/actions.ts";
import { alreadyBookedText, bookingInputs } from "#domain/pre-booking/booking-fields.ts";
import { canCancelBooking } from "#domain/pre-booking/cancel-booking.ts";
import { PreBookingInformation } from "#domain/pre-booking/pre-bookings.collection.ts";
import { bookingSequence } from "#domain/pre-booking/states.ts";
import { type Row, RuleViolation } from "#domain/schema/collection.ts";
import type { RowOf } from "#domain/schema/registry.ts";
import { runInTransaction } from "#server/context.ts";
import type { Tx } from "#server/db/pool.ts";
import { lockSlots } from "#server/features/parking/slots/allocate-slot.ts";
import { lockBooking } from "#server/features/parking/bookings/booking-entry.ts";
import { setCancelled } from "#server/features/parking/bookings/cancel.ts";
import { requireOwnBooking } from "#server/features/parking/bookings/own-booking.ts";
import { cancelEntry } from "#server/features/parking/void-entry.ts";
import { getBookingBranch, loadBookingBranch, planBooking } from "#server/features/pre-booking/plan-booking.ts";
import { pickFields, requireChangeReason } from "#server/http/action-request.ts";
import { idResult, noResult } from "#server/http/idempotency.ts";
import type { ContractCall } from "#server/http/implement.ts";
import { throwApiError } from "#server/items/api-error.ts";
import { fromDatabase } from "#server/items/field-values.ts";
import { throwViolation } from "#server/items/write/prepare.ts";
import { createItem } from "#server/items/write/write.ts";
import type { WriteContext } from "#server/items/write/write-context.ts";

const collection = PreBookingInformation;

/** Returns the id. AMOUNT_MISMATCH if another price was shown, the errors of `planBooking`; see the contract. */
export function bookSlot({ body, ...context }: ContractCall<typeof preBookingActions.create>): Promise<number> {
  return runInTransaction({
    ...context,
    result: idResult,
    work: async (ctx) => {
      const { tx, actor, now } = ctx;
      for (const field of ["vehicle_no", "phone_no"] as const)
        if (String(body[field] ?? "").trim() === "")
          throwViolation(new RuleViolation("FAILED_VALIDATION", field, { type: "required" }), collection);
      const branch = await loadBookingBranch({ tx, actor, id: getBookingBranch({ body, actor }) });
      // Serialises bookings and check-ins of the branch; the exclusion constraint rejects what gets past it.
      await lockSlots({ tx, branch: branch.id, service: "is_parking" });
      const { slot, terms, charge, start, end } = await planBooking({ tx, branch, body, now });
      await assertNotBooked({ tx, branch: branch.id, plate: body.vehicle_no, start, end });
      if (body.expected !== undefined && body.expected !== charge) throwApiError("AMOUNT_MISMATCH", { owed: charge });
      const payload = { ...pickFields(body, bookingInputs.created), branch: branch.id };
      const systemValues = {
        company: branch.company,
        pre_booking_status_id: bookingSequence.booked,
        slot_prefix: slot.prefix,
        slot_no: slot.number,
        held_from: terms.heldFrom,
        no_show_at: terms.noShowAt,
        held_until: terms.heldUntil,
        quoted_amount: charge,
      };
      return createItem({ ctx, collection, payload, systemValues, bypassAccess: true });
    },
  });
}

/** VEHICLE_ALREADY_EXIST if the vehicle is booked for a part of this time; under the lock of the slots, so that of two at once one is refused. */
async function assertNotBooked({
  tx,
  branch,
  plate,
  start,
  end,
}: {
  tx: Tx;
  branch: number;
  plate: unknown;
  start: Date;
  end: Date;
}): Promise<void> {
  const vehicle = collection.fields.vehicle_no.normalise!(String(plate));
  const [other] = await tx<{ id: number }[]>`
    select id from "Pre_Booking_Information" where branch = ${branch} and vehicle_no = ${vehicle}
      and pre_booking_status_id = ${bookingSequence.booked} and booking_start_time < ${end} and booking_end_time > ${start} limit 1`;
  if (other) throwApiError("VEHICLE_ALREADY_EXIST", { booking: other.id }, alreadyBookedText);
}

async function readEntry({
  ctx: { tx },
  id,
}: {
  ctx: WriteContext;
  id: number | null;
}): Promise<RowOf<"Parking_Information"> | null> {
  const [row] = await tx<Row[]>`select * from "Parking_Information" where id = ${id}`;
  return row ? fromDatabase(ParkingInformation, row) : null;
}

/** Money that staff received is returned first: VOID_CASH_RECEIVED. Also the errors of `voidEntry`, but BOOKING_CANCEL_NOT_ALLOWED in place of VOID_NOT_ALLOWED. */
export async function cancelBooking({
  id,
  body,
  ...context
}: ContractCall<typeof preBookingActions.cancel>): Promise<void> {
  const reason = requireChangeReason(body.reason);
  await runInTransaction({
    ...context,
    result: noResult,
    work: async (ctx) => {
      await requireOwnBooking({ ctx, id });
      const entry = (await lockBooking({ ctx, id }))?.entry ?? null;
      if (!canCancelBooking({ ...ctx, entry: await readEntry({ ctx, id: entry }) }))
        throwApiError("BOOKING_CANCEL_NOT_ALLOWED");
      if (entry !== null) await cancelEntry({ services: context.services, ctx, id: entry, reason });
      await setCancelled({ ctx, id, reason });
    },
  });
}
