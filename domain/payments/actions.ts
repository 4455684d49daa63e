// §2 §4: actions of online payment, receipts and tax invoices. /pay and /pay-status have the shapes of the
// specification instead (server/features/payments/product-api.ts).
import { z } from "zod";
import { redemption } from "#domain/offers/redemption.ts";
import { paymentReview, reviewDecisions, unclearPayments } from "#domain/payments/online/unclear-payment.ts";
import { paymentPage, startedPayment } from "#domain/payments/payment-page.ts";
import { paymentProvider } from "#domain/payments/providers.ts";
import { reconciliation } from "#domain/payments/reconciliation/reconciliation.ts";
import { receipt } from "#domain/payments/receipt.ts";
import { changeReason, partAmount, changeReasonErrors } from "#domain/schema/action-fields.ts";
import { createAmount } from "#domain/schema/body-properties.ts";
import { contract } from "#domain/schema/contract.ts";

const area = "payments";
/** Holders of an entry's pay link, from the QR code of the slip or the customer's page. */
const byLink = { area, access: "public" } as const;
const linkErrors = ["INVALID_TOKEN", "PAY_LINK_ENDED"] as const;
/** Gate staff and logged-in customers with full access to the entry. */
const ofEntry = { area, visibleTo: { operation: "read", collection: "Parking_Information" } } as const;
const ofTicket = { area, visibleTo: { operation: "read", collection: "Valet_and_Parking_Information" } } as const;

const start = {
  fields: { payment_attempts: ["auto_checkout"] },
  inputs: { part: partAmount },
  body: z.object({
    offers: redemption,
    part: createAmount({ name: "part", description: "Part of the balance due in rupees; all of it by default." }),
    expected: createAmount({
      name: "expected",
      description: "Expected amount in rupees; AMOUNT_MISMATCH if it differs.",
    }),
  }),
  reply: startedPayment,
  isIdempotent: true,
} as const;
const startErrors = [
  "PAYMENT_NOT_OFFERED",
  "ALREADY_PAID",
  "AMOUNT_MISMATCH",
  "AMOUNT_TOO_HIGH",
  "AMOUNT_BELOW_MINIMUM",
  "NO_NEXT_STATUS",
  "OFFER_NOT_APPLICABLE",
  "PAYMENT_REDIRECT_FAILED",
  "REQUESTS_EXCEEDED",
] as const;
const gateStartErrors = [...startErrors, "USER_ATTENDANCE_OFF"] as const;

export const paymentActions = {
  readLink: contract("GET /actions/payments/link/:token", {
    ...byLink,
    summary: "Balance and payment options of a pay link",
    reply: paymentPage,
    errors: linkErrors,
  }),
  startByLink: contract("POST /actions/payments/link/:token/start", {
    ...byLink,
    ...start,
    summary: "Open the provider's payment page as the holder of a pay link",
    errors: [...linkErrors, ...startErrors],
  }),
  checkLink: contract("POST /actions/payments/link/:token/check", {
    ...byLink,
    summary: "Request the payment status from the provider",
    reply: paymentPage,
    errors: linkErrors,
  }),
  watchLink: contract("GET /actions/payments/link/:token/live", {
    ...byLink,
    summary: "Changes of the entry of a pay link as server-sent events",
    reply: "text/event-stream",
    errors: linkErrors,
  }),
  readEntry: contract("GET /actions/payments/parking/:id", {
    ...ofEntry,
    summary: "Balance and payment options of a parking entry",
    reply: paymentPage,
    errors: [],
  }),
  readTicket: contract("GET /actions/payments/valet/:id", {
    ...ofTicket,
    summary: "Balance and payment options of a valet ticket",
    reply: paymentPage,
    errors: [],
  }),
  readPass: contract("GET /actions/payments/pass/:id", {
    area,
    visibleTo: { operation: "read", collection: "Parking_Main_Information" },
    summary: "What is due for a pass, and its payment options",
    reply: paymentPage,
    errors: [],
  }),
  startOfEntry: contract("POST /actions/payments/parking/:id/start", {
    ...ofEntry,
    ...start,
    summary: "Open the provider's payment page for an entry",
    errors: gateStartErrors,
  }),
  startOfTicket: contract("POST /actions/payments/valet/:id/start", {
    ...ofTicket,
    ...start,
    summary: "Open the provider's payment page for a ticket",
    errors: gateStartErrors,
  }),
  listProviders: contract("GET /actions/payments/providers", {
    area,
    access: { can: "payment.configure" },
    summary: "Payment providers that a branch can choose, with the credentials that they require",
    reply: z.array(paymentProvider),
    errors: [],
  }),
  startTrial: contract("POST /actions/payments/settings/:id/trial", {
    area,
    access: { can: "payment.configure" },
    summary: "Open the provider's payment page for one rupee, which is returned: tries the branch's keys",
    reply: z.object({ url: z.string().meta({ description: "Address of the provider's page." }) }),
    errors: ["PAYMENT_NOT_OFFERED", "PAYMENT_REDIRECT_FAILED", "REQUESTS_EXCEEDED"],
  }),
  refund: contract("POST /actions/payments/attempts/:id/refund", {
    area,
    access: { can: "payment.refund" },
    summary: "Refund a payment, with a reason",
    fields: { payment_refunds: ["amount", "reason"] },
    reply: z.object({ id: z.int().meta({ description: "Id of the refund." }) }),
    errors: [
      "REASON_REQUIRED",
      "AMOUNT_TOO_LOW",
      "AMOUNT_BELOW_MINIMUM",
      "REFUND_TOO_HIGH",
      "REFUND_OVER_LIMIT",
      "REVERSAL_NOT_ALLOWED",
      "USER_ATTENDANCE_OFF",
    ],
    isIdempotent: true,
  }),
  listUnclear: contract("GET /actions/payments/unclear", {
    area,
    access: { can: "payment.refund" },
    summary: "Online payments of the branch that a person has to look at, oldest first",
    reply: unclearPayments,
    errors: [],
  }),
  readReview: contract("GET /actions/payments/attempts/:id", {
    area,
    access: { can: "payment.refund" },
    summary: "What the provider said about an online payment, what is owed, and its refunds",
    reply: paymentReview,
    errors: [],
  }),
  checkAttempt: contract("POST /actions/payments/attempts/:id/check", {
    area,
    access: { can: "payment.refund" },
    summary: "Request the status of an online payment from the provider now",
    errors: [],
  }),
  decide: contract("POST /actions/payments/attempts/:id/decide", {
    area,
    access: { can: "payment.refund" },
    summary: "Use a payment of another amount than requested as far as it is owed, or return all of it",
    inputs: { reason: changeReason },
    body: z.object({ decision: z.enum(reviewDecisions) }),
    errors: [...changeReasonErrors, "STATUS_ALREADY_UPDATED", "PAYMENT_PENDING", "USER_ATTENDANCE_OFF"],
    isIdempotent: true,
  }),
  reconcile: contract("POST /actions/payments/reconcile", {
    area,
    access: { can: "payment.configure" },
    summary: "Compare a settlement file of the provider (CSV or XLSX) with the company's payments and refunds",
    query: { from: "First day that the file covers: `2026-01-31`.", to: "Last day that the file covers." },
    isUpload: true,
    reply: reconciliation,
    errors: ["INVALID_QUERY", "UNSUPPORTED_MEDIA_TYPE", "CONTENT_TOO_LARGE", "OUT_OF_TIME"],
  }),
  readReceipt: contract("GET /actions/receipts/:token", {
    ...byLink,
    summary: "Receipt of a pay link",
    reply: receipt,
    errors: linkErrors,
  }),
  readReceiptPdf: contract("GET /actions/receipts/:token/pdf", {
    ...byLink,
    summary: "Receipt of a pay link with its tax invoices as a PDF",
    reply: "application/pdf",
    errors: linkErrors,
  }),
  sendReceipt: contract("POST /actions/receipts/:token/send", {
    area,
    access: "user",
    summary: "Send the receipt of an own visit to the account's verified email, otherwise to its phone number",
    reply: z.object({
      channel: z.enum(["sms", "mail"]),
      recipient: z.string().meta({ description: "Masked." }),
    }),
    errors: [
      "INVALID_TOKEN",
      "REQUESTS_EXCEEDED",
      "BRANCH_MESSAGES_EXCEEDED",
      "ACCOUNT_MESSAGES_EXCEEDED",
      "RECIPIENT_MESSAGES_EXCEEDED",
    ],
  }),
  requestInvoice: contract("POST /actions/receipts/:token/invoice", {
    ...byLink,
    summary: "Issue a tax invoice for a recipient; an issued invoice cannot be changed",
    fields: { tax_invoices: ["recipient_name", "recipient_address", "recipient_gstin"] },
    reply: receipt,
    errors: [...linkErrors, "NOTHING_TO_INVOICE", "INVOICE_NOT_OFFERED"],
  }),
  issueDayInvoices: contract("POST /actions/invoices/day", {
    area,
    access: { can: "invoice.issue" },
    summary: "Issue the remaining invoices of a past day",
    fields: { tax_invoices: ["day"] },
    reply: z.object({
      single: z.int().meta({ description: "Number of individual invoices." }),
      day: z.int().nullable().meta({ description: "Id of the consolidated invoice." }),
    }),
    errors: ["DAY_NOT_OVER", "NOTHING_TO_INVOICE", "INVOICE_NOT_OFFERED", "USER_ATTENDANCE_OFF"],
  }),
};
