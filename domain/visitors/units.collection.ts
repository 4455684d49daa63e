// Units of a branch that visitors come to, such as flats, departments or classes, and their members, who answer requests
// in this order. See docs/rules/approvals.md.
import { byScope, ownBranch, ownCompany, viaRelation } from "#domain/access/row-filters.ts";
import { defineCollection } from "#domain/schema/collection.ts";
import {
  collapseSpaces,
  integer,
  json,
  many,
  one,
  personName,
  phone,
  text,
  vehicleNumber,
} from "#domain/schema/fields.ts";
import { type Weekday, weekdays } from "#domain/branches/opening-hours.ts";
import { validateVisitPermission } from "#domain/visitors/visit-permission.ts";
import * as limits from "#domain/limits.ts";

const branchRows = byScope({ company: viaRelation("branch", ownCompany), branch: ownBranch });
const viaUnit = viaRelation("unit", branchRows);

const branchUnitsFields = {
  branch: one("Branch", { required: true, onDelete: "cascade" }),
  name: text({ label: "Unit", required: true, max: limits.name, normalise: collapseSpaces }),
  members: many("Unit_Members", "unit"),
  permissions: many("Visit_Permissions", "unit"),
};

export const BranchUnits = defineCollection("Branch_Units", {
  fields: branchUnitsFields,
  unique: [{ fields: ["branch", "name"], ignoreCase: true }],
  createDefaults: { branch: (actor) => actor.branch },
  access: {
    read: { "entry.read": branchRows },
    create: { "branch.configure": branchRows },
    update: { "branch.configure": branchRows },
    delete: { "branch.configure": branchRows },
  },
});

const unitMembersFields = {
  unit: one("Branch_Units", { required: true, onDelete: "cascade", index: true }),
  name: personName({ required: true }),
  phone: phone({ required: true }),
  sort: integer({ default: 0 }),
};

export const UnitMembers = defineCollection("Unit_Members", {
  fields: unitMembersFields,
  manualOrder: { field: "sort", scope: ["unit"] },
  unique: [{ fields: ["unit", "phone"] }],
  // The homes of a customer.
  indexes: [["phone"]],
  access: {
    read: { "entry.read": viaUnit },
    create: { "branch.configure": viaUnit },
    update: { "branch.configure": viaUnit },
    delete: { "branch.configure": viaUnit },
  },
});

const visitPermissionsFields = {
  unit: one("Branch_Units", { required: true, onDelete: "cascade", index: true }),
  name: personName({ required: true }),
  // The visitor is recognised by either.
  phone: phone(),
  vehicle_no: vehicleNumber(),
  days: json<Weekday[]>({ default: [...weekdays] }),
  from_time: text({ label: "From", required: true, max: 5 }),
  until_time: text({ label: "Until", required: true, max: 5 }),
};

export const VisitPermissions = defineCollection("Visit_Permissions", {
  fields: visitPermissionsFields,
  rules: [validateVisitPermission],
  access: {
    read: { "entry.read": viaUnit },
    create: { "branch.configure": viaUnit },
    update: { "branch.configure": viaUnit },
    delete: { "branch.configure": viaUnit },
  },
});

declare module "#domain/schema/registry.ts" {
  interface CollectionRegistry {
    Branch_Units: typeof branchUnitsFields;
    Unit_Members: typeof unitMembersFields;
    Visit_Permissions: typeof visitPermissionsFields;
  }
}
