import type { Weekday } from "#domain/branches/opening-hours.ts";

export const weekdayNames: { readonly [day in Weekday]: string } = {
  mon: "Monday",
  tue: "Tuesday",
  wed: "Wednesday",
  thu: "Thursday",
  fri: "Friday",
  sat: "Saturday",
  sun: "Sunday",
};
