// §4 Online payment: states of payment attempts and refunds. A failed attempt can still succeed later, also one that
// the provider did not know at first.
import type { StateTable } from "#domain/schema/state-table.ts";

export const attemptStates = ["initiated", "pending", "failed", "success", "review"] as const;
export type AttemptState = (typeof attemptStates)[number];
/** Those in which the provider may still receive the money. */
export const undecidedStates = ["initiated", "pending"] as const satisfies readonly AttemptState[];

/** `review`: the provider reports a different amount than requested; a manager checks it, and the entry is not paid. */
export const attemptStateTable = {
  initial: ["initiated"],
  states: {
    initiated: { name: "Started", colour: "blue", transitions: ["pending", "failed", "success", "review"] },
    pending: { name: "Pending", colour: "amber", transitions: ["failed", "success", "review"] },
    failed: { name: "Failed", colour: "grey", transitions: ["pending", "success", "review"] },
    review: { name: "Needs review", colour: "red", transitions: ["failed", "success"] },
    success: { name: "Paid", colour: "green", transitions: [] },
  },
  alreadyInStateError: "STATUS_ALREADY_UPDATED",
  invalidTransitionError: "NO_NEXT_STATUS",
} as const satisfies StateTable;

export const refundStates = ["queued", "sent", "done", "failed"] as const;
export type RefundState = (typeof refundStates)[number];

export const refundStateTable = {
  initial: ["queued"],
  states: {
    queued: { name: "Waiting", colour: "amber", transitions: ["sent", "done", "failed"] },
    sent: { name: "Sent", colour: "blue", transitions: ["done", "failed"] },
    failed: { name: "Failed", colour: "red", transitions: ["queued"] },
    done: { name: "Refunded", colour: "green", transitions: [] },
  },
  alreadyInStateError: "STATUS_ALREADY_UPDATED",
  invalidTransitionError: "NO_NEXT_STATUS",
} as const satisfies StateTable;
