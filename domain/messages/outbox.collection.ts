// §7 §8 Outbox: one row per email, SMS or notification. Secret values are never stored in this table.
import type { MessageValues } from "#domain/messages/messages.ts";
import type { RegisteredSms } from "#domain/messages/sms-texts.ts";
import { inOwnScope } from "#domain/access/row-filters.ts";
import { defineCollection } from "#domain/schema/collection.ts";
import { choice, integer, json, one, text, timestamp } from "#domain/schema/fields.ts";
import * as limits from "#domain/limits.ts";
import { getKeys } from "#domain/object-keys.ts";
import { languages } from "#domain/people/languages.ts";

export const outboxStatuses = ["waiting", "sent", "failed", "expired"] as const;
export type OutboxStatus = (typeof outboxStatuses)[number];

const outboxFields = {
  channel: choice(["mail", "sms", "push"], { required: true, serverSet: true }),
  /** Email address, phone number, or the id of the user who is notified. */
  recipient: text({ required: true, max: limits.email, serverSet: true }),
  template: text({ required: true, max: 50, serverSet: true }),
  /** Decided when the message is queued, so that a retry sends the same text. */
  language: choice(getKeys(languages), { default: "en", serverSet: true }),
  /** The text of an SMS that its branch has registered in that language; kept for the same reason. */
  sms_text: json<RegisteredSms | null>({ serverSet: true }),
  /** The values of the message that are not secret. */
  values: json<MessageValues | null>({ serverSet: true }),
  status: choice(outboxStatuses, { default: "waiting", serverSet: true }),
  attempts: integer({ default: 0, serverSet: true }),
  /** Reason of the last failure, as shown to managers. */
  last_error: text({ max: 255, serverSet: true }),
  next_try_at: timestamp({ serverSet: true }),
  expires_at: timestamp({ serverSet: true }),
  /** An SMS that replaces a notification is not sent before. */
  held_until: timestamp({ serverSet: true }),
  sent_at: timestamp({ serverSet: true }),
  /** Id assigned by the provider; and the reference sent to the provider, the same for every attempt. */
  provider_id: text({ max: 255, serverSet: true }),
  reference: text({ required: true, max: 36, unique: true, serverSet: true }),
  /** Event that caused the message; a second message for the same event is not created. */
  event: text({ max: 150, unique: true, serverSet: true }),
  branch: one("Branch", { onDelete: "cascade", serverSet: true }),
  company: one("Companies", { onDelete: "cascade", serverSet: true }),
};

export const Outbox = defineCollection("Outbox", {
  fields: outboxFields,
  indexes: [
    ["branch", "id"],
    ["channel", "recipient", "status", "id"],
  ],
  isLive: true,
  access: { read: { "message.manage": inOwnScope } },
});

declare module "#domain/schema/registry.ts" {
  interface CollectionRegistry {
    Outbox: typeof outboxFields;
  }
}
