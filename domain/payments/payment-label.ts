// §4 Payment badge with the labels of the specification; status 2 is Out for parking, 6 is Checked out for valet.
import type { PaymentStatus } from "#domain/payments/states.ts";

export const paymentLabels = ["Free", "Paid", "Partially Paid", "Pending"] as const;
export type PaymentLabel = (typeof paymentLabels)[number];

export const paymentLabelColours: { readonly [badge in PaymentLabel]: string } = {
  Free: "grey",
  Paid: "green",
  "Partially Paid": "orange",
  Pending: "amber",
};

const lastSequence = { parking: 2, valet: 6 } as const;

/** `total` and `balanceDue` in paise. */
export function getPaymentLabel({
  kind,
  sequence,
  paymentStatus,
  total,
  balanceDue,
}: {
  kind: "parking" | "valet";
  sequence: number;
  paymentStatus: PaymentStatus;
  total: number;
  balanceDue: number;
}): PaymentLabel {
  if (total <= 0) return "Free";
  if (paymentStatus !== "paid") return "Pending";
  return balanceDue > 0 && sequence !== lastSequence[kind] ? "Partially Paid" : "Paid";
}
