// §4: what is still written about a visit after its vehicle or person has left, through any API. See docs/rules/corrections.md.
import { can } from "#domain/access/capabilities.ts";
import type { Actor } from "#domain/access/roles.ts";
import * as limits from "#domain/limits.ts";
import { parkingSequence } from "#domain/parking/states.ts";
import { adjustmentFields } from "#domain/payments/payment-fields.ts";
import { RuleViolation, type RuleArgs } from "#domain/schema/collection.ts";
import type { RowOf } from "#domain/schema/registry.ts";
import { fillText } from "#domain/text/filled-text.ts";
import { isRecent } from "#domain/visitors/is-recent.ts";
import { visitDetailNames } from "#domain/visitors/visit-details.ts";

type Entry = RowOf<"Parking_Information">;
/** An entry, or a ticket, which has no parking state. */
type Visit = Pick<Entry, "out_time"> & Partial<Pick<Entry, "parking_status_id">>;
type Charges = Partial<Pick<Entry, "additional_charge" | "deduction_charge">>;

/** What staff noted during the visit. */
const notedFields = ["visitor_id", ...visitDetailNames, "pay_later_reason", "handover_note"] as const;

const isOver = ({ out_time: out, parking_status_id: status }: Visit): boolean =>
  (out ?? null) !== null || status === parkingSequence.cancelled;

/** True if the actor may still correct the notes and charges: holders of `entry.correct`, others for some minutes after the exit. */
export function canCorrectAfterExit({
  visit,
  actor,
  now,
}: {
  visit: Visit;
  actor: Pick<Actor, "role" | "exceptions">;
  now: Date;
}): boolean {
  if (!isOver(visit) || can(actor, "entry.correct")) return true;
  const { out_time: at } = visit;
  return at !== null && isRecent({ at, minutes: limits.correctionMinutes, now });
}

/**
 * A payment sets the amounts as it is recorded (§4), so that one that was kept while offline is accepted; one for a part of the
 * balance, which leaves a debt, does not raise the charge.
 */
function isPartOfPayment({ before, after, changes }: { before: Charges; after: Charges; changes: object }): boolean {
  if ("payment_status" in changes && changes.payment_status === "paid") return true;
  const isRaised =
    (after.additional_charge ?? 0) > (before.additional_charge ?? 0) ||
    (after.deduction_charge ?? 0) < (before.deduction_charge ?? 0);
  return "paid_amount" in changes && !isRaised;
}

const readField = (row: { [field: string]: unknown }, field: string): unknown => row[field] ?? null;
const isSame = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other);

/**
 * Rule of entries and tickets: after the exit `fixed` fields do not change, and what was noted and charged only as
 * `canCorrectAfterExit` and a payment allow. NO_NEXT_STATUS, CORRECTION_NOT_ALLOWED.
 */
export function createAfterExitRule(fixed: readonly string[]) {
  return ({ before, after, changes, actor, now }: RuleArgs<Visit & Charges>): RuleViolation | undefined => {
    if (!before || !isOver(before)) return undefined;
    const isChanged = (field: string) =>
      field in changes && !isSame(readField(changes, field), readField(before, field));
    const fixedField = fixed.find(isChanged);
    if (fixedField !== undefined) return new RuleViolation("NO_NEXT_STATUS", fixedField);
    if (canCorrectAfterExit({ visit: before, actor, now })) return undefined;
    const adjusted = isPartOfPayment({ before, after, changes }) ? [] : adjustmentFields;
    const corrected = [...adjusted, ...notedFields].find(isChanged);
    if (corrected === undefined) return undefined;
    const text = fillText("afterExit", { minutes: limits.correctionMinutes });
    return new RuleViolation("CORRECTION_NOT_ALLOWED", corrected, {}, text);
  };
}
