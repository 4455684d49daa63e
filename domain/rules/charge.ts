// §9 (reading.md §5): what the tariff says for a time. Prose and worked examples: docs/rules/charges.md.
import type { Row } from "#domain/collection.ts";
import { limits } from "#domain/limits.ts";

export const timeUnits = ["minutes", "hours", "days", "month", "year"] as const;
export type TimeUnit = (typeof timeUnits)[number];

const minutesIn: { [unit in Exclude<TimeUnit, "minutes">]: number } = {
  hours: 60,
  days: 24 * 60,
  month: 30 * 24 * 60,
  year: 365 * 24 * 60,
};

export interface Tariff {
  timeUnit: TimeUnit;
  /** Minutes in one unit; only looked at where the unit is minutes. */
  minutesPerUnit: number;
  /** Paise for each unit begun, and at the least for a stay. */
  rate: number;
  minimum: number;
}

export interface Arithmetic {
  /** Begun minutes of the stay. */
  minutes: number;
  unitMinutes: number;
  units: number;
  /** Paise, all four. */
  rate: number;
  minimum: number;
  valetCharge: number;
  charge: number;
}

/** The tariff in a row of `Time_Charges` or copied onto an entry; money in paise. What is empty costs nothing. */
export function tariffOf(row: Row): Tariff {
  return {
    timeUnit: (row["parking_time_type"] ?? "minutes") as TimeUnit,
    minutesPerUnit: (row["time_value_for_minutes"] ?? limits.defaultTimeUnitMinutes) as number,
    rate: (row["charge_amount_for_minutes"] ?? 0) as number,
    minimum: (row["min_charge_of_minutes"] ?? 0) as number,
  };
}

/** A month counts 30 days and a year 365, so that the same stay costs the same in every season. */
export function unitMinutesOf({ timeUnit, minutesPerUnit }: Tariff): number {
  return timeUnit === "minutes" ? minutesPerUnit : minutesIn[timeUnit];
}

/** Whole minutes between two moments, a begun minute counted; a clock that ran back gives 0. */
export function minutesBetween({ from, to }: { from: Date; to: Date }): number {
  return Math.max(0, Math.ceil((to.getTime() - from.getTime()) / 60_000));
}

/**
 * Charge = max(minimum, begun units × rate) + valet charge, in paise, with the arithmetic that led to it.
 * With `from` null the stay has not begun: what is paid in advance is one unit.
 */
export function chargeFor({
  tariff,
  valetCharge = 0,
  from,
  to,
}: {
  tariff: Tariff;
  valetCharge?: number;
  from: Date | null;
  to: Date;
}): Arithmetic {
  const unitMinutes = unitMinutesOf(tariff);
  const minutes = from ? minutesBetween({ from, to }) : 0;
  const units = from ? Math.ceil(minutes / unitMinutes) : 1;
  const { rate, minimum } = tariff;
  return {
    minutes,
    unitMinutes,
    units,
    rate,
    minimum,
    valetCharge,
    charge: Math.max(minimum, units * rate) + valetCharge,
  };
}

/** The rows of `Time_Charges` that price a service: the vehicle type's own, else the row without a type. */
export function tariffRowFor({
  rows,
  service,
  vehicleType,
}: {
  rows: readonly Row[];
  service: string;
  vehicleType: number | null;
}): Row | undefined {
  const ofService = rows.filter((row) => row["service"] === service);
  const own = vehicleType === null ? undefined : ofService.find((row) => idOf(row["vehicle_type"]) === vehicleType);
  return own ?? ofService.find((row) => idOf(row["vehicle_type"]) === null);
}

/** A relation may come as the other row's id or as that row. */
export function idOf(relation: unknown): number | null {
  if (typeof relation === "number") return relation;
  if (typeof relation !== "object" || relation === null) return null;
  return ((relation as Row)["id"] as number | undefined) ?? null;
}
