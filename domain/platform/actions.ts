// §1 §2: actions of the platform: enquiries from the public pages, and companies that it creates.
import { z } from "zod";
import { companyCreationFields } from "#domain/onboarding/company-creation.ts";
import { serviceNames } from "#domain/branches/services.ts";
import { onboardingStatuses } from "#domain/onboarding/states.ts";
import { changeReason, changeReasonErrors } from "#domain/schema/action-fields.ts";
import { paise, timestampText } from "#domain/schema/body-properties.ts";
import { contract } from "#domain/schema/contract.ts";

const figures = {
  people: z.int().meta({ description: "Accounts of its people that are not suspended." }),
  entries: z.int().meta({ description: "Entries and tickets of the last 30 days." }),
  received: paise.meta({ description: "Money received in the last 30 days, less refunds." }),
};
const services = z.array(z.enum(serviceNames));
const status = z.enum(onboardingStatuses);

const companyRow = z.object({
  id: z.int(),
  name: z.string(),
  company_type: z.string(),
  status,
  is_suspended: z.boolean(),
  branches: z.int(),
  services,
  ...figures,
});

export const companyList = z.object({
  companies: z.array(companyRow).meta({ description: "One page, by name." }),
  count: z.int().meta({ description: "Number of companies that match." }),
});

export const companyDetails = z.object({
  company: z.object({
    id: z.int(),
    name: z.string(),
    slug: z.string(),
    registered_name: z.string().nullable(),
    company_type: z.string(),
    status,
    pan: z.string().nullable(),
    cin_number: z.string().nullable(),
    suspended_at: timestampText.nullable(),
    suspension_reason: z.string().nullable(),
    date_created: timestampText,
  }),
  branches: z.array(
    z.object({
      id: z.int(),
      name: z.string(),
      status,
      city: z.string().nullable(),
      state: z.string().nullable(),
      gstin: z.string().nullable(),
      services,
      inside: z.int().meta({ description: "Vehicles and persons inside now, and tickets that are open." }),
      ...figures,
    }),
  ),
  contacts: z
    .array(
      z.object({
        name: z.string(),
        role: z.string().meta({ description: "Admin, or the designation of a branch's signatory." }),
        branch: z.string().nullable(),
        phone: z.string().nullable(),
        email: z.string().nullable(),
        status: z.string().nullable().meta({ description: "Of an account." }),
        last_access: timestampText.nullable(),
      }),
    )
    .meta({ description: "Its admins, then the signatories of its branches." }),
});

export const reviewTimes = z.object({
  median_minutes: z
    .int()
    .nullable()
    .meta({ description: "Half of the answers of the last 90 days took at most this long; null without answers." }),
  answers: z.int().meta({ description: "Number of answers in the last 90 days." }),
  waiting: z
    .array(z.object({ company: z.int(), branch: z.int().nullable(), since: timestampText }))
    .meta({ description: "Submissions under review, with the time of their last submission, longest wait first." }),
});

export const reviewActions = {
  readTimes: contract("GET /actions/platform/review-times", {
    area: "platform",
    access: { can: "platform.review" },
    summary: "How long submissions wait, and how long the answers to earlier ones took",
    reply: reviewTimes,
    errors: [],
  }),
};

export const enquiryActions = {
  send: contract("POST /actions/enquiries", {
    area: "public",
    access: "public",
    summary: "Send an enquiry to the platform",
    fields: { Enquiries: ["kind", "name", "email", "phone", "organisation", "city", "message"] },
    errors: ["REQUESTS_EXCEEDED"],
  }),
};

const suspension = {
  area: "platform",
  access: { can: "platform.review" },
  inputs: { reason: changeReason },
  errors: [...changeReasonErrors, "STATUS_ALREADY_UPDATED", "NO_NEXT_STATUS", "NO_MATCH_FOUND"],
} as const;

export const companyActions = {
  list: contract("GET /actions/platform/companies", {
    area: "platform",
    access: { can: "platform.review" },
    summary: "Companies with the size of what they do, found by name, PAN, GSTIN, or an admin's phone or email",
    query: {
      search: "Part of a name of a company or branch, a PAN, CIN, GSTIN, phone number or email.",
      status: "Only companies with this status. A search finds companies of all.",
      page: "Page, from 1.",
    },
    reply: companyList,
    errors: ["INVALID_QUERY"],
  }),
  read: contract("GET /actions/platform/companies/:id", {
    area: "platform",
    access: { can: "platform.review" },
    summary: "A company with its branches and contacts",
    reply: companyDetails,
    errors: ["NO_MATCH_FOUND"],
  }),
  suspend: contract("POST /actions/platform/companies/:id/suspend", {
    ...suspension,
    summary: "Suspend a company: its people cannot log in until it is resumed, unless vehicles are inside",
  }),
  resume: contract("POST /actions/platform/companies/:id/resume", {
    ...suspension,
    summary: "End the suspension of a company",
  }),
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
