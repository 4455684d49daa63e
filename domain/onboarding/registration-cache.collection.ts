// §3 §4 Company_Branch_Registration_Cache: progress of an admin's registration; one row per admin and type.
import type { RegistrationForm } from "#domain/onboarding/registration.ts";
import { defineCollection } from "#domain/schema/collection.ts";
import { choice, integer, json, oneByUuid } from "#domain/schema/fields.ts";
import * as limits from "#domain/limits.ts";
import { applyCacheRevision } from "#domain/onboarding/registration-cache.ts";

const isOwnCache = (actor: { id: string | null }) => actor.id !== null && { admin: { _eq: actor.id } };

const companyBranchRegistrationCacheFields = {
  registration_type: choice(["company", "branch"], { required: true }),
  admin: oneByUuid("users", { required: true, onDelete: "cascade" }),
  current_step: integer({ min: 1, max: 20, default: limits.registrationDefaultStep }),
  form_cache: json<RegistrationForm | null>(),
  verification_cache: json<object | null>(),
  company_cache: json(),
  /** Incremented by each change; clients that send it never overwrite changes from another device. */
  revision: integer({ min: 1, default: 1 }),
};

export const CompanyBranchRegistrationCache = defineCollection("Company_Branch_Registration_Cache", {
  fields: companyBranchRegistrationCacheFields,
  rules: [applyCacheRevision],
  unique: [{ fields: ["admin", "registration_type"] }],
  createDefaults: { admin: (actor) => actor.id },
  access: {
    read: { "registration.submit": isOwnCache },
    create: { "registration.submit": isOwnCache },
    update: { "registration.submit": isOwnCache },
    delete: { "registration.submit": isOwnCache },
  },
});

declare module "#domain/schema/registry.ts" {
  interface CollectionRegistry {
    Company_Branch_Registration_Cache: typeof companyBranchRegistrationCacheFields;
  }
}
