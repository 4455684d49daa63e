// §1: requests of the platform to read a branch, kept for ever as the branch's log of them.
import { ownBranch, ownCompany } from "#domain/access/row-filters.ts";
import { changeReason } from "#domain/schema/action-fields.ts";
import { defineCollection } from "#domain/schema/collection.ts";
import { boolean, choice, one, oneByUuid, personName, text, timestamp } from "#domain/schema/fields.ts";
import { supportAccessStates, supportAccessStatuses, validateSupportAccess } from "#domain/platform/support-access.ts";

const supportAccessFields = {
  company: one("Companies", { onDelete: "cascade", serverSet: true, isSetOnCreate: true }),
  branch: one("Branch", { required: true, onDelete: "cascade" }),
  reason: changeReason,
  asks_consent: boolean({ label: "Ask an admin of the branch" }),
  status: choice(supportAccessStatuses, { default: "requested", stateTable: supportAccessStates }),
  supporter: oneByUuid("users", { onDelete: "set null", serverSet: true }),
  /** Also after the account was deleted. */
  supporter_name: personName({ serverSet: true }),
  decided_by: personName({ serverSet: true }),
  decided_at: timestamp({ serverSet: true }),
  opened_at: timestamp({ serverSet: true }),
  expires_at: timestamp({ serverSet: true }),
  ended_by: personName({ serverSet: true }),
  ended_at: timestamp({ serverSet: true }),
  /** The only session that reads the branch; null before it entered and after it left. */
  session_family: text({ max: 36, serverSet: true }),
  /** An access is entered once. */
  entered_at: timestamp({ serverSet: true }),
};

const noticeFields = ["id", "branch", "reason", "status", "supporter_name", "opened_at", "expires_at"];
const logFields = [
  ...noticeFields,
  "company",
  "supporter",
  "asks_consent",
  "decided_by",
  "decided_at",
  "ended_by",
  "ended_at",
  "entered_at",
  "date_created",
];

export const SupportAccess = defineCollection("Support_Access", {
  fields: supportAccessFields,
  unique: [
    { fields: ["branch", "supporter"], where: "status = 'requested'", error: "SUPPORT_ALREADY_ASKED" },
    {
      fields: ["supporter", "session_family"],
      where: "session_family is not null",
      error: "STATUS_ALREADY_UPDATED",
    },
  ],
  indexes: [["branch", "id"], ["company", "id"], ["supporter"]],
  include: ["branch"],
  rules: [validateSupportAccess],
  followUps: ["supportNotices"],
  isLive: true,
  access: {
    read: {
      "support.open": { rows: true, fields: logFields },
      "support.answer": { rows: ownCompany, fields: logFields },
      "security.read": { rows: ownCompany, fields: logFields },
      "workplace.read": { rows: ownBranch, fields: noticeFields },
    },
    create: { "support.open": { rows: true, fields: ["branch", "reason", "asks_consent"] } },
    update: {
      "support.open": { rows: true, fields: ["status"] },
      "support.answer": { rows: ownCompany, fields: ["status"] },
    },
  },
});

declare module "#domain/schema/registry.ts" {
  interface CollectionRegistry {
    Support_Access: typeof supportAccessFields;
  }
}
