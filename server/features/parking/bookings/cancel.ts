// §3: cancels bookings whose vehicles have not come.
import { PreBookingInformation } from "#domain/pre-booking/pre-bookings.collection.ts";
import { bookingSequence } from "#domain/pre-booking/states.ts";
import type { AppServices } from "#server/context.ts";
import type { Tx } from "#server/db/pool.ts";
import { lockBooking } from "#server/features/parking/bookings/booking-entry.ts";
import { closeUnused } from "#server/features/parking/void-entry.ts";
import { createSystemContext } from "#server/features/payments/payment-records.ts";
import { updateItem } from "#server/items/write/write.ts";
import type { WriteContext } from "#server/items/write/write-context.ts";

export async function setCancelled({
  ctx,
  id,
  reason,
}: {
  ctx: WriteContext;
  id: number;
  reason: string;
}): Promise<void> {
  const systemValues = { pre_booking_status_id: bookingSequence.cancelled, cancel_reason: reason };
  await updateItem({ ctx, collection: PreBookingInformation, id, payload: {}, systemValues, bypassAccess: true });
}

/**
 * Cancels bookings whose vehicles have not come, in a transaction of the server: no limit of refunds applies.
 * VOID_CASH_RECEIVED.
 */
export async function cancelBookingsAsServer({
  services,
  tx,
  ids,
  reason,
}: {
  services: AppServices;
  tx: Tx;
  ids: readonly number[];
  reason: string;
}): Promise<void> {
  const ctx = createSystemContext({ services, tx });
  for (const id of ids) {
    const booking = await lockBooking({ ctx, id });
    // Arrived, cancelled or a no-show meanwhile.
    if (booking?.pre_booking_status_id !== bookingSequence.booked) continue;
    if (booking.entry !== null) await closeUnused({ services, ctx, id: booking.entry, reason });
    await setCancelled({ ctx, id, reason });
  }
}
