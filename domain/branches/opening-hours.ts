// §3 Branch, §2 configuration: opening hours in the branch's time zone. See docs/rules/opening-hours.md.
import { RuleViolation } from "#domain/schema/collection.ts";
import type { RuleArgsOf } from "#domain/schema/registry.ts";
import * as limits from "#domain/limits.ts";
import { toDateParts } from "#domain/dates.ts";

/** Weeks start on Monday. */
export const weekdays = ["mon", "tue", "wed", "thu", "fri", "sat", "sun"] as const;
export type Weekday = (typeof weekdays)[number];
export const weekdayNames: { readonly [day in Weekday]: string } = {
  mon: "Monday",
  tue: "Tuesday",
  wed: "Wednesday",
  thu: "Thursday",
  fri: "Friday",
  sat: "Saturday",
  sun: "Sunday",
};

/** 'HH:mm'; an end at or before the start is on the next day, and '24:00' is the end of the same day. */
export interface OpeningPeriod {
  from: string;
  until: string;
}
/** A day without periods is closed. */
export type OpeningHours = { readonly [day in Weekday]: readonly OpeningPeriod[] };

const dayMinutes = 24 * 60;
const weekMinutes = 7 * dayMinutes;

function toMinutes(time: string): number {
  const [hours = 0, minutes = 0] = time.split(":").map(Number);
  return hours * 60 + minutes;
}

/** Minutes since Monday 00:00; the last span may end after the week. */
interface WeekSpan {
  day: Weekday;
  from: number;
  until: number;
}

function toWeekSpans(hours: OpeningHours): WeekSpan[] {
  const spans = weekdays.flatMap((day, dayIndex) =>
    hours[day].map(({ from, until }) => {
      const [startMinutes, endMinutes] = [toMinutes(from), toMinutes(until)];
      const start = dayIndex * dayMinutes + startMinutes;
      return {
        day,
        from: start,
        until: dayIndex * dayMinutes + endMinutes + (endMinutes <= startMinutes ? dayMinutes : 0),
      };
    }),
  );
  return spans.toSorted((first, second) => first.from - second.from);
}

/** Minute of the week in the time zone. */
function getMinuteOfWeek({ at, zone }: { at: Date; zone: string }): number {
  const { year, month, day, hour, minute } = toDateParts({ at, zone });
  const sundayFirst = new Date(Date.UTC(year, month - 1, day)).getUTCDay();
  return ((sundayFirst + 6) % 7) * dayMinutes + hour * 60 + minute;
}

interface OpeningTimeInput {
  /** Null means always open. */
  hours: OpeningHours | null;
  at: Date;
  /** IANA time zone name. */
  zone: string;
}

export function isOpenAt({ hours, at, zone }: OpeningTimeInput): boolean {
  if (hours === null) return true;
  const now = getMinuteOfWeek({ at, zone });
  return toWeekSpans(hours).some(({ from, until }) =>
    [now, now + weekMinutes].some((minute) => from <= minute && minute < until),
  );
}

/** Day and time of the next opening for a branch that is closed now; undefined if it never opens. */
export function findNextOpening({
  hours,
  at,
  zone,
}: OpeningTimeInput): { day: Weekday; from: string; isToday: boolean } | undefined {
  if (hours === null) return undefined;
  const now = getMinuteOfWeek({ at, zone });
  const spans = toWeekSpans(hours);
  const next = spans.find(({ from }) => from >= now) ?? spans[0];
  if (!next) return undefined;
  const dayIndex = Math.floor(next.from / dayMinutes);
  const minutes = next.from % dayMinutes;
  const from = `${String(Math.floor(minutes / 60)).padStart(2, "0")}:${String(minutes % 60).padStart(2, "0")}`;
  return { day: weekdays[dayIndex]!, from, isToday: dayIndex === Math.floor(now / dayMinutes) && next.from >= now };
}

function isOpeningPeriod(value: unknown): value is OpeningPeriod {
  if (typeof value !== "object" || value === null || Object.keys(value).length !== 2) return false;
  if (!("from" in value) || !("until" in value)) return false;
  const { from, until } = value;
  const isTime = (time: unknown): time is string => typeof time === "string" && /^([01]\d|2[0-3]):[0-5]\d$/.test(time);
  return isTime(from) && (isTime(until) || until === "24:00");
}

/** Returns the value if it is valid opening hours, else undefined. */
export function parseOpeningHours(value: unknown): OpeningHours | undefined {
  if (typeof value !== "object" || value === null || Object.keys(value).length !== weekdays.length) return undefined;
  return isOpeningHours(value) ? value : undefined;
}

function isOpeningHours(value: object): value is OpeningHours {
  const days: { [day: string]: unknown } = { ...value };
  return weekdays.every((day) => {
    const periods = days[day];
    return Array.isArray(periods) && periods.length <= limits.openingsPerDay && periods.every(isOpeningPeriod);
  });
}

/** The same periods on every day. */
export function repeatDaily(periods: readonly OpeningPeriod[]): OpeningHours {
  return { mon: periods, tue: periods, wed: periods, thu: periods, fri: periods, sat: periods, sun: periods };
}

/** The days of the first two periods that overlap, also across midnight and from Sunday to Monday; undefined if none do. */
export function findOverlap(hours: OpeningHours): readonly [first: Weekday, second: Weekday] | undefined {
  const spans = toWeekSpans(hours);
  for (const [index, { day, until }] of spans.entries()) {
    const isLast = index === spans.length - 1;
    const next = spans[isLast ? 0 : index + 1]!;
    if (next.from + (isLast ? weekMinutes : 0) < until) return [day, next.day];
  }
  return undefined;
}

/** "*Hours of Monday and Tuesday overlap. …". */
export function describeOverlap([first, second]: readonly [Weekday, Weekday]): string {
  const days = first === second ? weekdayNames[first] : `${weekdayNames[first]} and ${weekdayNames[second]}`;
  return `*Hours of ${days} overlap. Check the end times, including those past midnight`;
}

/** FAILED_VALIDATION for invalid opening hours, OPENING_HOURS_OVERLAP for overlapping periods. */
export function validateOpeningHours({ changes }: RuleArgsOf<"Branch">): RuleViolation | undefined {
  const value = changes.opening_hours;
  if (value === undefined || value === null) return undefined;
  const hours = parseOpeningHours(value);
  if (!hours) return new RuleViolation("FAILED_VALIDATION", "opening_hours", { type: "hours" });
  const overlap = findOverlap(hours);
  return overlap && new RuleViolation("OPENING_HOURS_OVERLAP", "opening_hours", {}, describeOverlap(overlap));
}
