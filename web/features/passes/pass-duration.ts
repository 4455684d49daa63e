// §3 timeType, duration, dateTo: validity of a pass, as selected in the form and as submitted.
import { ParkingMainInformation } from "#domain/parking/visitor-records.collection.ts";
import { integer, text } from "#domain/schema/fields.ts";
import { requiredMessage } from "#domain/schema/fields.ts";
import { computePassEnd, isPassTooLong, passUnits, quickLengths } from "#domain/passes/pass.ts";
import type { PassUnit } from "#domain/passes/pass.ts";
import { ApiError } from "#web/api/api-error.ts";
import { parseLocalDateTime } from "#web/ui/forms/local-date-time.ts";

const { time_type, pass_end_time } = ParkingMainInformation.fields;
export const passDurationFields = {
  length: text({ label: "Validity", default: "1 month" }),
  time_type: { ...time_type, label: "Period" },
  duration: integer({ label: "Duration", min: 1, max: 9_999 }),
  pass_end_time: { ...pass_end_time, label: "Valid till" },
};

/** The lengths that are chosen with one press, as far as the branch sells them, and the custom ones. */
export function listPassLengths({
  start,
  zone,
  longestDays,
}: {
  start: Date;
  zone: string;
  longestDays: number;
}): { value: string; label: string }[] {
  const sold = quickLengths.filter(({ unit, amount }) => {
    const end = computePassEnd({ start, unit, amount, zone });
    return !isPassTooLong({ start, end, zone, longestDays });
  });
  return [
    ...sold.map(({ unit, amount, label }) => ({ value: `${amount} ${unit}`, label })),
    { value: "other", label: "Custom duration" },
    { value: "until", label: "Custom end date" },
  ];
}

export interface PassDurationValues {
  [name: string]: string | boolean | null;
}

type SubmittedPassDuration = { time_type: PassUnit; duration: number } | { pass_end_time: string };

function missingFieldError(name: keyof typeof passDurationFields): ApiError {
  const message = requiredMessage(name, passDurationFields[name]);
  return new ApiError({ code: "FAILED_VALIDATION", message, status: 400, extensions: { field: name } });
}

/** Undefined while a value is missing. */
export function parsePassDuration({
  values,
  zone,
}: {
  values: PassDurationValues;
  zone: string;
}): SubmittedPassDuration | undefined {
  const length = String(values["length"] ?? "");
  if (length === "until") {
    const end = parseLocalDateTime({ value: String(values["pass_end_time"] ?? ""), zone });
    return end && { pass_end_time: end.toISOString() };
  }
  const [amount, unit] =
    length === "other" ? [String(values["duration"] ?? ""), String(values["time_type"] ?? "")] : length.split(" ");
  const passUnit = passUnits.find((name) => name === unit);
  return passUnit && /^[1-9]\d{0,3}$/.test(amount ?? "")
    ? { time_type: passUnit, duration: Number(amount) }
    : undefined;
}

/** Throws ApiError for the missing field. */
export function toSubmittedPassDuration(args: { values: PassDurationValues; zone: string }): SubmittedPassDuration {
  const duration = parsePassDuration(args);
  if (duration) return duration;
  if (args.values["length"] === "until") throw missingFieldError("pass_end_time");
  throw missingFieldError(args.values["time_type"] ? "duration" : "time_type");
}

/** End of a pass that starts at `start`; undefined while a value is missing. */
export function computeEndOfDuration({
  values,
  start,
  zone,
}: {
  values: PassDurationValues;
  start: Date;
  zone: string;
}): Date | undefined {
  const submitted = parsePassDuration({ values, zone });
  if (!submitted) return undefined;
  if ("pass_end_time" in submitted) return new Date(submitted.pass_end_time);
  return computePassEnd({ start, unit: submitted.time_type, amount: submitted.duration, zone });
}
