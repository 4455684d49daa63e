// §4 Approvals: sends decisions and reads the outcome of a request.
import type { WireRow } from "#domain/schema/registry.ts";
import { call } from "#web/api/call.ts";
import { readItem } from "#web/api/items.ts";
import { refreshItems } from "#web/api/query-client.ts";

export type ApprovalDecision = "approve" | "reject";

/** A pending entry, or a pass that has no entry yet. */
export interface ApprovalRequestRef {
  kind: "entry" | "pass";
  id: number;
}

export const outcomeFields = ["parking_status_id", "approved_at", "approved_by.first_name", "decision_reason"] as const;
export type ApprovalOutcome = WireRow<"Parking_Information", typeof outcomeFields>;

const requestCollections = { entry: "Parking_Information", pass: "Parking_Main_Information" } as const;
const requestPaths = { entry: "approvals", pass: "passes" } as const;

/** Throws ApiError STATUS_ALREADY_UPDATED or PERSON_STATUS_ALREADY_UPDATED if the request is already decided. */
export async function decideApprovalRequest({
  kind,
  id,
  answer,
  reason,
}: ApprovalRequestRef & {
  answer: ApprovalDecision;
  /** Of a rejection. */
  reason?: string | undefined;
}): Promise<void> {
  const path = `/actions/${requestPaths[kind]}/:id` as const;
  await (answer === "approve"
    ? call({ route: `POST ${path}/approve`, id })
    : call({ route: `POST ${path}/reject`, id, body: { reason } }));
}

export function readApprovalOutcome({ kind, id }: ApprovalRequestRef): Promise<ApprovalOutcome> {
  return readItem(requestCollections[kind], id, { fields: outcomeFields });
}

/** Refetches at once instead of waiting for the live event. */
export async function refreshApprovalRequests(): Promise<void> {
  await refreshItems(...Object.values(requestCollections));
}
