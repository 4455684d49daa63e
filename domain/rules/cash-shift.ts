// §4 §6 Cash per shift: opened with attendance, closed by a count typed in before the expected sum is shown.
import { Refusal } from "#domain/collection.ts";
import type { LedgerRow, Row, RuleArgs } from "#domain/collection.ts";

/** A shift is the person's own to count; once counted it stays as it was. SHIFT_ALREADY_CLOSED, NOTE_REQUIRED. */
export function closesShift({ before, after, changes, facts, now }: RuleArgs): Row | Refusal | undefined {
  if (!before) return undefined;
  if (before["closed_at"] !== null) return new Refusal("SHIFT_ALREADY_CLOSED");
  if (!("counted" in changes) || after["counted"] === null) return new Refusal("SHIFT_COUNT_REQUIRED", "counted");
  const expected = (facts?.shiftCash ?? 0) as number;
  return { closed_at: now, expected, difference: (after["counted"] as number) - expected };
}

/** Attendance opens a shift where the person has none open. */
export function shiftOfAttendance({ before, after, changes, facts, now }: RuleArgs): LedgerRow[] {
  const isComing = changes["in_out_flag"] === true && before?.["in_out_flag"] !== true && before !== null;
  const isCollector = after["is_staff_user"] === true || after["is_manager_user"] === true;
  const isOpen = (facts?.openShift ?? null) !== null;
  if (!isComing || !isCollector || isOpen || !after["default_branch"]) return [];
  return [
    {
      in: "cash_shifts",
      set: {
        collector: before["id"],
        branch: after["default_branch"],
        company: after["default_company"],
        opened_at: now,
      },
    },
  ];
}
