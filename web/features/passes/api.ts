// Check-in and pass actions of the server.
import type { ActionReply } from "#domain/contracts.ts";
import { callAndRefresh } from "#web/api/call-and-refresh.ts";
import { call } from "#web/api/call.ts";

/** A pass with the content of its QR code. */
export type Pass = ActionReply<"GET /actions/passes/:id">;

export interface SubmittedEntry {
  [field: string]: unknown;
}

const changed = ["Parking_Information", "Parking_Main_Information"] as const;

/** Creates an entry; with `parking_main_info`, the next entry of a pass. */
export function checkIn(body: SubmittedEntry): Promise<ActionReply<"POST /actions/parking/check-in">> {
  return callAndRefresh({ route: "POST /actions/parking/check-in", body }, ...changed);
}

export function issuePass(body: SubmittedEntry): Promise<Pass> {
  return callAndRefresh({ route: "POST /actions/passes", body }, ...changed);
}

export function renewPass(id: number, body: SubmittedEntry): Promise<Pass> {
  return callAndRefresh({ route: "POST /actions/passes/:id/renew", id, body }, ...changed);
}

/** The key starts with the collection, so that live events invalidate it. */
export function passQuery(id: string) {
  return {
    queryKey: ["items", "Parking_Main_Information", "pass", id],
    queryFn: ({ signal }: { signal: AbortSignal }): Promise<Pass> =>
      call({ route: "GET /actions/passes/:id", id: Number(id) }, { signal }),
  };
}
