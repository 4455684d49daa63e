// §3 Branch: the rows that hang on one branch: tags, banners, slot blocks, time charges, and a configuration per service.
import { branchRow, ownBranch, ownCompany, through } from "#domain/access.ts";
import { collection } from "#domain/collection.ts";
import type { Access } from "#domain/collection.ts";
import { boolean, choice, integer, json, many, money, one, oneByUuid, text } from "#domain/fields.ts";
import { limits } from "#domain/limits.ts";
import { bannersAreFew, blockIsEmpty, blockKeepsTakenSlots, nothingIsMoving } from "#domain/rules/configuration.ts";
import { isOwnPicture } from "#domain/rules/pictures.ts";
import { statusNamesAreOfStates } from "#domain/rules/status-names.ts";
import { services } from "#domain/services.ts";
import { tariffFields } from "#domain/collections/tariff-fields.ts";

const companyThroughBranch = through("branch", ownCompany);
const companyThroughBranches = through("branches", ownCompany);
const branchThroughBranches = through("branches", branchRow);
const publishedBranch = () => ({ branch: { status: { _eq: "published" } } });

/** Shown to everybody for a published branch; changed by its managers. */
const openParts: Access = {
  read: {
    public: publishedBranch,
    customer: publishedBranch,
    admin: companyThroughBranch,
    manager: ownBranch,
    staff: ownBranch,
    approver: ownBranch,
    employee: ownBranch,
    verifier: true,
  },
  create: { admin: companyThroughBranch, manager: ownBranch },
  update: { admin: companyThroughBranch, manager: ownBranch },
  delete: { admin: companyThroughBranch, manager: ownBranch },
};
const configuration: Access = {
  read: {
    admin: companyThroughBranches,
    manager: branchThroughBranches,
    staff: branchThroughBranches,
    verifier: true,
  },
  update: { admin: companyThroughBranches, manager: branchThroughBranches },
};
const branch = one("Branch", { required: true, onDelete: "cascade" });

export const BranchTags = collection("Branch_Tags", {
  fields: { branch, tag: one("Tags_Category", { required: true, onDelete: "cascade" }) },
  unique: [{ on: ["branch", "tag"] }],
  access: openParts,
});

export const BranchBannerImages = collection("Branch_Banner_Images", {
  fields: { branch, image: oneByUuid("files", { required: true, onDelete: "cascade" }), sort: integer() },
  sorted: { by: "sort", within: ["branch"] },
  needs: ["image"],
  facts: ["bannersThere"],
  rules: [isOwnPicture("image"), bannersAreFew],
  access: openParts,
});

export const SlotBlocks = collection("Slot_Blocks", {
  fields: {
    branch,
    service: choice(services, { required: true }),
    zone_or_block: text({ label: "Zone or block", required: true, max: limits.zoneOrBlock }),
    slot_prefix: text({ max: limits.slotPrefix, default: "" }),
    total_slots: integer({ required: true, min: 0, max: 999_999 }),
    sort: integer({ default: 0 }),
  },
  sorted: { by: "sort", within: ["branch", "service"] },
  unique: [{ on: ["branch", "service", "slot_prefix"], error: "SLOT_EXIST" }],
  facts: ["takenInBlock"],
  rules: [blockKeepsTakenSlots],
  removal: [blockIsEmpty],
  access: { ...openParts, read: { ...openParts.read, public: false, customer: false } },
});

/** A tariff: for one vehicle type, or for all the others where that is empty. */
export const TimeCharges = collection("Time_Charges", {
  fields: {
    branch,
    service: choice(services, { required: true }),
    vehicle_type: one("Vehicle_Type", { onDelete: "cascade" }),
    ...tariffFields,
  },
  unique: [{ on: ["branch", "service", "vehicle_type"], nullsEqual: true }],
  access: openParts,
});

const forAnyService = {
  payment_type: choice(["post-pay", "pre-pay", "pay-later"], { default: "post-pay" }),
  entry_type: choice(["single_time", "long_time"], { default: "single_time" }),
  slot_type: choice(["any_slot", "specific_slot"], { default: "any_slot" }),
  is_slot_required: boolean(),
};

export const ParkingConfiguration = collection("Parking_Configuration", {
  fields: {
    ...forAnyService,
    security: choice(["less_security", "advanced_security"], { default: "less_security" }),
    branches: many("Branch", "parking_config"),
  },
  facts: ["movement"],
  rules: [nothingIsMoving],
  access: configuration,
});

export const ValetAndParkingConfiguration = collection("Valet_and_Parking_Configuration", {
  fields: {
    ...forAnyService,
    is_collect_valet_charge: boolean(),
    valet_charge: money({ min: 0, max: 99_999_999 }),
    token_prefix: text({ max: 5, default: "" }),
    offer_timeout_seconds: integer({ label: "An offer stands for (seconds)", min: 10, max: 600, default: 60 }),
    // A branch's own words for the states, by their sequence (reading.md §4).
    status_names: json({ default: {} }),
    branches: many("Branch", "valet_and_parking_config"),
  },
  rules: [statusNamesAreOfStates],
  access: configuration,
});

export const PreBookingConfiguration = collection("Pre_Booking_Configuration", {
  fields: { ...forAnyService, branches: many("Branch", "pre_booking_config") },
  access: configuration,
});
