// The days a page of one day may be turned to.
import { formatDay } from "#domain/rules/dates.ts";

const daysShown = 31;

/** 'YYYY-MM-DD' of the last days, today first, by the branch's clock. */
export function lastDays(zone: string): string[] {
  return Array.from({ length: daysShown }, (_, back) =>
    formatDay({ at: new Date(Date.now() - back * 86_400_000), zone }),
  );
}
