// §2 Expected arrivals of a day by hour, and the staff they need. Worked examples: docs/rules/reports.md.
import { addDays } from "#domain/reports/report-period.ts";
import { computeQuantile } from "#domain/valet/pickup/pickup-estimate.ts";

/** Weeks before the day whose same weekday is looked at. */
const forecastWeeks = 8;
const hours = Array.from({ length: 24 }, (_, hour) => hour);

/** Arrivals of a day by hour, 24 numbers; a day without arrivals may be missing. */
export type ArrivalsByDay = ReadonlyMap<string, readonly number[]>;

/** The days on which the forecast of a day rests, latest first. */
export function listForecastDays(day: string): string[] {
  return Array.from({ length: forecastWeeks }, (_, index) => addDays(day, -7 * (index + 1)));
}

export interface HourForecast {
  /** Median, to half a vehicle. */
  expected: number;
  low: number;
  high: number;
}

const roundToTenth = (value: number): number => Math.round(value * 10) / 10;

/** Median, 10th and 90th percentile; zeros for no samples. */
export function forecastHour(samples: readonly number[]): HourForecast {
  if (samples.length === 0) return { expected: 0, low: 0, high: 0 };
  const sorted = samples.toSorted((first, second) => first - second);
  const quantile = (probability: number): number => roundToTenth(computeQuantile({ sorted, probability }));
  return { expected: quantile(0.5), low: quantile(0.1), high: quantile(0.9) };
}

/**
 * The forecast of each hour of a day. Days from before the first arrival of the branch are left out, so that a new branch
 * is not expected to be empty.
 */
export function forecastDay({ day, arrivals }: { day: string; arrivals: ArrivalsByDay }): HourForecast[] {
  const first = [...arrivals.keys()].toSorted()[0];
  const days = listForecastDays(day).filter((other) => first !== undefined && other >= first);
  return hours.map((hour) => forecastHour(days.map((other) => arrivals.get(other)?.[hour] ?? 0)));
}

/** Entries an hour that one person handles, where the branch has no figures of its own. */
const defaultHourlyEntries = 20;
/** Fewer hours on duty say too little about how many entries a person handles. */
const minDutyMinutes = 8 * 60;

/**
 * Entries an hour that one person handled at the branch; a default with less than 8 hours on duty, or if nothing was
 * handled in them.
 */
export function computeHourlyEntries({ entries, dutyMinutes }: { entries: number; dutyMinutes: number }): number {
  return dutyMinutes >= minDutyMinutes && entries > 0 ? (entries * 60) / dutyMinutes : defaultHourlyEntries;
}

/** Staff for so many arrivals in an hour: one at least. */
export function computeStaff({ arrivals, hourlyEntries }: { arrivals: number; hourlyEntries: number }): number {
  return Math.max(1, Math.ceil(arrivals / hourlyEntries));
}
