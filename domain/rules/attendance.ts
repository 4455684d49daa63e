// §6 Attendance: what coming and leaving writes down, and how long somebody was there on a day. Prose: docs/rules/people.md.
import type { LedgerRow, RuleArgs } from "#domain/collection.ts";

/** Who came or left: one row for each change, at the branch it is about. */
export function attendanceOf({ before, after, changes }: RuleArgs): LedgerRow[] {
  if (!before || !("in_out_flag" in changes) || before["in_out_flag"] === changes["in_out_flag"]) return [];
  const isPresent = changes["in_out_flag"] === true;
  // Whoever is moved to another branch leaves the one they were at.
  const place = isPresent ? after : before;
  if (!place["default_branch"]) return [];
  const set = {
    user: before["id"],
    branch: place["default_branch"],
    company: place["default_company"],
    is_present: isPresent,
  };
  return [{ in: "attendance", set }];
}

export interface DutyChange {
  at: Date;
  isPresent: boolean;
  /** Who said so. */
  by: string | null;
}

export interface DutyPeriod {
  from: Date;
  /** Null while it goes on. */
  until: Date | null;
  /** Who began and who ended it; null where that lies outside the day. */
  begunBy: string | null;
  endedBy: string | null;
}

interface Day {
  /** The changes of the day, and the last one before it, the oldest first. */
  changes: readonly DutyChange[];
  /** The first moment of the day, and the first after it. */
  from: Date;
  to: Date;
  now: Date;
}

/** The times of a day in which somebody was on duty, cut at midnight. */
export function dutyPeriods({ changes, from, to, now }: Day): DutyPeriod[] {
  const periods: DutyPeriod[] = [];
  let open: DutyPeriod | undefined;
  for (const { at, isPresent, by } of changes) {
    const isOfDay = at >= from;
    if (isPresent && !open)
      open = { from: isOfDay ? at : from, until: null, begunBy: isOfDay ? by : null, endedBy: null };
    if (isPresent || !open) continue;
    if (isOfDay) periods.push({ ...open, until: at, endedBy: by });
    open = undefined;
  }
  if (open && open.from <= now) periods.push({ ...open, until: now < to ? null : to });
  return periods;
}

/** Whole minutes of these periods; one that goes on counts until now. */
export function dutyMinutes({ periods, now }: { periods: readonly DutyPeriod[]; now: Date }): number {
  const ms = periods.reduce((sum, { from, until }) => sum + ((until ?? now).getTime() - from.getTime()), 0);
  return Math.max(0, Math.floor(ms / 60_000));
}
