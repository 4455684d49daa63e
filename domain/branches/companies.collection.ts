// §3 Company: a vendor with one or more branches.
import { ownCompanyRow, published } from "#domain/access/row-filters.ts";
import { validateCompanyType } from "#domain/branches/entity-type.ts";
import { suggestSlug } from "#domain/text/slug.ts";
import { validateSuspension } from "#domain/branches/suspension.ts";
import { defineCollection } from "#domain/schema/collection.ts";
import { choice, cin, many, one, oneByUuid, slug, collapseSpaces, text, timestamp } from "#domain/schema/fields.ts";
import { pan } from "#domain/schema/tax-id-fields.ts";
import * as limits from "#domain/limits.ts";
import { assignFilePurpose } from "#domain/files/file-purpose.ts";
import { validateOwnImage } from "#domain/files/image-attachments.ts";
import { validateDecidedStatus } from "#domain/onboarding/onboarding-review.ts";
import { onboardingStatuses, platformStates } from "#domain/onboarding/states.ts";

const companiesFields = {
  name: text({
    label: "Company name",
    required: true,
    max: limits.companyName,
    min: limits.nameMinimum,
    normalise: collapseSpaces,
  }),
  registered_name: text({ label: "Registered company name", max: 150 }),
  slug: slug({ required: true, unique: true }),
  status: choice(onboardingStatuses, { default: "draft", stateTable: platformStates }),
  company_type: choice(["single_organization", "franchise", "individual", "government"], { required: true }),
  cin_number: cin(),
  pan: pan(),
  company_logo: oneByUuid("files", { onDelete: "set null" }),
  branches: many("Branch", "company"),
  /** Set while the platform has suspended the company. */
  suspended_at: timestamp({ serverSet: true }),
  suspension_reason: text({ max: limits.message, serverSet: true }),
  /** The pending change request of the company; branches have their own. */
  change_request: one("Change_Requests", { onDelete: "set null" }),
};

export const Companies = defineCollection("Companies", {
  fields: companiesFields,
  unique: [{ fields: ["name"], ignoreCase: true, ignoreSpaces: true, error: "COMPANY_NAME_EXIST" }],
  derivedDefaults: { slug: suggestSlug },
  include: ["company_logo"],
  lookups: ["reviewDecision"],
  rules: [validateDecidedStatus, validateCompanyType, validateSuspension, validateOwnImage("company_logo", "logo")],
  propagates: assignFilePurpose("company_logo", "logo"),
  notifications: ["onboardingDecision"],
  isLive: true,
  access: {
    read: {
      "platform.review": true,
      "workplace.read": ownCompanyRow,
      "directory.read": {
        rows: published,
        fields: ["id", "name", "slug", "status", "company_type", "company_logo", "branches"],
      },
    },
    update: {
      "company.configure": { rows: ownCompanyRow, fields: ["company_logo"] },
    },
  },
});

declare module "#domain/schema/registry.ts" {
  interface CollectionRegistry {
    Companies: typeof companiesFields;
  }
}
