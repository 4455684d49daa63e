// §3 Other records: status rows, areas, tags, vehicle types and the global settings, kept by the platform, read by all.
import { ownCompany, through } from "#domain/access.ts";
import { collection } from "#domain/collection.ts";
import type { Access } from "#domain/collection.ts";
import { roleNames } from "#domain/roles.ts";
import {
  boolean,
  choice,
  email,
  integer,
  json,
  many,
  minimumCharacters,
  one,
  oneByUuid,
  text,
} from "#domain/fields.ts";
import { limits } from "#domain/limits.ts";
import { areaOfBranch, areaRequestIsSound, areaRequestStates } from "#domain/rules/area-request.ts";
import { isOwnPicture } from "#domain/rules/pictures.ts";
import { onboardingStatuses } from "#domain/states/onboarding.ts";

const everyRole = Object.fromEntries(roleNames.map((role) => [role, true]));
const keptByPlatform: Access = {
  read: everyRole,
  create: { verifier: true },
  update: { verifier: true },
  delete: { verifier: true },
};

export const ParkingStatus = collection("Parking_Status", {
  fields: {
    name: text({ required: true, max: 50 }),
    sequence: integer({ required: true, unique: true }),
    colour: text({ max: 20 }),
  },
  access: { read: everyRole },
});

export const ValetAndParkingStatus = collection("Valet_and_Parking_Status", {
  fields: {
    name: text({ required: true, max: 50 }),
    sequence: integer({ required: true, unique: true }),
    colour: text({ max: 20 }),
    next_status: one("Valet_and_Parking_Status", { onDelete: "set null" }),
  },
  access: { read: everyRole },
});

export const VehicleType = collection("Vehicle_Type", {
  fields: {
    name: text({ required: true, max: 50 }),
    vehicle_image: oneByUuid("files", { onDelete: "set null" }),
    // Which drawing the screens use where there is no picture.
    icon: text({ max: 30 }),
    sort: integer({ default: 0 }),
  },
  sorted: { by: "sort", within: [] },
  needs: ["vehicle_image"],
  rules: [isOwnPicture("vehicle_image")],
  unique: [{ on: ["name"], ignoreCase: true, error: "VEHICLE_ALREADY_EXIST" }],
  access: keptByPlatform,
});

export const TagsCategory = collection("Tags_Category", {
  fields: { Name: text({ required: true, max: 50 }), branches: many("Branch_Tags", "tag") },
  unique: [{ on: ["Name"], ignoreCase: true }],
  access: keptByPlatform,
});

export const Areas = collection("Areas", {
  fields: {
    area_name: minimumCharacters("Area name", 4, { required: true, max: 80 }),
    city: text({ max: 80 }),
    state: text({ max: 80 }),
  },
  unique: [
    { on: ["area_name", "city", "state"], ignoreCase: true, ignoreSpaces: true, nullsEqual: true, error: "AREA_EXIST" },
  ],
  access: keptByPlatform,
});

export const AreaRequestList = collection("Area_Request_List", {
  fields: {
    area_name: minimumCharacters("Area name", 4, { required: true, max: 80 }),
    area_request_branch_id: one("Branch", { onDelete: "cascade" }),
    status: choice(onboardingStatuses, { default: "draft", states: areaRequestStates }),
    /** The area it led to: made for it, or one there was already. */
    area: one("Areas", { onDelete: "set null" }),
    /** The platform's word to who asked. */
    note: text({ max: limits.reviewNote }),
  },
  needs: ["area_request_branch_id"],
  rules: [areaRequestIsSound],
  carries: areaOfBranch,
  tells: ["areaAnswer"],
  live: true,
  access: {
    read: {
      admin: through("area_request_branch_id", ownCompany),
      verifier: true,
    },
    create: {
      admin: {
        rows: through("area_request_branch_id", ownCompany),
        fields: ["area_name", "area_request_branch_id"],
      },
    },
    update: { verifier: true },
  },
});

export const ConfigurationSettings = collection("Configuration_Settings", {
  singleton: true,
  fields: {
    product_name: text({ max: 50, default: "Chaavi" }),
    support_phone: text({ label: "Phone for questions", max: 20 }),
    support_email: email({ label: "Email for questions" }),
    map_tiles: text({ label: "Address of the map's tiles", max: 255 }),
    /** Publishing takes the word of two verifiers. */
    publishing_takes_two: boolean(),
    /** Rich text every new branch accepts; empty is the product's own (domain/agreement.ts). */
    vendor_agreement: text({ max: limits.agreement }),
    options: json({ default: {} }),
  },
  access: { read: everyRole, update: { verifier: true } },
});
