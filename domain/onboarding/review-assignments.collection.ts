// §1: which verifier works on the review of a company or branch; the others see it in the queue.
import { defineCollection } from "#domain/schema/collection.ts";
import { one } from "#domain/schema/fields.ts";
import { validateReviewSubject } from "#domain/onboarding/onboarding-review.ts";

const reviewAssignmentsFields = {
  company: one("Companies", { required: true, onDelete: "cascade" }),
  /** Null if the review is of the company. */
  branch: one("Branch", { onDelete: "cascade" }),
};

/** `user_created` is the verifier. A correction finds it again: the assignment ends only when somebody removes it. */
export const ReviewAssignments = defineCollection("Review_Assignments", {
  fields: reviewAssignmentsFields,
  unique: [{ fields: ["company", "branch"], nullsEqual: true, error: "REVIEW_ALREADY_ASSIGNED" }],
  include: ["branch"],
  rules: [validateReviewSubject],
  isLive: true,
  access: {
    read: { "platform.review": true },
    create: { "platform.review": true },
    delete: { "platform.review": true },
  },
});

declare module "#domain/schema/registry.ts" {
  interface CollectionRegistry {
    Review_Assignments: typeof reviewAssignmentsFields;
  }
}
