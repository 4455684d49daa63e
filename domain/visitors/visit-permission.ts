// Standing permissions of a unit for regular visitors, such as a maid, a driver or a school van: on which days and at which
// hours they need no approval. See docs/rules/approvals.md.
import { isOpenAt, type OpeningHours, type Weekday, weekdays } from "#domain/branches/opening-hours.ts";
import { RuleViolation } from "#domain/schema/collection.ts";
import type { RowOf, RuleArgsOf } from "#domain/schema/registry.ts";

export type VisitPermission = Pick<RowOf<"Visit_Permissions">, "id" | "days" | "from_time" | "until_time">;
declare module "#domain/schema/collection.ts" {
  interface LookupResults {
    visitPermissions: VisitPermission[];
  }
}

/** At `at`, in the time zone of the branch; hours until a time at or before their start end on the next day. */
export function isPermittedAt({
  permission: { days, from_time: from, until_time: until },
  at,
  zone,
}: {
  permission: VisitPermission;
  at: Date;
  /** IANA time zone name. */
  zone: string;
}): boolean {
  const getPeriods = (day: Weekday) => (days.includes(day) ? [{ from, until }] : []);
  const hours: OpeningHours = {
    mon: getPeriods("mon"),
    tue: getPeriods("tue"),
    wed: getPeriods("wed"),
    thu: getPeriods("thu"),
    fri: getPeriods("fri"),
    sat: getPeriods("sat"),
    sun: getPeriods("sun"),
  };
  return isOpenAt({ hours, at, zone });
}

const isTime = (time: string): boolean => /^([01]\d|2[0-3]):[0-5]\d$|^24:00$/.test(time);

/** FAILED_VALIDATION without a phone number and a plate, without a day, and for an invalid time. */
export function validateVisitPermission({ after }: RuleArgsOf<"Visit_Permissions">): RuleViolation | undefined {
  if ((after.phone ?? null) === null && (after.vehicle_no ?? null) === null)
    return new RuleViolation(
      "FAILED_VALIDATION",
      "phone",
      { type: "required" },
      "*Enter a phone number or a vehicle number",
    );
  const days: unknown = after.days;
  const isDay = (day: unknown) => weekdays.some((known) => known === day);
  if (!Array.isArray(days) || days.length === 0 || !days.every(isDay))
    return new RuleViolation("FAILED_VALIDATION", "days", { type: "required" }, "*Choose a day");
  const invalid = (["from_time", "until_time"] as const).find((field) => !isTime(after[field]));
  return invalid
    ? new RuleViolation("FAILED_VALIDATION", invalid, { type: "regex" }, "*Enter a time such as 07:30")
    : undefined;
}
