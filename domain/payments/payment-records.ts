// §4: every amount an entry or ticket receives creates a row in `payments`, for every API.
import type { DerivedRow, RuleArgs } from "#domain/schema/collection.ts";

/** Creates the payment row of the amount received in a write, with the collector's shift for cash. */
export function createPaymentRecorder(via: "parking_information" | "valet_and_parking_information") {
  return ({ before, after, changes, actor, lookups, now }: RuleArgs): DerivedRow[] => {
    const received = ((changes["paid_amount"] ?? before?.["paid_amount"] ?? 0) as number) - getPaidBefore(before);
    if (!before || received <= 0) return [];
    const isCash = after["payment_mode"] !== "online";
    const shift = (lookups?.openShift ?? null) as number | null;
    return [
      {
        collection: "payments",
        values: {
          [via]: before["id"],
          branch: after["branch"],
          company: after["company"],
          mode: isCash ? "cash" : "online",
          amount: received,
          received_at: now,
          collected_by: isCash ? actor.id : null,
          shift: isCash ? (shift ?? toNewShift({ userId: actor.id, after, now })) : null,
          merchant_transaction_id: isCash ? null : after["merchant_transaction_id"],
        },
      },
    ];
  };
}

function getPaidBefore(before: RuleArgs["before"]): number {
  return (before?.["paid_amount"] ?? 0) as number;
}

/** Starts a shift for a user who collects cash without an open one. */
function toNewShift({
  userId,
  after,
  now,
}: {
  userId: string | null;
  after: RuleArgs["after"];
  now: Date;
}): DerivedRow | null {
  if (userId === null) return null;
  return {
    collection: "cash_shifts",
    values: { collector: userId, branch: after["branch"], company: after["company"], opened_at: now },
  };
}
