// §1 §3: proposals to change fees or the rule of two approvals, which another person confirms.
import type { Row } from "#domain/schema/collection.ts";
import { ownCompany, viaRelation } from "#domain/access/row-filters.ts";
import { isDateString } from "#domain/dates.ts";
import { defineCollection } from "#domain/schema/collection.ts";
import { boolean, choice, integer, json, one, personName, text, timestamp } from "#domain/schema/fields.ts";
import { changeReason } from "#domain/schema/action-fields.ts";
import * as limits from "#domain/limits.ts";
import {
  applyTwoPersonChange,
  feeNames,
  twoPersonChangeStates,
  twoPersonChangeStatuses,
  twoPersonSubjects,
  validateTwoPersonChange,
} from "#domain/platform/two-person-change.ts";

const twoPersonChangesFields = {
  subject: choice(twoPersonSubjects, { required: true }),
  /** The branch whose fees change; null for a change of the platform's settings. */
  branch: one("Branch", { onDelete: "cascade" }),
  /** The only row of the platform's settings. */
  settings: one("Configuration_Settings", { onDelete: "cascade", serverSet: true, default: 1 }),
  platform_charges: integer({ label: "Platform fee", min: 0, max: 10_000 }),
  service_charges: integer({ label: "Service fee", min: 0, max: 10_000 }),
  publishing_takes_two: boolean(),
  /** First day of the fees, in the branch's time zone. */
  start_day: text({ label: "From", max: 10, isValid: isDateString, message: "*Choose today or a later day" }),
  reason: changeReason,
  /** The values in force before the change. */
  previous: json<Row>({ default: {}, serverSet: true }),
  status: choice(twoPersonChangeStatuses, { default: "proposed", stateTable: twoPersonChangeStates }),
  answer: text({ label: "Answer", max: limits.reviewNote }),
  decided_by: personName({ serverSet: true }),
  decided_at: timestamp({ serverSet: true }),
};

export const TwoPersonChanges = defineCollection("Two_Person_Changes", {
  fields: twoPersonChangesFields,
  unique: [
    { fields: ["subject", "branch"], where: "status = 'proposed'", nullsEqual: true, error: "CHANGE_ALREADY_ASKED" },
  ],
  indexes: [["branch", "id"]],
  include: ["branch", "settings"],
  rules: [validateTwoPersonChange],
  propagates: applyTwoPersonChange,
  notifications: ["twoPersonDecision"],
  isLive: true,
  access: {
    read: {
      "platform.review": true,
      "payment.configure": {
        rows: (actor) => {
          const ofCompany = viaRelation("branch", ownCompany)(actor);
          return ofCompany && { ...ofCompany, status: { _eq: "confirmed" } };
        },
        fields: ["id", "branch", ...feeNames, "start_day", "reason", "previous", "status"],
      },
    },
    create: {
      "platform.review": {
        rows: true,
        fields: ["subject", "branch", ...feeNames, "publishing_takes_two", "start_day", "reason"],
      },
    },
    update: { "platform.review": { rows: true, fields: ["status", "answer"] } },
  },
});

declare module "#domain/schema/registry.ts" {
  interface CollectionRegistry {
    Two_Person_Changes: typeof twoPersonChangesFields;
  }
}
