// §3 §4 Passes and invites: the window in which they hold, and how a pass's end follows from its start (timeType, duration).
import { defaultZone, momentOf, wallClock } from "#domain/rules/dates.ts";

export const passUnits = ["years", "hours", "days", "month"] as const;
export type PassUnit = (typeof passUnits)[number];

/** A window holds from its start up to, not including, its end; an end that is not set is open. */
export function isWithin({ start, end, at }: { start: Date | null; end: Date | null; at: Date }): boolean {
  return (start === null || start <= at) && (end === null || at < end);
}

/** A renewal goes on where the pass ends, or from now where it has ended. */
export function renewalStart({ end, now }: { end: Date | null; now: Date }): Date {
  return end !== null && end > now ? end : now;
}

/** A long-term pass needs both ends; without them it is none. */
export function passCovers({ start, end, at }: { start: Date | null; end: Date | null; at: Date }): boolean {
  return start !== null && end !== null && isWithin({ start, end, at });
}

function daysInMonth({ year, month }: { year: number; month: number }): number {
  return new Date(Date.UTC(year, month, 0)).getUTCDate();
}

/**
 * The end of a pass. Days, months and years go by the calendar of the zone and keep the time of day; a month that is too
 * short ends on its last day (31 January + 1 month = 28 February). Throws RangeError unless `amount` is a whole number above 0.
 */
export function endOfPass({
  start,
  unit,
  amount,
  zone = defaultZone,
}: {
  start: Date;
  unit: PassUnit;
  amount: number;
  zone?: string | undefined;
}): Date {
  if (!Number.isInteger(amount) || amount < 1) throw new RangeError(`a pass cannot last ${amount} ${unit}`);
  if (unit === "hours") return new Date(start.getTime() + amount * 3_600_000);
  const from = wallClock({ at: start, zone });
  if (unit === "days") return momentOf({ parts: { ...from, day: from.day + amount }, zone });
  const months = from.month - 1 + (unit === "years" ? 12 * amount : amount);
  const year = from.year + Math.floor(months / 12);
  const month = (months % 12) + 1;
  const day = Math.min(from.day, daysInMonth({ year, month }));
  return momentOf({ parts: { ...from, year, month, day }, zone });
}
