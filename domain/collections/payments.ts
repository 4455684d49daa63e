// §4: the ledger of money: every attempt at the provider, every amount received, every amount paid back. Nothing is ever removed.
import { ownBranch, ownCompany } from "#domain/access.ts";
import { collection, Refusal } from "#domain/collection.ts";
import type { Access } from "#domain/collection.ts";
import { boolean, choice, many, money, one, oneByUuid, text, timestamp } from "#domain/fields.ts";
import { limits } from "#domain/limits.ts";
import { attemptStates, attemptTable, refundStates, refundTable } from "#domain/states/online-payment.ts";

const desk: Access = { read: { admin: ownCompany, manager: ownBranch } };
const gate: Access = { read: { ...desk.read, staff: ownBranch } };
const neverRemoved = () => new Refusal("FORBIDDEN");

export const gatewayNames = ["phonepe-v1", "phonepe-v2"] as const;
export type GatewayName = (typeof gatewayNames)[number];

/** Which entry money belongs to: one of the two. */
const ofEntry = {
  company: one("Companies", { serverSet: true }),
  branch: one("Branch", { serverSet: true }),
  parking_information: one("Parking_Information", { serverSet: true, index: true }),
  valet_and_parking_information: one("Valet_and_Parking_Information", {
    serverSet: true,
    index: true,
  }),
};

export const PaymentAttempts = collection("payment_attempts", {
  fields: {
    ...ofEntry,
    gateway: choice(gatewayNames, { serverSet: true }),
    merchant_id: text({ max: 100, serverSet: true }),
    merchant_transaction_id: text({ max: 34, serverSet: true, unique: true }),
    amount: money({ min: 0, serverSet: true }),
    is_extra: boolean({ serverSet: true }),
    // Lets the vehicle out with the payment.
    auto_checkout: boolean({ serverSet: true }),
    state: choice(attemptStates, { serverSet: true, states: attemptTable, default: "initiated" }),
    // The provider's code for how it stands.
    code: text({ max: 100, serverSet: true }),
    pay_url: text({ max: 2_000, serverSet: true }),
    provider_transaction_id: text({ max: 100, serverSet: true }),
    utr: text({ max: 100, serverSet: true }),
    decided_at: timestamp({ serverSet: true }),
    // What of it paid the entry; the rest was queued to go back.
    applied_amount: money({ min: 0, serverSet: true }),
    refunds: many("payment_refunds", "attempt"),
  },
  indexes: [["branch", "id"]],
  removal: [neverRemoved],
  live: true,
  access: gate,
});

export const PaymentRefunds = collection("payment_refunds", {
  fields: {
    company: one("Companies", { serverSet: true }),
    branch: one("Branch", { serverSet: true }),
    attempt: one("payment_attempts", { serverSet: true, index: true }),
    merchant_refund_id: text({ max: 34, serverSet: true, unique: true }),
    amount: money({ min: 0, serverSet: true }),
    // `late`: it came when the entry was paid already, and never was the entry's.
    kind: choice(["late", "manager"], { serverSet: true }),
    reason: text({ max: limits.message, serverSet: true }),
    state: choice(refundStates, { serverSet: true, states: refundTable, default: "queued" }),
    code: text({ max: 100, serverSet: true }),
    decided_at: timestamp({ serverSet: true }),
  },
  indexes: [["branch", "id"]],
  removal: [neverRemoved],
  live: true,
  access: gate,
});

/** One row for each amount an entry has received, in cash or online. */
export const Payments = collection("payments", {
  fields: {
    ...ofEntry,
    mode: choice(["cash", "online"], { serverSet: true }),
    amount: money({ min: 0, serverSet: true }),
    received_at: timestamp({ serverSet: true }),
    collected_by: oneByUuid("users", { serverSet: true, onDelete: "set null" }),
    shift: one("cash_shifts", { serverSet: true, onDelete: "set null", index: true }),
    merchant_transaction_id: text({ max: 34, serverSet: true }),
    invoice: one("tax_invoices", { serverSet: true, onDelete: "set null", index: true }),
  },
  indexes: [["branch", "received_at"]],
  removal: [neverRemoved],
  access: desk,
});
