// §3: bookings whose vehicle has not come become no-shows, which frees their slots (docs/rules/pre-booking.md).
import { anonymous } from "#domain/access/roles.ts";
import { parkingSequence } from "#domain/parking/states.ts";
import { PreBookingInformation } from "#domain/pre-booking/pre-bookings.collection.ts";
import { bookingSequence } from "#domain/pre-booking/states.ts";
import { type AppServices, createWriteContext } from "#server/context.ts";
import { runTransaction } from "#server/db/transaction.ts";
import { expireEntry } from "#server/features/parking/void-entry.ts";
import { ApiError } from "#server/items/api-error.ts";
import { updateItem } from "#server/items/write/write.ts";

const batchSize = 200;
/** How long entries of no-shows are looked at again. */
const keptMs = 30 * 86_400_000;

/** Returns their number. May run in several servers at once: an arrival at the same time wins or loses as a whole. */
export async function markNoShows({ services, now }: { services: AppServices; now: Date }): Promise<number> {
  let marked = 0;
  let lastId = 0;
  for (;;) {
    const due = await services.sql<{ id: number }[]>`
      select id from "Pre_Booking_Information"
      where pre_booking_status_id = ${bookingSequence.booked} and no_show_at <= ${now} and id > ${lastId} order by id limit ${batchSize}`;
    for (const { id } of due) if (await markNoShow({ services, id, now })) marked += 1;
    if (due.length < batchSize) break;
    lastId = due.at(-1)!.id;
  }
  await expireAwaited({ services, now });
  return marked;
}

/** False if the vehicle arrived or the booking was cancelled meanwhile. */
async function markNoShow({ services, id, now }: { services: AppServices; id: number; now: Date }): Promise<boolean> {
  try {
    await runTransaction({
      sql: services.sql,
      work: async (tx) => {
        const ctx = createWriteContext({ services, tx, actor: anonymous, origin: { ip: null, userAgent: null } });
        const systemValues = { pre_booking_status_id: bookingSequence.noShow };
        const collection = PreBookingInformation;
        await updateItem({ ctx: { ...ctx, now }, collection, id, payload: {}, systemValues, bypassAccess: true });
      },
    });
    return true;
  } catch (error) {
    if (error instanceof ApiError) return false;
    throw error;
  }
}

/**
 * Cancels the entries that were made ahead for no-shows, and refunds what was paid online. One with cash stays open until
 * the cash was returned, so that it is tried again for a month.
 */
async function expireAwaited({ services, now }: { services: AppServices; now: Date }): Promise<void> {
  const due = await services.sql<{ id: number }[]>`
    select p.id from "Pre_Booking_Information" b join "Parking_Information" p on p.id = b.parking_information
    where b.pre_booking_status_id = ${bookingSequence.noShow} and b.no_show_at > ${new Date(now.getTime() - keptMs)}
      and p.is_awaiting_arrival and p.parking_status_id = ${parkingSequence.pending}`;
  for (const { id } of due) await expireEntry({ services, now, id, reason: "The booking was not used" });
}
