// §3 Branch, §2 configuration: when a branch is open, by the clock on its own wall. Prose: docs/rules/opening-hours.md.
import { Refusal } from "#domain/collection.ts";
import type { RuleArgs } from "#domain/collection.ts";
import { limits } from "#domain/limits.ts";
import { wallClock } from "#domain/rules/dates.ts";

/** Monday first, as offices count. */
export const weekdays = ["mon", "tue", "wed", "thu", "fri", "sat", "sun"] as const;
export type Weekday = (typeof weekdays)[number];

/** 'HH:mm'; an end at or before the beginning is on the next day, and '24:00' is the end of the day itself. */
export interface Opening {
  from: string;
  until: string;
}
/** No openings is a closed day. */
export type OpeningHours = { readonly [day in Weekday]: readonly Opening[] };

const dayMinutes = 24 * 60;
const weekMinutes = 7 * dayMinutes;

function minutesOf(time: string): number {
  const [hours = 0, minutes = 0] = time.split(":").map(Number);
  return hours * 60 + minutes;
}

/** From and until in minutes since Monday 00:00; the last may end after the week does. */
interface Span {
  from: number;
  until: number;
}

function spansOf(hours: OpeningHours): Span[] {
  const spans = weekdays.flatMap((day, at) =>
    hours[day].map(({ from, until }) => {
      const [begins, ends] = [minutesOf(from), minutesOf(until)];
      const start = at * dayMinutes + begins;
      return { from: start, until: at * dayMinutes + ends + (ends <= begins ? dayMinutes : 0) };
    }),
  );
  return spans.toSorted((one, other) => one.from - other.from);
}

/** The minute of the week on the wall of the zone. */
function minuteOfWeek({ at, zone }: { at: Date; zone: string }): number {
  const { year, month, day, hour, minute } = wallClock({ at, zone });
  const sundayFirst = new Date(Date.UTC(year, month - 1, day)).getUTCDay();
  return ((sundayFirst + 6) % 7) * dayMinutes + hour * 60 + minute;
}

interface Asked {
  /** Null is open day and night. */
  hours: OpeningHours | null;
  at: Date;
  /** An IANA name. */
  zone: string;
}

export function isOpenAt({ hours, at, zone }: Asked): boolean {
  if (hours === null) return true;
  const now = minuteOfWeek({ at, zone });
  return spansOf(hours).some(({ from, until }) =>
    [now, now + weekMinutes].some((each) => from <= each && each < until),
  );
}

/** The day and time at which it opens next, looked at while it is closed; undefined where it never does. */
export function opensNext({ hours, at, zone }: Asked): { day: Weekday; from: string; isToday: boolean } | undefined {
  if (hours === null) return undefined;
  const now = minuteOfWeek({ at, zone });
  const spans = spansOf(hours);
  const next = spans.find(({ from }) => from >= now) ?? spans[0];
  if (!next) return undefined;
  const place = Math.floor(next.from / dayMinutes);
  const minutes = next.from % dayMinutes;
  const from = `${String(Math.floor(minutes / 60)).padStart(2, "0")}:${String(minutes % 60).padStart(2, "0")}`;
  return { day: weekdays[place]!, from, isToday: place === Math.floor(now / dayMinutes) && next.from >= now };
}

function isOpening(value: unknown): value is Opening {
  if (typeof value !== "object" || value === null || Object.keys(value).length !== 2) return false;
  const { from, until } = value as Partial<Opening>;
  const isTime = (time: unknown): time is string => typeof time === "string" && /^([01]\d|2[0-3]):[0-5]\d$/.test(time);
  return isTime(from) && (isTime(until) || until === "24:00");
}

/** The hours as they were sent; undefined where they are none. */
export function openingHoursIn(value: unknown): OpeningHours | undefined {
  if (typeof value !== "object" || value === null || Object.keys(value).length !== weekdays.length) return undefined;
  const days = value as { [day: string]: unknown };
  const isDay = (list: unknown): boolean =>
    Array.isArray(list) && list.length <= limits.openingsPerDay && list.every(isOpening);
  return weekdays.every((day) => isDay(days[day])) ? (days as unknown as OpeningHours) : undefined;
}

/** Whether two of them run into each other, also over midnight and from Sunday into Monday. */
export function hasOverlap(hours: OpeningHours): boolean {
  const spans = spansOf(hours);
  return spans.some((span, at) => {
    const next = spans[at + 1] ?? { from: spans[0]!.from + weekMinutes };
    return next.from < span.until;
  });
}

/** FAILED_VALIDATION for what are no opening hours, OPENING_HOURS_OVERLAP for those that run into each other. */
export function openingHoursAreSound({ changes }: RuleArgs): Refusal | undefined {
  const sent = changes["opening_hours"];
  if (sent === undefined || sent === null) return undefined;
  const hours = openingHoursIn(sent);
  if (!hours) return new Refusal("FAILED_VALIDATION", "opening_hours", { type: "hours" });
  return hasOverlap(hours) ? new Refusal("OPENING_HOURS_OVERLAP", "opening_hours") : undefined;
}
