// §9: dates and times as a branch's own clock shows them, by Intl alone. Throws RangeError for an unknown zone.

export const defaultZone = "Asia/Kolkata";

interface Moment {
  at: Date;
  /** An IANA name. */
  zone?: string | undefined;
}
interface Parts {
  year: number;
  month: number;
  day: number;
  hour: number;
  minute: number;
  second: number;
}

const formatters = new Map<string, Intl.DateTimeFormat>();

function formatterOf(zone: string): Intl.DateTimeFormat {
  const known = formatters.get(zone);
  if (known) return known;
  const made = new Intl.DateTimeFormat("en-US", {
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
  formatters.set(zone, made);
  return made;
}

export function isTimeZone(zone: string): boolean {
  try {
    return formatterOf(zone) !== undefined;
  } catch {
    return false;
  }
}

/** The clock on the wall of a zone; months count from 1. */
export function wallClock({ at, zone = defaultZone }: Moment): Parts {
  const parts: { [type: string]: number } = {};
  for (const { type, value } of formatterOf(zone).formatToParts(at)) parts[type] = Number(value);
  const { year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0 } = parts;
  return { year, month, day, hour, minute, second };
}

function utcOf({ year, month, day, hour, minute, second }: Parts): number {
  return Date.UTC(year, month - 1, day, hour, minute, second);
}

/** The moment at which the wall of a zone shows these parts; days and months beyond their range roll over. */
export function momentOf({ parts, zone = defaultZone }: { parts: Parts; zone?: string | undefined }): Date {
  const wanted = utcOf(parts);
  let guess = wanted;
  // Twice, since the offset at the first guess may be that of the other side of a clock change.
  for (let round = 0; round < 2; round++) guess += wanted - utcOf(wallClock({ at: new Date(guess), zone }));
  return new Date(guess);
}

/** The first moment of the day. */
export function startOfDay({ at, zone }: Moment): Date {
  return momentOf({ parts: { ...wallClock({ at, zone }), hour: 0, minute: 0, second: 0 }, zone });
}

/** The last millisecond of the day. */
export function endOfDay({ at, zone }: Moment): Date {
  const today = wallClock({ at, zone });
  const tomorrow = momentOf({ parts: { ...today, day: today.day + 1, hour: 0, minute: 0, second: 0 }, zone });
  return new Date(tomorrow.getTime() - 1);
}

/** Whether a text names a day: 'YYYY-MM-DD'. */
export function isDay(text: unknown): text is string {
  return typeof text === "string" && /^\d{4}-\d{2}-\d{2}$/.test(text);
}

/** A day ('YYYY-MM-DD') on the wall of a zone: its first moment, and that of the day after it. */
export function dayBounds({ day, zone }: { day: string; zone?: string | undefined }): { from: Date; to: Date } {
  const [year, month, date] = day.split("-").map(Number) as [number, number, number];
  const midnight = { year, month, day: date, hour: 0, minute: 0, second: 0 };
  return { from: momentOf({ parts: midnight, zone }), to: momentOf({ parts: { ...midnight, day: date + 1 }, zone }) };
}

function two(number: number): string {
  return String(number).padStart(2, "0");
}
function four(number: number): string {
  return String(number).padStart(4, "0");
}

/** 'YYYY-MM-DD HH:mm' */
export function formatDateTime(moment: Moment): string {
  const { year, month, day, hour, minute } = wallClock(moment);
  return `${four(year)}-${two(month)}-${two(day)} ${two(hour)}:${two(minute)}`;
}

/** 'YYYY/MM/DD hh:mm A' */
export function formatDateTime12(moment: Moment): string {
  const { year, month, day, hour, minute } = wallClock(moment);
  const half = hour < 12 ? "AM" : "PM";
  return `${four(year)}/${two(month)}/${two(day)} ${two(hour % 12 || 12)}:${two(minute)} ${half}`;
}

/** 'YYYY-MM-DD' */
export function formatDay(moment: Moment): string {
  return formatDateTime(moment).slice(0, 10);
}

/** '10:40 AM' */
export function formatTime(moment: Moment): string {
  return formatDateTime12(moment).slice(11);
}

/** 'YYYYMMDD', as receipts have it. */
export function dateStamp(moment: Moment): string {
  const { year, month, day } = wallClock(moment);
  return `${four(year)}${two(month)}${two(day)}`;
}
