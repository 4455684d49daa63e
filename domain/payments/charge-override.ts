// A charge set by hand, with a reason, in place of that by the tariff. See docs/rules/payments.md.
import { fillText } from "#domain/text/filled-text.ts";
import { can } from "#domain/access/capabilities.ts";
import type { Actor } from "#domain/access/roles.ts";
import { formatRupees } from "#domain/money.ts";
import { parkingSequence } from "#domain/parking/states.ts";
import { type ChargedEntry, computeBalance, getPaymentStatus } from "#domain/payments/payment.ts";
import { RuleViolation } from "#domain/schema/collection.ts";
import type { RowOf } from "#domain/schema/registry.ts";

export const overrideFields = ["charge_override", "charge_override_reason"] as const;

type OverriddenEntry = ChargedEntry & Partial<Pick<RowOf<"Parking_Information">, "parking_status_id">>;

/** True while the charge of the entry can be set: until it is paid, and while a balance is due. */
export function canOverrideCharge({ entry, now }: { entry: OverriddenEntry; now: Date }): boolean {
  if (entry.voided_at || entry.parking_status_id === parkingSequence.cancelled) return false;
  if (computeBalance({ entry, now }).extended > 0) return true;
  return (entry.out_time ?? null) === null && getPaymentStatus(entry) !== "paid";
}

/**
 * FORBIDDEN without `charge.override`; NO_NEXT_STATUS, ALREADY_PAID; CHANGE_REASON_REQUIRED; AMOUNT_TOO_LOW for a charge
 * below what was received or written off.
 */
export function checkChargeOverride({
  before,
  after,
  actor,
  now,
}: {
  before: OverriddenEntry;
  after: OverriddenEntry;
  actor: Actor;
  now: Date;
}): RuleViolation | undefined {
  const [amountField, reasonField] = overrideFields;
  if (!can(actor, "charge.override")) return new RuleViolation("FORBIDDEN", amountField);
  if (!canOverrideCharge({ entry: before, now }))
    return new RuleViolation(getPaymentStatus(before) === "paid" ? "ALREADY_PAID" : "NO_NEXT_STATUS");
  const hasReason = (after.charge_override_reason ?? "").trim() !== "";
  if ((after.charge_override ?? null) !== null && !hasReason)
    return new RuleViolation("CHANGE_REASON_REQUIRED", reasonField);
  const settled = (before.paid_amount ?? 0) + (before.written_off_amount ?? 0);
  if (computeBalance({ entry: after, now }).total >= settled) return undefined;
  return new RuleViolation(
    "AMOUNT_TOO_LOW",
    amountField,
    {},
    fillText("amountReceived", { amount: formatRupees(settled) }),
  );
}
