// Labels of review decisions.
import type { OnboardingStatus } from "#domain/onboarding/states.ts";

/** Past decisions, in the decision history. */
export const decisionLabels: { [status in OnboardingStatus]: string } = {
  draft: "Reopened",
  published: "Published",
  rejected: "Rejected",
  archived: "Archived",
};

/** Decision buttons. */
export const decisionActionLabels: { [status in OnboardingStatus]: string } = {
  draft: "Reopen",
  published: "Publish",
  rejected: "Reject",
  archived: "Archive",
};
