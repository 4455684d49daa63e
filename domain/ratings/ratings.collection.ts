// §2 ratings of finished visits, with the branch's answer and what was decided about a report.
import { inOwnScope } from "#domain/access/row-filters.ts";
import * as limits from "#domain/limits.ts";
import { ratingLimits } from "#domain/ratings/rating-limits.ts";
import { validateRating } from "#domain/ratings/rating.ts";
import { ratingReportReasons } from "#domain/ratings/rating-reports.ts";
import { ratingStateNames, ratingStates } from "#domain/ratings/rating-states.ts";
import { defineCollection } from "#domain/schema/collection.ts";
import { choice, integer, one, text, timestamp } from "#domain/schema/fields.ts";

const ratingsFields = {
  company: one("Companies", { serverSet: true, isSetOnCreate: true, onDelete: "cascade" }),
  branch: one("Branch", { serverSet: true, isSetOnCreate: true, onDelete: "cascade" }),
  /** The visit: an entry or a valet ticket. */
  parking_information: one("Parking_Information", { serverSet: true, onDelete: "cascade" }),
  valet_and_parking_information: one("Valet_and_Parking_Information", { serverSet: true, onDelete: "cascade" }),
  stars: integer({ label: "Stars", required: true, min: 1, max: 5 }),
  words: text({ label: "Your words", max: ratingLimits.words, normalise: (input) => input.trim() }),
  /** First name of an author who shows it; never a plate or a phone number. */
  shown_name: text({ max: limits.name, serverSet: true }),
  answer: text({ label: "Answer", max: ratingLimits.answer, normalise: (input) => input.trim() }),
  answered_at: timestamp({ serverSet: true }),
  state: choice(ratingStateNames, { default: "shown", stateTable: ratingStates }),
  report_reason: choice(ratingReportReasons, { label: "Reason" }),
  reported_by: choice(["branch", "reader"], { serverSet: true }),
  reported_at: timestamp({ serverSet: true }),
  /** The platform's reason to keep or hide a reported rating; the branch reads it. */
  decision_reason: text({ label: "Reason", max: limits.message }),
  decided_at: timestamp({ serverSet: true }),
};

export const Ratings = defineCollection("Ratings", {
  fields: ratingsFields,
  unique: [
    { fields: ["parking_information"], error: "RATING_EXISTS" },
    { fields: ["valet_and_parking_information"], error: "RATING_EXISTS" },
  ],
  indexes: [
    ["branch", "id"],
    ["state", "id"],
  ],
  include: ["parking_information", "valet_and_parking_information"],
  rules: [validateRating],
  isLive: true,
  access: {
    read: {
      // Not the visit: nobody at the branch is led from a rating to the person's phone number.
      "rating.answer": {
        rows: inOwnScope,
        fields: [
          "id",
          "company",
          "branch",
          "stars",
          "words",
          "shown_name",
          "answer",
          "answered_at",
          "state",
          "report_reason",
          "reported_by",
          "reported_at",
          "decision_reason",
          "decided_at",
          "date_created",
          "date_updated",
        ],
      },
      "rating.moderate": true,
    },
    update: {
      "rating.answer": { rows: inOwnScope, fields: ["answer", "state", "report_reason"] },
      "rating.moderate": { rows: true, fields: ["state", "decision_reason"] },
    },
  },
});

declare module "#domain/schema/registry.ts" {
  interface CollectionRegistry {
    Ratings: typeof ratingsFields;
  }
}
