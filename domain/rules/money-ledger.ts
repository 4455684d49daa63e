// §4: every rupee an entry receives leaves a row of its own, whichever door it comes through.
import type { LedgerRow, RuleArgs } from "#domain/collection.ts";

/** For an entry of this kind: what it received in this change, with the shift of who took it in cash. */
export function receiptOf(via: "parking_information" | "valet_and_parking_information") {
  return ({ before, after, changes, who, facts, now }: RuleArgs): LedgerRow[] => {
    const received = ((changes["paid_amount"] ?? before?.["paid_amount"] ?? 0) as number) - paidBefore(before);
    if (!before || received <= 0) return [];
    const isCash = after["payment_mode"] !== "online";
    const shift = (facts?.openShift ?? null) as number | null;
    return [
      {
        in: "payments",
        set: {
          [via]: before["id"],
          branch: after["branch"],
          company: after["company"],
          mode: isCash ? "cash" : "online",
          amount: received,
          received_at: now,
          collected_by: isCash ? who.id : null,
          shift: isCash ? (shift ?? newShift({ who: who.id, after, now })) : null,
          merchant_transaction_id: isCash ? null : after["merchant_transaction_id"],
        },
      },
    ];
  };
}

function paidBefore(before: RuleArgs["before"]): number {
  return (before?.["paid_amount"] ?? 0) as number;
}

/** Who takes cash without having come in by attendance begins a shift with it. */
function newShift({ who, after, now }: { who: string | null; after: RuleArgs["after"]; now: Date }): LedgerRow | null {
  if (who === null) return null;
  return {
    in: "cash_shifts",
    set: { collector: who, branch: after["branch"], company: after["company"], opened_at: now },
  };
}
