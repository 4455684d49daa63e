// §3 Branch.change_request: requests of a vendor to change verified fields, decided by a verifier.
import type { Row } from "#domain/schema/collection.ts";
import { inOwnScope } from "#domain/access/row-filters.ts";
import { defineCollection } from "#domain/schema/collection.ts";
import { choice, json, one, text, textWithMinLength } from "#domain/schema/fields.ts";
import * as limits from "#domain/limits.ts";
import { validateChangeRequest, changeRequestStates, applyChangeRequest } from "#domain/platform/change-request.ts";
import { onboardingStatuses } from "#domain/onboarding/states.ts";

const requestFields = ["company", "branch", "changes", "area_name", "note"];

const changeRequestsFields = {
  company: one("Companies", { required: true, onDelete: "cascade" }),
  /** Null if the company itself is to be changed. */
  branch: one("Branch", { onDelete: "cascade" }),
  /** Field → new value; and the previous values at the time of the request. */
  changes: json<Row>({ required: true }),
  was: json<Row>({ default: {}, serverSet: true }),
  /** An area of the branch that is not on the list (§2 'Others'), and the area that the verifier has chosen or added for it. */
  area_name: textWithMinLength("Area name", 4, { max: 80 }),
  area: one("Areas", { onDelete: "set null" }),
  /** Reason for the verifier. */
  note: text({ max: limits.reviewNote }),
  status: choice(onboardingStatuses, { default: "draft", stateTable: changeRequestStates }),
  /** The verifier's remark to the requester. */
  answer: text({ max: limits.reviewNote }),
};

export const ChangeRequests = defineCollection("Change_Requests", {
  fields: changeRequestsFields,
  createDefaults: { company: (actor) => actor.company },
  unique: [
    { fields: ["company", "branch"], where: "status = 'draft'", nullsEqual: true, error: "CHANGE_ALREADY_ASKED" },
  ],
  indexes: [["status", "id"]],
  include: ["company", "branch"],
  lookups: ["isAreaListed"],
  rules: [validateChangeRequest],
  propagates: applyChangeRequest,
  notifications: ["changeRequestDecision"],
  isLive: true,
  access: {
    read: { "change-request.read": inOwnScope, "platform.review": true },
    create: { "branch.configure": { rows: inOwnScope, fields: requestFields } },
    update: {
      "branch.configure": { rows: inOwnScope, fields: ["status"] },
      "platform.review": { rows: true, fields: ["status", "answer", "area"] },
    },
  },
});

declare module "#domain/schema/registry.ts" {
  interface CollectionRegistry {
    Change_Requests: typeof changeRequestsFields;
  }
}
