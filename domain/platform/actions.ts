// §1 §2: actions of the platform: enquiries from the public pages, and companies that it creates.
import { z } from "zod";
import { companyCreationFields } from "#domain/onboarding/company-creation.ts";
import { contract } from "#domain/schema/contract.ts";

export const enquiryActions = {
  send: contract("POST /actions/enquiries", {
    area: "public",
    access: "public",
    summary: "Send an enquiry to the platform",
    fields: { Enquiries: ["kind", "name", "email", "phone", "organisation", "city", "message"] },
    errors: ["REQUESTS_EXCEEDED"],
  }),
};

export const companyActions = {
  create: contract("POST /actions/platform/companies", {
    area: "platform",
    access: { can: "platform.administer" },
    summary: "Create a government office, residential society or school with its first branch, and invite its admin",
    inputs: companyCreationFields,
    reply: z.object({ company: z.int(), branch: z.int() }),
    errors: [
      "COMPANY_NAME_EXIST",
      "USER_EMAIL_EXIST",
      "SERVICE_REQUIRED",
      "GSTIN_OTHER_PAN",
      "GSTIN_OTHER_STATE",
      "GSTIN_NOT_ACTIVE",
      "GSTIN_VERIFICATION_FAILED",
      "PAN_VERIFICATION_FAILED",
      "AREA_EXIST",
      "REQUESTS_EXCEEDED",
    ],
  }),
};
