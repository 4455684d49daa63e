// The stay of a public page's query string: arrival and departure, and what is said about those that cannot be used.
import { formatDateTime, fromDateParts } from "#domain/dates.ts";
import * as limits from "#domain/limits.ts";
import { formatStay } from "#domain/site/page-texts.ts";
import type { ListingSearch, StayError, StayErrors } from "#domain/site/site-data.ts";

const minuteMs = 60_000;
const dayMs = 24 * 60 * minuteMs;
const defaultStayMs = 3 * 60 * minuteMs;
const maxStayMs = limits.quotedStayMinutes * minuteMs;
const maxDays = limits.quotedStayMinutes / (24 * 60);
const maxTyped = 40;

/** Local time without an offset, as inputs of date and time or of text send it, is that of the zone. */
function parseTime(text: string, zone: string | undefined): Date | undefined {
  const match = /^(\d{4})-(\d{2})-(\d{2})[T ](\d{2}):(\d{2})(?::(\d{2})(?:\.\d{1,3})?)?(Z|[+-]\d{2}:\d{2})?$/.exec(
    text,
  );
  if (!match) return undefined;
  const [whole, year, month, day, hour, minute, , offset] = match;
  const number = (part: string | undefined): number => Number(part ?? 0);
  const parts = { year: number(year), month: number(month), day: number(day), hour: number(hour) };
  // Without this 30 February would be 2 March.
  const isDate = new Date(Date.UTC(parts.year, parts.month - 1, parts.day))
    .toISOString()
    .startsWith(whole.slice(0, 10));
  if (!isDate || parts.hour > 23 || number(minute) > 59) return undefined;
  const time =
    offset === undefined
      ? fromDateParts({ parts: { ...parts, minute: number(minute), second: 0 }, zone })
      : new Date(whole.replace(" ", "T"));
  return Number.isNaN(time.getTime()) ? undefined : time;
}

const toMinute = (time: Date): Date => new Date(Math.floor(time.getTime() / minuteMs) * minuteMs);

/** A time that was given: usable, or what is wrong with it. */
function readTime({
  name,
  text,
  zone,
  findError,
}: {
  name: "Arrival" | "Departure";
  text: string | null;
  zone: string | undefined;
  findError: (time: Date) => string | undefined;
}): { time?: Date; error?: StayError } {
  const typed = (text ?? "").trim();
  if (typed === "") return {};
  const time = parseTime(typed, zone);
  const error = time ? findError(time) : `${name} must be a date and time, as YYYY-MM-DD HH:MM.`;
  if (error !== undefined) return { error: { typed: typed.slice(0, maxTyped), text: error } };
  return time ? { time } : {};
}

/** An arrival of the last day can be used, so that a link that is opened late shows the same price. */
function findArrivalError({ arrival, start }: { arrival: Date; start: Date }): string | undefined {
  if (+arrival < +start - dayMs) return "Arrival is more than a day ago.";
  return +arrival > +start + maxStayMs ? `Arrival can be at most ${maxDays} days from now.` : undefined;
}

function findDepartureError({
  departure,
  from,
  isArrivalGiven,
}: {
  departure: Date;
  from: Date;
  isArrivalGiven: boolean;
}): string | undefined {
  if (departure <= from) return isArrivalGiven ? "Departure must be after arrival." : "Departure is in the past.";
  if (+departure - +from <= maxStayMs) return undefined;
  return `Departure can be at most ${maxDays} days ${isArrivalGiven ? "after arrival" : "from now"}.`;
}

/**
 * Arrival and departure; now and three hours later unless both are given and make a stay that can be priced. `zone` is that of the
 * branch on its own page, and the default one on listings.
 */
export function parseStay(
  query: URLSearchParams,
  now: Date,
  zone?: string,
): Pick<ListingSearch, "from" | "until" | "isDefaultStay" | "stayErrors"> {
  const start = toMinute(now);
  const arrival = readTime({
    name: "Arrival",
    text: query.get("from"),
    zone,
    findError: (time) => findArrivalError({ arrival: time, start }),
  });
  const from = arrival.time ?? start;
  const departure = readTime({
    name: "Departure",
    text: query.get("until"),
    zone,
    findError: (time) => findDepartureError({ departure: time, from, isArrivalGiven: arrival.time !== undefined }),
  });
  const errors: StayErrors = {
    ...(arrival.error && { from: arrival.error }),
    ...(departure.error && { until: departure.error }),
  };
  return {
    from,
    until: departure.time ?? new Date(from.getTime() + defaultStayMs),
    isDefaultStay: !arrival.time && !departure.time,
    ...((errors.from ?? errors.until) && { stayErrors: errors }),
  };
}

interface ShownStay {
  from: Date;
  until: Date;
  stayErrors?: StayErrors | undefined;
  zone?: string | undefined;
}

/** Values of the fields: what was typed, if it cannot be used; 'YYYY-MM-DD HH:mm', by default in the default time zone. */
export function formatStayFields({ from, until, stayErrors, zone }: ShownStay): { from: string; until: string } {
  return {
    from: stayErrors?.from?.typed ?? formatDateTime({ at: from, zone }),
    until: stayErrors?.until?.typed ?? formatDateTime({ at: until, zone }),
  };
}

/** 'Departure must be after arrival. Showing 3 h from 2026-11-18 10:00.' */
export function describeStayErrors({ from, until, stayErrors, zone }: ShownStay): string {
  const texts = [stayErrors?.from, stayErrors?.until].flatMap((error) => error?.text ?? []);
  return [...texts, `Showing ${formatStay({ from, until })} from ${formatDateTime({ at: from, zone })}.`].join(" ");
}
