// §3 §4 Company_Branch_Registration_Cache: how far an admin's onboarding has come; one row per admin and kind.
import { collection } from "#domain/collection.ts";
import { choice, integer, json, oneByUuid } from "#domain/fields.ts";
import { limits } from "#domain/limits.ts";
import { cacheFollowsTheLast } from "#domain/rules/registration-cache.ts";

const own = (who: { id: string | null }) => who.id !== null && { admin: { _eq: who.id } };

export const CompanyBranchRegistrationCache = collection("Company_Branch_Registration_Cache", {
  fields: {
    registration_type: choice(["company", "branch"], { required: true }),
    admin: oneByUuid("users", { required: true, onDelete: "cascade" }),
    current_step: integer({ min: 1, max: 20, default: limits.registrationDefaultStep }),
    form_cache: json(),
    verification_cache: json(),
    company_cache: json(),
    /** Goes up by one with every change: who sends it changes nothing that was typed elsewhere meanwhile. */
    revision: integer({ min: 1, default: 1 }),
  },
  rules: [cacheFollowsTheLast],
  unique: [{ on: ["admin", "registration_type"] }],
  presets: { admin: (who) => who.id },
  access: { read: { admin: own }, create: { admin: own }, update: { admin: own }, delete: { admin: own } },
});
