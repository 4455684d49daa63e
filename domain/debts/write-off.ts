// §4: a debt that is no longer collected. See docs/rules/debts.md.
import { can } from "#domain/access/capabilities.ts";
import type { Actor } from "#domain/access/roles.ts";
import { type ChargedEntry, computeBalance, toFinalAmountFields } from "#domain/payments/payment.ts";
import { RuleViolation } from "#domain/schema/collection.ts";

/**
 * Writes off the balance of an entry that has left; a partial payment remains. FORBIDDEN, WRITE_OFF_REASON_REQUIRED,
 * NOTHING_OWED.
 */
export function applyWriteOff({
  entry,
  actor,
  now,
}: {
  entry: ChargedEntry;
  actor: Actor;
  now: Date;
}): ChargedEntry | RuleViolation {
  if (!can(actor, "charge.write-off")) return new RuleViolation("FORBIDDEN");
  if ((entry.write_off_reason ?? "").trim() === "")
    return new RuleViolation("WRITE_OFF_REASON_REQUIRED", "write_off_reason");
  const balance = computeBalance({ entry, now });
  if (!entry.out_time || balance.extended <= 0) return new RuleViolation("NOTHING_OWED");
  return {
    ...toFinalAmountFields(balance),
    written_off_amount: balance.writtenOff + balance.extended,
    extended_amount: 0,
    written_off_at: now,
    written_off_by: actor.id,
  };
}
