// A phone or tablet of a branch on which staff switch by name and PIN. See docs/rules/shared-devices.md.
import { inOwnScope } from "#domain/access/row-filters.ts";
import { defineCollection } from "#domain/schema/collection.ts";
import { collapseSpaces, one, oneByUuid, secret, text, timestamp } from "#domain/schema/fields.ts";
import * as limits from "#domain/limits.ts";

const sharedDevicesFields = {
  name: text({ label: "Device name", required: true, max: limits.name, normalise: collapseSpaces }),
  company: one("Companies", { serverSet: true, isSetOnCreate: true, onDelete: "cascade" }),
  branch: one("Branch", { serverSet: true, isSetOnCreate: true, onDelete: "cascade", index: true }),
  /** Content of the device's cookie. */
  token: secret({ serverSet: true, unique: true }),
  last_used_at: timestamp({ serverSet: true }),
  last_user: oneByUuid("users", { serverSet: true, onDelete: "set null" }),
  revoked_at: timestamp({ serverSet: true }),
};

export const SharedDevices = defineCollection("Shared_Devices", {
  fields: sharedDevicesFields,
  access: { read: { "branch.configure": inOwnScope } },
});

declare module "#domain/schema/registry.ts" {
  interface CollectionRegistry {
    Shared_Devices: typeof sharedDevicesFields;
  }
}
