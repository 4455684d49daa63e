// §3 Branch: one place of a company, with the services it runs and how each is set up.
import { branchRow, companyBranches, ownCompany, published } from "#domain/access.ts";
import { collection } from "#domain/collection.ts";
import {
  boolean,
  choice,
  email,
  gstin,
  integer,
  json,
  many,
  one,
  personName,
  phone,
  pincode,
  slug,
  squeezed,
  text,
  timestamp,
} from "#domain/fields.ts";
import { limits } from "#domain/limits.ts";
import { amenitiesAreWords } from "#domain/rules/amenities.ts";
import { branchKeepsService, serviceIsSetUp } from "#domain/rules/configuration.ts";
import { openingHoursAreSound } from "#domain/rules/opening-hours.ts";
import { ownTextsAreSound } from "#domain/rules/own-texts.ts";
import { services } from "#domain/services.ts";
import { onboardingStatuses, platformStates } from "#domain/states/onboarding.ts";

const shownToAll = [
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
  ...services,
  "tags",
  "amenities",
  "banner_images",
  "time_charges",
  "valet_number",
  "time_zone",
  "opening_hours",
];
const setByManager = [
  "valet_number",
  "is_staff_available",
  "allow_vehicle_image_required",
  "allow_vehicle_type_required",
  "allow_person_entries",
  "amenities",
  "opening_hours",
  "mail_texts",
  ...services,
];
/** The platform's share; the rest of a branch is its vendor's. */
const setByVerifier = ["platform_charges", "service_charges"];

export const Branch = collection("Branch", {
  fields: {
    company: one("Companies", { required: true, onDelete: "cascade" }),
    name: text({
      label: "Branch name",
      required: true,
      max: limits.branchName,
      min: limits.nameMinimum,
      normalise: squeezed,
    }),
    slug: slug({ required: true }),
    status: choice(onboardingStatuses, { default: "draft", states: platformStates }),
    entity_type: choice(["government", "commercial", "residential", "school-college-university"], {
      default: "commercial",
    }),
    valet_number: phone({ label: "Valet number" }),
    gstin: gstin(),
    address: text({ max: limits.address }),
    city: text({ max: 80 }),
    state: text({ max: 80 }),
    area: one("Areas", { onDelete: "set null" }),
    pincode: pincode(),
    latitude: text({ max: 20, pattern: /^-?\d{1,2}(\.\d{1,8})?$/, message: "must be degrees, like 13.0827" }),
    longitude: text({ max: 20, pattern: /^-?\d{1,3}(\.\d{1,8})?$/, message: "must be degrees, like 80.2707" }),
    time_zone: text({ max: 50, default: "Asia/Kolkata" }),
    // The platform's share in hundredths of a percent, for settlement reports only (reading.md §5).
    platform_charges: integer({ min: 0, max: 10_000 }),
    service_charges: integer({ min: 0, max: 10_000 }),
    is_staff_available: boolean({ default: true }),
    chat_room_id: text({ max: 100, serverSet: true }),
    allow_vehicle_image_required: boolean(),
    allow_vehicle_type_required: boolean(),
    allow_person_entries: boolean(),
    is_parking: boolean(),
    is_valet_and_parking: boolean(),
    is_pre_booking: boolean(),
    tags: many("Branch_Tags", "branch"),
    amenities: json({ default: [] }),
    // Rich text, as it stood when it was accepted, and by whom in the name of the vendor.
    agreement: text({ max: limits.agreement }),
    agreement_accepted_at: timestamp({ serverSet: true }),
    agreement_accepted_by: personName({ serverSet: true }),
    signatory_name: personName({ label: "Signatory's name" }),
    signatory_email: email({ label: "Signatory's email" }),
    signatory_address: text({ label: "Signatory's address", max: limits.address }),
    signatory_designation: text({ label: "Signatory's designation", max: 50 }),
    documents: many("Onboarding_Documents", "branch"),
    banner_images: many("Branch_Banner_Images", "branch"),
    parking_config: one("Parking_Configuration", { onDelete: "set null" }),
    valet_and_parking_config: one("Valet_and_Parking_Configuration", { onDelete: "set null" }),
    pre_booking_config: one("Pre_Booking_Configuration", { onDelete: "set null" }),
    /** The one that waits. */
    change_request: one("Change_Requests", { onDelete: "set null" }),
    /** A list of openings for each weekday (domain/rules/opening-hours.ts); empty is open day and night. */
    opening_hours: json(),
    /** Mail → the branch's own subject and text (domain/rules/own-texts.ts). */
    mail_texts: json(),
    area_request: one("Area_Request_List", { onDelete: "set null" }),
    slot_blocks: many("Slot_Blocks", "branch"),
    time_charges: many("Time_Charges", "branch"),
  },
  unique: [
    { on: ["company", "slug"], error: "BRANCH_NAME_EXIST" },
    { on: ["company", "name"], ignoreCase: true, ignoreSpaces: true, error: "BRANCH_NAME_EXIST" },
  ],
  facts: ["movement"],
  rules: [branchKeepsService, serviceIsSetUp, amenitiesAreWords, openingHoursAreSound, ownTextsAreSound],
  tells: ["onboardingDecision"],
  live: true,
  access: {
    read: {
      public: { rows: published, fields: shownToAll },
      // What an invite asks of a visitor follows from the last two.
      customer: {
        rows: published,
        fields: [...shownToAll, "allow_person_entries", "allow_vehicle_type_required"],
      },
      admin: companyBranches,
      manager: branchRow,
      staff: branchRow,
      approver: branchRow,
      employee: branchRow,
      verifier: true,
    },
    update: {
      admin: { rows: ownCompany, fields: setByManager },
      manager: { rows: branchRow, fields: setByManager },
      verifier: { rows: true, fields: setByVerifier },
    },
  },
});
