// §4 Payment status: not_paid, partially_paid, paid. Once paid, always paid: paying twice is impossible.
import type { ErrorCode } from "#domain/errors.ts";
import { refuseMove } from "#domain/states/state-table.ts";
import type { StateTable } from "#domain/states/state-table.ts";

export const paymentStatuses = ["not_paid", "partially_paid", "paid"] as const;
export type PaymentStatus = (typeof paymentStatuses)[number];

export const paymentStates = {
  initial: ["not_paid"],
  states: {
    not_paid: { name: "Pending", colour: "amber", to: ["partially_paid", "paid"] },
    partially_paid: { name: "Partially Paid", colour: "orange", to: ["not_paid", "paid"] },
    paid: { name: "Paid", colour: "green", to: [] },
  },
  alreadyMoved: "ALREADY_PAID",
  noMove: "ALREADY_PAID",
} as const satisfies StateTable;

/** A failed online payment leaves the status as it was, so staying is only refused once it is paid. */
export function refusePayment({ from, to }: { from: PaymentStatus; to: PaymentStatus }): ErrorCode | undefined {
  return from === to && from !== "paid" ? undefined : refuseMove(paymentStates, from, to);
}
