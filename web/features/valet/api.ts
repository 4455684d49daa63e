// Valet actions of the server (beside the generic item routes).
import type { ActionBody, ActionReply } from "#domain/contracts.ts";
import { callAndRefresh } from "#web/api/call-and-refresh.ts";
import { call } from "#web/api/call.ts";
import { refreshItems } from "#web/api/query-client.ts";

const changed = ["Valet_and_Parking_Information", "Valet_and_Parking_History"] as const;

/** A ticket with the details printed on its slip. */
export type TicketSlip = ActionReply<"GET /actions/valet/:id/slip">;

/** Moves that need no details. */
export type TicketMove =
  | "park"
  | "request-pickup"
  | "accept-pickup"
  | "at-the-gate"
  | "hand-over"
  | "new-code"
  | "pass-offer";

/** Performs the move and refreshes the lists, also after a conflict; `gate` for a pickup request only. Throws ApiError. */
export function moveTicket({ id, move, gate }: { id: number; move: TicketMove; gate?: string }): Promise<TicketSlip> {
  return callAndRefresh<`POST /actions/valet/:id/${TicketMove}`>(
    { route: `POST /actions/valet/:id/${move}`, id, ...(gate === undefined ? {} : { body: { pickup_gate: gate } }) },
    ...changed,
  );
}

/** Throws ApiError NO_NEXT_STATUS once the car is at the gate. */
export function choosePickupGate(id: number, gate: string): Promise<TicketSlip> {
  const body = { pickup_gate: gate };
  return callAndRefresh({ route: "POST /actions/valet/:id/pickup-gate", id, body }, ...changed);
}

/** Parking a car, moving it to another slot, and parking it again. */
export type ParkingStep = "park" | "slot" | "re-park";

/** Throws ApiError SLOT_EXIST, SLOT_FULL, SLOT_FOR_OTHER_TYPES, ASSIGNED_SOME_OTHER, STATUS_ALREADY_UPDATED. */
export function parkCar({
  id,
  step,
  body,
}: {
  id: number;
  step: ParkingStep;
  body: ActionBody<"POST /actions/valet/:id/park">;
}): Promise<TicketSlip> {
  return callAndRefresh<`POST /actions/valet/:id/${ParkingStep}`>(
    { route: `POST /actions/valet/:id/${step}`, id, body },
    ...changed,
  );
}

/** Records a print of the slip, or of the receipt once paid. */
export function recordPrint(id: number): Promise<TicketSlip> {
  return callAndRefresh({ route: "POST /actions/valet/:id/print-slip", id }, ...changed);
}

export function handOver(id: number, proof: ActionBody<"POST /actions/valet/:id/hand-over">): Promise<TicketSlip> {
  return callAndRefresh({ route: "POST /actions/valet/:id/hand-over", id, body: proof }, ...changed);
}

/** `to` is the id of the user. */
export function reassignTicket(id: number, to: string): Promise<TicketSlip> {
  return callAndRefresh({ route: "POST /actions/valet/:id/reassign", id, body: { to } }, ...changed);
}

/** The reply has no OTP: the customer gets a new one by SMS. Throws ApiError HANDOVER_LOCKED. */
export function resendMessage(id: number): Promise<TicketSlip> {
  return callAndRefresh({ route: "POST /actions/valet/:id/resend-message", id }, ...changed, "Outbox");
}

/** Throws ApiError CORRECTION_NOT_ALLOWED, VEHICLE_IN_PROGRESS, AMOUNT_MISMATCH with `extensions.owed` in paise. */
export function correctTicket(id: number, body: ActionBody<"POST /actions/valet/:id/correct">): Promise<TicketSlip> {
  return callAndRefresh({ route: "POST /actions/valet/:id/correct", id, body }, ...changed);
}

/** Throws ApiError VOID_NOT_ALLOWED, VOID_CASH_RECEIVED, REFUND_OVER_LIMIT, STATUS_ALREADY_UPDATED. */
export function voidTicket(id: number, body: ActionBody<"POST /actions/valet/:id/void">): Promise<TicketSlip> {
  return callAndRefresh({ route: "POST /actions/valet/:id/void", id, body }, ...changed);
}

export type ReturningCustomer = NonNullable<ActionReply<"GET /actions/valet/returning">>;

export function readReturningCustomer(plate: string, signal?: AbortSignal): Promise<ReturningCustomer | null> {
  return call({ route: "GET /actions/valet/returning", query: { plate } }, { signal });
}

/** Refetches at once instead of waiting for the live event. */
export async function refreshTickets(): Promise<void> {
  await refreshItems(...changed);
}
