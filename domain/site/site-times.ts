// §2 public pages: times in words.
import { findNextOpening, type OpeningHours, type Weekday } from "#domain/branches/opening-hours.ts";

const weekdayLabels: { readonly [day in Weekday]: string } = {
  mon: "Monday",
  tue: "Tuesday",
  wed: "Wednesday",
  thu: "Thursday",
  fri: "Friday",
  sat: "Saturday",
  sun: "Sunday",
};

/** 'Opens today at 09:00', 'Opens Monday at 09:00'; null if it is open always or never. Of a branch that is closed. */
export function describeNextOpening(time: { hours: OpeningHours | null; at: Date; zone: string }): string | null {
  const next = findNextOpening(time);
  return next ? `Opens ${next.isToday ? "today" : weekdayLabels[next.day]} at ${next.from}` : null;
}
