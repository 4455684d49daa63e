// Periods of reports: ranges of days 'YYYY-MM-DD', both ends inclusive, and what they are compared with.

export interface DayRange {
  readonly from: string;
  readonly to: string;
}

export const comparisons = ["previous", "weekdays"] as const;
export type Comparison = (typeof comparisons)[number];

/** Longest range of a report, in days: a leap year. */
export const maxReportDays = 366;

const msPerDay = 86_400_000;
const toDayNumber = (day: string): number => Date.parse(`${day}T00:00:00Z`) / msPerDay;

/** Moves a day of the calendar by a number of days. */
export function addDays(day: string, days: number): string {
  return new Date((toDayNumber(day) + days) * msPerDay).toISOString().slice(0, 10);
}

/** Number of days of the range; NaN if a day is not one of the calendar. */
export function countDays({ from, to }: DayRange): number {
  return toDayNumber(to) - toDayNumber(from) + 1;
}

/** Whether both are days of the calendar, in order, and not too many. */
export function isValidRange({ from, to }: DayRange): boolean {
  const days = countDays({ from, to });
  return days >= 1 && days <= maxReportDays && addDays(from, 0) === from && addDays(to, 0) === to;
}

/**
 * The range that a period is compared with, of the same length: `previous` ends on the day before it; `weekdays` is
 * moved by whole weeks, so that each day has the weekday of its counterpart.
 */
export function getComparedRange({ range, comparison }: { range: DayRange; comparison: Comparison }): DayRange {
  const days = countDays(range);
  const shift = comparison === "previous" ? days : Math.ceil(days / 7) * 7;
  return { from: addDays(range.from, -shift), to: addDays(range.to, -shift) };
}
