// §4: every amount an entry or ticket receives creates a row in `payments`, for every API.
import type { DerivedRow, RuleArgs } from "#domain/schema/collection.ts";
import { getPaymentChannel, getPaymentMode, isBranchChannel } from "#domain/payments/channels/payment-channels.ts";
import type { RowOf } from "#domain/schema/registry.ts";

type PaidRow = Pick<
  RowOf<"Parking_Information" | "Valet_and_Parking_Information" | "Parking_Main_Information">,
  | "id"
  | "branch"
  | "company"
  | "paid_amount"
  | "payment_mode"
  | "payment_channel"
  | "payment_reference"
  | "payment_request"
> &
  Partial<Pick<RowOf<"Parking_Information">, "merchant_transaction_id">>;

/** Creates the payment row of the amount received in a write, with the collector's shift unless the provider confirmed it. */
export function createPaymentRecorder(via: "parking_information" | "valet_and_parking_information") {
  return (args: RuleArgs<PaidRow>): DerivedRow[] =>
    args.before ? createPaymentRecord({ ...args, paid: { [via]: args.before.id } }) : [];
}

/** As above; `paid` are the fields that say what was paid. */
export function createPaymentRecord({
  before,
  after,
  changes,
  actor,
  lookups,
  now,
  paid,
}: RuleArgs<PaidRow> & { paid: DerivedRow["values"] }): DerivedRow[] {
  const paidBefore = before?.paid_amount ?? 0;
  const received = (changes.paid_amount ?? paidBefore) - paidBefore;
  if (!before || received <= 0) return [];
  const channel = getPaymentChannel({ channel: after.payment_channel, mode: after.payment_mode });
  const isByProvider = channel === "online";
  const shift = lookups?.openShift ?? null;
  return [
    {
      collection: "payments",
      values: {
        ...paid,
        branch: after.branch,
        company: after.company,
        mode: getPaymentMode(channel),
        channel,
        reference: isBranchChannel(channel) ? after.payment_reference : null,
        request: isBranchChannel(channel) ? after.payment_request : null,
        amount: received,
        received_at: now,
        collected_by: isByProvider ? null : actor.id,
        shift: isByProvider ? null : (shift ?? toNewShift({ userId: actor.id, after, now })),
        merchant_transaction_id: isByProvider ? (after.merchant_transaction_id ?? null) : null,
      },
    },
  ];
}

/** Starts a shift for a user who takes a payment without an open one. */
function toNewShift({ userId, after, now }: { userId: string | null; after: PaidRow; now: Date }): DerivedRow | null {
  if (userId === null) return null;
  return {
    collection: "cash_shifts",
    values: { collector: userId, branch: after.branch, company: after.company, opened_at: now },
  };
}
