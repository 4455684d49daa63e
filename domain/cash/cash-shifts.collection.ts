// §4 Cash per shift: from going on duty to the cash count; the expected sum is shown only after the count.
import { defineCollection, type Filter, RuleViolation } from "#domain/schema/collection.ts";
import { inOwnScope } from "#domain/access/row-filters.ts";
import { integer, many, money, one, oneByUuid, text, timestamp } from "#domain/schema/fields.ts";
import * as limits from "#domain/limits.ts";
import type { Actor } from "#domain/access/roles.ts";
import { applyCountCorrection, applyShiftClose, validateShiftActor } from "#domain/cash/cash-shift.ts";

const ownShift = (actor: Actor): Filter | false => actor.id !== null && { collector: { _eq: actor.id } };

const cashShiftsFields = {
  company: one("Companies", { serverSet: true, isSetOnCreate: true }),
  branch: one("Branch", { serverSet: true, isSetOnCreate: true }),
  collector: oneByUuid("users", { serverSet: true, onDelete: "set null" }),
  opened_at: timestamp({ serverSet: true, isSetOnCreate: true }),
  closed_at: timestamp({ serverSet: true }),
  // Cash brought along for change; part of the counted and of the expected cash.
  opening_float: money({ min: 0, max: 99_999_999_99, label: "Opening float" }),
  counted: money({ min: 0, max: 99_999_999_99, label: "Counted cash" }),
  note: text({ max: limits.message }),
  expected: money({ serverSet: true }),
  difference: money({ serverSet: true }),
  // Entries and tickets with a payment when it was closed; empty for shifts closed before this was counted.
  vehicles: integer({ min: 0, serverSet: true }),
  // Empty for shifts closed before it was recorded: it was `user_updated` then.
  closed_by: oneByUuid("users", { serverSet: true, onDelete: "set null" }),
  // What was counted at the close, if `counted` was corrected since; the last correction is named, all are in the revisions.
  first_counted: money({ serverSet: true }),
  corrected_at: timestamp({ serverSet: true }),
  corrected_by: oneByUuid("users", { serverSet: true, onDelete: "set null" }),
  correction_reason: text({ max: limits.message, serverSet: true }),
  payments: many("payments", "shift"),
};

export const CashShifts = defineCollection("cash_shifts", {
  fields: cashShiftsFields,
  unique: [{ fields: ["collector"], where: "closed_at is null" }],
  indexes: [["branch", "opened_at"]],
  lookups: ["shiftCash"],
  rules: [validateShiftActor, applyShiftClose, applyCountCorrection],
  deleteRules: [() => new RuleViolation("FORBIDDEN")],
  isLive: true,
  access: {
    read: { "ledger.read": inOwnScope, "cash.count": ownShift },
    update: { "cash.close": inOwnScope, "cash.count": ownShift },
  },
});

declare module "#domain/schema/registry.ts" {
  interface CollectionRegistry {
    cash_shifts: typeof cashShiftsFields;
  }
}
