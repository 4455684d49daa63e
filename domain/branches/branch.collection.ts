// §3 Branch: one site of a company with its services and their configuration.
import type { BranchExceptions } from "#domain/access/capability-exceptions.ts";
import type { OpeningHours } from "#domain/branches/opening-hours.ts";
import type { CustomTemplates } from "#domain/messages/message-templates.ts";
import { byScope, ownBranchRow, ownCompanyBranches, ownCompany } from "#domain/access/row-filters.ts";
import { type DiscountLimits, validateDiscountLimits } from "#domain/cash/discount-limits.ts";
import { type BranchChannel, validatePaymentChannels } from "#domain/payments/channels/payment-channels.ts";
import { validateCapabilityExceptions } from "#domain/branches/role-permissions.ts";
import { defineCollection } from "#domain/schema/collection.ts";
import {
  boolean,
  choice,
  email,
  integer,
  json,
  many,
  one,
  personName,
  phone,
  pincode,
  slug,
  collapseSpaces,
  text,
  timestamp,
} from "#domain/schema/fields.ts";
import { getKeys } from "#domain/object-keys.ts";
import { languages } from "#domain/people/languages.ts";
import { gstin } from "#domain/schema/tax-id-fields.ts";
import * as limits from "#domain/limits.ts";
import { validateAmenities } from "#domain/branches/amenities.ts";
import { validateSkippedSteps, type SetUpStep } from "#domain/branches/set-up.ts";
import { validateEntityType } from "#domain/branches/entity-type.ts";
import { applySuspensionOfCompany } from "#domain/branches/suspension.ts";
import { validateServiceDisable, validateServiceEnable } from "#domain/branches/branch-configuration.ts";
import { validateOpeningHours } from "#domain/branches/opening-hours.ts";
import { validateCustomTemplates } from "#domain/messages/message-templates.ts";
import { type SmsTexts, validateSmsTexts } from "#domain/messages/sms-texts.ts";
import { type BranchQuestion, validateQuestions } from "#domain/site/branch-questions.ts";
import { serviceNames } from "#domain/branches/services.ts";
import { visitorPhoneModes } from "#domain/branches/visitor-phone.ts";
import { validateDecidedStatus } from "#domain/onboarding/onboarding-review.ts";
import { onboardingStatuses, platformStates } from "#domain/onboarding/states.ts";

const publicFields = [
  "id",
  "name",
  "slug",
  "status",
  "company",
  "address",
  "city",
  "state",
  "area",
  "pincode",
  "latitude",
  "longitude",
  "entity_type",
  ...serviceNames,
  "tags",
  "amenities",
  "banner_images",
  "time_charges",
  "valet_number",
  "time_zone",
  "opening_hours",
];
const settingFields = [
  "print_language",
  "valet_number",
  "is_staff_available",
  "allow_vehicle_image_required",
  "allow_vehicle_type_required",
  "visitor_phone",
  "allow_person_entries",
  "invite_max_days",
  "invites_per_host",
  "pass_max_days",
  "pass_moves_per_month",
  "amenities",
  "opening_hours",
  "mail_texts",
  "sms_texts",
  "payment_channels",
  "upi_vpa",
  "upi_payee_name",
  "set_up_skipped",
  "meta_title",
  "meta_description",
  "meta_keywords",
  "questions",
  "tags",
  ...serviceNames,
];
/** Message quotas; all other fields are set by the vendor. */
const platformFields = ["sms_per_day", "mails_per_day"];

/** Branches that are found. */
const openBranches = () => ({ status: { _eq: "published" }, is_suspended: { _eq: false } });
const editableBranches = byScope({ company: ownCompany, branch: ownBranchRow });

const branchFields = {
  company: one("Companies", { required: true, onDelete: "cascade" }),
  name: text({
    label: "Branch name",
    required: true,
    max: limits.branchName,
    min: limits.nameMinimum,
    normalise: collapseSpaces,
  }),
  slug: slug({ required: true }),
  status: choice(onboardingStatuses, { default: "draft", stateTable: platformStates }),
  entity_type: choice(["government", "commercial", "residential", "school-college-university"], {
    default: "commercial",
  }),
  /** The company is suspended. */
  is_suspended: boolean({ serverSet: true }),
  valet_number: phone({ label: "Valet number" }),
  gstin: gstin(),
  address: text({ max: limits.address }),
  city: text({ max: 80 }),
  state: text({ max: 80 }),
  area: one("Areas", { onDelete: "set null" }),
  pincode: pincode(),
  latitude: text({ max: 20, pattern: /^-?\d{1,2}(\.\d{1,8})?$/, message: "must be in degrees, for example 13.0827" }),
  longitude: text({
    max: 20,
    pattern: /^-?\d{1,3}(\.\d{1,8})?$/,
    message: "must be in degrees, for example 80.2707",
  }),
  time_zone: text({ max: 50, default: "Asia/Kolkata" }),
  // Platform fees in basis points, for settlement reports only (reading.md §5); changed by two persons
  // (domain/platform/two-person-change.ts).
  platform_charges: integer({ min: 0, max: 10_000, serverSet: true }),
  service_charges: integer({ min: 0, max: 10_000, serverSet: true }),
  // Daily message quotas (domain/messages/message-quota.ts); empty is the default.
  sms_per_day: integer({ label: "SMS per day", min: 0, max: 1_000_000 }),
  mails_per_day: integer({ label: "Emails per day", min: 0, max: 1_000_000 }),
  /** Language of slips and receipts. */
  print_language: choice(getKeys(languages), { default: "en", label: "Language of slips and receipts" }),
  is_staff_available: boolean({ default: true }),
  chat_room_id: text({ max: 100, serverSet: true }),
  allow_vehicle_image_required: boolean(),
  allow_vehicle_type_required: boolean(),
  // Whether a check-in asks for the phone number of a vehicle's driver (domain/branches/visitor-phone.ts).
  visitor_phone: choice(visitorPhoneModes, { default: "required" }),
  allow_person_entries: boolean(),
  invite_max_days: integer({
    label: "Maximum invite length (days)",
    min: 1,
    max: limits.inviteDays,
    default: limits.inviteDays,
  }),
  // Of one employee, approver or customer; empty for the limits of the account alone.
  invites_per_host: integer({ label: "Invites of one host per day", min: 1, max: limits.invitesPerEmployee }),
  pass_max_days: integer({
    label: "Longest pass (days)",
    min: 1,
    max: limits.longestPassDays,
    default: limits.longestPassDays,
  }),
  pass_moves_per_month: integer({
    label: "Moves of a pass per month",
    min: 0,
    max: limits.passMovesMaximum,
    default: limits.passMovesPerMonth,
  }),
  is_parking: boolean(),
  is_valet_and_parking: boolean(),
  is_pre_booking: boolean(),
  tags: many("Branch_Tags", "branch"),
  amenities: json<string[] | null>({ default: [] }),
  // Rich text of the agreement at acceptance, and who accepted it for the vendor.
  agreement: text({ max: limits.agreement }),
  agreement_accepted_at: timestamp({ serverSet: true }),
  agreement_accepted_by: personName({ serverSet: true }),
  signatory_name: personName({ label: "Signatory name" }),
  signatory_email: email({ label: "Signatory email" }),
  signatory_address: text({ label: "Signatory address", max: limits.address }),
  signatory_designation: text({ label: "Signatory designation", max: 50 }),
  documents: many("Onboarding_Documents", "branch"),
  banner_images: many("Branch_Banner_Images", "branch"),
  parking_config: one("Parking_Configuration", { onDelete: "set null" }),
  valet_and_parking_config: one("Valet_and_Parking_Configuration", { onDelete: "set null" }),
  pre_booking_config: one("Pre_Booking_Configuration", { onDelete: "set null" }),
  /** The pending change request. */
  change_request: one("Change_Requests", { onDelete: "set null" }),
  /** Opening periods per weekday (domain/branches/opening-hours.ts); empty is always open. */
  opening_hours: json<OpeningHours | null>(),
  /** Custom subject and text by email template (domain/messages/message-templates.ts). */
  mail_texts: json<CustomTemplates | null>(),
  /** SMS texts registered in other languages, by template and language (domain/messages/sms-texts.ts). */
  sms_texts: json<SmsTexts | null>(),
  /** Exceptions from the capabilities of roles (domain/access/capability-exceptions.ts). */
  capability_exceptions: json<BranchExceptions | null>(),
  /** Largest discount of a role in paise (domain/cash/discount-limits.ts). */
  discount_limits: json<DiscountLimits | null>(),
  /** Payment channels besides cash and the provider (domain/payments/channels/payment-channels.ts), and the account for UPI. */
  payment_channels: json<BranchChannel[] | null>(),
  upi_vpa: text({
    label: "UPI ID",
    max: 100,
    normalise: (input) => input.trim(),
    pattern: /^[\w.-]{2,}@[A-Za-z][\w.-]+$/,
    message: "*Enter a UPI ID such as name@bank",
  }),
  upi_payee_name: text({ label: "Payee's name", max: limits.name, normalise: collapseSpaces }),
  /** Steps of the checklist of a new branch that it does not need (domain/branches/set-up.ts). */
  set_up_skipped: json<SetUpStep[] | null>(),
  /** Texts of the public page for search engines; without them it has those of domain/site/page-texts.ts. */
  meta_title: text({ label: "Page title", max: limits.meta, normalise: collapseSpaces }),
  meta_description: text({ label: "Page description", max: limits.meta, normalise: collapseSpaces }),
  meta_keywords: text({ label: "Keywords", max: limits.meta, normalise: collapseSpaces }),
  /** Questions and answers of the public page (domain/site/branch-questions.ts). */
  questions: json<BranchQuestion[] | null>(),
  area_request: one("Area_Request_List", { onDelete: "set null" }),
  slot_blocks: many("Slot_Blocks", "branch"),
  time_charges: many("Time_Charges", "branch"),
};

export const Branch = defineCollection("Branch", {
  fields: branchFields,
  unique: [
    { fields: ["company", "slug"], error: "BRANCH_NAME_EXIST" },
    { fields: ["company", "name"], ignoreCase: true, ignoreSpaces: true, error: "BRANCH_NAME_EXIST" },
  ],
  include: ["company"],
  lookups: ["movement", "reviewDecision"],
  rules: [
    validateDecidedStatus,
    validateEntityType,
    applySuspensionOfCompany,
    validateServiceDisable,
    validateServiceEnable,
    validateAmenities,
    validateOpeningHours,
    validateQuestions,
    validateCustomTemplates,
    validateSmsTexts,
    validateCapabilityExceptions,
    validateDiscountLimits,
    validatePaymentChannels,
    validateSkippedSteps,
  ],
  notifications: ["onboardingDecision"],
  followUps: ["testEntries"],
  isLive: true,
  access: {
    read: {
      "platform.review": true,
      "workplace.read": byScope({ company: ownCompanyBranches, branch: ownBranchRow }),
      // The invite form of a customer depends on the last three.
      "invite.host": {
        rows: openBranches,
        fields: [...publicFields, "allow_person_entries", "allow_vehicle_type_required", "invite_max_days"],
      },
      "directory.read": { rows: openBranches, fields: publicFields },
    },
    update: {
      "permission.configure": {
        rows: editableBranches,
        fields: [...settingFields, "capability_exceptions", "discount_limits"],
      },
      "branch.configure": { rows: editableBranches, fields: settingFields },
      "platform.review": { rows: true, fields: platformFields },
    },
  },
});

declare module "#domain/schema/registry.ts" {
  interface CollectionRegistry {
    Branch: typeof branchFields;
  }
}
