// §3 Branch: collections that belong to a branch: tags, banners, slot blocks, time charges, configuration per service.
import { valetServiceTypes } from "#domain/valet/states.ts";
import { validatePickupGates } from "#domain/valet/pickup/pickup-gates.ts";
import type { StatusNames } from "#domain/valet/status-names.ts";
import { byScope, ownBranchRow, ownBranch, ownCompany, viaRelation } from "#domain/access/row-filters.ts";
import { defineCollection } from "#domain/schema/collection.ts";
import type { Access, AccessRules } from "#domain/schema/collection.ts";
import { boolean, choice, integer, json, many, money, one, oneByUuid, text } from "#domain/schema/fields.ts";
import * as limits from "#domain/limits.ts";
import {
  validateBannerCount,
  validateBlockDelete,
  validateBlockResize,
  validateConfigurationChange,
} from "#domain/branches/branch-configuration.ts";
import { assignFilePurpose } from "#domain/files/file-purpose.ts";
import { validateOwnImage } from "#domain/files/image-attachments.ts";
import { validateStatusNames } from "#domain/valet/status-names.ts";
import { validateBlockVehicleTypes } from "#domain/parking/slots.ts";
import { serviceNames } from "#domain/branches/services.ts";
import { tariffFields } from "#domain/payments/tariff-fields.ts";
import { validateTimeUnit } from "#domain/tariffs/simple-tariff.ts";

const viaCompany = viaRelation("branch", ownCompany);
const viaOwnBranches = viaRelation("branches", byScope({ company: ownCompany, branch: ownBranchRow }));
const publishedBranch = () => ({ branch: { status: { _eq: "published" } } });

const branchRows = byScope({ company: viaCompany, branch: ownBranch });

const reviewedOrOwn: AccessRules = { "platform.review": true, "workplace.read": branchRows };
/** Public for a published branch. */
const publicAccess: Access = {
  read: {
    ...reviewedOrOwn,
    "directory.read": publishedBranch,
  },
  create: { "branch.configure": branchRows },
  update: { "branch.configure": branchRows },
  delete: { "branch.configure": branchRows },
};
const configurationAccess: Access = {
  read: {
    "platform.review": true,
    "configuration.read": viaOwnBranches,
  },
  update: { "branch.configure": viaOwnBranches },
};
const branch = one("Branch", { required: true, onDelete: "cascade" });

const branchTagsFields = { branch, tag: one("Tags_Category", { required: true, onDelete: "cascade" }) };

export const BranchTags = defineCollection("Branch_Tags", {
  fields: branchTagsFields,
  unique: [{ fields: ["branch", "tag"] }],
  access: publicAccess,
});

const branchBannerImagesFields = {
  branch,
  image: oneByUuid("files", { required: true, onDelete: "cascade" }),
  sort: integer(),
};

export const BranchBannerImages = defineCollection("Branch_Banner_Images", {
  fields: branchBannerImagesFields,
  manualOrder: { field: "sort", scope: ["branch"] },
  include: ["image"],
  lookups: ["bannerCount"],
  rules: [validateOwnImage("image", "banner"), validateBannerCount],
  propagates: assignFilePurpose("image", "banner"),
  access: publicAccess,
});

const slotBlocksFields = {
  branch,
  service: choice(serviceNames, { required: true }),
  zone_or_block: text({ label: "Block name", required: true, max: limits.zoneOrBlock }),
  slot_prefix: text({ max: limits.slotPrefix, default: "" }),
  total_slots: integer({ required: true, min: 0, max: 999_999 }),
  // Ids of the vehicle types that may park here; empty for all.
  vehicle_types: json<number[] | null>({ default: [] }),
  sort: integer({ default: 0 }),
};

export const SlotBlocks = defineCollection("Slot_Blocks", {
  fields: slotBlocksFields,
  manualOrder: { field: "sort", scope: ["branch", "service"] },
  unique: [{ fields: ["branch", "service", "slot_prefix"], error: "SLOT_EXIST" }],
  lookups: ["highestOccupied"],
  rules: [validateBlockResize, validateBlockVehicleTypes],
  deleteRules: [validateBlockDelete],
  access: { ...publicAccess, read: reviewedOrOwn },
});

const timeChargesFields = {
  branch,
  service: choice(serviceNames, { required: true }),
  vehicle_type: one("Vehicle_Type", { onDelete: "cascade" }),
  ...tariffFields,
};

/**
 * A price for one vehicle type, or for all other types if `vehicle_type` is empty. Changes create a tariff version, and
 * versions change these rows (docs/rules/tariffs.md).
 */
export const TimeCharges = defineCollection("Time_Charges", {
  fields: timeChargesFields,
  unique: [{ fields: ["branch", "service", "vehicle_type"], nullsEqual: true }],
  lookups: ["tariffLock"],
  rules: [validateTimeUnit],
  deleteRules: [],
  followUps: ["tariffVersion"],
  access: publicAccess,
});

const commonConfigurationFields = {
  payment_type: choice(["post-pay", "pre-pay", "pay-later"], { default: "post-pay" }),
  entry_type: choice(["single_time", "long_time"], { default: "single_time" }),
  slot_type: choice(["any_slot", "specific_slot"], { default: "any_slot" }),
  is_slot_required: boolean(),
};
/** The explicit choice of a service without a tariff to be free of charge (domain/branches/tariff-decision.ts). */
const isFree = boolean({ label: "Free of charge" });

const parkingConfigurationFields = {
  ...commonConfigurationFields,
  is_free: isFree,
  // Gate staff may choose another payment type than that of the branch at check-in.
  is_payment_type_chosen: boolean(),
  // A pass can have a slot of its own (domain/passes/kept-slot.ts).
  keeps_pass_slots: boolean(),
  security: choice(["less_security", "advanced_security"], { default: "less_security" }),
  branches: many("Branch", "parking_config"),
};

export const ParkingConfiguration = defineCollection("Parking_Configuration", {
  fields: parkingConfigurationFields,
  lookups: ["movement"],
  rules: [validateConfigurationChange],
  access: configurationAccess,
});

const valetAndParkingConfigurationFields = {
  ...commonConfigurationFields,
  is_free: isFree,
  is_collect_valet_charge: boolean(),
  valet_charge: money({ min: 0, max: 99_999_999 }),
  token_prefix: text({ max: 5, default: "" }),
  // What new tickets propose; each can have the other one.
  service_type: choice(valetServiceTypes, { default: "valet-parking" }),
  offer_timeout_seconds: integer({ label: "Time to accept a pickup (seconds)", min: 10, max: 600, default: 60 }),
  // The tags of the key board: 'K' and 40 are K1 to K40 (docs/rules/key-tags.md).
  key_tag_prefix: text({ label: "Key tag prefix", max: 5 }),
  key_tag_count: integer({ label: "Number of key tags", min: 0, max: 999 }),
  // Where the customer can collect the car, separated by commas (domain/valet/pickup/pickup-gates.ts).
  pickup_gates: text({ label: "Pickup gates", max: 255 }),
  // The branch's own state names by sequence (reading.md §4).
  status_names: json<StatusNames | null>({ default: {} }),
  branches: many("Branch", "valet_and_parking_config"),
};

export const ValetAndParkingConfiguration = defineCollection("Valet_and_Parking_Configuration", {
  fields: valetAndParkingConfigurationFields,
  rules: [validateStatusNames, validatePickupGates],
  access: configurationAccess,
});

const preBookingConfigurationFields = {
  ...commonConfigurationFields,
  // See docs/rules/pre-booking.md.
  early_arrival_minutes: integer({ label: "Early arrival (minutes)", min: 0, max: 240, default: 15 }),
  no_show_minutes: integer({ label: "No-show after (minutes)", min: 5, max: 1_440, default: 60 }),
  buffer_minutes: integer({ label: "Time between bookings (minutes)", min: 0, max: 240, default: 10 }),
  bookable_share: integer({ label: "Slots that can be booked (%)", min: 0, max: 100, default: 20 }),
  branches: many("Branch", "pre_booking_config"),
};

export const PreBookingConfiguration = defineCollection("Pre_Booking_Configuration", {
  fields: preBookingConfigurationFields,
  access: configurationAccess,
});

declare module "#domain/schema/registry.ts" {
  interface CollectionRegistry {
    Branch_Tags: typeof branchTagsFields;
    Branch_Banner_Images: typeof branchBannerImagesFields;
    Slot_Blocks: typeof slotBlocksFields;
    Time_Charges: typeof timeChargesFields;
    Parking_Configuration: typeof parkingConfigurationFields;
    Valet_and_Parking_Configuration: typeof valetAndParkingConfigurationFields;
    Pre_Booking_Configuration: typeof preBookingConfigurationFields;
  }
}
