// §4: accounts of a branch: what was charged on account, and its settlement. See docs/rules/debts.md.
import type { ErrorCode } from "#domain/errors.ts";
import { referenceFields } from "#domain/payments/channels/payment-channels.ts";
import { partAmount } from "#domain/schema/action-fields.ts";
import { text } from "#domain/schema/fields.ts";

/** How an account is settled: any channel that is confirmed by hand, but not on account again. */
export const settlementChannels = ["cash", "upi", "card_terminal", "bank_transfer"] as const;
export type SettlementChannel = (typeof settlementChannels)[number];

/** Of a settlement; the reference is that of the channel (`referenceFields`). */
export const settlementFields = {
  account: referenceFields.on_account,
  amount: { ...partAmount, label: "Amount received" },
  reference: text({ label: "Reference", max: 50 }),
};

/** Accounts are told apart by name, whatever the capitals. */
export function getAccountKey(account: string): string {
  return account.trim().toLowerCase();
}

/**
 * Amounts in paise; `expected` is the balance that was shown. AMOUNT_MISMATCH, NOTHING_OWED, AMOUNT_TOO_LOW,
 * AMOUNT_TOO_HIGH.
 */
export function checkSettlement({
  owed,
  amount,
  expected = owed,
}: {
  owed: number;
  amount: number;
  expected?: number | undefined;
}): ErrorCode | undefined {
  if (expected !== owed) return "AMOUNT_MISMATCH";
  if (owed <= 0) return "NOTHING_OWED";
  if (amount <= 0) return "AMOUNT_TOO_LOW";
  return amount > owed ? "AMOUNT_TOO_HIGH" : undefined;
}
