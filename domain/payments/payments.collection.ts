// §4: the ledger: payment attempts, received payments and refunds. Rows are never deleted.
import { inOwnScope } from "#domain/access/row-filters.ts";
import { defineCollection, RuleViolation } from "#domain/schema/collection.ts";
import type { Access, Filter } from "#domain/schema/collection.ts";
import type { Actor } from "#domain/access/roles.ts";
import { boolean, choice, integer, many, money, one, oneByUuid, text, timestamp } from "#domain/schema/fields.ts";
import * as limits from "#domain/limits.ts";
import {
  attemptStates,
  attemptStateTable,
  refundStates,
  refundStateTable,
} from "#domain/payments/online/online-payment-states.ts";
import { paymentChannels } from "#domain/payments/channels/payment-channels.ts";
import { paymentKinds, paymentModes } from "#domain/payments/states.ts";

const onlinePaymentAccess: Access = { read: { "payment.read": inOwnScope } };
/** Payments that the actor collected, refunded or reversed, and what others gave back of them. */
const ownPayments = (actor: Actor): Filter | false =>
  actor.id !== null && {
    _or: [{ collected_by: { _eq: actor.id } }, { corrects: { collected_by: { _eq: actor.id } } }],
  };
const forbidDelete = () => new RuleViolation("FORBIDDEN");

/**
 * What was paid (domain/payments/online/paid-kinds.ts): one of the three is set, unless an account was settled or the
 * payment is a trial.
 */
const paidFields = {
  company: one("Companies", { serverSet: true, isSetOnCreate: true }),
  branch: one("Branch", { serverSet: true, isSetOnCreate: true }),
  parking_information: one("Parking_Information", { serverSet: true, index: true }),
  valet_and_parking_information: one("Valet_and_Parking_Information", {
    serverSet: true,
    index: true,
  }),
  // A pass, and the period that is paid.
  pass: one("Parking_Main_Information", { serverSet: true, index: true }),
  valid_from: timestamp({ serverSet: true }),
  valid_till: timestamp({ serverSet: true }),
};

const paymentAttemptsFields = {
  ...paidFields,
  gateway: text({ max: 50, serverSet: true, isSetOnCreate: true }),
  merchant_id: text({ max: 100, serverSet: true, isSetOnCreate: true }),
  merchant_transaction_id: text({ max: 34, serverSet: true, isSetOnCreate: true, unique: true }),
  amount: money({ min: 0, serverSet: true, isSetOnCreate: true }),
  is_extra: boolean({ serverSet: true }),
  // Checks the vehicle out when the payment succeeds.
  auto_checkout: boolean({ serverSet: true }),
  // A tip for the driver of a ticket, apart from its charge.
  is_tip: boolean({ serverSet: true }),
  // Tries the provider's keys: it belongs to no entry, and what is received is returned.
  is_trial: boolean({ serverSet: true }),
  state: choice(attemptStates, { serverSet: true, stateTable: attemptStateTable, default: "initiated" }),
  // Status code of the provider.
  code: text({ max: 100, serverSet: true }),
  pay_url: text({ max: 2_000, serverSet: true }),
  provider_transaction_id: text({ max: 100, serverSet: true }),
  utr: text({ max: 100, serverSet: true }),
  decided_at: timestamp({ serverSet: true }),
  // What the provider received, if it is not the requested amount, and who decided about it.
  received_amount: money({ min: 0, serverSet: true }),
  decided_by: oneByUuid("users", { serverSet: true, onDelete: "set null" }),
  decision_reason: text({ max: limits.message, serverSet: true }),
  // Part that was applied to the entry; the rest is queued as refund.
  applied_amount: money({ min: 0, serverSet: true }),
  refunds: many("payment_refunds", "attempt"),
};

export const PaymentAttempts = defineCollection("payment_attempts", {
  fields: paymentAttemptsFields,
  indexes: [["branch", "id"]],
  deleteRules: [forbidDelete],
  isLive: true,
  access: onlinePaymentAccess,
});

const paymentRefundsFields = {
  company: one("Companies", { serverSet: true, isSetOnCreate: true }),
  branch: one("Branch", { serverSet: true, isSetOnCreate: true }),
  attempt: one("payment_attempts", { serverSet: true, isSetOnCreate: true, index: true }),
  merchant_refund_id: text({ max: 34, serverSet: true, isSetOnCreate: true, unique: true }),
  amount: money({ min: 0, serverSet: true, isSetOnCreate: true }),
  // `late`: received after the entry was already paid, so never part of its paid amount.
  kind: choice(["late", "manager"], { serverSet: true, isSetOnCreate: true }),
  reason: text({ max: limits.message, serverSet: true }),
  state: choice(refundStates, { serverSet: true, stateTable: refundStateTable, default: "queued" }),
  code: text({ max: 100, serverSet: true }),
  decided_at: timestamp({ serverSet: true }),
};

export const PaymentRefunds = defineCollection("payment_refunds", {
  fields: paymentRefundsFields,
  indexes: [["branch", "id"]],
  deleteRules: [forbidDelete],
  followUps: ["creditNotes"],
  isLive: true,
  access: onlinePaymentAccess,
});

const paymentsFields = {
  ...paidFields,
  kind: choice(paymentKinds, { serverSet: true, default: "payment" }),
  mode: choice(paymentModes, { serverSet: true, isSetOnCreate: true }),
  // Empty for payments before the channels existed: then the mode is the channel.
  channel: choice(paymentChannels, { serverSet: true }),
  // What staff noted down of a payment by UPI, by card or on account.
  reference: text({ max: 50, serverSet: true }),
  // Of a settlement, which belongs to no entry: the account that paid what was charged to it. Of a booking on account only once
  // its reference was erased.
  account: text({ max: limits.name, serverSet: true }),
  // Reference under which the payment was requested, so that it is confirmed once.
  request: text({ max: 35, serverSet: true }),
  // Negative for refunds and reversals.
  amount: money({ serverSet: true, isSetOnCreate: true }),
  // The payment that is refunded or reversed, and why.
  corrects: one("payments", { serverSet: true, index: true }),
  reason: text({ max: limits.message, serverSet: true }),
  received_at: timestamp({ serverSet: true, isSetOnCreate: true }),
  collected_by: oneByUuid("users", { serverSet: true, onDelete: "set null" }),
  shift: one("cash_shifts", { serverSet: true, onDelete: "set null", index: true }),
  merchant_transaction_id: text({ max: 34, serverSet: true }),
  // Of a settlement: how often its receipt was printed (domain/parking/slip-prints.ts).
  receipt_prints: integer({ min: 0, default: 0, serverSet: true }),
  invoice: one("tax_invoices", { serverSet: true, onDelete: "set null", index: true }),
  // What the invoice contains of it, less credit notes. Empty for invoices from before there were credit notes.
  invoiced_amount: money({ min: 0, serverSet: true }),
};

/** One row for each amount an entry or a pass has received, through any channel, and for each correction of one. */
export const Payments = defineCollection("payments", {
  fields: paymentsFields,
  unique: [{ fields: ["request"], error: "STATUS_ALREADY_UPDATED" }],
  indexes: [["branch", "received_at"]],
  deleteRules: [forbidDelete],
  followUps: ["creditNotes"],
  isLive: true,
  access: { read: { "ledger.read": inOwnScope, "cash.count": ownPayments } },
});

declare module "#domain/schema/registry.ts" {
  interface CollectionRegistry {
    payment_attempts: typeof paymentAttemptsFields;
    payment_refunds: typeof paymentRefundsFields;
    payments: typeof paymentsFields;
  }
}
