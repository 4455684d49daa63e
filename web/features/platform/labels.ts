// Labels of review decisions.
import type { OnboardingStatus } from "#domain/onboarding/states.ts";

/** Past decisions, in the decision history. */
export const decisionLabels: { [status in OnboardingStatus]: string } = {
  draft: "Reopened",
  published: "Published",
  rejected: "Rejected",
  archived: "Archived",
};

/** Frequent reasons of rejections, which a verifier adds to the note. */
export const standardReasons = [
  "A document cannot be read. Upload a clear photo or scan of the whole page.",
  "The name differs from the register. Enter it exactly as it is registered.",
  "The GSTIN belongs to another company or state. Enter the GSTIN of this branch.",
  "The proof of address shows another address. Upload one for this branch.",
  "A document has expired. Upload a valid one.",
  "The signatory is not authorised. Upload a letter of authority, or name another signatory.",
] as const;

/** Decision buttons. */
export const decisionActionLabels: { [status in OnboardingStatus]: string } = {
  draft: "Reopen",
  published: "Publish",
  rejected: "Reject",
  archived: "Archive",
};
