// The tariff model (docs/rules/tariffs.md): one version of a tariff as stored, and the part that applies to one entry.
// Amounts are integer paise; durations are whole minutes; times of day 'HH:MM' and dates 'YYYY-MM-DD' are local to the
// branch.
import { z } from "zod";
import * as limits from "#domain/limits.ts";

const minutesPerDay = 1_440;
const maxMinutes = 366 * minutesPerDay;
const duration = z.int().min(1).max(maxMinutes);
const amount = z.int().min(0).max(100_000_000);
/** 150 is 1.5 times. */
const percent = z.int().min(0).max(1_000);
const timeOfDay = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/);
const date = z.iso.date();
const label = z.string().trim().min(1).max(60);

const lineEnd = { to: duration.nullable().meta({ description: "Minutes of the stay up to which the line applies." }) };
const line = z.discriminatedUnion("kind", [
  z.strictObject({ ...lineEnd, kind: z.literal("total"), amount }),
  z.strictObject({ ...lineEnd, kind: z.literal("add"), amount }),
  z.strictObject({ ...lineEnd, kind: z.literal("each"), amount, step: duration }),
]);
export type TariffLine = z.output<typeof line>;

const freeTime = z.strictObject({ minutes: duration, kind: z.enum(["window", "deducted"]) });

const day = z.strictObject({
  reset: z.enum(["rolling", "calendar"]),
  at: timeOfDay.default("00:00").meta({ description: "Start of a calendar day." }),
  part: z.enum(["restart", "whole"]),
  caps: z
    .array(amount)
    .max(7)
    .meta({ description: "Most for the first day, the second …; the last for all later ones." }),
});
export type TariffDay = z.output<typeof day>;

const night = z.strictObject({ from: timeOfDay, to: timeOfDay, amount, per: z.enum(["night", "hour"]) });
export type NightCharge = z.output<typeof night>;

const stayPackage = z.strictObject({ to: duration, amount });
const lostSlip = z.strictObject({ amount, waive_with_proof: z.boolean() });

/** What a stay costs one vehicle type, or all other types if `vehicle_type` is null. */
export const ratesSchema = z.strictObject({
  vehicle_type: z.int().nullable(),
  free: freeTime.nullable().default(null),
  lines: z.array(line).max(24),
  minimum: amount.default(0),
  day: day.nullable().default(null),
  packages: z.array(stayPackage).max(10).default([]),
  nights: z.array(night).max(4).default([]),
  lost_slip: lostSlip.nullable().default(null),
  maximum_stay: duration.nullable().default(null),
});
export type Rates = z.output<typeof ratesSchema>;

const planName = label;
const plan = z.strictObject({ name: planName, rates: z.array(ratesSchema).min(1).max(30) });

const effect = z.discriminatedUnion("kind", [
  z.strictObject({ kind: z.literal("multiplier"), percent }),
  z.strictObject({ kind: z.literal("plan"), plan: planName }),
]);
const calendarRule = z.strictObject({
  name: label,
  weekdays: z.array(z.int().min(1).max(7)).min(1).max(7).nullable().default(null).meta({ description: "1 is Monday." }),
  hours: z.strictObject({ from: timeOfDay, to: timeOfDay }).nullable().default(null),
  dates: z
    .array(z.strictObject({ from: date, to: date }))
    .min(1)
    .max(100)
    .nullable()
    .default(null),
  priority: z.int().min(0).max(100).default(0),
  effect,
});
export type CalendarRule = z.output<typeof calendarRule>;

export const extraConditions = ["pressed", "outstation"] as const;
const extraTerms = {
  id: z.string().regex(/^[a-z0-9_]{1,30}$/),
  label,
  when: z.enum(extraConditions).meta({ description: "Chosen at the gate, or a plate of another state." }),
};
const extra = z.discriminatedUnion("kind", [
  z.strictObject({ ...extraTerms, kind: z.literal("amount"), amount }),
  z.strictObject({ ...extraTerms, kind: z.literal("multiplier"), percent }),
]);
export type TariffExtra = z.output<typeof extra>;

const billTerms = {
  minimum_bill: amount.default(0),
  free_until_minutes: duration.nullable().default(null),
  /** Most that a bill takes off the charge. */
  at_most: amount.nullable().default(null),
};
const billRule = z.discriminatedUnion("kind", [
  z.strictObject({ ...billTerms, kind: z.literal("covers") }),
  z.strictObject({ ...billTerms, kind: z.literal("free_minutes"), minutes: duration }),
  z.strictObject({ ...billTerms, kind: z.literal("percent"), percent: z.int().min(1).max(100) }),
]);
export type BillRule = z.output<typeof billRule>;

const rounding = z.strictObject({
  to: z.int().min(1).max(10_000),
  direction: z.enum(["up", "down", "nearest"]),
});
export type Rounding = z.output<typeof rounding>;

export const passPeriods = ["day", "week", "month", "year"] as const;
export type PassPeriod = (typeof passPeriods)[number];
const passPrice = z.strictObject({ vehicle_type: z.int().nullable(), per: z.enum(passPeriods), amount });
export type PassPrice = z.output<typeof passPrice>;

/** Terms that apply to all vehicle types of a version. */
const sharedTerms = {
  extras: z.array(extra).max(10).default([]),
  bill: billRule.nullable().default(null),
  rounding: rounding.nullable().default(null),
  grace_minutes: z.int().min(0).max(240).default(limits.graceMinutes),
};

/** One version of a tariff: complete, so that it never depends on another version. The first plan is the standard. */
export const tariffSchema = z.strictObject({
  plans: z.array(plan).min(1).max(10),
  calendar: z.array(calendarRule).max(50).default([]),
  ...sharedTerms,
  passes: z.array(passPrice).max(120).default([]),
  pass_proration: z.enum(["none", "daily"]).default("none"),
});
/** As stored: omitted terms have their default. */
export type TariffInput = z.input<typeof tariffSchema>;
export type TariffVersion = z.output<typeof tariffSchema>;

/** What was promised to one entry: the rates of its vehicle type and arrival. Copied onto it, see `selectTariff`. */
export const entryTariffSchema = z.strictObject({
  version: z
    .int()
    .nullable()
    .meta({ description: "Number of the version; null for the four fields of an older entry." }),
  // Nights and calendar days are those of the branch; copies made before the field have the default time zone.
  zone: z.string().nullable().default(null).meta({ description: "Time zone of the branch." }),
  rates: ratesSchema,
  multiplier: z.strictObject({ name: label, percent }).nullable().default(null),
  ...sharedTerms,
});
export type EntryTariff = z.output<typeof entryTariffSchema>;
