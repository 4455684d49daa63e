// §2 /contact-us-for-business-affiliation and /suggestions: what is asked, and the answer of the platform, which is mailed to the sender.
import { RuleViolation } from "#domain/schema/collection.ts";
import type { RuleArgsOf } from "#domain/schema/registry.ts";

export const enquiryKinds = ["business", "suggestion"] as const;
export type EnquiryKind = (typeof enquiryKinds)[number];

export const enquiryKindLabels: { readonly [kind in EnquiryKind]: string } = {
  business: "Business enquiry",
  suggestion: "Suggestion",
};

/** Public page of each kind, where the sender can write again. */
export const enquiryPages: { readonly [kind in EnquiryKind]: string } = {
  business: "/contact-us-for-business-affiliation",
  suggestion: "/suggestions",
};

/**
 * An answer is sent once: REVIEW_ALREADY_DONE if the enquiry is answered already, until it is reopened; FAILED_VALIDATION
 * without a text. It marks the enquiry as answered in the same change.
 */
export function validateEnquiryAnswer({ before, after, changes }: RuleArgsOf<"Enquiries">): RuleViolation | undefined {
  if (!before || !("answer" in changes)) return undefined;
  if (before.is_answered) return new RuleViolation("REVIEW_ALREADY_DONE");
  return after.is_answered && after.answer
    ? undefined
    : new RuleViolation("FAILED_VALIDATION", "answer", { type: "required" });
}
