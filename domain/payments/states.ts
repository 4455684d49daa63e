// §4 Payment status: not_paid, partially_paid, paid. `paid` is final, so that an entry cannot be paid twice.
import type { ErrorCode } from "#domain/errors.ts";
import { checkTransition } from "#domain/schema/state-table.ts";
import type { StateTable } from "#domain/schema/state-table.ts";

export const paymentStatuses = ["not_paid", "partially_paid", "paid"] as const;
export type PaymentStatus = (typeof paymentStatuses)[number];

/** Rows of the ledger: money received, and cash that was given back or reversed, with a negative amount. */
export const paymentKinds = ["payment", "refund", "reversal", "settlement"] as const;
export const paymentModes = ["cash", "online"] as const;
/** `extra` only collects an additional charge of a paid entry; it is never stored. */
export const paymentTypes = ["post-pay", "pre-pay", "pay-later", "extra"] as const;

export const paymentStates = {
  initial: ["not_paid"],
  states: {
    not_paid: { name: "Pending", colour: "amber", transitions: ["partially_paid", "paid"] },
    partially_paid: { name: "Partially Paid", colour: "orange", transitions: ["not_paid", "paid"] },
    paid: { name: "Paid", colour: "green", transitions: [] },
  },
  alreadyInStateError: "ALREADY_PAID",
  invalidTransitionError: "ALREADY_PAID",
} as const satisfies StateTable;

/** A failed online payment keeps the status, so that an unchanged status is an error only if it is `paid`. */
export function checkPaymentTransition({
  from,
  to,
}: {
  from: PaymentStatus;
  to: PaymentStatus;
}): ErrorCode | undefined {
  return from === to && from !== "paid" ? undefined : checkTransition(paymentStates, from, to);
}
