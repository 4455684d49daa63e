// §4 Payment badge with the labels of the specification; status 2 is Out for parking, 6 is Checked out for valet.
import type { PaymentStatus } from "#domain/payments/states.ts";

export const paymentLabels = ["Free", "Paid", "Partially Paid", "Pending", "Written off"] as const;
export type PaymentLabel = (typeof paymentLabels)[number];

export const paymentLabelColours: { readonly [badge in PaymentLabel]: string } = {
  Free: "grey",
  Paid: "green",
  "Partially Paid": "orange",
  Pending: "amber",
  "Written off": "grey",
};

const lastSequence = { parking: 2, valet: 6 } as const;

/** All amounts in paise. */
export function getPaymentLabel({
  kind,
  sequence,
  paymentStatus,
  total,
  balanceDue,
  writtenOff = 0,
}: {
  kind: "parking" | "valet";
  sequence: number;
  paymentStatus: PaymentStatus;
  total: number;
  balanceDue: number;
  writtenOff?: number;
}): PaymentLabel {
  if (total <= 0) return "Free";
  if (writtenOff > 0 && balanceDue <= 0) return "Written off";
  if (paymentStatus !== "paid") return "Pending";
  return balanceDue > 0 && sequence !== lastSequence[kind] ? "Partially Paid" : "Paid";
}
