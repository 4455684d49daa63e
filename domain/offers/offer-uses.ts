// When the uses of an entry's offers are given back (docs/rules/offers.md).
import { type ChargedEntry, getPaymentStatus } from "#domain/payments/payment.ts";
import { parkingSequence } from "#domain/parking/states.ts";
import type { RowOf } from "#domain/schema/registry.ts";

type Entry = ChargedEntry & Partial<Pick<RowOf<"Parking_Information">, "parking_status_id">>;

const isCancelled = (entry: Entry): boolean =>
  Boolean(entry.voided_at) || entry.parking_status_id === parkingSequence.cancelled;

const isRefunded = ({ paid_amount: paid, refunded_amount: refunded }: Entry): boolean =>
  (paid ?? 0) > 0 && (refunded ?? 0) >= (paid ?? 0);

const isDiscounted = ({ offer_discounts: discounts }: Entry): boolean => (discounts ?? []).length > 0;

/** True for a void or cancellation, a refund of all that was paid, and a reversal, after which the discounts are gone. */
export function areUsesReturned({ before, after }: { before: Entry; after: Entry }): boolean {
  if (isCancelled(after)) return !isCancelled(before);
  if (isRefunded(after)) return !isRefunded(before);
  return isDiscounted(before) && !isDiscounted(after);
}

/** What an online payment holds is of no use once the entry is paid in another way. */
export function areHoldsReturned({ before, after }: { before: Entry; after: Entry }): boolean {
  return getPaymentStatus(before) !== "paid" && getPaymentStatus(after) === "paid";
}
