// §2 §4: actions of the gate.
import { z } from "zod";
import { editedEntryFields, editedVisitorFields } from "#domain/parking/corrections/edit-entry.ts";
import { correctedFields } from "#domain/parking/corrections/entry-correction.ts";
import {
  cashPayment,
  cashPaymentErrors,
  channelPayment,
  channelPaymentErrors,
} from "#domain/payments/channels/channel-payment.ts";
import { adjustmentFields } from "#domain/payments/payment-fields.ts";
import { passWindowFields, visitorFields } from "#domain/parking/visitor-record.ts";
import { visitDetailNames } from "#domain/visitors/visit-details.ts";
import { nextSteps } from "#domain/parking/next-step.ts";
import { entrySlipFields } from "#domain/parking/slip-fields.ts";
import { changeReason, changeReasonErrors } from "#domain/schema/action-fields.ts";
import {
  codeText,
  createFlag,
  entryImages,
  expectedPaise,
  passDuration,
  payToken,
  qrText,
  shownValues,
} from "#domain/schema/body-properties.ts";
import { contract, rowReply } from "#domain/schema/contract.ts";

const common = {
  area: "parking",
  visibleTo: { operation: "create", collection: "Parking_Information" },
  reply: rowReply("Parking_Information", entrySlipFields, z.object({ qr: qrText, pay: payToken })),
} as const;
const slotFields = ["slot_prefix", "slot_no"] as const;
const exitTime = z.iso.datetime({ offset: true, error: '"out_time" must be a date and time.' });

export const parkingActions = {
  checkIn: contract("POST /actions/parking/check-in", {
    ...common,
    summary: "Check in a vehicle or person",
    fields: {
      Parking_Main_Information: [...visitorFields, "parking_type", ...passWindowFields],
      Parking_Information: [
        ...slotFields,
        "payment_type",
        "pay_later_reason",
        "visitor_id",
        "parking_main_info",
        ...visitDetailNames,
      ],
    },
    body: z.object({
      duration: passDuration,
      entry_images: entryImages,
      in_time: z.iso
        .datetime({ offset: true, error: '"in_time" must be a date and time.' })
        .optional()
        .meta({ description: "When a vehicle that is checked in late came; requires `entry.backdate` and `reason`." }),
    }),
    inputs: { reason: { ...changeReason, required: false } },
    errors: [
      ...changeReasonErrors,
      "VEHICLE_IN_PROGRESS",
      "PERSON_IN_PROGRESS",
      "VEHICLE_PASS_EXIST",
      "SLOT_FULL",
      "SLOT_EXIST",
      "SLOT_REQUIRED",
      "IMAGE_REQUIRED",
      "BADGE_IN_USE",
      "VEHICLE_TYPE_REQUIRED",
      "USER_ATTENDANCE_OFF",
      "APPROVAL_PENDING",
      "NOT_SETTLED",
      "DEFER_REASON_REQUIRED",
    ],
    isIdempotent: true,
    isQueueable: true,
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
  printSlip: contract("POST /actions/parking/:id/print-slip", {
    ...common,
    summary: "Record a print of the slip, or of the receipt once paid, and return the entry",
    errors: ["NO_NEXT_STATUS", "USER_ATTENDANCE_OFF"],
  }),
  checkInEntry: contract("POST /actions/parking/:id/check-in", {
    ...common,
    summary: "Check in an approved or prepaid entry, or an invite with its code (`qr`) or `phone_no`",
    fields: { Parking_Information: [...slotFields, ...visitDetailNames], Parking_Main_Information: ["phone_no"] },
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
      "BADGE_IN_USE",
    ],
    isIdempotent: true,
  }),
  takeCash: contract("POST /actions/parking/:id/take-cash", {
    ...common,
    summary: "Collect cash; with `auto_checkout` also check out",
    fields: { Parking_Information: adjustmentFields },
    body: cashPayment.extend({ auto_checkout: createFlag("auto_checkout") }),
    bodyName: "a payment",
    errors: cashPaymentErrors,
    isIdempotent: true,
    isQueueable: true,
  }),
  takePayment: contract("POST /actions/parking/:id/take-payment", {
    ...common,
    summary: "Record a payment by UPI, card terminal or on account; with `auto_checkout` also check out",
    fields: { Parking_Information: adjustmentFields },
    body: channelPayment.extend({ auto_checkout: createFlag("auto_checkout") }),
    bodyName: "a payment",
    errors: channelPaymentErrors,
    isIdempotent: true,
    isQueueable: true,
  }),
  checkOut: contract("POST /actions/parking/:id/check-out", {
    ...common,
    summary: "Check out a settled entry",
    errors: ["NOT_SETTLED", "STATUS_ALREADY_UPDATED", "NO_NEXT_STATUS", "USER_ATTENDANCE_OFF"],
    isIdempotent: true,
  }),
  recordExit: contract("POST /actions/parking/:id/record-exit", {
    ...common,
    summary: "Record an exit that was missed, at the time the vehicle left; a balance due becomes a debt",
    inputs: { reason: changeReason },
    body: z.object({
      out_time: exitTime.meta({ description: "When the vehicle left: after its last payment, and not in the future." }),
      expected: expectedPaise,
    }),
    errors: [
      ...changeReasonErrors,
      "EXIT_TIME_INVALID",
      "AMOUNT_MISMATCH",
      "STATUS_ALREADY_UPDATED",
      "NO_NEXT_STATUS",
      "USER_ATTENDANCE_OFF",
    ],
    isIdempotent: true,
  }),
  edit: contract("POST /actions/parking/:id/edit", {
    ...common,
    summary: "Edit name, email, purpose, person to meet, details of the visit and slot of an entry",
    fields: { Parking_Main_Information: editedVisitorFields, Parking_Information: editedEntryFields },
    body: z.object({ shown: shownValues }),
    errors: [
      "ENTRY_CHANGED",
      "NO_CHANGES",
      "SLOT_EXIST",
      "SLOT_FULL",
      "SLOT_REQUIRED",
      "BADGE_IN_USE",
      "PERSON_IN_PROGRESS",
      "USER_ATTENDANCE_OFF",
    ],
    isIdempotent: true,
  }),
  correct: contract("POST /actions/parking/:id/correct", {
    ...common,
    summary: "Correct plate, phone number, vehicle type or name of an entry; the link goes to a new phone number",
    fields: { Parking_Main_Information: correctedFields },
    inputs: { reason: changeReason },
    body: z.object({ expected: expectedPaise }),
    errors: [
      ...changeReasonErrors,
      "CORRECTION_NOT_ALLOWED",
      "CORRECTION_OF_PASS",
      "CORRECTION_OF_CLOSED_TYPE",
      "AMOUNT_MISMATCH",
      "NO_CHANGES",
      "VEHICLE_IN_PROGRESS",
      "PERSON_IN_PROGRESS",
      "VEHICLE_PASS_EXIST",
      "VEHICLE_TYPE_NOT_ALLOWED_ERROR",
      "USER_ATTENDANCE_OFF",
    ],
    isIdempotent: true,
  }),
  voidEntry: contract("POST /actions/parking/:id/void", {
    ...common,
    summary: "Void an entry made by mistake, or cancel one whose vehicle turned away; online payments are refunded",
    inputs: { reason: changeReason },
    errors: [
      ...changeReasonErrors,
      "VOID_NOT_ALLOWED",
      "VOID_CASH_RECEIVED",
      "REFUND_OVER_LIMIT",
      "STATUS_ALREADY_UPDATED",
      "NO_NEXT_STATUS",
      "USER_ATTENDANCE_OFF",
    ],
    isIdempotent: true,
  }),
};
