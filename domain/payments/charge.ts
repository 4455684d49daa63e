// §9 (reading.md §5): charge of a stay by its tariff. Worked examples: docs/rules/charges.md.
import type { RowOf } from "#domain/schema/registry.ts";
import { limits } from "#domain/limits.ts";

export const timeUnits = ["minutes", "hours", "days", "month", "year"] as const;
export type TimeUnit = (typeof timeUnits)[number];

const minutesPerTimeUnit: { [unit in Exclude<TimeUnit, "minutes">]: number } = {
  hours: 60,
  days: 24 * 60,
  month: 30 * 24 * 60,
  year: 365 * 24 * 60,
};

export interface Tariff {
  timeUnit: TimeUnit;
  /** Minutes of one unit; used only if `timeUnit` is minutes. */
  minutesPerUnit: number;
  /** Paise per started unit, and the minimum per stay. */
  rate: number;
  minimum: number;
}

export interface ChargeBreakdown {
  /** Started minutes of the stay. */
  minutes: number;
  unitMinutes: number;
  units: number;
  /** Paise, like the following three. */
  rate: number;
  minimum: number;
  valetCharge: number;
  charge: number;
}

/** The tariff fields of `Time_Charges`, which entries and tickets have too. */
export type TariffRow = Partial<
  Pick<
    RowOf<"Time_Charges">,
    "parking_time_type" | "time_value_for_minutes" | "charge_amount_for_minutes" | "min_charge_of_minutes"
  >
>;

/**
 * Reads the tariff of a `Time_Charges` row or of an entry it was copied to; money in paise. Empty fields cost nothing.
 */
export function toTariff(row: TariffRow): Tariff {
  return {
    timeUnit: row.parking_time_type ?? "minutes",
    minutesPerUnit: row.time_value_for_minutes ?? limits.defaultTimeUnitMinutes,
    rate: row.charge_amount_for_minutes ?? 0,
    minimum: row.min_charge_of_minutes ?? 0,
  };
}

/** A month is 30 days and a year 365, so that a stay costs the same all year. */
export function getUnitMinutes({ timeUnit, minutesPerUnit }: Tariff): number {
  return timeUnit === "minutes" ? minutesPerUnit : minutesPerTimeUnit[timeUnit];
}

/** Minutes between two times, rounded up; 0 if `to` is before `from`. */
export function countStartedMinutes({ from, to }: { from: Date; to: Date }): number {
  return Math.max(0, Math.ceil((to.getTime() - from.getTime()) / 60_000));
}

/**
 * Charge = max(minimum, started units × rate) + valet charge, in paise, with its breakdown. With `from` null the stay
 * has not started: one unit is charged in advance.
 */
export function computeCharge({
  tariff,
  valetCharge = 0,
  from,
  to,
}: {
  tariff: Tariff;
  valetCharge?: number;
  from: Date | null;
  to: Date;
}): ChargeBreakdown {
  const unitMinutes = getUnitMinutes(tariff);
  const minutes = from ? countStartedMinutes({ from, to }) : 0;
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

/** Finds the `Time_Charges` row of a service: the vehicle type's own, else the one without a type. */
export function findTariffRow<T extends Partial<Pick<RowOf<"Time_Charges">, "service" | "vehicle_type">>>({
  rows,
  service,
  vehicleType,
}: {
  rows: readonly T[];
  service: string;
  vehicleType: number | null;
}): T | undefined {
  const serviceRows = rows.filter((row) => row.service === service);
  const typeRow =
    vehicleType === null ? undefined : serviceRows.find((row) => getRelationId(row.vehicle_type) === vehicleType);
  return typeRow ?? serviceRows.find((row) => getRelationId(row.vehicle_type) === null);
}

/** Returns the id of a relation, which is either the id or the related row. */
export function getRelationId(relation: unknown): number | null {
  if (typeof relation === "number") return relation;
  if (typeof relation !== "object" || relation === null) return null;
  return "id" in relation && typeof relation.id === "number" ? relation.id : null;
}
