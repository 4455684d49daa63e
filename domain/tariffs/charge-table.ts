// What typical stays cost by a version of a tariff, for comparing versions in a table and a chart.
import { fromDateParts, toDateParts } from "#domain/dates.ts";
import { selectTariff } from "#domain/tariffs/select-tariff.ts";
import { computeStayCharge, type StayCharge } from "#domain/tariffs/stay-charge.ts";
import type { TariffVersion } from "#domain/tariffs/tariff.ts";

const minuteMs = 60_000;
const hour = 60;
const day = 24 * hour;

interface StandardStay {
  label: string;
  minutes: number;
  /** Local hour of arrival, if it is not that of the table. */
  arrivalHour?: number;
}

export const standardStays: readonly StandardStay[] = [
  { label: "30 min", minutes: 30 },
  { label: "1 h", minutes: hour },
  { label: "2 h", minutes: 2 * hour },
  { label: "3 h", minutes: 3 * hour },
  { label: "6 h", minutes: 6 * hour },
  { label: "12 h", minutes: 12 * hour },
  { label: "1 day", minutes: day },
  { label: "2 days", minutes: 2 * day },
  { label: "Overnight (20:00–08:00)", minutes: 12 * hour, arrivalHour: 20 },
];

interface Subject {
  tariff: TariffVersion;
  vehicleType: number | null;
  arrival: Date;
  zone?: string | undefined;
}

/** The charge of one stay with its lines; undefined if the tariff has no rates for the vehicle type. */
export function computeCharge({
  tariff,
  vehicleType,
  arrival,
  zone,
  minutes,
}: Subject & { minutes: number }): StayCharge | undefined {
  const selected = selectTariff({ version: tariff, number: null, vehicleType, at: arrival, zone });
  const to = new Date(arrival.getTime() + minutes * minuteMs);
  return selected && computeStayCharge({ tariff: selected, stay: { from: arrival, to } });
}

/** Paise for each of the standard stays. */
export function computeStandardCharges({ arrival, zone, ...subject }: Subject): (number | undefined)[] {
  return standardStays.map(({ minutes, arrivalHour }) => {
    const parts = toDateParts({ at: arrival, zone });
    const at =
      arrivalHour === undefined
        ? arrival
        : fromDateParts({ parts: { ...parts, hour: arrivalHour, minute: 0, second: 0 }, zone });
    return computeCharge({ ...subject, arrival: at, zone, minutes })?.charge;
  });
}

export interface ChargePoint {
  minutes: number;
  charge: number;
}

/** Charges at regular stays from the first minute on; empty without rates for the vehicle type. */
export function sampleCharges({
  tariff,
  vehicleType,
  arrival,
  zone,
  until = 2 * day,
  step = 15,
}: Subject & { until?: number; step?: number }): ChargePoint[] {
  const selected = selectTariff({ version: tariff, number: null, vehicleType, at: arrival, zone });
  if (!selected) return [];
  const points: ChargePoint[] = [];
  for (let minutes = step; minutes <= until; minutes += step) {
    const to = new Date(arrival.getTime() + minutes * minuteMs);
    points.push({ minutes, charge: computeStayCharge({ tariff: selected, stay: { from: arrival, to } }).charge });
  }
  return points;
}

/** The vehicle types with rates of their own in any of the versions, and null for all others. */
export function listRatedTypes(tariffs: readonly TariffVersion[]): (number | null)[] {
  const types = new Set<number>();
  for (const { plans } of tariffs)
    for (const { rates } of plans)
      for (const { vehicle_type } of rates) if (vehicle_type !== null) types.add(vehicle_type);
  return [...types, null];
}
