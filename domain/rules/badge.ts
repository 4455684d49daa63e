// §4 Payment badge: literal as the specification has it; status 2 is Out for parking, 6 is Checked out for valet.
import type { PaymentStatus } from "#domain/states/payment.ts";

export type Badge = "Free" | "Paid" | "Partially Paid" | "Pending";

export const badgeColours: { readonly [badge in Badge]: string } = {
  Free: "grey",
  Paid: "green",
  "Partially Paid": "orange",
  Pending: "amber",
};

const lastSequence = { parking: 2, valet: 6 } as const;

/** `total` and `extended` (what is still owed) in paise. */
export function paymentBadge({
  kind,
  sequence,
  paymentStatus,
  total,
  extended,
}: {
  kind: "parking" | "valet";
  sequence: number;
  paymentStatus: PaymentStatus;
  total: number;
  extended: number;
}): Badge {
  if (total <= 0) return "Free";
  if (paymentStatus !== "paid") return "Pending";
  return extended > 0 && sequence !== lastSequence[kind] ? "Partially Paid" : "Paid";
}
