// §4 Cash per shift: from coming on duty to the count of the drawer; what it should hold is told only after the count.
import { collection, type Filter, Refusal } from "#domain/collection.ts";
import { ownBranch, ownCompany } from "#domain/access.ts";
import { many, money, one, oneByUuid, text, timestamp } from "#domain/fields.ts";
import { limits } from "#domain/limits.ts";
import type { Who } from "#domain/roles.ts";
import { closesShift } from "#domain/rules/cash-shift.ts";

const ownShift = (who: Who): Filter | false => who.id !== null && { collector: { _eq: who.id } };

export const CashShifts = collection("cash_shifts", {
  fields: {
    company: one("Companies", { serverSet: true }),
    branch: one("Branch", { serverSet: true }),
    collector: oneByUuid("users", { serverSet: true, onDelete: "set null" }),
    opened_at: timestamp({ serverSet: true }),
    closed_at: timestamp({ serverSet: true }),
    counted: money({ min: 0, max: 99_999_999_99, label: "Counted cash" }),
    note: text({ max: limits.message }),
    expected: money({ serverSet: true }),
    difference: money({ serverSet: true }),
    payments: many("payments", "shift"),
  },
  unique: [{ on: ["collector"], while: "closed_at is null" }],
  indexes: [["branch", "opened_at"]],
  facts: ["shiftCash"],
  rules: [closesShift],
  removal: [() => new Refusal("FORBIDDEN")],
  live: true,
  access: {
    read: {
      admin: ownCompany,
      manager: ownBranch,
      staff: ownShift,
    },
    update: {
      admin: ownShift,
      manager: ownShift,
      staff: ownShift,
    },
  },
});
