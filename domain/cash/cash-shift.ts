// §4 §6 Cash per shift: opened with attendance, closed by entering the counted cash before the expected sum is shown.
import { RuleViolation } from "#domain/schema/collection.ts";
import type { DerivedRow } from "#domain/schema/collection.ts";
import type { RowOf, RuleArgsOf } from "#domain/schema/registry.ts";

/**
 * Closes a shift with the counted cash; a closed shift cannot be changed. SHIFT_ALREADY_CLOSED, SHIFT_COUNT_REQUIRED.
 */
export function applyShiftClose({
  before,
  after,
  changes,
  lookups,
  now,
}: RuleArgsOf<"cash_shifts">): Partial<RowOf<"cash_shifts">> | RuleViolation | undefined {
  if (!before) return undefined;
  if (before.closed_at !== null) return new RuleViolation("SHIFT_ALREADY_CLOSED");
  if (!("counted" in changes) || after.counted === null) return new RuleViolation("SHIFT_COUNT_REQUIRED", "counted");
  const expected = lookups?.shiftCash ?? 0;
  return { closed_at: now, expected, difference: after.counted - expected };
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
