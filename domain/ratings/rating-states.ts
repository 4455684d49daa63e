// States of a rating: what becomes of a report.
import type { StateTable } from "#domain/schema/state-table.ts";

export const ratingStateNames = ["shown", "reported", "kept", "hidden"] as const;

export const ratingStates = {
  initial: ["shown"],
  states: {
    shown: { name: "Shown", colour: "green", transitions: ["reported"] },
    // Shown until it is decided: a report alone hides nothing.
    reported: { name: "Reported", colour: "amber", transitions: ["kept", "hidden"] },
    kept: { name: "Kept", colour: "green", transitions: ["shown", "hidden"] },
    hidden: { name: "Hidden", colour: "grey", transitions: ["kept"] },
  },
  alreadyInStateError: "REVIEW_ALREADY_DONE",
  invalidTransitionError: "REVIEW_ALREADY_DONE",
} as const satisfies StateTable;
