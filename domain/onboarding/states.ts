// §3 §4 Status of a company or branch: the platform verifier publishes or rejects it; a correction returns it to draft.
import type { StateTable } from "#domain/schema/state-table.ts";

export const onboardingStatuses = ["published", "draft", "archived", "rejected"] as const;
export type OnboardingStatus = (typeof onboardingStatuses)[number];

/**
 * Archived and rejected rows return to `published` only through `draft`, so that their documents are reviewed again.
 */
export const onboardingStates = {
  initial: ["draft"],
  states: {
    draft: { name: "Draft", colour: "amber", transitions: ["published", "rejected", "archived"] },
    published: { name: "Published", colour: "green", transitions: ["rejected", "archived"] },
    rejected: { name: "Rejected", colour: "red", transitions: ["draft", "archived"] },
    archived: { name: "Archived", colour: "grey", transitions: ["draft"] },
  },
  alreadyInStateError: "STATUS_ALREADY_UPDATED",
  invalidTransitionError: "NO_NEXT_STATUS",
} as const satisfies StateTable;

/** The same transitions for the rows themselves; the platform can create them in any state. */
export const platformStates: StateTable = { ...onboardingStates, initial: onboardingStatuses };
