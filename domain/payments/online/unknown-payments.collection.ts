// §4: payments that the provider reports and that were not started here, until a person has looked at them.
import { inOwnScope } from "#domain/access/row-filters.ts";
import { defineCollection, RuleViolation } from "#domain/schema/collection.ts";
import { integer, money, one, oneByUuid, text, timestamp } from "#domain/schema/fields.ts";
import * as limits from "#domain/limits.ts";
import { checkOnDuty } from "#domain/people/on-duty.ts";
import type { RowOf, RuleArgsOf } from "#domain/schema/registry.ts";

type UnknownPayment = RowOf<"unknown_payments">;

/** Closed once, with a reason. STATUS_ALREADY_UPDATED, CHANGE_REASON_REQUIRED, duty errors. */
function applyClosing({
  before,
  changes,
  actor,
  now,
}: RuleArgsOf<"unknown_payments">): Partial<UnknownPayment> | RuleViolation | undefined {
  if (!before || !("closing_reason" in changes)) return undefined;
  const dutyError = checkOnDuty(actor);
  if (dutyError) return new RuleViolation(dutyError);
  if (before.closed_at !== null) return new RuleViolation("STATUS_ALREADY_UPDATED");
  const reason = (changes.closing_reason ?? "").trim();
  if (reason === "") return new RuleViolation("CHANGE_REASON_REQUIRED", "closing_reason");
  return { closing_reason: reason, closed_at: now, closed_by: actor.id };
}

const unknownPaymentsFields = {
  company: one("Companies", { serverSet: true, isSetOnCreate: true }),
  // The first branch that is paid through this merchant: the message names none.
  branch: one("Branch", { serverSet: true, isSetOnCreate: true }),
  gateway: text({ max: 50, serverSet: true, isSetOnCreate: true }),
  merchant_id: text({ max: 100, serverSet: true, isSetOnCreate: true }),
  merchant_transaction_id: text({ max: 100, serverSet: true, isSetOnCreate: true }),
  amount: money({ min: 0, serverSet: true, isSetOnCreate: true }),
  // Status code of the provider.
  code: text({ max: 100, serverSet: true }),
  provider_transaction_id: text({ max: 100, serverSet: true }),
  utr: text({ max: 100, serverSet: true }),
  // How often the provider reported it.
  messages: integer({ min: 1, default: 1, serverSet: true }),
  closed_at: timestamp({ serverSet: true }),
  closed_by: oneByUuid("users", { serverSet: true, onDelete: "set null" }),
  // What was done about it.
  closing_reason: text({ label: "What was done", max: limits.message }),
};

export const UnknownPayments = defineCollection("unknown_payments", {
  fields: unknownPaymentsFields,
  unique: [{ fields: ["merchant_id", "merchant_transaction_id"] }],
  indexes: [["branch", "id"]],
  rules: [applyClosing],
  deleteRules: [() => new RuleViolation("FORBIDDEN")],
  isLive: true,
  access: {
    read: { "payment.refund": inOwnScope },
    update: { "payment.refund": { rows: inOwnScope, fields: ["closing_reason"] } },
  },
});

declare module "#domain/schema/registry.ts" {
  interface CollectionRegistry {
    unknown_payments: typeof unknownPaymentsFields;
  }
}
