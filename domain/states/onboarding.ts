// §3 §4 Status of a company or branch: the platform verifier publishes or rejects, a correction is a draft again.
import type { StateTable } from "#domain/states/state-table.ts";

export const onboardingStatuses = ["published", "draft", "archived", "rejected"] as const;
export type OnboardingStatus = (typeof onboardingStatuses)[number];

/** What is archived or rejected comes back only through a draft, so that its documents are looked at again. */
export const onboardingStates = {
  initial: ["draft"],
  states: {
    draft: { name: "Draft", colour: "amber", to: ["published", "rejected", "archived"] },
    published: { name: "Published", colour: "green", to: ["rejected", "archived"] },
    rejected: { name: "Rejected", colour: "red", to: ["draft", "archived"] },
    archived: { name: "Archived", colour: "grey", to: ["draft"] },
  },
  alreadyMoved: "STATUS_ALREADY_UPDATED",
  noMove: "NO_NEXT_STATUS",
} as const satisfies StateTable;

/** The same moves for the rows themselves, which only the platform can make, as it likes. */
export const platformStates: StateTable = { ...onboardingStates, initial: onboardingStatuses };
