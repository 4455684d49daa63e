// Check-in and pass actions of the server.
import type { ActionBody, ActionReply } from "#domain/contracts.ts";
import { callAndRefresh } from "#web/api/call-and-refresh.ts";
import { call } from "#web/api/call.ts";

/** A pass with the content of its QR code. */
export type Pass = ActionReply<"GET /actions/passes/:id">;

export type HolderPass = ActionReply<"GET /actions/passes/holder">;

const changed = ["Parking_Information", "Parking_Main_Information"] as const;

/** Creates an entry; with `parking_main_info`, the next entry of a pass. */
export function checkIn(
  body: ActionBody<"POST /actions/parking/check-in">,
): Promise<ActionReply<"POST /actions/parking/check-in">> {
  return callAndRefresh({ route: "POST /actions/parking/check-in", body }, ...changed);
}

export function issuePass(body: ActionBody<"POST /actions/passes">): Promise<Pass> {
  return callAndRefresh({ route: "POST /actions/passes", body }, ...changed);
}

export function renewPass(id: number, body: ActionBody<"POST /actions/passes/:id/renew">): Promise<Pass> {
  return callAndRefresh({ route: "POST /actions/passes/:id/renew", id, body }, ...changed);
}

/** What a new pass or a renewal costs by the tariff in force. */
export function quotePass(
  body: ActionBody<"POST /actions/passes/quote">,
  signal: AbortSignal,
): Promise<ActionReply<"POST /actions/passes/quote">> {
  return call({ route: "POST /actions/passes/quote", body }, { signal });
}

/** `expected`: what was shown as returned, in paise. */
export function endPass(id: number, body: ActionBody<"POST /actions/passes/:id/end">): Promise<Pass> {
  return callAndRefresh({ route: "POST /actions/passes/:id/end", id, body }, ...changed, "payments", "cash_shifts");
}

export function movePass(id: number, body: ActionBody<"POST /actions/passes/:id/move">): Promise<Pass> {
  return callAndRefresh({ route: "POST /actions/passes/:id/move", id, body }, ...changed);
}

/** Throws ApiError ENTRY_CHANGED, NO_CHANGES. */
export function editRecord(id: number, body: ActionBody<"POST /actions/passes/:id/edit">): Promise<Pass> {
  return callAndRefresh({ route: "POST /actions/passes/:id/edit", id, body }, ...changed);
}

/** Without a number the slot of the pass is freed. */
export function keepSlot(id: number, body: ActionBody<"POST /actions/passes/:id/keep-slot">): Promise<Pass> {
  return callAndRefresh({ route: "POST /actions/passes/:id/keep-slot", id, body }, ...changed);
}

export async function sendPass(id: number): Promise<void> {
  await call({ route: "POST /actions/passes/:id/send", id });
}

export function readHolderPass(token: string, signal: AbortSignal): Promise<HolderPass> {
  return call({ route: "GET /actions/passes/holder", headers: { "x-pass": token } }, { signal, isPublic: true });
}

/** The key starts with the collection, so that live events invalidate it. */
export function passQuery(id: string) {
  return {
    queryKey: ["items", "Parking_Main_Information", "pass", id],
    queryFn: ({ signal }: { signal: AbortSignal }): Promise<Pass> =>
      call({ route: "GET /actions/passes/:id", id: Number(id) }, { signal }),
  };
}
