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

/** Performs the move and refreshes the lists, also after a conflict. Throws ApiError. */
export function moveTicket({ id, move }: { id: number; move: TicketMove }): Promise<TicketSlip> {
  return callAndRefresh<`POST /actions/valet/:id/${TicketMove}`>(
    { route: `POST /actions/valet/:id/${move}`, id },
    ...changed,
  );
}

export function handOver(id: number, proof: ActionBody<"POST /actions/valet/:id/hand-over">): Promise<TicketSlip> {
  return callAndRefresh({ route: "POST /actions/valet/:id/hand-over", id, body: proof }, ...changed);
}

/** `to` is the id of the user. */
export function reassignTicket(id: number, to: string): Promise<TicketSlip> {
  return callAndRefresh({ route: "POST /actions/valet/:id/reassign", id, body: { to } }, ...changed);
}

export type ReturningCustomer = NonNullable<ActionReply<"GET /actions/valet/returning">>;

export function readReturningCustomer(plate: string, signal?: AbortSignal): Promise<ReturningCustomer | null> {
  return call({ route: "GET /actions/valet/returning", query: { plate } }, { signal });
}

/** Refetches at once instead of waiting for the live event. */
export async function refreshTickets(): Promise<void> {
  await refreshItems(...changed);
}
