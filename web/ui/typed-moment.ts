// What a date-and-time field holds ('2026-11-21T10:40') is the clock on the wall of the branch, wherever the browser stands.
import { formatDateTime, momentOf } from "#domain/rules/dates.ts";

/** Undefined for what is no moment. */
export function momentOfTyped({ typed, zone }: { typed: string; zone: string }): Date | undefined {
  const parts = /^(\d{4})-(\d{2})-(\d{2})[T ](\d{2}):(\d{2})/.exec(typed)?.slice(1).map(Number);
  if (!parts) return undefined;
  const [year, month, day, hour, minute] = parts as [number, number, number, number, number];
  return momentOf({ parts: { year, month, day, hour, minute, second: 0 }, zone });
}

/** The same backwards, to begin a field with. */
export function typedOf({ at, zone }: { at: Date; zone: string }): string {
  return formatDateTime({ at, zone }).replace(" ", "T");
}
