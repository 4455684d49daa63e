// Actions of pre-booking at the desk.
import type { ActionBody, ActionReply } from "#domain/contracts.ts";
import { callAndRefresh } from "#web/api/call-and-refresh.ts";
import { call } from "#web/api/call.ts";

type Booking = ActionReply<"POST /actions/pre-bookings">;

export function bookSlot(body: ActionBody<"POST /actions/pre-bookings">): Promise<Booking> {
  return callAndRefresh({ route: "POST /actions/pre-bookings", body }, "Pre_Booking_Information");
}

/** Price and slot of a time. */
export function quoteBooking(
  body: ActionBody<"POST /actions/pre-bookings/quote">,
  signal: AbortSignal,
): Promise<ActionReply<"POST /actions/pre-bookings/quote">> {
  return call({ route: "POST /actions/pre-bookings/quote", body }, { signal });
}

export function checkInBooking(id: number, images: readonly string[]): Promise<Booking> {
  return callAndRefresh(
    { route: "POST /actions/pre-bookings/:id/arrive", id, body: images.length > 0 ? { entry_images: images } : {} },
    "Pre_Booking_Information",
    "Parking_Information",
    "Parking_Main_Information",
  );
}

/** Prepares the payment of a booking, and sends its link. The booking has its entry. */
export function prepayBooking({ id, isLinkSent }: { id: number; isLinkSent: boolean }): Promise<Booking> {
  return callAndRefresh(
    { route: "POST /actions/pre-bookings/:id/prepay", id, body: { is_link_sent: isLinkSent } },
    "Pre_Booking_Information",
    "Parking_Information",
  );
}

export function cancelBooking(id: number, reason: string): Promise<Booking> {
  return callAndRefresh(
    { route: "POST /actions/pre-bookings/:id/cancel", id, body: { reason } },
    "Pre_Booking_Information",
    "Parking_Information",
  );
}
