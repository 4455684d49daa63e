// The booking of a typed plate, before and after its check-in.
import { IconAlertTriangle, IconCalendarCheck } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { can } from "#domain/access/capabilities.ts";
import { formatRupees, parsePaise } from "#domain/money.ts";
import { formatSlot } from "#domain/parking/slots.ts";
import { getArrivalProblem, isBookingExpected } from "#domain/pre-booking/booked-slot.ts";
import { getBookingEntry } from "#domain/pre-booking/booking-entry.ts";
import { bookingSequence } from "#domain/pre-booking/states.ts";
import type { WireRow } from "#domain/schema/registry.ts";
import { itemsQuery } from "#web/api/items.ts";
import { useLiveCollections } from "#web/api/live-updates.ts";
import { useBranch, useRequiredSession } from "#web/api/use-session.ts";
import type { EntrySlip } from "#web/features/parking/api.ts";
import { DateTime } from "#web/ui/data/date-time.tsx";
import { Notice } from "#web/ui/notice.tsx";
import { useNow } from "#web/ui/use-now.ts";
import { t } from "#web/languages/t.ts";
import { tNodes } from "#web/languages/nodes.ts";

const bookingFields = [
  "id",
  "pre_booking_status_id",
  "booking_start_time",
  "booking_end_time",
  "held_from",
  "no_show_at",
  "slot_prefix",
  "slot_no",
  "quoted_amount",
  "parking_information.parking_status_id",
  "parking_information.payment_status",
] as const;

interface ExpectedBooking {
  booking: WireRow<"Pre_Booking_Information", typeof bookingFields>;
  /** Its slot is not held yet: a check-in now is one without the booking. */
  isEarly: boolean;
}

/** The booking of the plate that is held now, or will be soon. */
export function useExpectedBooking(plate: string | undefined): ExpectedBooking | undefined {
  const { branch, zone } = useBranch();
  const session = useRequiredSession();
  const now = useNow(60_000);
  const isAsked = plate !== undefined && branch.is_pre_booking && can(session, "booking.read");
  useLiveCollections("Pre_Booking_Information");
  const { data } = useQuery({
    ...itemsQuery("Pre_Booking_Information", {
      filter: {
        branch: { _eq: branch.id },
        vehicle_no: { _eq: plate ?? "" },
        pre_booking_status_id: { _eq: bookingSequence.booked },
      },
      fields: bookingFields,
      sort: ["booking_start_time"],
      limit: 1,
    }),
    enabled: isAsked,
  });
  const booking = isAsked ? data?.[0] : undefined;
  if (!booking?.held_from || !booking.no_show_at) return undefined;
  const { pre_booking_status_id, held_from: from, no_show_at: until } = booking;
  const held = { pre_booking_status_id, held_from: new Date(from), no_show_at: new Date(until) };
  if (!isBookingExpected({ booking: held, now, zone })) return undefined;
  return { booking, isEarly: getArrivalProblem({ booking: held, now }) === "early" };
}

export function BookingNotice({ booking, isEarly }: ExpectedBooking) {
  const { zone } = useBranch();
  const price = parsePaise(booking.quoted_amount ?? 0) ?? 0;
  const amount = formatRupees(price);
  const isPaid = getBookingEntry(booking)?.payment_status === "paid";
  return (
    <Notice c={isEarly ? "red" : "blue"} icon={isEarly ? IconAlertTriangle : IconCalendarCheck}>
      {/* First, since a small screen shows no more beside the button. */}
      <strong>
        {isEarly
          ? tNodes("The booking can be used from {time}. A check-in now is without it, and is charged anew.", {
              time: <DateTime at={booking.held_from} zone={zone} />,
            })
          : t("This booking will be used.")}
      </strong>{" "}
      {tNodes("Booked from {start} to {end}, slot {slot}.", {
        start: <DateTime at={booking.booking_start_time} zone={zone} />,
        end: <DateTime at={booking.booking_end_time} zone={zone} />,
        slot: formatSlot(booking),
      })}
      {price > 0 && <> {isPaid ? t("{amount} is paid.", { amount }) : t("{amount} is not paid yet.", { amount })}</>}
    </Notice>
  );
}

/** Of an entry that was made with a booking; nothing for any other. */
export function UsedBookingNotice({ slip }: { slip: EntrySlip }) {
  const { zone } = useBranch();
  if (slip.booked_amount === null || !slip.free_until) return null;
  return (
    <Notice c="blue" icon={IconCalendarCheck}>
      {tNodes(
        slip.payment_status === "paid"
          ? "The booking was used. It is paid until {time}."
          : parsePaise(slip.booked_amount) === 0
            ? "The booking was used. It lasts until {time}."
            : "The booking was used. It lasts until {time} and is not paid yet.",
        { time: <DateTime at={slip.free_until} zone={zone} /> },
      )}
    </Notice>
  );
}
