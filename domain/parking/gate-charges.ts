// What staff record at the gate for the charge of an entry or a ticket: a lost slip, extras, and a shop bill.
import { fillText } from "#domain/text/filled-text.ts";
import { RuleViolation, type RuleArgs } from "#domain/schema/collection.ts";
import { formatRupees } from "#domain/money.ts";
import { boolean, json, money, text } from "#domain/schema/fields.ts";
import type { RowOf } from "#domain/schema/registry.ts";
import * as limits from "#domain/limits.ts";
import {
  type ChargedEntry,
  computeBalance,
  getPaymentStatus,
  toChangedAmountFields,
} from "#domain/payments/payment.ts";
import { parkingSequence } from "#domain/parking/states.ts";

declare module "#domain/schema/collection.ts" {
  interface LookupResults {
    /** For a changed shop bill: the other service of the branch, parking or valet, used it. */
    isBillUsedElsewhere: boolean;
  }
}

export const gateChargeFields = {
  is_slip_lost: boolean(),
  // The proof of ownership for which the fee is waived.
  lost_slip_proof: text({ label: "Proof of ownership", max: limits.message }),
  // Ids of the chosen extras of the copied tariff.
  tariff_extras: json<string[] | null>(),
  bill_shop: text({ label: "Shop", max: 80 }),
  bill_number: text({ label: "Bill number", max: 40 }),
  bill_amount: money({ label: "Bill amount", min: 0 }),
};

/** An entry, or a ticket, which has no parking state. */
type Entry = ChargedEntry &
  Partial<Pick<RowOf<"Parking_Information">, keyof typeof gateChargeFields | "parking_status_id">>;

const otherFields = ["is_slip_lost", "lost_slip_proof", "tariff_extras"] as const;
const billFields = ["bill_shop", "bill_number", "bill_amount"] as const;

const isEmpty = (value: unknown): boolean =>
  value === null || value === undefined || value === false || (Array.isArray(value) && value.length === 0);

function isSame(first: unknown, second: unknown): boolean {
  return (isEmpty(first) && isEmpty(second)) || JSON.stringify(first) === JSON.stringify(second);
}

/** Only what the copied tariff offers. TARIFF_TERM_NOT_OFFERED, BILL_INCOMPLETE. */
function checkOffered({ tariff, ...entry }: Entry): RuleViolation | undefined {
  const lostSlip = tariff?.rates.lost_slip;
  if (entry.is_slip_lost && !lostSlip) return new RuleViolation("TARIFF_TERM_NOT_OFFERED", "is_slip_lost");
  const isProofOffered = entry.is_slip_lost && lostSlip?.waive_with_proof === true;
  if (!isEmpty(entry.lost_slip_proof) && !isProofOffered)
    return new RuleViolation("TARIFF_TERM_NOT_OFFERED", "lost_slip_proof");
  const offered = new Set(tariff?.extras.flatMap(({ id, when }) => (when === "pressed" ? [id] : [])));
  const extras: unknown = entry.tariff_extras ?? [];
  if (!Array.isArray(extras) || new Set(extras).size < extras.length || !extras.every((id) => offered.has(id)))
    return new RuleViolation("TARIFF_TERM_NOT_OFFERED", "tariff_extras");
  const missing = billFields.filter((field) => isEmpty(entry[field]));
  if (missing.length === billFields.length) return undefined;
  if (!tariff?.bill) return new RuleViolation("TARIFF_TERM_NOT_OFFERED", "bill_number");
  return missing.length > 0 ? new RuleViolation("BILL_INCOMPLETE", missing[0]) : undefined;
}

const isInside = ({ parking_status_id: status, out_time }: Entry): boolean =>
  status === undefined ? !out_time : status === parkingSequence.in;

/** Inside, or with a balance due after check-out; a bill only before the payment. NO_NEXT_STATUS, ALREADY_PAID. */
function checkOpen({ before, isBill, now }: { before: Entry; isBill: boolean; now: Date }): RuleViolation | undefined {
  const isOwing = computeBalance({ entry: before, now }).extended > 0;
  if (before.voided_at || (!isInside(before) && !isOwing)) return new RuleViolation("NO_NEXT_STATUS");
  return isBill && getPaymentStatus(before) === "paid" && !isOwing ? new RuleViolation("ALREADY_PAID") : undefined;
}

/**
 * Checks the changes at the gate; the balance follows. FORBIDDEN for a new entry; AMOUNT_TOO_LOW if less would be charged
 * than was received.
 */
export function applyGateCharges({
  before,
  after,
  changes,
  lookups,
  now,
}: RuleArgs<Entry>): Partial<Entry> | RuleViolation | undefined {
  const changed = [...otherFields, ...billFields].filter(
    (field) => field in changes && !isSame(changes[field], before?.[field]),
  );
  if (changed.length === 0) return undefined;
  if (!before) return new RuleViolation("FORBIDDEN", changed[0]);
  const isBill = changed.some((field) => billFields.some((name) => name === field));
  const violation = checkOpen({ before, isBill, now }) ?? checkOffered(after);
  if (violation) return violation;
  if (lookups?.isBillUsedElsewhere) return new RuleViolation("BILL_ALREADY_USED", "bill_number");
  const balance = computeBalance({ entry: after, now });
  const settled = balance.paid + balance.writtenOff;
  if (balance.total < settled && balance.total < computeBalance({ entry: before, now }).total)
    return new RuleViolation(
      "AMOUNT_TOO_LOW",
      changed[0],
      {},
      fillText("amountReceived", { amount: formatRupees(settled) }),
    );
  return toChangedAmountFields({ entry: after, now });
}
