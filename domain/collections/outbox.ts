// §7 §8 Outbox: one row for every mail and SMS, waiting, sent or failed. What must stay secret of it is never in this table.
import { ownBranch, ownCompany } from "#domain/access.ts";
import { collection } from "#domain/collection.ts";
import { choice, integer, json, one, text, timestamp } from "#domain/fields.ts";
import { limits } from "#domain/limits.ts";

export const outboxStatuses = ["waiting", "sent", "failed", "expired"] as const;
export type OutboxStatus = (typeof outboxStatuses)[number];

export const Outbox = collection("Outbox", {
  fields: {
    channel: choice(["mail", "sms"], { required: true, serverSet: true }),
    recipient: text({ required: true, max: limits.email, serverSet: true }),
    template: text({ required: true, max: 50, serverSet: true }),
    /** What may be read of the values of the message. */
    values: json({ serverSet: true }),
    status: choice(outboxStatuses, { default: "waiting", serverSet: true }),
    attempts: integer({ default: 0, serverSet: true }),
    /** Why the last attempt failed, in words for managers. */
    last_error: text({ max: 255, serverSet: true }),
    next_try_at: timestamp({ serverSet: true }),
    expires_at: timestamp({ serverSet: true }),
    sent_at: timestamp({ serverSet: true }),
    /** What the service answered it by; and by what the service knows it: the same at every attempt. */
    provider_id: text({ max: 255, serverSet: true }),
    reference: text({ required: true, max: 36, unique: true, serverSet: true }),
    /** What caused it: a second message for the same event is not made. */
    event: text({ max: 150, unique: true, serverSet: true }),
    branch: one("Branch", { onDelete: "cascade", serverSet: true }),
    company: one("Companies", { onDelete: "cascade", serverSet: true }),
  },
  indexes: [
    ["branch", "id"],
    ["channel", "recipient", "status", "id"],
  ],
  live: true,
  access: { read: { admin: ownCompany, manager: ownBranch } },
});
