// §2: actions of a ticket's customer, who has no account: the ticket's link, or a code sent to its phone, authorises
// them.
import { z } from "zod";
import { codeErrors, resendErrors } from "#domain/accounts/code-errors.ts";
import { paymentLabels } from "#domain/payments/payment-label.ts";
import { entryBalance } from "#domain/payments/balance-schema.ts";
import { ticketCode, ticketSearch } from "#domain/valet/customer-fields.ts";
import { codeText, createAmount, timestampText } from "#domain/schema/body-properties.ts";
import { contract } from "#domain/schema/contract.ts";
import { paymentModes, paymentStatuses, paymentTypes } from "#domain/payments/states.ts";
import { afterQuery, conversation, messageBody, readPositionBody } from "#domain/valet/chat-actions.ts";

/** The ticket as its customer sees it. */
const customerTicket = z.object({
  id: z.int(),
  Vehicle_Number: z.string(),
  token_no: z.string(),
  otp: z.string().nullable().meta({ description: "Handover code, until the ticket is closed." }),
  handover_qr: z.string().nullable().meta({ description: "Content of the QR code that replaces it." }),
  key_tag: z.string().nullable(),
  slot: z.string().nullable().meta({ description: "Slot in which the vehicle stands." }),
  receipt_no: z.string(),
  status: z.object({ sequence: z.int(), name: z.string() }),
  is_cancelled: z.boolean().meta({ description: "Staff cancelled the ticket." }),
  in_time: timestampText.nullable(),
  out_time: timestampText.nullable(),
  pickup_requested_at: timestampText.nullable(),
  pickup_wanted_at: timestampText.nullable().meta({ description: "Time for which the customer scheduled the pickup." }),
  pickup_gate: z.string().nullable().meta({ description: "Gate at which the customer collects the vehicle." }),
  pickup_gates: z.array(z.string()).meta({ description: "Gates to choose from; empty unless there are several." }),
  driver: z
    .string()
    .nullable()
    .meta({ description: "First name of the assigned driver; null before a driver accepts the pickup." }),
  ahead: z.int().meta({ description: "Pickups requested earlier that are not at the gate yet." }),
  estimate: z
    .object({ low: z.int(), median: z.int(), high: z.int() })
    .nullable()
    .meta({
      description:
        "Whole minutes until the vehicle is at the gate; before the request, as if it were made now. " +
        "Null if there is too little data.",
    }),
  owed: entryBalance,
  payment_status: z.enum(paymentStatuses),
  payment_type: z.enum(paymentTypes).nullable(),
  pay: z.string().meta({ description: "Token of the pay page." }),
  badge: z.enum(paymentLabels),
  payment_mode: z.enum(paymentModes).nullable(),
  valet_tip: z.int().nullable().meta({ description: "Paise, not part of the charge." }),
  is_tip_collected: z
    .boolean()
    .meta({ description: "Whether staff collected `valet_tip` in cash; otherwise it is only chosen." }),
  online_tip: z.int().nullable().meta({ description: "Paise paid online, not part of the charge." }),
  pending_tip: z
    .int()
    .nullable()
    .meta({ description: "Paise of a tip whose online payment the provider has not confirmed yet." }),
  is_online_offered: z.boolean().meta({ description: "Whether the branch accepts online payments." }),
  rating: z.int().nullable().meta({ description: "From 1 to 5." }),
  customer_name: z.string().nullable(),
  chat: z
    .object({ id: z.int(), unread: z.int().meta({ description: "Unread messages of staff." }) })
    .nullable()
    .meta({ description: "Null before the first message." }),
  branch: z.object({
    zone: z.string(),
    name: z.string(),
    address: z.string().nullable(),
    valet_number: z.string().nullable(),
    company: z.string(),
  }),
});

const area = "valet customer";
const searchText = z.string("Send company, branch and text.");

const withLink = {
  area,
  access: "public",
  headers: { "x-ticket": "Token of the ticket's page." },
} as const;

export const valetCustomerActions = {
  sendCode: contract("POST /actions/valet/customer/send-code", {
    area,
    access: "public",
    summary: "Send a code to the phone of a ticket; the reply is the same without a match",
    inputs: { text: ticketSearch },
    body: z.object({
      company: searchText.meta({ description: "Slug of the company." }),
      branch: searchText.meta({ description: "Slug of the branch." }),
      text: searchText.meta({ description: "Phone or vehicle number." }),
    }),
    reply: z.object({
      values: z.string().meta({ description: "Sent back with the code." }),
      resend_at: timestampText.meta({ description: "When another code can be requested." }),
    }),
    errors: [
      "INVALID_COMPANY_OR_BRANCH",
      "SERVICE_NOT_ENABLED",
      "HEADER_SEARCH_VALIDATION_1",
      "HEADER_SEARCH_VALIDATION_2",
      ...resendErrors,
    ],
  }),
  logIn: contract("POST /actions/valet/customer/log-in", {
    area,
    access: "public",
    summary: "Open the tickets of a phone with the code sent to it",
    inputs: { otp: ticketCode },
    body: z.object({ values: codeText, otp: z.string("Send values and otp.") }),
    reply: z.object({
      token: z.string().meta({ description: "Token of the first ticket's page." }),
      tickets: z
        .array(
          z.object({
            token: z.string().meta({ description: "Token of the ticket's page." }),
            Vehicle_Number: z.string(),
          }),
        )
        .meta({ description: "Open tickets, newest first." }),
    }),
    errors: ["INVALID_TOKEN", ...codeErrors],
  }),
  readStatus: contract("GET /actions/valet/customer/status", {
    ...withLink,
    summary: "Status, charge and queue of the ticket",
    reply: customerTicket,
    errors: ["INVALID_TOKEN"],
  }),
  requestPickup: contract("POST /actions/valet/customer/request-pickup", {
    ...withLink,
    summary: "Request the pickup",
    reply: customerTicket,
    errors: ["INVALID_TOKEN", "STATUS_ALREADY_UPDATED", "NO_NEXT_STATUS", "STAFF_NOT_AVAILABLE"],
  }),
  cancelPickup: contract("POST /actions/valet/customer/cancel-request", {
    ...withLink,
    summary: "Withdraw the pickup request, until a driver has accepted it",
    reply: customerTicket,
    errors: ["INVALID_TOKEN", "STATUS_ALREADY_UPDATED", "NO_NEXT_STATUS"],
  }),
  schedulePickup: contract("POST /actions/valet/customer/want", {
    ...withLink,
    summary: "Schedule the pickup, or cancel the schedule",
    // Validated as the field `pickup_wanted_at`.
    body: z.object({
      at: z
        .custom<string | null>()
        .optional()
        .meta({ type: ["string", "null"], format: "date-time", description: "Null cancels the schedule." }),
    }),
    reply: customerTicket,
    errors: ["INVALID_TOKEN", "PICKUP_TIME", "NO_NEXT_STATUS", "STAFF_NOT_AVAILABLE"],
  }),
  choosePickupGate: contract("POST /actions/valet/customer/pickup-gate", {
    ...withLink,
    summary: "Choose the gate to which the vehicle is brought, until it is there",
    // Validated as the field `pickup_gate`.
    body: z.object({ pickup_gate: z.string("Send pickup_gate.") }),
    reply: customerTicket,
    errors: ["INVALID_TOKEN", "FAILED_VALIDATION", "NO_NEXT_STATUS"],
  }),
  setTip: contract("POST /actions/valet/customer/tip", {
    ...withLink,
    summary: "Set the driver's tip",
    // Validated as the field `valet_tip`.
    body: z.object({
      tip: z.custom<string>().optional().meta({ type: "string", description: "Rupees: `30.00`." }),
    }),
    reply: customerTicket,
    errors: ["INVALID_TOKEN", "NO_NEXT_STATUS"],
  }),
  payTip: contract("POST /actions/valet/customer/pay-tip", {
    ...withLink,
    summary: "Pay a tip for the driver online",
    body: z.object({ tip: createAmount({ name: "tip", description: "Rupees: `30.00`." }) }),
    reply: z.object({ url: z.string().meta({ description: "The provider's page." }) }),
    errors: [
      "INVALID_TOKEN",
      "NO_NEXT_STATUS",
      "FAILED_VALIDATION",
      "AMOUNT_BELOW_MINIMUM",
      "PAYMENT_NOT_OFFERED",
      "PAYMENT_REDIRECT_FAILED",
      "ALREADY_PAID",
      "REQUESTS_EXCEEDED",
    ],
  }),
  rate: contract("POST /actions/valet/customer/rate", {
    ...withLink,
    summary: "Rate the service after the handover",
    body: z.object({ rating: z.int('"rating" must be a number from 1 to 5.').min(1).max(5) }),
    reply: customerTicket,
    errors: ["INVALID_TOKEN", "NO_NEXT_STATUS"],
  }),
  readChat: contract("GET /actions/valet/customer/chat", {
    ...withLink,
    summary: "Chat of the ticket",
    query: afterQuery,
    reply: conversation,
    errors: ["INVALID_TOKEN"],
  }),
  sendMessage: contract("POST /actions/valet/customer/chat/send", {
    ...withLink,
    summary: "Send a message to the branch's staff",
    query: afterQuery,
    body: messageBody.extend({
      name: z.string('"name" must be text.').optional().meta({ description: "The customer's name, required once." }),
    }),
    bodyName: "a message",
    reply: conversation,
    errors: ["INVALID_TOKEN", "JOIN_CHAT_WITHOUT_NAME", "LONG_MESSAGE", "NO_NEXT_STATUS", "REQUESTS_EXCEEDED"],
  }),
  markChatRead: contract("POST /actions/valet/customer/chat/read", {
    ...withLink,
    summary: "Record the last message that the customer has read",
    query: afterQuery,
    body: readPositionBody,
    reply: conversation,
    errors: ["INVALID_TOKEN", "REQUESTS_EXCEEDED"],
  }),
  // The token is in the URL, as in the customer's link, because EventSource cannot send headers.
  watch: contract("GET /actions/valet/customer/live", {
    area,
    access: "public",
    summary: "Changes of the ticket as server-sent events",
    query: { t: "Token of the ticket's page." },
    reply: "text/event-stream",
    errors: ["INVALID_TOKEN"],
  }),
};
