// §3: the payment of a booking before its vehicle comes, at the desk or by a link (docs/rules/pre-booking.md).
import { formatDateTime12 } from "#domain/dates.ts";
import type { preBookingActions } from "#domain/pre-booking/actions.ts";
import { bookingSequence } from "#domain/pre-booking/states.ts";
import { runInTransaction, type AppServices } from "#server/context.ts";
import { createBookingEntry, lockBooking } from "#server/features/parking/bookings/booking-entry.ts";
import { requireOwnBooking } from "#server/features/parking/bookings/own-booking.ts";
import { createPayToken } from "#server/features/payments/resolve-pay-link.ts";
import { noResult } from "#server/http/idempotency.ts";
import type { ContractCall } from "#server/http/implement.ts";
import { throwApiError } from "#server/items/api-error.ts";
import type { WriteContext } from "#server/items/write/write-context.ts";
import { queueSms } from "#server/messaging/outbox.ts";

/** NOTHING_OWED, STATUS_ALREADY_UPDATED, USER_ATTENDANCE_OFF, and the errors of a new entry. */
export async function prepayBooking({
  id,
  body,
  ...context
}: ContractCall<typeof preBookingActions.prepay>): Promise<void> {
  const { services } = context;
  await runInTransaction({
    ...context,
    result: noResult,
    work: async (ctx) => {
      await requireOwnBooking({ ctx, id });
      const booking = await lockBooking({ ctx, id });
      if (booking?.pre_booking_status_id !== bookingSequence.booked) throwApiError("STATUS_ALREADY_UPDATED");
      if (booking.quoted === 0) throwApiError("NOTHING_OWED");
      const entry = booking.entry ?? (await createBookingEntry({ ctx, booking, payload: {}, isAwaited: true }));
      if (body.is_link_sent) await sendPayLink({ services, ctx, entry });
    },
  });
}

async function sendPayLink({
  services,
  ctx,
  entry,
}: {
  services: AppServices;
  ctx: WriteContext;
  entry: number;
}): Promise<void> {
  const [found] = await ctx.tx<
    { branch: number; zone: string; phone: string; visitor: string; from: Date; at: Date }[]
  >`
    select p.branch, b.time_zone as zone, m.phone_no as phone, m.vehicle_no as visitor, k.booking_start_time as from,
      p.link_renewed_at as at
    from "Parking_Information" p join "Parking_Main_Information" m on m.id = p.parking_main_info
    join "Branch" b on b.id = p.branch join "Pre_Booking_Information" k on k.parking_information = p.id
    where p.id = ${entry}`;
  const { branch, zone, phone, visitor, from, at } = found!;
  const token = createPayToken({ tokens: services.tokens, entry: { kind: "P", id: entry }, renewedAt: at });
  const link = `${services.config.publicUrl}/pay/${token}`;
  const values = { visitor, from: formatDateTime12({ at: from, zone }), link };
  // A second press sends it again.
  const event = `booking-link:${entry}:${ctx.now.getTime()}`;
  await queueSms({ ctx, branch, to: phone, template: "booking-link", values, event, onExceeded: "refuse" });
}
