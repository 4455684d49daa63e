// §3: actions that price, issue, read, renew, pay, move and end passes.
import { z } from "zod";
import { passWindowFields, visitorFields } from "#domain/parking/visitor-record.ts";
import { editedRecordFields } from "#domain/parking/corrections/edit-entry.ts";
import { passFields } from "#domain/parking/slip-fields.ts";
import { branchChannels, paymentChannels } from "#domain/payments/channels/payment-channels.ts";
import { keptSlotFields } from "#domain/passes/kept-slot.ts";
import { changeReason, changeReasonErrors } from "#domain/schema/action-fields.ts";
import {
  createFlag,
  describedLines,
  expectedPaise,
  paise,
  passDuration,
  qrText,
  shownValues,
  timestampText,
} from "#domain/schema/body-properties.ts";
import { contract, rowReply } from "#domain/schema/contract.ts";
import { passStates, passUnits } from "#domain/passes/pass.ts";

const common = {
  area: "passes",
  visibleTo: { operation: "create", collection: "Parking_Main_Information" },
  reply: rowReply(
    "Parking_Main_Information",
    passFields,
    z.object({
      qr: qrText,
      request: z
        .string()
        .optional()
        .meta({ description: "Reference under which what is due is requested by UPI, by card or on account." }),
    }),
  ),
} as const;
const timestamp = (name: string) =>
  z.iso.datetime({ offset: true, error: `"${name}" must be a date and time.` }).optional();

export const passActions = {
  quote: contract("POST /actions/passes/quote", {
    area: common.area,
    access: { can: "gate.operate" },
    summary: "What a new pass or a renewal costs by the tariff in force",
    body: z.object({
      pass: z.int('"pass" must be the id of a pass.').optional().meta({ description: "The pass to renew." }),
      vehicle_type: z.int('"vehicle_type" must be the id of a vehicle type.').nullish(),
      is_person: createFlag("is_person"),
      time_type: z.enum(passUnits, '"time_type" must be a unit of passes.').optional(),
      duration: passDuration,
      pass_start_time: timestamp("pass_start_time"),
      pass_end_time: timestamp("pass_end_time"),
    }),
    reply: z.object({
      price: paise.meta({ description: "Paise; 0 if the branch has no prices of passes for the vehicle type." }),
      lines: describedLines,
      needs_vehicle_type: z.boolean().meta({
        description:
          "Whether types cost different amounts and none was given: the price is that of vehicles without a type.",
      }),
      starts: timestampText,
      ends: timestampText,
    }),
    errors: [],
  }),
  issue: contract("POST /actions/passes", {
    ...common,
    summary: "Issue a pass; it is valid once its price is paid",
    fields: { Parking_Main_Information: [...visitorFields, ...passWindowFields, ...keptSlotFields] },
    body: z.object({ duration: passDuration, expected: expectedPaise }),
    errors: [
      "SLOT_EXIST",
      "SLOT_FOR_OTHER_TYPES",
      "VEHICLE_PASS_EXIST",
      "VEHICLE_IN_PROGRESS",
      "USER_ATTENDANCE_OFF",
      "AMOUNT_MISMATCH",
    ],
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
    summary: "Renew a pass; a renewal with a price is due and extends the pass once it is paid",
    fields: { Parking_Main_Information: ["time_type", "pass_end_time"] },
    body: z.object({ duration: passDuration, expected: expectedPaise }),
    errors: ["VEHICLE_PASS_EXIST", "NO_MATCH_FOUND", "INVITE_NOT_VALID_NOW", "NOT_SETTLED", "AMOUNT_MISMATCH"],
    isIdempotent: true,
  }),
  takePayment: contract("POST /actions/passes/:id/take-payment", {
    ...common,
    summary: "Record the payment of what is due for a pass: in cash, by UPI, by card or on account",
    body: z.object({
      channel: z
        .enum(["cash", ...branchChannels])
        .optional()
        .meta({ description: "Cash by default." }),
      reference: z.string('"reference" must be a text.').optional().meta({
        description:
          "UPI: the last 4 characters of the reference. Card: the reference on the slip. Otherwise the account.",
      }),
      request: z.string('"request" must be a text.').optional().meta({
        description:
          "`request` of the pass, except in cash: STATUS_ALREADY_UPDATED if another payment was recorded since.",
      }),
      expected: expectedPaise,
    }),
    errors: [
      "ALREADY_PAID",
      "AMOUNT_MISMATCH",
      "APPROVAL_PENDING",
      "INVITE_NOT_VALID_NOW",
      "NO_MATCH_FOUND",
      "PAYMENT_NOT_OFFERED",
      "STATUS_ALREADY_UPDATED",
      "USER_ATTENDANCE_OFF",
      "VEHICLE_PASS_EXIST",
    ],
    isIdempotent: true,
  }),
  reversePayment: contract("POST /actions/passes/:id/reverse-payment", {
    ...common,
    summary: "Reverse the last payment of a pass that was entered by mistake; its amount is due again",
    inputs: { reason: changeReason },
    body: z.object({ payment: z.int('"payment" must be the id of a payment.') }),
    errors: [
      ...changeReasonErrors,
      "INVITE_NOT_VALID_NOW",
      "NO_MATCH_FOUND",
      "PAYMENT_CORRECTED",
      "PAYMENT_INVOICED",
      "REVERSAL_NOT_ALLOWED",
      "SHIFT_ALREADY_CLOSED",
      "USER_ATTENDANCE_OFF",
    ],
    isIdempotent: true,
  }),
  readReturn: contract("GET /actions/passes/:id/return", {
    area: common.area,
    access: { can: "gate.operate" },
    summary: "What a pass returns if it ends now",
    reply: z.object({
      amount: paise,
      parts: z.array(z.object({ channel: z.enum(paymentChannels), amount: paise })),
    }),
    errors: ["NO_MATCH_FOUND", "INVITE_NOT_VALID_NOW"],
  }),
  end: contract("POST /actions/passes/:id/end", {
    ...common,
    summary:
      "End a pass early and return what its unused days cost, the way it was paid; gate staff cancel an own sale for some minutes",
    inputs: { reason: changeReason },
    body: z.object({ expected: expectedPaise }),
    errors: [
      "AMOUNT_MISMATCH",
      ...changeReasonErrors,
      "INVITE_NOT_VALID_NOW",
      "NO_MATCH_FOUND",
      "PAYMENT_CORRECTED",
      "PAYMENT_INVOICED",
      "REVERSAL_NOT_ALLOWED",
      "SHIFT_ALREADY_CLOSED",
      "REFUND_OVER_LIMIT",
      "SHIFT_REQUIRED",
      "USER_ATTENDANCE_OFF",
    ],
    isIdempotent: true,
  }),
  move: contract("POST /actions/passes/:id/move", {
    ...common,
    summary: "Move a pass to another vehicle number",
    fields: { Parking_Main_Information: ["vehicle_no"] },
    errors: [
      "INVITE_NOT_VALID_NOW",
      "NO_MATCH_FOUND",
      "STATUS_ALREADY_UPDATED",
      "USER_ATTENDANCE_OFF",
      "VEHICLE_IN_PROGRESS",
      "VEHICLE_PASS_EXIST",
    ],
    isIdempotent: true,
  }),
  edit: contract("POST /actions/passes/:id/edit", {
    ...common,
    summary: "Edit name, email, purpose and vehicle type of a pass or another visitor record",
    fields: { Parking_Main_Information: editedRecordFields },
    body: z.object({ shown: shownValues }),
    errors: ["ENTRY_CHANGED", "NO_CHANGES", "USER_ATTENDANCE_OFF"],
    isIdempotent: true,
  }),
  keepSlot: contract("POST /actions/passes/:id/keep-slot", {
    ...common,
    summary: "Keep a slot for the holder of a pass, or free it without `slot_no`",
    fields: { Parking_Main_Information: keptSlotFields },
    errors: ["NO_MATCH_FOUND", "INVITE_NOT_VALID_NOW", "SLOT_EXIST", "SLOT_FOR_OTHER_TYPES", "USER_ATTENDANCE_OFF"],
    isIdempotent: true,
  }),
  send: contract("POST /actions/passes/:id/send", {
    area: common.area,
    visibleTo: common.visibleTo,
    summary: "Send the holder the link to the pass, with its QR code and what is due, by SMS",
    errors: ["NO_MATCH_FOUND", "INVITE_NOT_VALID_NOW"],
    isIdempotent: true,
  }),
  readAsHolder: contract("GET /actions/passes/holder", {
    area: common.area,
    access: "public",
    summary: "Pass as its holder sees it",
    headers: { "x-pass": "Token of the holder's page." },
    // No phone number, since the link may be forwarded.
    reply: z.object({
      id: z.int(),
      vehicle_no: z.string().nullable(),
      name: z.string().nullable(),
      state: z.enum(passStates),
      pass_start_time: timestampText.nullable(),
      pass_end_time: timestampText.nullable(),
      slot: z.string().nullable().meta({ description: "The slot that is kept for the holder." }),
      due: z
        .object({
          amount: paise,
          from: timestampText,
          till: timestampText,
          upi: z.string().nullable().meta({ description: "UPI link to the branch's account, if it takes UPI." }),
          payee: z.string().nullable(),
          pay: z
            .string()
            .nullable()
            .meta({ description: "Token of the pay page, if the branch accepts online payments." }),
        })
        .nullable(),
      qr: qrText
        .nullable()
        .meta({ description: "Content of the QR code; null unless the pass is valid or begins later." }),
      branch: z.object({
        name: z.string(),
        address: z.string().nullable(),
        latitude: z.string().nullable(),
        longitude: z.string().nullable(),
        time_zone: z.string(),
        company: z.string(),
      }),
    }),
    errors: ["INVALID_TOKEN", "LINK_EXPIRED"],
  }),
};
