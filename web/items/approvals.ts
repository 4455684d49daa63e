// §4 Approvals as the screens ask for them: the answer, and who was first where it came too late.
import { request } from "#web/items/client.ts";
import { readItem } from "#web/items/items.ts";
import { queryClient } from "#web/items/query-client.ts";

export type Answer = "approve" | "reject";

/** A visit that waits, or a pass that was made before its first visit. */
export interface Asked {
  kind: "entry" | "pass";
  id: number;
}

export interface Answered {
  parking_status_id: number;
  approved_by: { first_name: string } | null;
  approved_at: string | null;
}

const collectionOf = { entry: "Parking_Information", pass: "Parking_Main_Information" } as const;
const addressOf = { entry: "approvals", pass: "passes" } as const;

/** Throws ApiError STATUS_ALREADY_UPDATED or PERSON_STATUS_ALREADY_UPDATED where somebody was first. */
export async function sendAnswer({ kind, id, answer }: Asked & { answer: Answer }): Promise<void> {
  await request(`/actions/${addressOf[kind]}/${id}/${answer}`, { method: "POST", body: {} });
}

export function readAnswer({ kind, id }: Asked): Promise<Answered> {
  return readItem<Answered>(collectionOf[kind], id, {
    fields: ["parking_status_id", "approved_by.first_name", "approved_at"],
  });
}

/** The live event says the same a moment later; who pressed the button sees it at once. */
export async function readAskedAgain(): Promise<void> {
  for (const collection of Object.values(collectionOf))
    await queryClient.invalidateQueries({ queryKey: ["items", collection] });
}
