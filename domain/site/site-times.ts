// §2 public pages: times in words.
import { findNextOpening, type OpeningHours, weekdayNames } from "#domain/branches/opening-hours.ts";

/** 'Opens today at 09:00', 'Opens Monday at 09:00'; null if it is open always or never. Of a branch that is closed. */
export function describeNextOpening(time: { hours: OpeningHours | null; at: Date; zone: string }): string | null {
  const next = findNextOpening(time);
  return next ? `Opens ${next.isToday ? "today" : weekdayNames[next.day]} at ${next.from}` : null;
}
