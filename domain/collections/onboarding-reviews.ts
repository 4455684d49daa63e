// §1, reading.md §1: what the platform decided on a company or a branch, with a remark for each field that is not right.
import { ownCompany } from "#domain/access.ts";
import { collection } from "#domain/collection.ts";
import { boolean, choice, json, one, text } from "#domain/fields.ts";
import { limits } from "#domain/limits.ts";
import { publishingTakesTwo, reviewIsSound, statusOfReview } from "#domain/rules/onboarding-review.ts";
import { onboardingStatuses } from "#domain/states/onboarding.ts";

export const OnboardingReviews = collection("Onboarding_Reviews", {
  fields: {
    company: one("Companies", { required: true, onDelete: "cascade" }),
    /** Absent where the company itself is decided on. */
    branch: one("Branch", { onDelete: "cascade" }),
    /** The review that was the last one when this one was written: of two who decide at once, one is first. */
    follows: one("Onboarding_Reviews", { onDelete: "cascade" }),
    decision: choice(onboardingStatuses, { required: true }),
    /** `[{ field, remark }]` */
    remarks: json({ default: [] }),
    note: text({ max: limits.reviewNote }),
    /** The first of two who publish: nothing has moved yet. */
    awaits_second: boolean({ serverSet: true }),
    /** Where the vendor sent it again: what was changed, `{ field: [before, after] }`. */
    changes: json({ serverSet: true }),
  },
  unique: [{ on: ["company", "branch", "follows"], nullsEqual: true, error: "REVIEW_ALREADY_DONE" }],
  needs: ["company", "branch", "follows"],
  facts: ["publishing"],
  rules: [reviewIsSound, publishingTakesTwo],
  carries: statusOfReview,
  live: true,
  access: {
    read: { admin: ownCompany, verifier: true },
    create: { verifier: true },
  },
});
