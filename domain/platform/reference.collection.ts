// §3 Other records: status rows, areas, tags, vehicle types and global settings, managed by the platform, readable by
// all.
import { ownCompany, viaRelation } from "#domain/access/row-filters.ts";
import { defineCollection } from "#domain/schema/collection.ts";
import type { Access, AccessRules } from "#domain/schema/collection.ts";
import {
  boolean,
  choice,
  collapseSpaces,
  email,
  integer,
  json,
  many,
  textWithMinLength,
  one,
  oneByUuid,
  text,
} from "#domain/schema/fields.ts";
import * as limits from "#domain/limits.ts";
import { assignGrantedArea, validateAreaRequest, areaRequestStates } from "#domain/branches/area-request.ts";
import { assignFilePurpose } from "#domain/files/file-purpose.ts";
import { validateOwnImage } from "#domain/files/image-attachments.ts";
import { validateAreaDelete, validateVehicleTypeDelete } from "#domain/platform/used-reference.ts";
import { onboardingStatuses } from "#domain/onboarding/states.ts";

const everyone: AccessRules = { "reference.read": true };
const platformManaged: Access = {
  read: everyone,
  create: { "platform.review": true },
  update: { "platform.review": true },
  delete: { "platform.review": true },
};

const parkingStatusFields = {
  name: text({ required: true, max: 50 }),
  sequence: integer({ required: true, unique: true }),
  colour: text({ max: 20, isSetOnCreate: true }),
};

export const ParkingStatus = defineCollection("Parking_Status", {
  fields: parkingStatusFields,
  access: { read: everyone },
});

const valetAndParkingStatusFields = {
  name: text({ required: true, max: 50 }),
  sequence: integer({ required: true, unique: true }),
  colour: text({ max: 20, isSetOnCreate: true }),
  next_status: one("Valet_and_Parking_Status", { onDelete: "set null" }),
};

export const ValetAndParkingStatus = defineCollection("Valet_and_Parking_Status", {
  fields: valetAndParkingStatusFields,
  access: { read: everyone },
});

const preBookingStatusFields = {
  name: text({ required: true, max: 50 }),
  sequence: integer({ required: true, unique: true }),
  colour: text({ max: 20, isSetOnCreate: true }),
  next_status: one("Pre_Booking_Status", { onDelete: "set null" }),
};

export const PreBookingStatus = defineCollection("Pre_Booking_Status", {
  fields: preBookingStatusFields,
  access: { read: everyone },
});

const vehicleTypeFields = {
  name: text({ required: true, max: 50 }),
  vehicle_image: oneByUuid("files", { onDelete: "set null" }),
  // Icon shown if there is no image.
  icon: text({ max: 30 }),
  sort: integer({ default: 0 }),
};

export const VehicleType = defineCollection("Vehicle_Type", {
  fields: vehicleTypeFields,
  manualOrder: { field: "sort", scope: [] },
  include: ["vehicle_image"],
  rules: [validateOwnImage("vehicle_image", "vehicle_type_image")],
  lookups: ["branchesUsing"],
  deleteRules: [validateVehicleTypeDelete],
  propagates: assignFilePurpose("vehicle_image", "vehicle_type_image"),
  unique: [{ fields: ["name"], ignoreCase: true, error: "VEHICLE_ALREADY_EXIST" }],
  access: platformManaged,
});

const tagsCategoryFields = { Name: text({ required: true, max: 50 }), branches: many("Branch_Tags", "tag") };

export const TagsCategory = defineCollection("Tags_Category", {
  fields: tagsCategoryFields,
  unique: [{ fields: ["Name"], ignoreCase: true }],
  access: platformManaged,
});

const areasFields = {
  area_name: textWithMinLength("Area name", 4, { required: true, max: 80 }),
  city: text({ max: 80 }),
  state: text({ max: 80 }),
};

export const Areas = defineCollection("Areas", {
  fields: areasFields,
  lookups: ["branchesUsing"],
  deleteRules: [validateAreaDelete],
  unique: [
    {
      fields: ["area_name", "city", "state"],
      ignoreCase: true,
      ignoreSpaces: true,
      nullsEqual: true,
      error: "AREA_EXIST",
      errorField: "area_name",
    },
  ],
  access: platformManaged,
});

const areaRequestListFields = {
  area_name: textWithMinLength("Area name", 4, { required: true, max: 80 }),
  area_request_branch_id: one("Branch", { onDelete: "cascade" }),
  status: choice(onboardingStatuses, { default: "draft", stateTable: areaRequestStates }),
  /** The granted area: created for the request, or an existing one. */
  area: one("Areas", { onDelete: "set null" }),
  /** The platform's answer to the requester. */
  note: text({ max: limits.reviewNote }),
};

export const AreaRequestList = defineCollection("Area_Request_List", {
  fields: areaRequestListFields,
  include: ["area_request_branch_id"],
  rules: [validateAreaRequest],
  propagates: assignGrantedArea,
  notifications: ["areaRequestDecision"],
  isLive: true,
  access: {
    read: {
      "registration.submit": viaRelation("area_request_branch_id", ownCompany),
      "platform.review": true,
    },
    create: {
      "registration.submit": {
        rows: viaRelation("area_request_branch_id", ownCompany),
        fields: ["area_name", "area_request_branch_id"],
      },
    },
    update: { "platform.review": true },
  },
});

const configurationSettingsFields = {
  product_name: text({ max: 50, default: "Chaavi" }),
  /** The company that operates the product, and its postal address in lines. */
  legal_name: text({ label: "Company name", max: 120, normalise: collapseSpaces }),
  legal_address: text({ label: "Postal address", max: 255, normalise: (input) => input.trim() }),
  // A mobile number, a landline or a toll-free number.
  support_phone: text({
    label: "Support phone",
    max: 20,
    normalise: collapseSpaces,
    pattern: /^\+?(?:\d[ -]?){5,14}\d$/,
    message: "*Enter 6 to 15 digits; spaces, hyphens and a leading + are allowed",
  }),
  support_email: email({ label: "Support email" }),
  map_tiles: text({ label: "Map tile URL", max: 255 }),
  /** Publishing requires the approval of two verifiers; changed by two persons (two-person-change.ts). */
  publishing_takes_two: boolean({ serverSet: true }),
  /** Rich text every new branch has to accept; empty means the default agreement (domain/onboarding/agreement.ts). */
  vendor_agreement: text({ max: limits.agreement }),
  // Fees of new branches in basis points, changed by two persons, named in their agreement (domain/onboarding/agreement.ts).
  platform_charges: integer({ min: 0, max: 10_000, serverSet: true }),
  service_charges: integer({ min: 0, max: 10_000, serverSet: true }),
  options: json({ default: {} }),
};

export const ConfigurationSettings = defineCollection("Configuration_Settings", {
  isSingleton: true,
  isLive: true,
  fields: configurationSettingsFields,
  access: { read: everyone, update: { "platform.review": true } },
});

declare module "#domain/schema/registry.ts" {
  interface CollectionRegistry {
    Parking_Status: typeof parkingStatusFields;
    Valet_and_Parking_Status: typeof valetAndParkingStatusFields;
    Pre_Booking_Status: typeof preBookingStatusFields;
    Vehicle_Type: typeof vehicleTypeFields;
    Tags_Category: typeof tagsCategoryFields;
    Areas: typeof areasFields;
    Area_Request_List: typeof areaRequestListFields;
    Configuration_Settings: typeof configurationSettingsFields;
  }
}
