// §3 Offers: kinds, audiences and states of an offer, and the states of its uses. See docs/rules/offers.md.
import type { StateTable } from "#domain/schema/state-table.ts";

export const offerKinds = ["percent", "flat", "free_minutes", "fixed_price"] as const;
export type OfferKind = (typeof offerKinds)[number];

export const offerAudiences = ["all", "first_visit", "pass_holders", "phones"] as const;
export type OfferAudience = (typeof offerAudiences)[number];

/** Who bears what an offer saves customers; for reports only. */
export const offerPayers = ["branch", "company", "partner"] as const;

export const offerStates = ["draft", "running", "paused", "ended"] as const;
export type OfferState = (typeof offerStates)[number];

export const offerStateTable = {
  initial: ["draft"],
  states: {
    draft: { name: "Draft", colour: "grey", transitions: ["running", "ended"] },
    running: { name: "Running", colour: "green", transitions: ["paused", "ended"] },
    paused: { name: "Paused", colour: "amber", transitions: ["running", "ended"] },
    ended: { name: "Ended", colour: "red", transitions: [] },
  },
  alreadyInStateError: "STATUS_ALREADY_UPDATED",
  invalidTransitionError: "NO_NEXT_STATUS",
} as const satisfies StateTable<OfferState>;

export const offerUseStates = ["held", "used", "returned"] as const;

/** A use is held during an online payment; one that was given back is never used again. */
export const offerUseStateTable = {
  initial: ["held", "used"],
  states: {
    held: { name: "Held", colour: "amber", transitions: ["used", "returned"] },
    used: { name: "Used", colour: "green", transitions: ["returned"] },
    returned: { name: "Given back", colour: "grey", transitions: [] },
  },
  alreadyInStateError: "STATUS_ALREADY_UPDATED",
  invalidTransitionError: "NO_NEXT_STATUS",
} as const satisfies StateTable<(typeof offerUseStates)[number]>;
