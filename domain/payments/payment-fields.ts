// §3 Payment fields shared by parking entries, valet tickets and pre-bookings.
import { choice, money, oneByUuid, text, timestamp } from "#domain/schema/fields.ts";
import * as limits from "#domain/limits.ts";
import { paymentChannels } from "#domain/payments/channels/payment-channels.ts";
import { paymentModes, paymentStatuses, paymentTypes } from "#domain/payments/states.ts";

/** What staff add to or take off the charge, with its notes. */
export const adjustmentFields = ["additional_charge", "addition_note", "deduction_charge", "deduction_note"] as const;

/** reading.md §4: charge by tariff, additional charge and deduction with notes, and received amounts. */
export const paymentFields = {
  payment_status: choice(paymentStatuses, { default: "not_paid" }),
  payment_mode: choice(paymentModes),
  // How the last amount was received (domain/payments/channels/payment-channels.ts), and what identifies it: what staff noted
  // down, and the reference under which it was requested.
  payment_channel: choice(paymentChannels, { serverSet: true }),
  payment_reference: text({ max: 50, serverSet: true }),
  payment_request: text({ max: 35, serverSet: true }),
  payment_type: choice(paymentTypes),
  // Why the customer may pay later; required unless the branch puts all its entries on credit.
  pay_later_reason: text({ max: limits.message, label: "Reason" }),
  actual_amount: money({ min: 0, serverSet: true }),
  additional_charge: money({ min: 0 }),
  addition_note: text({ max: limits.message }),
  deduction_charge: money({ min: 0 }),
  deduction_note: text({ max: limits.message }),
  // Set by hand in place of the charge by tariff, with its reason (domain/payments/charge-override.ts).
  charge_override: money({ label: "Charge", min: 0 }),
  charge_override_reason: text({ label: "Reason", max: limits.message }),
  total_amount: money({ min: 0, serverSet: true }),
  paid_amount: money({ min: 0, serverSet: true }),
  extended_amount: money({ min: 0, serverSet: true }),
  // Refunded part of `paid_amount`.
  refunded_amount: money({ min: 0, serverSet: true }),
  // Reason of the last refund in cash or reversal.
  payment_change_reason: text({ max: limits.message, serverSet: true }),
  // Part of the total that is no longer collected.
  written_off_amount: money({ min: 0, serverSet: true }),
  write_off_reason: text({ max: limits.message, serverSet: true }),
  written_off_at: timestamp({ serverSet: true }),
  written_off_by: oneByUuid("users", { onDelete: "set null", serverSet: true }),
  payment_collected_by: oneByUuid("users", { onDelete: "set null", serverSet: true }),
  paid_at: timestamp({ serverSet: true }),
  merchant_id: text({ max: 100, serverSet: true }),
  merchant_transaction_id: text({ max: 100, serverSet: true }),
};
