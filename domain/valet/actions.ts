// §2 §4: actions of valet staff. Those of the chat and of the customer are in chat-actions.ts and customer-actions.ts.
import { z } from "zod";
import { changeReason, changeReasonErrors } from "#domain/schema/action-fields.ts";
import {
  codeText,
  createFlag,
  entryImages,
  expectedPaise,
  paise,
  payToken,
  qrText,
  timestampText,
} from "#domain/schema/body-properties.ts";
import {
  cashPayment,
  cashPaymentErrors,
  channelPayment,
  channelPaymentErrors,
} from "#domain/payments/channels/channel-payment.ts";
import { adjustmentFields } from "#domain/payments/payment-fields.ts";
import { outboxStatuses } from "#domain/messages/outbox.collection.ts";
import { contract, rowReply } from "#domain/schema/contract.ts";
import { correctedTicketFields } from "#domain/valet/corrections/ticket-correction.ts";
import { ticketSlipFields } from "#domain/valet/slip-fields.ts";
import { ticketCreateFields } from "#domain/valet/valet-ticket.ts";

const common = {
  area: "valet",
  visibleTo: { operation: "create", collection: "Valet_and_Parking_Information" },
  reply: rowReply(
    "Valet_and_Parking_Information",
    ticketSlipFields,
    z.object({
      qr: qrText.meta({
        description:
          "Content of the slip's QR code; for managers it proves the handover, otherwise it only identifies the ticket.",
      }),
      pay: payToken,
      link: z
        .string()
        .optional()
        .meta({ description: "Path of the customer's ticket page, which shows the handover code; for managers only." }),
      otp: z
        .string()
        .optional()
        .meta({ description: "Handover code; only in the response that issued it, and for managers only." }),
    }),
  ),
} as const;
/** Actions whose reply is not a ticket. */
const { reply: _, ...other } = common;
const conflicts = ["STATUS_ALREADY_UPDATED", "NO_NEXT_STATUS", "USER_ATTENDANCE_OFF"] as const;
const handoverErrors = [
  "OTP_INVALID",
  "HANDOVER_LOCKED",
  "HANDOVER_OTP_REQUIRED",
  "HANDOVER_NOTE_REQUIRED",
  "PROOF_REQUIRED",
] as const;

export const valetActions = {
  createTicket: contract("POST /actions/valet/create-ticket", {
    ...common,
    summary:
      "Create a ticket; the customer gets the handover code and the link by SMS, the reply has them for managers only",
    fields: { Valet_and_Parking_Information: ticketCreateFields },
    body: z.object({ entry_images: entryImages }),
    bodyName: "a ticket",
    errors: [
      "VEHICLE_IN_PROGRESS",
      "VEHICLE_IN_PROGRESS_OTHER_PHONE",
      "KEY_TAG_TAKEN",
      "SERVICE_NOT_ENABLED",
      "IMAGE_REQUIRED",
      "VEHICLE_TYPE_REQUIRED",
      "STAFF_NOT_AVAILABLE",
      "USER_ATTENDANCE_OFF",
    ],
    isIdempotent: true,
    isQueueable: true,
  }),
  scan: contract("POST /actions/valet/scan", {
    ...other,
    summary: "Ticket of a scanned code",
    body: z.object({ text: codeText }),
    reply: z.object({
      ticket: z.int().meta({ description: "Id of the ticket." }),
      is_proof: z.boolean().meta({ description: "Whether the code proves the handover, as the customer's does." }),
    }),
    errors: ["QR_NOT_VALID"],
  }),
  find: contract("GET /actions/valet/find", {
    ...other,
    summary:
      "Find tickets by phone number, vehicle number or its last four digits, token, key tag, receipt number or name; managers also by code",
    query: { text: "What identifies the ticket." },
    requiredQuery: ["text"],
    reply: z.array(z.int()).meta({ description: "Ids of the tickets." }),
    errors: ["HEADER_SEARCH_VALIDATION_1", "HEADER_SEARCH_VALIDATION_2", "REQUESTS_EXCEEDED"],
  }),
  findReturning: contract("GET /actions/valet/returning", {
    ...other,
    summary: "Customer of a returning vehicle",
    query: { plate: "Vehicle number." },
    reply: z
      .object({
        Customer_Name: z.string().nullable(),
        Customer_Phone_Number: z.string(),
        email: z.string().nullable(),
        vehicle_type: z.int().nullable(),
        open_ticket: z.int().nullable().meta({ description: "Id of the ticket if the vehicle is here now." }),
      })
      .nullable(),
    errors: [],
  }),
  readSlip: contract("GET /actions/valet/:id/slip", {
    ...common,
    summary: "Ticket with its QR code, for the slip",
    errors: [],
  }),
  printSlip: contract("POST /actions/valet/:id/print-slip", {
    ...common,
    summary: "Record a print of the slip, or of the receipt once paid, and return the ticket",
    errors: ["NO_NEXT_STATUS", "USER_ATTENDANCE_OFF"],
  }),
  readPageLink: contract("GET /actions/valet/:id/my-page", {
    ...other,
    visibleTo: { operation: "read", collection: "Valet_and_Parking_Information" },
    summary: "Link to the live page of a ticket, for its customer and for managers: the page shows the handover code",
    reply: z.object({ link: z.string().meta({ description: "Path of the page." }) }),
    errors: [],
  }),
  renewCode: contract("POST /actions/valet/:id/new-code", {
    ...common,
    summary: "Renew the handover code, which the customer gets by SMS; the reply has it for managers only",
    errors: ["HANDOVER_LOCKED", "NO_NEXT_STATUS", "USER_ATTENDANCE_OFF"],
    isIdempotent: true,
  }),
  readMessage: contract("GET /actions/valet/:id/message", {
    ...other,
    visibleTo: { operation: "read", collection: "Valet_and_Parking_Information" },
    summary: "State of the SMS with the handover code and the link",
    reply: z
      .object({
        status: z.enum(outboxStatuses),
        error: z.string().nullable().meta({ description: "Reason of the last failure." }),
        at: timestampText.meta({ description: "When it was sent, or queued if it was not." }),
      })
      .nullable()
      .meta({ description: "Null without an SMS." }),
    errors: [],
  }),
  resendMessage: contract("POST /actions/valet/:id/resend-message", {
    ...common,
    summary: "Send the SMS again, with a new handover code and link unless it still waits; the reply has no code",
    errors: ["HANDOVER_LOCKED", "NO_NEXT_STATUS", "RECIPIENT_MESSAGES_EXCEEDED", "USER_ATTENDANCE_OFF"],
    isIdempotent: true,
  }),
  correct: contract("POST /actions/valet/:id/correct", {
    ...common,
    summary: "Correct an open ticket; another phone number gets a new handover code and link",
    fields: { Valet_and_Parking_Information: correctedTicketFields },
    inputs: { reason: changeReason },
    body: z.object({ expected: expectedPaise }),
    bodyName: "a correction",
    errors: [
      ...changeReasonErrors,
      "CORRECTION_NOT_ALLOWED",
      "NO_CHANGES",
      "NO_NEXT_STATUS",
      "AMOUNT_MISMATCH",
      "VEHICLE_IN_PROGRESS",
      "VEHICLE_IN_PROGRESS_OTHER_PHONE",
      "KEY_TAG_TAKEN",
      "VEHICLE_TYPE_NOT_ALLOWED_ERROR",
      "USER_ATTENDANCE_OFF",
    ],
    isIdempotent: true,
  }),
  voidTicket: contract("POST /actions/valet/:id/void", {
    ...common,
    summary: "Cancel a ticket made by mistake, or whose customer takes the car back; online payments are refunded",
    inputs: { reason: changeReason },
    body: z.object({
      returned_tip: paise.optional().meta({
        description:
          "The tip collected in cash, in paise, which was returned to the customer; VOID_CASH_RECEIVED if it was another one.",
      }),
    }),
    bodyName: "a cancellation",
    errors: [
      ...changeReasonErrors,
      "VOID_NOT_ALLOWED",
      "VOID_CASH_RECEIVED",
      "REFUND_OVER_LIMIT",
      "STATUS_ALREADY_UPDATED",
      "USER_ATTENDANCE_OFF",
    ],
    isIdempotent: true,
  }),
  park: contract("POST /actions/valet/:id/park", {
    ...common,
    summary: "Park the vehicle",
    fields: { Valet_and_Parking_Information: ["slot_prefix", "slot_no", "key_tag"] },
    bodyName: "parking a vehicle",
    errors: [
      ...conflicts,
      "ASSIGNED_SOME_OTHER",
      "NO_STAFF_ASSIGN",
      "SLOT_FULL",
      "SLOT_EXIST",
      "KEY_TAG_TAKEN",
      "NOT_SETTLED",
    ],
  }),
  changeSlot: contract("POST /actions/valet/:id/slot", {
    ...common,
    summary: "Record that a vehicle stands in another slot, until it is at the gate",
    fields: { Valet_and_Parking_Information: ["slot_prefix", "slot_no", "key_tag"] },
    bodyName: "a slot",
    errors: ["NO_NEXT_STATUS", "SLOT_EXIST", "SLOT_FOR_OTHER_TYPES", "KEY_TAG_TAKEN", "USER_ATTENDANCE_OFF"],
  }),
  repark: contract("POST /actions/valet/:id/re-park", {
    ...common,
    summary: "Withdraw the pickup request, or park the vehicle again",
    fields: { Valet_and_Parking_Information: ["slot_prefix", "slot_no", "key_tag"] },
    bodyName: "parking a vehicle again",
    errors: [...conflicts, "ASSIGNED_SOME_OTHER", "SLOT_EXIST", "SLOT_FOR_OTHER_TYPES"],
  }),
  requestPickup: contract("POST /actions/valet/:id/request-pickup", {
    ...common,
    summary: "Request the pickup",
    fields: { Valet_and_Parking_Information: ["pickup_gate"] },
    bodyName: "a pickup request",
    errors: [...conflicts, "FAILED_VALIDATION"],
  }),
  choosePickupGate: contract("POST /actions/valet/:id/pickup-gate", {
    ...common,
    summary: "Choose the gate to which the vehicle is brought, until it is there",
    fields: { Valet_and_Parking_Information: ["pickup_gate"] },
    bodyName: "a gate",
    errors: ["FAILED_VALIDATION", "NO_NEXT_STATUS", "USER_ATTENDANCE_OFF"],
  }),
  acceptPickup: contract("POST /actions/valet/:id/accept-pickup", {
    ...common,
    summary: "Accept the pickup",
    errors: [...conflicts, "ASSIGNED_SOME_OTHER"],
  }),
  declineOffer: contract("POST /actions/valet/:id/pass-offer", {
    ...common,
    summary: "Decline the offer of a pickup",
    errors: ["STATUS_ALREADY_UPDATED", "USER_ATTENDANCE_OFF"],
  }),
  markAtGate: contract("POST /actions/valet/:id/at-the-gate", {
    ...common,
    summary: "Report the vehicle at the gate",
    errors: [...conflicts, "ASSIGNED_SOME_OTHER"],
  }),
  handOver: contract("POST /actions/valet/:id/hand-over", {
    ...common,
    summary:
      "Hand the vehicle over against the ticket's code or QR code, or by a manager's note with a picture of a proof",
    fields: { Valet_and_Parking_Information: ["handover_note"] },
    body: z.object({ otp: codeText, qr: codeText, entry_images: entryImages }),
    bodyName: "a handover",
    errors: [...conflicts, ...handoverErrors, "NOT_SETTLED"],
  }),
  takeCash: contract("POST /actions/valet/:id/take-cash", {
    ...common,
    summary: "Collect cash; with `auto_checkout` also hand the vehicle over",
    fields: { Valet_and_Parking_Information: [...adjustmentFields, "valet_tip", "handover_note"] },
    body: cashPayment.extend({ auto_checkout: createFlag("auto_checkout"), otp: codeText, qr: codeText }),
    bodyName: "a payment",
    errors: [...cashPaymentErrors, "NO_NEXT_STATUS", ...handoverErrors],
    isIdempotent: true,
    isQueueable: true,
  }),
  takePayment: contract("POST /actions/valet/:id/take-payment", {
    ...common,
    summary: "Record a payment by UPI, card terminal or on account",
    fields: { Valet_and_Parking_Information: adjustmentFields },
    body: channelPayment,
    bodyName: "a payment",
    errors: channelPaymentErrors,
    isIdempotent: true,
    isQueueable: true,
  }),
  reassign: contract("POST /actions/valet/:id/reassign", {
    ...common,
    summary: "Reassign the ticket or its pickup: managers any, drivers their own",
    body: z.object({ to: z.string('"to" must be the id of a person.').nullable() }),
    bodyName: "a reassignment",
    errors: ["STAFF_NOT_AVAILABLE", "ASSIGN_STAFF", "ASSIGNED_SOME_OTHER", "NO_NEXT_STATUS"],
  }),
};
