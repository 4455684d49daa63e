// §3 timeType, duration, dateTo: how long a pass is to hold, as one chooses it and as it is sent.
import { choice, integer, text, timestamp } from "#domain/fields.ts";
import { requiredText } from "#domain/fields.ts";
import { endOfPass, passUnits } from "#domain/rules/pass.ts";
import type { PassUnit } from "#domain/rules/pass.ts";
import { ApiError } from "#web/items/api-error.ts";
import { momentOfTyped } from "#web/ui/typed-moment.ts";

export const lengthFields = {
  length: text({ label: "How long", default: "1 month" }),
  time_type: choice(passUnits, { label: "Time type" }),
  duration: integer({ label: "Duration", min: 1, max: 9_999 }),
  pass_end_time: timestamp({ label: "Until" }),
};

export const lengths = [
  { value: "1 days", label: "1 day" },
  { value: "1 month", label: "1 month" },
  { value: "3 month", label: "3 months" },
  { value: "6 month", label: "6 months" },
  { value: "1 years", label: "1 year" },
  { value: "other", label: "Other" },
  { value: "until", label: "Until a date" },
] as const;

export const unitLabels: { [unit in PassUnit]: string } = {
  hours: "Hours",
  days: "Days",
  month: "Months",
  years: "Years",
};

export interface LengthValues {
  [name: string]: string | boolean | null;
}

type SentLength = { time_type: PassUnit; duration: number } | { pass_end_time: string };

function missing(name: keyof typeof lengthFields): ApiError {
  const message = requiredText(name, lengthFields[name]);
  return new ApiError({ code: "FAILED_VALIDATION", message, status: 400, extensions: { field: name } });
}

/** Undefined as long as something is missing. */
export function lengthOf({ values, zone }: { values: LengthValues; zone: string }): SentLength | undefined {
  const length = String(values["length"] ?? "");
  if (length === "until") {
    const end = momentOfTyped({ typed: String(values["pass_end_time"] ?? ""), zone });
    return end && { pass_end_time: end.toISOString() };
  }
  const [amount, unit] =
    length === "other" ? [String(values["duration"] ?? ""), String(values["time_type"] ?? "")] : length.split(" ");
  const known = passUnits.find((name) => name === unit);
  return known && /^[1-9]\d{0,3}$/.test(amount ?? "") ? { time_type: known, duration: Number(amount) } : undefined;
}

/** What is sent. Throws ApiError by the field that is missing. */
export function sentLength(args: { values: LengthValues; zone: string }): SentLength {
  const sent = lengthOf(args);
  if (sent) return sent;
  if (args.values["length"] === "until") throw missing("pass_end_time");
  throw missing(args.values["time_type"] ? "duration" : "time_type");
}

/** When a pass that begins at `start` ends; undefined as long as that is not known. */
export function endOf({ values, start, zone }: { values: LengthValues; start: Date; zone: string }): Date | undefined {
  const sent = lengthOf({ values, zone });
  if (!sent) return undefined;
  if ("pass_end_time" in sent) return new Date(sent.pass_end_time);
  return endOfPass({ start, unit: sent.time_type, amount: sent.duration, zone });
}
