// §3 §9: the four fields of a `Time_Charges` row are the simplest tariff, one line of the general model.
import * as limits from "#domain/limits.ts";
import { RuleViolation } from "#domain/schema/collection.ts";
import type { RowOf, RuleArgsOf } from "#domain/schema/registry.ts";
import type { EntryTariff, Rates } from "#domain/tariffs/tariff.ts";

export const timeUnits = ["minutes", "hours", "days", "month", "year"] as const;
export type TimeUnit = (typeof timeUnits)[number];

/** The tariff fields of `Time_Charges`, which entries and tickets have too. */
export type TariffRow = Partial<
  Pick<
    RowOf<"Time_Charges">,
    "parking_time_type" | "time_value_for_minutes" | "charge_amount_for_minutes" | "min_charge_of_minutes"
  >
>;

/** A month is 30 days and a year 365, so that a stay costs the same all year. */
const minutesPerTimeUnit: { [unit in Exclude<TimeUnit, "minutes">]: number } = {
  hours: 60,
  days: 24 * 60,
  month: 30 * 24 * 60,
  year: 365 * 24 * 60,
};

/** Minutes of one unit of a row; empty fields are 30 minutes. */
export function getUnitMinutes({ parking_time_type, time_value_for_minutes }: TariffRow): number {
  const unit = parking_time_type ?? "minutes";
  return unit === "minutes" ? (time_value_for_minutes ?? limits.defaultTimeUnitMinutes) : minutesPerTimeUnit[unit];
}

const numberOfUnits = "*Only minutes can have a number. Two hours are 120 minutes";

/**
 * A unit other than minutes is always one: a number of hours would be stored and not be charged. A row that changes to
 * such a unit loses its number of minutes.
 */
export function validateTimeUnit({
  after,
  changes,
}: RuleArgsOf<"Time_Charges">): Pick<TariffRow, "time_value_for_minutes"> | RuleViolation | undefined {
  const isInMinutes = (after.parking_time_type ?? "minutes") === "minutes";
  if (isInMinutes || after.time_value_for_minutes === null) return undefined;
  return (changes.time_value_for_minutes ?? 1) === 1
    ? { time_value_for_minutes: null }
    : new RuleViolation("FAILED_VALIDATION", "time_value_for_minutes", { type: "invalid" }, numberOfUnits);
}

/** The rates of a row: one line for each started unit, and the minimum. Empty amounts cost nothing. */
export function toSimpleRates({ row, vehicleType = null }: { row: TariffRow; vehicleType?: number | null }): Rates {
  return {
    vehicle_type: vehicleType,
    free: null,
    lines: [{ kind: "each", to: null, step: getUnitMinutes(row), amount: row.charge_amount_for_minutes ?? 0 }],
    minimum: row.min_charge_of_minutes ?? 0,
    day: null,
    packages: [],
    nights: [],
    lost_slip: null,
    maximum_stay: null,
  };
}

/** The tariff of an entry that has only the four copied fields. */
export function toSimpleTariff(row: TariffRow): EntryTariff {
  return {
    version: null,
    zone: null,
    rates: toSimpleRates({ row }),
    multiplier: null,
    extras: [],
    bill: null,
    rounding: null,
    grace_minutes: limits.graceMinutes,
  };
}

/** The four fields that say the same as rates; undefined if they cannot. */
export function toTariffRow(rates: Rates): TariffRow | undefined {
  const { lines, free, day, packages, nights, minimum } = rates;
  const [line, ...others] = lines;
  const isSimple = !free && !day && packages.length === 0 && nights.length === 0 && others.length === 0;
  if (!isSimple || line?.kind !== "each" || line.to !== null) return undefined;
  const { step, amount } = line;
  const unit = (["hours", "days", "month", "year"] as const).find((name) => minutesPerTimeUnit[name] === step);
  if (!unit && step > limits.timeUnitMinutes) return undefined;
  return {
    parking_time_type: unit ?? "minutes",
    time_value_for_minutes: unit ? null : step,
    charge_amount_for_minutes: amount,
    min_charge_of_minutes: minimum,
  };
}
