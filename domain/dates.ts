// §9: dates and times in a branch's time zone, based on Intl. Throws RangeError for an unknown time zone.

export const defaultTimeZone = "Asia/Kolkata";

interface ZonedTime {
  at: Date;
  /** IANA time zone name. */
  zone?: string | undefined;
}
interface DateParts {
  year: number;
  month: number;
  day: number;
  hour: number;
  minute: number;
  second: number;
}

const formatters = new Map<string, Intl.DateTimeFormat>();

function getFormatter(zone: string): Intl.DateTimeFormat {
  const cached = formatters.get(zone);
  if (cached) return cached;
  const formatter = new Intl.DateTimeFormat("en-US", {
    timeZone: zone,
    calendar: "gregory",
    numberingSystem: "latn",
    hourCycle: "h23",
    year: "numeric",
    month: "2-digit",
    day: "2-digit",
    hour: "2-digit",
    minute: "2-digit",
    second: "2-digit",
  });
  formatters.set(zone, formatter);
  return formatter;
}

export function isTimeZone(zone: string): boolean {
  try {
    return getFormatter(zone) !== undefined;
  } catch {
    return false;
  }
}

export function maxDate(first: Date, second: Date): Date {
  return first > second ? first : second;
}

function readDateParts(at: Date, zone: string): DateParts {
  const parts: { [type: string]: number } = {};
  for (const { type, value } of getFormatter(zone).formatToParts(at)) parts[type] = Number(value);
  const { year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0 } = parts;
  return { year, month, day, hour, minute, second };
}

const dayMs = 24 * 60 * 60 * 1000;
const maxOffsets = 4_000;
/** By time zone and UTC day: its offset in ms, or null if the clock is changed on this day. */
const offsets = new Map<string, number | null>();

/** Reading the offset twice a day instead of for each time takes a tenth of the time. */
function findOffset(at: Date, zone: string): number | null {
  const day = Math.floor(at.getTime() / dayMs);
  const key = `${zone} ${day}`;
  const known = offsets.get(key);
  if (known !== undefined) return known;
  const offsetAt = (ms: number): number => toUtcMs(readDateParts(new Date(ms), zone)) - ms;
  const [first, last] = [offsetAt(day * dayMs), offsetAt((day + 1) * dayMs)];
  const offset = first === last ? first : null;
  if (offsets.size >= maxOffsets) offsets.clear();
  offsets.set(key, offset);
  return offset;
}

/** Local date and time in the time zone; months count from 1. */
export function toDateParts({ at, zone = defaultTimeZone }: ZonedTime): DateParts {
  const offset = findOffset(at, zone);
  if (offset === null) return readDateParts(at, zone);
  const local = new Date(at.getTime() + offset);
  return {
    year: local.getUTCFullYear(),
    month: local.getUTCMonth() + 1,
    day: local.getUTCDate(),
    hour: local.getUTCHours(),
    minute: local.getUTCMinutes(),
    second: local.getUTCSeconds(),
  };
}

function toUtcMs({ year, month, day, hour, minute, second }: DateParts): number {
  return Date.UTC(year, month - 1, day, hour, minute, second);
}

/** Converts local date parts of a time zone to an instant; days and months out of range roll over. */
export function fromDateParts({
  parts,
  zone = defaultTimeZone,
}: {
  parts: DateParts;
  zone?: string | undefined;
}): Date {
  const targetMs = toUtcMs(parts);
  let guessMs = targetMs;
  // Two rounds, since the offset of the first guess may be the one before a clock change.
  for (let round = 0; round < 2; round++) guessMs += targetMs - toUtcMs(toDateParts({ at: new Date(guessMs), zone }));
  return new Date(guessMs);
}

/** Start of the day in the time zone. */
export function startOfDay({ at, zone }: ZonedTime): Date {
  return fromDateParts({ parts: { ...toDateParts({ at, zone }), hour: 0, minute: 0, second: 0 }, zone });
}

/** Last millisecond of the day in the time zone. */
export function endOfDay({ at, zone }: ZonedTime): Date {
  const today = toDateParts({ at, zone });
  const tomorrow = fromDateParts({ parts: { ...today, day: today.day + 1, hour: 0, minute: 0, second: 0 }, zone });
  return new Date(tomorrow.getTime() - 1);
}

/** True for a text of the form 'YYYY-MM-DD'. */
export function isDateString(text: unknown): text is string {
  return typeof text === "string" && /^\d{4}-\d{2}-\d{2}$/.test(text);
}

/** Range of a date ('YYYY-MM-DD') in the time zone: its start, and the start of the next day. */
export function getDayRange({ day, zone }: { day: string; zone?: string | undefined }): { from: Date; to: Date } {
  const [year = NaN, month = NaN, date = NaN] = day.split("-").map(Number);
  const midnight = { year, month, day: date, hour: 0, minute: 0, second: 0 };
  return {
    from: fromDateParts({ parts: midnight, zone }),
    to: fromDateParts({ parts: { ...midnight, day: date + 1 }, zone }),
  };
}

function padTwo(number: number): string {
  return String(number).padStart(2, "0");
}
function padFour(number: number): string {
  return String(number).padStart(4, "0");
}

/** 'YYYY-MM-DD HH:mm' */
export function formatDateTime(time: ZonedTime): string {
  const { year, month, day, hour, minute } = toDateParts(time);
  return `${padFour(year)}-${padTwo(month)}-${padTwo(day)} ${padTwo(hour)}:${padTwo(minute)}`;
}

/** 'YYYY/MM/DD hh:mm A' */
export function formatDateTime12(time: ZonedTime): string {
  const { year, month, day, hour, minute } = toDateParts(time);
  const half = hour < 12 ? "AM" : "PM";
  return `${padFour(year)}/${padTwo(month)}/${padTwo(day)} ${padTwo(hour % 12 || 12)}:${padTwo(minute)} ${half}`;
}

/** 'YYYY-MM-DD' */
export function formatDate(time: ZonedTime): string {
  return formatDateTime(time).slice(0, 10);
}

/** '10:40 AM' */
export function formatTime(time: ZonedTime): string {
  return formatDateTime12(time).slice(11);
}

/** 'YYYYMMDD', as used in receipt ids. */
export function formatDateStamp(time: ZonedTime): string {
  const { year, month, day } = toDateParts(time);
  return `${padFour(year)}${padTwo(month)}${padTwo(day)}`;
}
