// §3: actions that issue, read and renew passes.
import { z } from "zod";
import { passWindowFields, visitorFields } from "#domain/parking/visitor-record.ts";
import { passFields } from "#domain/parking/slip-fields.ts";
import { passDuration, qrText } from "#domain/schema/body-properties.ts";
import { contract, rowReply } from "#domain/schema/contract.ts";

const common = {
  area: "passes",
  visibleTo: { operation: "create", collection: "Parking_Main_Information" },
  reply: rowReply("Parking_Main_Information", passFields, z.object({ qr: qrText })),
} as const;

export const passActions = {
  issue: contract("POST /actions/passes", {
    ...common,
    summary: "Issue a pass",
    fields: { Parking_Main_Information: [...visitorFields, ...passWindowFields] },
    body: z.object({ duration: passDuration }),
    errors: ["VEHICLE_PASS_EXIST", "VEHICLE_IN_PROGRESS", "USER_ATTENDANCE_OFF"],
    isIdempotent: true,
  }),
  read: contract("GET /actions/passes/:id", {
    ...common,
    visibleTo: { operation: "read", collection: "Parking_Main_Information" },
    summary: "Pass with its QR text",
    errors: [],
  }),
  renew: contract("POST /actions/passes/:id/renew", {
    ...common,
    summary: "Renew a pass",
    fields: { Parking_Main_Information: ["time_type", "pass_end_time"] },
    body: z.object({ duration: passDuration }),
    errors: ["VEHICLE_PASS_EXIST", "NO_MATCH_FOUND", "INVITE_NOT_VALID_NOW"],
    isIdempotent: true,
  }),
};
