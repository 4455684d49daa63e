// Filter of the bookings, kept in the URL.
import type { Filter } from "#domain/schema/collection.ts";
import { bookingSequence } from "#domain/pre-booking/states.ts";

export const bookingViews = ["expected", "arrived", "missed", "all"] as const;
export type BookingView = (typeof bookingViews)[number];

export interface BookingsUrlState {
  view: BookingView;
  /** From 1. */
  page: number;
}

export function parseBookingsUrlState(parameters: URLSearchParams): BookingsUrlState {
  return {
    view: bookingViews.find((known) => known === parameters.get("view")) ?? "expected",
    page: /^[1-9]\d{0,5}$/.test(parameters.get("page") ?? "") ? Number(parameters.get("page")) : 1,
  };
}

/** Omits defaults. */
export function serializeBookingsUrlState({ view, page }: BookingsUrlState): URLSearchParams {
  const parameters = new URLSearchParams();
  if (view !== "expected") parameters.set("view", view);
  if (page > 1) parameters.set("page", String(page));
  return parameters;
}

const { booked, arrived, noShow, cancelled } = bookingSequence;
const states: { readonly [view in BookingView]: readonly number[] } = {
  expected: [booked],
  arrived: [arrived],
  missed: [noShow, cancelled],
  all: [booked, arrived, noShow, cancelled],
};

export function toBookingsFilter({ view, branch }: { view: BookingView; branch: number }): Filter {
  return { branch: { _eq: branch }, pre_booking_status_id: { _in: [...states[view]] } };
}

/** The next arrival first; of those that are over, the latest. */
export const getBookingSort = (view: BookingView): string[] =>
  view === "expected" ? ["booking_start_time", "id"] : ["-booking_start_time", "-id"];
