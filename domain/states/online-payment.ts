// §4 Online payment: how an attempt at the provider and a refund stand. A failed attempt may still turn out paid.
import type { StateTable } from "#domain/states/state-table.ts";

export const attemptStates = ["initiated", "pending", "failed", "success", "review"] as const;
export type AttemptState = (typeof attemptStates)[number];

/** `review`: the provider names another amount than was asked for, which a manager looks at; the entry is not paid by it. */
export const attemptTable = {
  initial: ["initiated"],
  states: {
    initiated: { name: "Started", colour: "blue", to: ["pending", "failed", "success", "review"] },
    pending: { name: "Pending", colour: "amber", to: ["failed", "success", "review"] },
    failed: { name: "Failed", colour: "grey", to: ["success", "review"] },
    review: { name: "To be looked at", colour: "red", to: ["failed", "success"] },
    success: { name: "Paid", colour: "green", to: [] },
  },
  alreadyMoved: "STATUS_ALREADY_UPDATED",
  noMove: "NO_NEXT_STATUS",
} as const satisfies StateTable;

export const refundStates = ["queued", "sent", "done", "failed"] as const;
export type RefundState = (typeof refundStates)[number];

export const refundTable = {
  initial: ["queued"],
  states: {
    queued: { name: "Waiting", colour: "amber", to: ["sent", "done", "failed"] },
    sent: { name: "Sent", colour: "blue", to: ["done", "failed"] },
    failed: { name: "Failed", colour: "red", to: ["queued"] },
    done: { name: "Paid back", colour: "green", to: [] },
  },
  alreadyMoved: "STATUS_ALREADY_UPDATED",
  noMove: "NO_NEXT_STATUS",
} as const satisfies StateTable;
