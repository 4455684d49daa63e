// §4 §6 Cash per shift: opened with attendance, closed by entering the counted cash before the expected sum is shown.
import { can } from "#domain/access/capabilities.ts";
import { RuleViolation } from "#domain/schema/collection.ts";
import type { DerivedRow } from "#domain/schema/collection.ts";
import type { RowOf, RuleArgsOf } from "#domain/schema/registry.ts";
import { checkOnDuty } from "#domain/people/on-duty.ts";

/** Hours after which a shift is taken for forgotten. */
export const longShiftHours = 14;

/** Who closes the shift of someone else must be on duty and say why. Duty errors, SHIFT_NOTE_REQUIRED. */
export function validateShiftActor({ before, changes, actor }: RuleArgsOf<"cash_shifts">): RuleViolation | undefined {
  if (!before || before.collector === actor.id || changes.corrected_at) return undefined;
  const dutyError = checkOnDuty(actor);
  if (dutyError) return new RuleViolation(dutyError);
  const hasNote = (changes.note ?? "").trim() !== "";
  return "counted" in changes && !hasNote ? new RuleViolation("SHIFT_NOTE_REQUIRED", "note") : undefined;
}

/**
 * Closes a shift with the counted cash; a closed shift cannot be changed. Until then the opening float can be set.
 * SHIFT_ALREADY_CLOSED, SHIFT_COUNT_REQUIRED, CASH_HANDOVER_PENDING.
 */
export function applyShiftClose({
  before,
  after,
  changes,
  lookups,
  actor,
  now,
}: RuleArgsOf<"cash_shifts">): Partial<RowOf<"cash_shifts">> | RuleViolation | undefined {
  if (!before || changes.corrected_at) return undefined;
  if (before.closed_at !== null) return new RuleViolation("SHIFT_ALREADY_CLOSED");
  if ("opening_float" in changes && !("counted" in changes)) return undefined;
  if (!("counted" in changes) || after.counted === null) return new RuleViolation("SHIFT_COUNT_REQUIRED", "counted");
  if (lookups?.shiftCash?.isHandoverPending) return new RuleViolation("CASH_HANDOVER_PENDING");
  const expected = (after.opening_float ?? 0) + (lookups?.shiftCash?.paise ?? 0);
  const vehicles = lookups?.shiftCash?.vehicles ?? 0;
  return { closed_at: now, closed_by: actor.id, expected, difference: after.counted - expected, vehicles };
}

/**
 * Corrects the count of a closed shift. The first count and who made it stay; what was expected does not change, since cash that was handed over had left
 * the shift before its count. FORBIDDEN, duty errors, SHIFT_COUNT_REQUIRED for an open shift, NO_CHANGES.
 */
export function applyCountCorrection({
  before,
  after,
  changes,
  actor,
}: RuleArgsOf<"cash_shifts">): Partial<RowOf<"cash_shifts">> | RuleViolation | undefined {
  if (!before || !changes.corrected_at) return undefined;
  if (!can(actor, "cash.close")) return new RuleViolation("FORBIDDEN");
  const dutyError = checkOnDuty(actor);
  if (dutyError) return new RuleViolation(dutyError);
  if (before.closed_at === null || before.counted === null || after.counted === null)
    return new RuleViolation("SHIFT_COUNT_REQUIRED", "counted");
  if (after.counted === before.counted) return new RuleViolation("NO_CHANGES");
  return {
    closed_by: before.closed_by ?? before.user_updated,
    first_counted: before.first_counted ?? before.counted,
    corrected_by: actor.id,
    difference: after.counted - (before.expected ?? 0),
  };
}

/** Going on duty opens a shift unless the user already has an open one. */
export function openShiftOnAttendance({ before, after, changes, lookups, now }: RuleArgsOf<"users">): DerivedRow[] {
  const isGoingOnDuty = changes.in_out_flag === true && before !== null && !before.in_out_flag;
  const isCollector = after.is_staff_user || after.is_manager_user;
  const hasOpenShift = (lookups?.openShift ?? null) !== null;
  if (!isGoingOnDuty || !isCollector || hasOpenShift || !after.default_branch) return [];
  return [
    {
      collection: "cash_shifts",
      values: {
        collector: before.id,
        branch: after.default_branch,
        company: after.default_company,
        opened_at: now,
      },
    },
  ];
}
