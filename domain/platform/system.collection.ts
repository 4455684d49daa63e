// §7: the system collections: roles, activity, revisions, presets, settings. Files and folders: files.collection.ts,
// users: users.collection.ts.
import type { AccessRules, Row } from "#domain/schema/collection.ts";
import { ownCompany } from "#domain/access/row-filters.ts";
import { defineCollection } from "#domain/schema/collection.ts";
import type { WithUuidKey } from "#domain/schema/registry.ts";
import { integer, json, many, one, oneByUuid, text, timestamp } from "#domain/schema/fields.ts";
import { validatePresetSize, validatePresetCount } from "#domain/accounts/presets.ts";

/** Activity on collections the platform manages: submissions, requests and reference data. */
const vendorRows = () => ({
  collection: {
    _in: [
      "Companies",
      "Branch",
      "Onboarding_Reviews",
      "Change_Requests",
      "Two_Person_Changes",
      "Area_Request_List",
      "Areas",
      "Tags_Category",
      "Vehicle_Type",
      "Configuration_Settings",
    ],
  },
});

const rolesFields = {
  name: text({ required: true, max: 100 }),
  icon: text({ max: 30 }),
  description: text({ max: 255 }),
  users: many("users", "role"),
};

/** Defined in domain/access/roles.ts and seeded; read-only in the API. */
export const Roles = defineCollection("roles", {
  keyType: "uuid",
  isSystem: true,
  isStatic: true,
  fields: rolesFields,
  access: {
    read: { "reference.read": { rows: true, fields: ["id", "name", "icon", "description"] } },
  },
});

const activityFields = {
  action: text({ required: true, max: 20 }),
  user: oneByUuid("users", { onDelete: "set null" }),
  timestamp: timestamp({ required: true }),
  ip: text({ max: 50 }),
  user_agent: text({ max: 255 }),
  collection: text({ max: 64 }),
  item: text({ max: 64 }),
  origin: text({ max: 255 }),
  company: integer({ isId: true }),
  branch: integer({ isId: true }),
  revisions: many("revisions", "activity"),
};

export const Activity = defineCollection("activity", {
  isSystem: true,
  fields: activityFields,
  indexes: [
    ["collection", "item"],
    ["company", "id"],
  ],
  isAudited: false,
  access: {
    read: {
      "history.read": ownCompany,
      "platform.review": {
        rows: vendorRows,
        fields: ["id", "action", "user", "timestamp", "collection", "item", "company", "branch", "revisions"],
      },
    },
  },
});

const revisionsFields = {
  activity: one("activity", { required: true, onDelete: "cascade", index: true }),
  collection: text({ max: 64 }),
  item: text({ max: 64 }),
  data: json<Row | null>(),
  delta: json<Row | null>(),
  parent: integer({ isId: true }),
  version: integer(),
  // Set only if admins of the company may read all fields, since a revision contains the whole row.
  company: integer({ isId: true }),
};

export const Revisions = defineCollection("revisions", {
  isSystem: true,
  fields: revisionsFields,
  indexes: [
    ["collection", "item"],
    ["company", "id"],
  ],
  isAudited: false,
  access: { read: { "history.read": ownCompany, "platform.review": vendorRows } },
});

const ownPresets: AccessRules = {
  "account.use": ({ id }) => id !== null && { user: { _eq: id } },
};

const presetsFields = {
  bookmark: text({ max: 255 }),
  user: oneByUuid("users", { onDelete: "cascade" }),
  collection: text({ max: 64 }),
  search: text({ max: 100 }),
  layout: text({ max: 100 }),
  layout_query: json(),
  layout_options: json(),
  filter: json(),
  icon: text({ max: 30 }),
  color: text({ max: 30 }),
};

export const Presets = defineCollection("presets", {
  isSystem: true,
  fields: presetsFields,
  createDefaults: { user: (actor) => actor.id },
  indexes: [["user"]],
  lookups: ["presetCount"],
  rules: [validatePresetCount, validatePresetSize],
  access: { read: ownPresets, create: ownPresets, update: ownPresets, delete: ownPresets },
});

const settingsFields = {
  project_name: text({ max: 100, default: "Chaavi" }),
  project_url: text({ max: 255 }),
  default_language: text({ max: 10, default: "en-IN" }),
};

export const Settings = defineCollection("settings", {
  isSystem: true,
  isSingleton: true,
  fields: settingsFields,
  access: { read: { "reference.read": true } },
});

declare module "#domain/schema/registry.ts" {
  interface CollectionRegistry {
    roles: WithUuidKey<typeof rolesFields>;
    activity: typeof activityFields;
    revisions: typeof revisionsFields;
    presets: typeof presetsFields;
    settings: typeof settingsFields;
  }
}
