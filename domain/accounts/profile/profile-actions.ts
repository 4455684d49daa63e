// §2 /{customerType}/edit-account-details: actions of a customer for the own vehicles and the picture of the account.
import { z } from "zod";
import { registeredVehicle } from "#domain/accounts/fields/account-fields.ts";
import { codeText } from "#domain/schema/body-properties.ts";
import { contract } from "#domain/schema/contract.ts";

const own = { area: "account", access: "user" } as const;
const vehicleNo = z.string("Send vehicleNo.");

export const profileActions = {
  saveVehicle: contract("POST /actions/account/vehicles", {
    ...own,
    summary: "Add a vehicle to the own account, or change one of it",
    inputs: { vehicleNo: registeredVehicle },
    body: z.object({
      vehicleNo,
      type: z.int('"type" must be the id of a vehicle type.').nullish().meta({ description: "Id of a vehicle type." }),
      replaces: z.string('"replaces" must be a vehicle number.').nullish().meta({
        description: "Number of the vehicle to change; without it the vehicle is added.",
      }),
      code: codeText.meta({
        description:
          "Content of the QR code of a visit's slip or ticket, or its link, if another account has the vehicle.",
      }),
    }),
    errors: [
      "INVALID_VEHICLE_NUMBER",
      "VEHICLE_ALREADY_EXIST",
      "NO_MATCH_FOUND",
      "VISIT_CODE_REQUIRED",
      "VISIT_CODE_INVALID",
      "REQUESTS_EXCEEDED",
    ],
  }),
  removeVehicle: contract("POST /actions/account/vehicles/remove", {
    ...own,
    summary: "Remove a vehicle from the own account",
    inputs: { vehicleNo: registeredVehicle },
    body: z.object({ vehicleNo }),
    errors: ["NO_MATCH_FOUND"],
  }),
  setPicture: contract("POST /actions/account/picture", {
    ...own,
    summary: "Set the picture of the own account; replaces the one before",
    isUpload: true,
    reply: z.object({ picture: z.uuid().meta({ description: "File id." }) }),
    errors: ["IMAGE_TYPE", "CONTENT_TOO_LARGE", "UNSUPPORTED_MEDIA_TYPE", "REQUESTS_EXCEEDED"],
  }),
  removePicture: contract("POST /actions/account/picture/remove", {
    ...own,
    summary: "Remove the picture of the own account",
    errors: [],
  }),
};
