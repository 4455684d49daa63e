// §4 Cash handed from one shift to another. Written by the actions of server/features/cash only.
import { inOwnScope } from "#domain/access/row-filters.ts";
import type { Actor } from "#domain/access/roles.ts";
import { handoverStates, handoverStateTable } from "#domain/cash/cash-handover.ts";
import { defineCollection, type Filter, RuleViolation } from "#domain/schema/collection.ts";
import { choice, money, one, oneByUuid, timestamp } from "#domain/schema/fields.ts";

const ownHandovers = (actor: Actor): Filter | false =>
  actor.id !== null && { _or: [{ giver: { _eq: actor.id } }, { receiver: { _eq: actor.id } }] };

const cashHandoversFields = {
  company: one("Companies", { serverSet: true, isSetOnCreate: true }),
  branch: one("Branch", { serverSet: true, isSetOnCreate: true }),
  giver: oneByUuid("users", { serverSet: true, onDelete: "set null" }),
  receiver: oneByUuid("users", { label: "Receiver", onDelete: "set null" }),
  from_shift: one("cash_shifts", { serverSet: true, isSetOnCreate: true, index: true }),
  // The receiver's shift, from the confirmation on.
  to_shift: one("cash_shifts", { serverSet: true, index: true }),
  amount: money({ label: "Amount", min: 0, max: 99_999_999_99, required: true }),
  state: choice(handoverStates, { serverSet: true, stateTable: handoverStateTable, default: "offered" }),
  decided_at: timestamp({ serverSet: true }),
};

export const CashHandovers = defineCollection("cash_handovers", {
  fields: cashHandoversFields,
  // A shift has one offer at a time.
  unique: [{ fields: ["from_shift"], where: "state = 'offered'", error: "CASH_HANDOVER_PENDING" }],
  indexes: [["receiver", "id"]],
  deleteRules: [() => new RuleViolation("FORBIDDEN")],
  isLive: true,
  access: {
    read: { "cash.close": inOwnScope, "cash.count": ownHandovers },
  },
});

declare module "#domain/schema/registry.ts" {
  interface CollectionRegistry {
    cash_handovers: typeof cashHandoversFields;
  }
}
