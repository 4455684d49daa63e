// reading.md §10: the security log, written by the server only (server/security-log/). Repetitions within an hour are
// one row with a count.
import { ownCompany } from "#domain/access/row-filters.ts";
import { defineCollection } from "#domain/schema/collection.ts";
import { choice, integer, json, one, oneByUuid, text, timestamp } from "#domain/schema/fields.ts";
import { securityEventKinds } from "#domain/security/events.ts";

/**
 * Fields visible to admins; the requested row is visible to the platform only, since it would disclose other tenants'
 * rows.
 */
const adminFields = [
  "kind",
  "person",
  "role",
  "account",
  "subject",
  "ip",
  "user_agent",
  "detail",
  "request_id",
  "count",
  "first_at",
  "last_at",
  "company",
  "branch",
];

const securityEventsFields = {
  kind: choice(securityEventKinds, { required: true }),
  /** User who caused the event, if logged in, and their role. */
  person: oneByUuid("users", { onDelete: "set null", index: true }),
  role: text({ max: 20 }),
  /** The affected account. */
  account: oneByUuid("users", { onDelete: "set null", index: true }),
  /** Subject of the event: a masked email or phone number, the start of a token, or a collection and row id. */
  subject: text({ max: 150 }),
  ip: text({ max: 50 }),
  user_agent: text({ max: 255 }),
  detail: json(),
  /** Request id of the latest occurrence, as in the access log. */
  request_id: text({ max: 64 }),
  count: integer({ required: true, default: 1 }),
  first_at: timestamp({ required: true }),
  last_at: timestamp({ required: true }),
  /** Company whose admins can read it; null is visible to the platform only. */
  company: one("Companies", { onDelete: "cascade" }),
  branch: one("Branch", { onDelete: "set null" }),
  /** Company and branch of the requested row. */
  target_company: integer({ isId: true }),
  target_branch: integer({ isId: true }),
  /** Same value for repetitions within an hour. */
  bucket: text({ required: true, max: 64, unique: true }),
};

export const SecurityEvents = defineCollection("Security_Events", {
  fields: securityEventsFields,
  indexes: [["company", "last_at"], ["last_at"]],
  isAudited: false,
  access: { read: { "security.read": { rows: ownCompany, fields: adminFields }, "platform.review": true } },
});

declare module "#domain/schema/registry.ts" {
  interface CollectionRegistry {
    Security_Events: typeof securityEventsFields;
  }
}
