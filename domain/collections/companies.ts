// §3 Company: a vendor; its branches run the services.
import { companyRow, published } from "#domain/access.ts";
import { collection } from "#domain/collection.ts";
import { choice, cin, many, one, oneByUuid, pan, slug, squeezed, text } from "#domain/fields.ts";
import { limits } from "#domain/limits.ts";
import { isOwnPicture } from "#domain/rules/pictures.ts";
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
    /** The one that waits; those of its branches stand by these. */
    change_request: one("Change_Requests", { onDelete: "set null" }),
  },
  unique: [{ on: ["name"], ignoreCase: true, ignoreSpaces: true, error: "COMPANY_NAME_EXIST" }],
  needs: ["company_logo"],
  rules: [isOwnPicture("company_logo")],
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
      admin: { rows: companyRow, fields: ["company_logo"] },
    },
  },
});
