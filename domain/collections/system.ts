// §7: the system collections: roles, activity, revisions, presets, settings. Files and folders: files.ts, users: users.ts.
import { ownCompany } from "#domain/access.ts";
import { collection } from "#domain/collection.ts";
import { integer, json, many, one, oneByUuid, text, timestamp } from "#domain/fields.ts";
import { roleNames } from "#domain/roles.ts";

/** What was done with what the platform looks after: submissions, requests, and what it keeps itself. */
const ofVendors = () => ({
  collection: {
    _in: [
      "Companies",
      "Branch",
      "Onboarding_Reviews",
      "Change_Requests",
      "Area_Request_List",
      "Areas",
      "Tags_Category",
      "Vehicle_Type",
      "Configuration_Settings",
    ],
  },
});

const everyRole = Object.fromEntries(roleNames.map((role) => [role, true]));

/** Declared in domain/roles.ts and seeded; the API reads them. */
export const Roles = collection("roles", {
  key: "uuid",
  system: true,
  isDeclared: true,
  fields: {
    name: text({ required: true, max: 100 }),
    icon: text({ max: 30 }),
    description: text({ max: 255 }),
    users: many("users", "role"),
  },
  access: {
    read: Object.fromEntries(
      roleNames.map((role) => [role, { rows: true, fields: ["id", "name", "icon", "description"] }]),
    ),
  },
});

export const Activity = collection("activity", {
  system: true,
  fields: {
    action: text({ required: true, max: 20 }),
    user: oneByUuid("users", { onDelete: "set null" }),
    timestamp: timestamp({ required: true }),
    ip: text({ max: 50 }),
    user_agent: text({ max: 255 }),
    collection: text({ max: 64 }),
    item: text({ max: 64 }),
    origin: text({ max: 255 }),
    company: integer(),
    branch: integer(),
    revisions: many("revisions", "activity"),
  },
  indexes: [
    ["collection", "item"],
    ["company", "id"],
  ],
  tracked: false,
  access: {
    read: {
      admin: ownCompany,
      verifier: {
        rows: ofVendors,
        fields: ["id", "action", "user", "timestamp", "collection", "item", "company", "branch", "revisions"],
      },
    },
  },
});

export const Revisions = collection("revisions", {
  system: true,
  fields: {
    activity: one("activity", { required: true, onDelete: "cascade", index: true }),
    collection: text({ max: 64 }),
    item: text({ max: 64 }),
    data: json(),
    delta: json(),
    parent: integer(),
    version: integer(),
    // Whose admin may read it: a row as it was holds every field, so it is only theirs where they may read every field.
    company: integer(),
  },
  indexes: [
    ["collection", "item"],
    ["company", "id"],
  ],
  tracked: false,
  access: { read: { admin: ownCompany, verifier: ofVendors } },
});

export const Presets = collection("presets", {
  system: true,
  fields: {
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
  },
  presets: { user: (who) => who.id },
  access: Object.fromEntries(
    (["read", "create", "update", "delete"] as const).map((operation) => [
      operation,
      Object.fromEntries(
        roleNames
          .filter((role) => role !== "public")
          .map((role) => [role, (who: { id: string | null }) => who.id !== null && { user: { _eq: who.id } }]),
      ),
    ]),
  ),
});

export const Settings = collection("settings", {
  system: true,
  singleton: true,
  fields: {
    project_name: text({ max: 100, default: "Chaavi" }),
    project_url: text({ max: 255 }),
    default_language: text({ max: 10, default: "en-IN" }),
  },
  access: { read: everyRole },
});
