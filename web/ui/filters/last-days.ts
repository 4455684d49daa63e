// Days offered by pages that show one day.
import { formatDate } from "#domain/dates.ts";

const selectableDays = 31;

/** 'YYYY-MM-DD' of the last days in the branch's time zone, today first. */
export function getLastDays(zone: string): string[] {
  return Array.from({ length: selectableDays }, (_, daysAgo) =>
    formatDate({ at: new Date(Date.now() - daysAgo * 86_400_000), zone }),
  );
}
