// Versions of the tariff of a branch and service (docs/rules/tariffs.md).
import { byScope, ownBranch, ownCompany, viaRelation } from "#domain/access/row-filters.ts";
import { serviceNames } from "#domain/branches/services.ts";
import { defineCollection } from "#domain/schema/collection.ts";
import { choice, integer, json, one, timestamp } from "#domain/schema/fields.ts";
import { applyTariffVersion, validateVersionDelete } from "#domain/tariffs/tariff-version.ts";
import type { TariffVersion } from "#domain/tariffs/tariff.ts";

const viaCompany = viaRelation("branch", ownCompany);
const branchRows = byScope({ company: viaCompany, branch: ownBranch });

const tariffVersionsFields = {
  branch: one("Branch", { required: true, onDelete: "cascade" }),
  service: choice(serviceNames, { required: true }),
  // 1, 2 … per branch and service.
  number: integer({ min: 1, serverSet: true, isSetOnCreate: true }),
  // In force is the version with the latest start that is not in the future.
  starts_at: timestamp({ label: "Start", isSetOnCreate: true }),
  tariff: json<TariffVersion>({ required: true }),
};

export const TariffVersions = defineCollection("Tariff_Versions", {
  fields: tariffVersionsFields,
  unique: [{ fields: ["branch", "service", "number"] }],
  indexes: [["branch", "service", "starts_at", "number"]],
  lookups: ["tariffVersionUse"],
  rules: [applyTariffVersion],
  deleteRules: [validateVersionDelete],
  allocations: ["tariffNumber"],
  followUps: ["timeCharges"],
  isLive: true,
  access: {
    read: { "platform.review": true, "workplace.read": branchRows },
    create: { "branch.configure": branchRows },
    update: { "branch.configure": branchRows },
    delete: { "branch.configure": branchRows },
  },
});

declare module "#domain/schema/registry.ts" {
  interface CollectionRegistry {
    Tariff_Versions: typeof tariffVersionsFields;
  }
}
