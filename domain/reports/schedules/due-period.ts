// §2 Mailed reports: the period of each mail. See docs/rules/reports-mailed.md.
import { toDateParts, formatDate } from "#domain/dates.ts";
import { addDays, type DayRange } from "#domain/reports/report-period.ts";
import { getPresetRange, getWeekday } from "#domain/reports/report-presets.ts";
import type { ReportPeriod } from "#domain/reports/report.ts";

export const scheduleFrequencies = ["daily", "weekly", "monthly"] as const;
export type ScheduleFrequency = (typeof scheduleFrequencies)[number];

/** Last day, up to `today`, on which a mail is sent: every day, on Mondays, or on the first of the month. */
function getSendingDay({ frequency, today }: { frequency: ScheduleFrequency; today: string }): string {
  switch (frequency) {
    case "daily":
      return today;
    case "weekly":
      return addDays(today, 1 - getWeekday(today));
    case "monthly":
      return `${today.slice(0, 7)}-01`;
  }
}

/** What a mail sent on a day is about: the day, week or month that has ended; of a coming day, the next one. */
function getMailedRange({
  frequency,
  period,
  day,
}: {
  frequency: ScheduleFrequency;
  period: ReportPeriod;
  day: string;
}): DayRange {
  if (period === "coming-day") return getPresetRange({ preset: "tomorrow", today: day });
  switch (frequency) {
    case "daily":
      return getPresetRange({ preset: "yesterday", today: day });
    case "weekly":
      return { from: addDays(day, -7), to: addDays(day, -1) };
    case "monthly":
      return getPresetRange({ preset: "last-month", today: day });
  }
}

/** The latest period whose mail is due at `now`; its time is a full hour at the branch. */
export function getDuePeriod({
  frequency,
  period,
  hour,
  now,
  zone,
}: {
  frequency: ScheduleFrequency;
  period: ReportPeriod;
  hour: number;
  now: Date;
  zone: string;
}): DayRange {
  const today = formatDate({ at: now, zone });
  // Before the hour, the day before is the last one on which a mail can have been sent.
  const last = toDateParts({ at: now, zone }).hour >= hour ? today : addDays(today, -1);
  return getMailedRange({ frequency, period, day: getSendingDay({ frequency, today: last }) });
}
