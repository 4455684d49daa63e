// §2 §4: actions of the gate.
import { z } from "zod";
import { passWindowFields, visitorFields } from "#domain/parking/visitor-record.ts";
import { nextSteps } from "#domain/parking/next-step.ts";
import { entrySlipFields } from "#domain/parking/slip-fields.ts";
import {
  codeText,
  createFlag,
  entryImages,
  expectedPaise,
  passDuration,
  payToken,
  qrText,
} from "#domain/schema/body-properties.ts";
import { contract, rowReply } from "#domain/schema/contract.ts";

const common = {
  area: "parking",
  visibleTo: { operation: "create", collection: "Parking_Information" },
  reply: rowReply("Parking_Information", entrySlipFields, z.object({ qr: qrText, pay: payToken })),
} as const;
const slotFields = ["slot_prefix", "slot_no"] as const;

export const parkingActions = {
  checkIn: contract("POST /actions/parking/check-in", {
    ...common,
    summary: "Check in a vehicle or person",
    fields: {
      Parking_Main_Information: [...visitorFields, "parking_type", ...passWindowFields],
      Parking_Information: [...slotFields, "payment_type", "visitor_id", "parking_main_info"],
    },
    body: z.object({ duration: passDuration, entry_images: entryImages }),
    errors: [
      "VEHICLE_IN_PROGRESS",
      "PERSON_IN_PROGRESS",
      "VEHICLE_PASS_EXIST",
      "SLOT_FULL",
      "SLOT_EXIST",
      "SLOT_REQUIRED",
      "IMAGE_REQUIRED",
      "VEHICLE_TYPE_REQUIRED",
      "USER_ATTENDANCE_OFF",
      "APPROVAL_PENDING",
      "NOT_SETTLED",
    ],
    isIdempotent: true,
  }),
  scan: contract("POST /actions/parking/scan", {
    area: common.area,
    visibleTo: common.visibleTo,
    summary: "Read a scanned code and return the next step",
    body: z.object({ text: codeText }),
    reply: z.object({
      entry: z.int().nullable().meta({ description: "Id of the entry; null for a pass without an open one." }),
      main: z.int().meta({ description: "Id of the visitor record." }),
      is_person: z.boolean(),
      next: z.enum(nextSteps),
    }),
    errors: ["QR_NOT_VALID"],
  }),
  readSlip: contract("GET /actions/parking/:id/slip", {
    ...common,
    visibleTo: { operation: "read", collection: "Parking_Information" },
    summary: "Entry with its QR text, for the slip",
    errors: [],
  }),
  checkInEntry: contract("POST /actions/parking/:id/check-in", {
    ...common,
    summary: "Check in an approved or prepaid entry, or an invite with its code (`qr`) or `phone_no`",
    fields: { Parking_Information: slotFields, Parking_Main_Information: ["phone_no"] },
    body: z.object({ entry_images: entryImages, qr: codeText }),
    errors: [
      "APPROVAL_PENDING",
      "INVITE_NOT_VALID_NOW",
      "INVITE_PROOF_REQUIRED",
      "NOT_SETTLED",
      "VEHICLE_IN_PROGRESS",
      "STATUS_ALREADY_UPDATED",
      "SLOT_FULL",
      "SLOT_EXIST",
      "IMAGE_REQUIRED",
    ],
    isIdempotent: true,
  }),
  takeCash: contract("POST /actions/parking/:id/take-cash", {
    ...common,
    summary: "Collect cash; with `auto_checkout` also check out",
    fields: {
      Parking_Information: ["additional_charge", "addition_note", "deduction_charge", "deduction_note"],
    },
    body: z.object({
      expected: expectedPaise,
      is_extra: createFlag("is_extra"),
      auto_checkout: createFlag("auto_checkout"),
    }),
    bodyName: "a payment",
    errors: ["ALREADY_PAID", "AMOUNT_MISMATCH", "NOTE_REQUIRED", "STATUS_ALREADY_UPDATED", "USER_ATTENDANCE_OFF"],
    isIdempotent: true,
  }),
  checkOut: contract("POST /actions/parking/:id/check-out", {
    ...common,
    summary: "Check out a settled entry",
    errors: ["NOT_SETTLED", "STATUS_ALREADY_UPDATED", "NO_NEXT_STATUS", "USER_ATTENDANCE_OFF"],
    isIdempotent: true,
  }),
};
