// §3 Company: a vendor; its branches run the services.
import { companyRow, published } from "#domain/access.ts";
import { collection } from "#domain/collection.ts";
import { choice, cin, many, oneByUuid, pan, slug, squeezed, text } from "#domain/fields.ts";
import { limits } from "#domain/limits.ts";
import { onboardingStatuses, platformStates } from "#domain/states/onboarding.ts";

export const Companies = collection("Companies", {
  fields: {
    name: text({
      label: "Company name",
      required: true,
      max: limits.companyName,
      min: limits.nameMinimum,
      normalise: squeezed,
    }),
    registered_name: text({ label: "Company registered name", max: 150 }),
    slug: slug({ required: true, unique: true }),
    status: choice(onboardingStatuses, { default: "draft", states: platformStates }),
    company_type: choice(["single_organization", "franchise", "individual", "government"], { required: true }),
    cin_number: cin(),
    pan: pan(),
    company_logo: oneByUuid("files", { onDelete: "set null" }),
    branches: many("Branch", "company"),
  },
  unique: [{ on: ["name"], ignoreCase: true, ignoreSpaces: true, error: "COMPANY_NAME_EXIST" }],
  tells: ["onboardingDecision"],
  live: true,
  access: {
    read: {
      public: { rows: published, fields: ["id", "name", "slug", "status", "company_type", "company_logo", "branches"] },
      customer: {
        rows: published,
        fields: ["id", "name", "slug", "status", "company_type", "company_logo", "branches"],
      },
      admin: companyRow,
      manager: companyRow,
      staff: companyRow,
      approver: companyRow,
      employee: companyRow,
      verifier: true,
    },
    update: {
      admin: { rows: companyRow, fields: ["registered_name", "cin_number", "company_logo"] },
    },
  },
});
