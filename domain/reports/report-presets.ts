// Periods that a report offers by name, as ranges of days of the branch's calendar. Weeks begin on Monday.
import { getKeys } from "#domain/object-keys.ts";
import { addDays, type DayRange } from "#domain/reports/report-period.ts";
import type { ReportPeriod } from "#domain/reports/report.ts";

/** 1 for Monday to 7 for Sunday. */
export function getWeekday(day: string): number {
  return new Date(`${day}T00:00:00Z`).getUTCDay() || 7;
}

/** First day of the month. */
const startMonth = (day: string): string => `${day.slice(0, 7)}-01`;

const presets = {
  tomorrow: { label: "Tomorrow", getRange: (today) => ({ from: addDays(today, 1), to: addDays(today, 1) }) },
  today: { label: "Today", getRange: (today) => ({ from: today, to: today }) },
  yesterday: {
    label: "Yesterday",
    getRange: (today) => ({ from: addDays(today, -1), to: addDays(today, -1) }),
  },
  "last-7-days": { label: "Last 7 days", getRange: (today) => ({ from: addDays(today, -6), to: today }) },
  "this-week": {
    label: "This week",
    getRange: (today) => ({ from: addDays(today, 1 - getWeekday(today)), to: today }),
  },
  "this-month": { label: "This month", getRange: (today) => ({ from: startMonth(today), to: today }) },
  "last-month": {
    label: "Last month",
    getRange: (today) => {
      const to = addDays(startMonth(today), -1);
      return { from: startMonth(to), to };
    },
  },
  "this-year": { label: "This year", getRange: (today) => ({ from: `${today.slice(0, 4)}-01-01`, to: today }) },
} as const satisfies { [preset: string]: { label: string; getRange: (today: string) => DayRange } };

type ReportPreset = keyof typeof presets;
const reportPresets = getKeys(presets);

/** The presets that a report offers, and the one that it opens with. */
export function getReportPresets(period: ReportPeriod): { offered: readonly ReportPreset[]; default: ReportPreset } {
  switch (period) {
    case "day":
      return { offered: ["today", "yesterday"], default: "today" };
    case "coming-day":
      return { offered: ["today", "tomorrow"], default: "tomorrow" };
    case "range":
      return { offered: reportPresets.filter((preset) => preset !== "tomorrow"), default: "last-7-days" };
  }
}

export const getPresetLabel = (preset: ReportPreset): string => presets[preset].label;

export function getPresetRange({ preset, today }: { preset: ReportPreset; today: string }): DayRange {
  return presets[preset].getRange(today);
}

/** The first preset with exactly this range; on a Sunday "Last 7 days" precedes "This week". */
export function findPreset({ range, today }: { range: DayRange; today: string }): ReportPreset | undefined {
  return reportPresets.find((preset) => {
    const { from, to } = getPresetRange({ preset, today });
    return from === range.from && to === range.to;
  });
}
