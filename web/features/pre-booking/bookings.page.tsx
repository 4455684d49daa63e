// §2 /pre-booking/dashboard: the bookings of the branch, with check-in and cancellation.
import { Button } from "@mantine/core";
import { IconCalendarClock, IconPlus } from "@tabler/icons-react";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useNavigate } from "react-router";
import { can } from "#domain/access/capabilities.ts";
import { formatRupees } from "#domain/money.ts";
import { getArrivalProblem } from "#domain/pre-booking/booked-slot.ts";
import { getBookingEntry } from "#domain/pre-booking/booking-entry.ts";
import { bookingSequence, bookingStates } from "#domain/pre-booking/states.ts";
import { pageQuery } from "#web/api/items.ts";
import { useLiveCollections } from "#web/api/live-updates.ts";
import { useBranch, useRequiredSession } from "#web/api/use-session.ts";
import { checkInBooking } from "#web/features/pre-booking/api.ts";
import {
  type BookingRow,
  bookingRowFields,
  getBookingName,
  getBookingPrice,
  mayCancelBooking,
} from "#web/features/pre-booking/booking-row.ts";
import { BookingPaymentSheet, CancelBookingSheet } from "#web/features/pre-booking/booking-sheets.tsx";
import {
  type BookingsUrlState,
  type BookingView,
  bookingViews,
  getBookingSort,
  parseBookingsUrlState,
  serializeBookingsUrlState,
  toBookingsFilter,
} from "#web/features/pre-booking/bookings-url-state.ts";
import { StatusBadge } from "#web/product/status-badge.tsx";
import { Plate } from "#web/product/vehicles/plate.tsx";
import { ButtonLink } from "#web/ui/button-link.tsx";
import { DateTime } from "#web/ui/data/date-time.tsx";
import { Row, RowList } from "#web/ui/data/row-list.tsx";
import { showSuccess } from "#web/ui/feedback.ts";
import { FilterChip, FilterChipGroup } from "#web/ui/filters/filter-chip.tsx";
import { Pagination } from "#web/ui/filters/pagination.tsx";
import { useUrlParameters } from "#web/ui/filters/use-url-parameters.ts";
import { AsyncButton } from "#web/ui/forms/async-button.tsx";
import { Group, Stack } from "#web/ui/layout.tsx";
import { Page } from "#web/ui/page.tsx";
import { EmptyState, ErrorState, SkeletonRows } from "#web/ui/states.tsx";
import { Text } from "#web/ui/text.tsx";
import { useNow } from "#web/ui/use-now.ts";
import { t } from "#web/languages/t.ts";

const getViewLabels = (): { [view in BookingView]: string } => ({
  expected: t("Expected"),
  arrived: t("Arrived"),
  missed: t("Not used"),
  all: t("All"),
});

export function BookingsPage() {
  const { branch, path } = useBranch();
  const session = useRequiredSession();
  const [parameters, setParameters] = useUrlParameters();
  const urlState = parseBookingsUrlState(parameters);
  const viewLabels = getViewLabels();
  // A payment changes the entry of a booking.
  useLiveCollections("Pre_Booking_Information", "Parking_Information");
  const show = (next: Partial<BookingsUrlState>) =>
    setParameters((current) => serializeBookingsUrlState({ ...parseBookingsUrlState(current), page: 1, ...next }), {
      preventScrollReset: true,
    });
  return (
    <Page
      title={t("Bookings")}
      actions={
        can(session, "gate.operate") &&
        branch.is_parking && (
          <ButtonLink
            to={path("pre-booking/create")}
            color="marigold"
            size="lg"
            leftSection={<IconPlus size={20} aria-hidden="true" />}
          >
            {t("Book a slot")}
          </ButtonLink>
        )
      }
    >
      <FilterChipGroup label={t("Status")}>
        {bookingViews.map((view) => (
          <FilterChip
            key={view}
            label={viewLabels[view]}
            isChosen={urlState.view === view}
            onPress={() => show({ view })}
          />
        ))}
      </FilterChipGroup>
      <BookingList urlState={urlState} onShow={show} />
    </Page>
  );
}

function BookingList({
  urlState: { view, page },
  onShow,
}: {
  urlState: BookingsUrlState;
  onShow: (next: Partial<BookingsUrlState>) => void;
}) {
  const { branch } = useBranch();
  const [cancelling, setCancelling] = useState<BookingRow>();
  const [paying, setPaying] = useState<BookingRow>();
  const { data, error, refetch, isPlaceholderData } = useQuery({
    ...pageQuery("Pre_Booking_Information", {
      filter: toBookingsFilter({ view, branch: branch.id }),
      fields: bookingRowFields,
      sort: getBookingSort(view),
      page,
    }),
    placeholderData: keepPreviousData,
  });
  if (error && !data) return <ErrorState error={error} onRetry={() => void refetch()} />;
  if (!data) return <SkeletonRows count={5} />;
  if (data.count === 0) return <NoBookings view={view} onShowAll={() => onShow({ view: "all" })} />;
  return (
    <Stack aria-busy={isPlaceholderData}>
      <RowList label={t("Bookings")}>
        {data.data.map((booking) => (
          <BookingListRow
            key={booking.id}
            booking={booking}
            onCancel={() => setCancelling(booking)}
            onPay={() => setPaying(booking)}
          />
        ))}
      </RowList>
      <Pagination page={page} count={data.count} onPageChange={(next) => onShow({ page: next })} isHiddenIfSingle />
      {paying && <BookingPaymentSheet booking={paying} onClose={() => setPaying(undefined)} />}
      {cancelling && <CancelBookingSheet booking={cancelling} onClose={() => setCancelling(undefined)} />}
    </Stack>
  );
}

function NoBookings({ view, onShowAll }: { view: BookingView; onShowAll: () => void }) {
  const { branch } = useBranch();
  if (view === "arrived" || view === "missed")
    return (
      <EmptyState
        icon={IconCalendarClock}
        title={t("No such bookings")}
        text={t("Show all bookings to see the others.")}
      >
        <Button size="lg" onClick={onShowAll}>
          {t("Show all bookings")}
        </Button>
      </EmptyState>
    );
  return (
    <EmptyState
      icon={IconCalendarClock}
      title={t("No bookings")}
      text={
        branch.is_parking
          ? t("Book a slot for a vehicle that calls ahead. The slot is held from shortly before it comes.")
          : t("Bookings need the Parking service too. An admin can turn it on in Branch settings.")
      }
    />
  );
}

const toDate = (at: string | null): Date | null => (at === null ? null : new Date(at));

interface BookingRowProps {
  booking: BookingRow;
  onCancel: () => void;
  onPay: () => void;
}

function BookingListRow(props: BookingRowProps) {
  const { booking } = props;
  const entry = getBookingEntry(booking);
  const { zone, path } = useBranch();
  const session = useRequiredSession();
  const status = bookingStates.states[booking.pre_booking_status_id ?? bookingSequence.booked];
  const isOpen = booking.pre_booking_status_id === bookingSequence.booked && can(session, "gate.operate");
  return (
    <Row
      columns="190px 1fr 1fr 130px"
      trailing={
        isOpen ? (
          <BookingActions {...props} />
        ) : (
          entry && (
            <ButtonLink
              to={path(`parking/detail?id=${entry.id}`)}
              variant="default"
              aria-label={t("Open entry of {vehicle}", { vehicle: getBookingName(booking) })}
            >
              {t("Open entry")}
            </ButtonLink>
          )
        )
      }
    >
      <Plate number={booking.vehicle_no ?? ""} />
      <div>
        <Text isFigures>
          <DateTime at={booking.booking_start_time} zone={zone} /> –{" "}
          <DateTime at={booking.booking_end_time} zone={zone} />
        </Text>
        <Text c="dimmed" isFigures>
          {t(entry?.payment_status === "paid" ? "Slot {slot}, {amount} paid" : "Slot {slot}, {amount}", {
            slot: `${booking.slot_prefix ?? ""}${booking.slot_no ?? ""}`,
            amount: formatRupees(getBookingPrice(booking)),
          })}
        </Text>
      </div>
      <Text isFigures>
        {booking.name ? `${booking.name}, ` : ""}
        {booking.phone_no}
        {booking.cancel_reason && (
          <Text component="span" c="dimmed">
            {" "}
            {booking.cancel_reason}
          </Text>
        )}
      </Text>
      <span>
        <StatusBadge label={status.name} colour={status.colour} icon={IconCalendarClock} />
      </span>
    </Row>
  );
}

function BookingActions({ booking, onCancel, onPay }: BookingRowProps) {
  const session = useRequiredSession();
  const { branch, path } = useBranch();
  const navigate = useNavigate();
  const now = useNow();
  const isPaid = getBookingEntry(booking)?.payment_status === "paid";
  const { pre_booking_status_id: status, held_from: from, no_show_at: until, vehicle_no: plate } = booking;
  const held = { pre_booking_status_id: status, held_from: toDate(from), no_show_at: toDate(until) };
  const problem = getArrivalProblem({ booking: held, now });

  async function checkIn(): Promise<void> {
    const { parking_information: entry } = await checkInBooking(booking.id, []);
    showSuccess("VEHICLE_CHECKED_IN");
    await navigate(path(`parking/detail?id=${entry?.id}`));
  }

  return (
    <Group gap="xs">
      {problem === undefined &&
        // Photos are taken by the form, which finds the booking by the plate.
        (branch.allow_vehicle_image_required ? (
          <ButtonLink
            to={path(`parking/create?plate=${encodeURIComponent(plate ?? "")}`)}
            aria-label={t("Check in {vehicle}", { vehicle: getBookingName(booking) })}
          >
            {t("Check in")}
          </ButtonLink>
        ) : (
          <AsyncButton onPress={checkIn} aria-label={t("Check in {vehicle}", { vehicle: getBookingName(booking) })}>
            {t("Check in")}
          </AsyncButton>
        ))}
      {getBookingPrice(booking) > 0 && !isPaid && (
        <Button
          variant="default"
          onClick={onPay}
          aria-label={t("Payment of {vehicle}", { vehicle: getBookingName(booking) })}
        >
          {t("Payment")}
        </Button>
      )}
      {mayCancelBooking({ booking, actor: { ...session, id: session.user.id }, now }) && (
        <Button
          variant="default"
          onClick={onCancel}
          aria-label={t("Cancel booking of {vehicle}", { vehicle: getBookingName(booking) })}
        >
          {t("Cancel")}
        </Button>
      )}
    </Group>
  );
}
