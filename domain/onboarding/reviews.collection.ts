// §1, reading.md §1: decisions of the platform on a company or branch, with remarks on incorrect fields.
import type { FieldChanges } from "#domain/schema/collection.ts";
import { ownCompany } from "#domain/access/row-filters.ts";
import { defineCollection } from "#domain/schema/collection.ts";
import { boolean, choice, json, one, text } from "#domain/schema/fields.ts";
import * as limits from "#domain/limits.ts";
import type { ReviewRemark } from "#domain/onboarding/onboarding-review.ts";
import { applyTwoStepPublishing, validateReview, applyReviewDecision } from "#domain/onboarding/onboarding-review.ts";
import { onboardingStatuses } from "#domain/onboarding/states.ts";

const onboardingReviewsFields = {
  company: one("Companies", { required: true, onDelete: "cascade" }),
  /** Null if the decision is about the company. */
  branch: one("Branch", { onDelete: "cascade" }),
  /** The preceding review, so that of two concurrent decisions only one is accepted. */
  follows: one("Onboarding_Reviews", { onDelete: "cascade" }),
  decision: choice(onboardingStatuses, { required: true }),
  /** `[{ field, remark }]` */
  remarks: json<ReviewRemark[]>({ default: [] }),
  /** Names of the fields that the verifier has looked at and found right. */
  accepted: json<string[]>({ default: [] }),
  note: text({ max: limits.reviewNote }),
  /** First of two approvals; has no effect yet. */
  awaits_second: boolean({ serverSet: true }),
  /** Changes of a resubmission: `{ field: [before, after] }`. */
  changes: json<FieldChanges | null>({ serverSet: true }),
};

export const OnboardingReviews = defineCollection("Onboarding_Reviews", {
  fields: onboardingReviewsFields,
  unique: [{ fields: ["company", "branch", "follows"], nullsEqual: true, error: "REVIEW_ALREADY_DONE" }],
  include: ["company", "branch", "follows"],
  lookups: ["publishing"],
  rules: [validateReview, applyTwoStepPublishing],
  propagates: applyReviewDecision,
  isLive: true,
  access: {
    read: { "registration.submit": ownCompany, "platform.review": true },
    create: { "platform.review": true },
  },
});

declare module "#domain/schema/registry.ts" {
  interface CollectionRegistry {
    Onboarding_Reviews: typeof onboardingReviewsFields;
  }
}
