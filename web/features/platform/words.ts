// How the desk says what it does.
import type { OnboardingStatus } from "#domain/states/onboarding.ts";

/** What was done, in the list of decisions. */
export const decisionWords: { [status in OnboardingStatus]: string } = {
  draft: "Taken up again",
  published: "Published",
  rejected: "Rejected",
  archived: "Archived",
};

/** What the button does. */
export const decisionVerbs: { [status in OnboardingStatus]: string } = {
  draft: "Take up again",
  published: "Publish",
  rejected: "Reject",
  archived: "Archive",
};
