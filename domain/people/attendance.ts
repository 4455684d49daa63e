// §6 Attendance: attendance rows of duty changes, and duty periods of a day. See docs/rules/people.md.
import type { DerivedRow } from "#domain/schema/collection.ts";
import type { RuleArgsOf } from "#domain/schema/registry.ts";

/** Writes one attendance row for each change of duty, at the user's branch. */
export function recordAttendance({ before, after, changes }: RuleArgsOf<"users">): DerivedRow[] {
  if (!before || !("in_out_flag" in changes) || before.in_out_flag === changes.in_out_flag) return [];
  const isPresent = changes.in_out_flag;
  // A user moved to another branch goes off duty at the previous one.
  const branchRow = isPresent ? after : before;
  if (!branchRow.default_branch) return [];
  const values = {
    user: before.id,
    branch: branchRow.default_branch,
    company: branchRow.default_company,
    is_present: isPresent,
  };
  return [{ collection: "attendance", values }];
}

export interface DutyChange {
  at: Date;
  isPresent: boolean;
  /** User who made the change. */
  by: string | null;
}

export interface DutyPeriod {
  from: Date;
  /** Null while the period is open. */
  until: Date | null;
  /** Users who started and ended it; null if that was on another day. */
  begunBy: string | null;
  endedBy: string | null;
}

interface DutyPeriodsInput {
  /** The changes of the day and the last one before it, oldest first. */
  changes: readonly DutyChange[];
  /** Start of the day, and start of the next day. */
  from: Date;
  to: Date;
  now: Date;
}

/** Duty periods of a user on one day, cut at midnight. */
export function getDutyPeriods({ changes, from, to, now }: DutyPeriodsInput): DutyPeriod[] {
  const periods: DutyPeriod[] = [];
  let openPeriod: DutyPeriod | undefined;
  for (const { at, isPresent, by } of changes) {
    const isOfDay = at >= from;
    if (isPresent && !openPeriod)
      openPeriod = { from: isOfDay ? at : from, until: null, begunBy: isOfDay ? by : null, endedBy: null };
    if (isPresent || !openPeriod) continue;
    if (isOfDay) periods.push({ ...openPeriod, until: at, endedBy: by });
    openPeriod = undefined;
  }
  if (openPeriod && openPeriod.from <= now) periods.push({ ...openPeriod, until: now < to ? null : to });
  return periods;
}

/** Whole minutes of the periods; an open one counts until now. */
export function countDutyMinutes({ periods, now }: { periods: readonly DutyPeriod[]; now: Date }): number {
  const ms = periods.reduce((sum, { from, until }) => sum + ((until ?? now).getTime() - from.getTime()), 0);
  return Math.max(0, Math.floor(ms / 60_000));
}
