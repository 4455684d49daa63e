// §3 Shared payment fields, on parking, valet and pre-booking entries alike.
import { choice, money, oneByUuid, text, timestamp } from "#domain/fields.ts";
import { limits } from "#domain/limits.ts";
import { paymentStatuses } from "#domain/states/payment.ts";

/** reading.md §4: what the tariff says, what staff added or took off with a note, what has been received. */
export const paymentFields = {
  payment_status: choice(paymentStatuses, { default: "not_paid" }),
  payment_mode: choice(["cash", "online"]),
  // `extra` only asks for what a paid entry came to owe; it is never kept.
  payment_type: choice(["post-pay", "pre-pay", "pay-later", "extra"]),
  actual_amount: money({ min: 0, serverSet: true }),
  additional_charge: money({ min: 0 }),
  addition_note: text({ max: limits.message }),
  deduction_charge: money({ min: 0 }),
  deduction_note: text({ max: limits.message }),
  total_amount: money({ min: 0, serverSet: true }),
  paid_amount: money({ min: 0, serverSet: true }),
  extended_amount: money({ min: 0, serverSet: true }),
  // What went back to the payer of what was received.
  refunded_amount: money({ min: 0, serverSet: true }),
  payment_collected_by: oneByUuid("users", { onDelete: "set null", serverSet: true }),
  paid_at: timestamp({ serverSet: true }),
  merchant_id: text({ max: 100, serverSet: true }),
  merchant_transaction_id: text({ max: 100, serverSet: true }),
};
