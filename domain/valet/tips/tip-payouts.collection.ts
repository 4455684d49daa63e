// §4 Tips paid out to a driver: what a manager gives and the driver confirms. Written by server/features/valet/tips only.
import { inOwnScope } from "#domain/access/row-filters.ts";
import type { Actor } from "#domain/access/roles.ts";
import { handoverStates, handoverStateTable } from "#domain/cash/cash-handover.ts";
import { defineCollection, type Filter, RuleViolation } from "#domain/schema/collection.ts";
import { choice, money, one, oneByUuid, timestamp } from "#domain/schema/fields.ts";

const ownPayouts = (actor: Actor): Filter | false => actor.id !== null && { driver: { _eq: actor.id } };

const tipPayoutsFields = {
  company: one("Companies", { serverSet: true, isSetOnCreate: true }),
  branch: one("Branch", { serverSet: true, isSetOnCreate: true }),
  driver: oneByUuid("users", { label: "Driver", onDelete: "set null" }),
  giver: oneByUuid("users", { serverSet: true, onDelete: "set null" }),
  // Tips are counted apart by how the customers paid them.
  cash_amount: money({ min: 0, serverSet: true, isSetOnCreate: true }),
  online_amount: money({ min: 0, serverSet: true, isSetOnCreate: true }),
  state: choice(handoverStates, { serverSet: true, stateTable: handoverStateTable, default: "offered" }),
  decided_at: timestamp({ serverSet: true }),
};

export const TipPayouts = defineCollection("tip_payouts", {
  fields: tipPayoutsFields,
  unique: [{ fields: ["branch", "driver"], where: "state = 'offered'", error: "CASH_HANDOVER_PENDING" }],
  indexes: [["driver", "id"]],
  deleteRules: [() => new RuleViolation("FORBIDDEN")],
  isLive: true,
  service: "is_valet_and_parking",
  access: {
    read: { "valet.manage": inOwnScope, "cash.count": ownPayouts },
  },
});

declare module "#domain/schema/registry.ts" {
  interface CollectionRegistry {
    tip_payouts: typeof tipPayoutsFields;
  }
}
