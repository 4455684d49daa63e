// A datetime-local field ('2026-11-21T10:40') holds local time of the branch, regardless of the browser's time zone.
import { formatDateTime, fromDateParts } from "#domain/dates.ts";

/** Undefined for an invalid value. */
export function parseLocalDateTime({ value, zone }: { value: string; zone: string }): Date | undefined {
  const match = /^(\d{4})-(\d{2})-(\d{2})[T ](\d{2}):(\d{2})/.exec(value);
  if (!match) return undefined;
  const [year = 0, month = 1, day = 1, hour = 0, minute = 0] = match.slice(1).map(Number);
  return fromDateParts({ parts: { year, month, day, hour, minute, second: 0 }, zone });
}

/** Inverse of `parseLocalDateTime`, for initial values. */
export function formatLocalDateTime({ at, zone }: { at: Date; zone: string }): string {
  return formatDateTime({ at, zone }).replace(" ", "T");
}
