// Selects from a version of a tariff what applies to an entry: by vehicle type and time of arrival.
import { toDateParts } from "#domain/dates.ts";
import type { CalendarRule, EntryTariff, Rates, TariffVersion } from "#domain/tariffs/tariff.ts";

interface LocalTime {
  /** 'YYYY-MM-DD' and 'HH:MM'; `weekday` 1 is Monday. */
  date: string;
  time: string;
  weekday: number;
}

const padTwo = (value: number): string => String(value).padStart(2, "0");

export function toLocalTime({ at, zone }: { at: Date; zone?: string | undefined }): LocalTime {
  const { year, month, day, hour, minute } = toDateParts({ at, zone });
  return {
    date: `${year}-${padTwo(month)}-${padTwo(day)}`,
    time: `${padTwo(hour)}:${padTwo(minute)}`,
    weekday: new Date(Date.UTC(year, month - 1, day)).getUTCDay() || 7,
  };
}

/** `from` is inclusive, `to` exclusive; a range that ends before it starts crosses midnight. */
export function isWithinHours({ time, from, to }: { time: string; from: string; to: string }): boolean {
  return from <= to ? time >= from && time < to : time >= from || time < to;
}

function appliesAt(rule: CalendarRule, { date, time, weekday }: LocalTime): boolean {
  if (rule.weekdays && !rule.weekdays.includes(weekday)) return false;
  if (rule.hours && !isWithinHours({ time, ...rule.hours })) return false;
  return !rule.dates || rule.dates.some(({ from, to }) => date >= from && date <= to);
}

/** The calendar rule of an arrival: the one with the highest priority, the first of equals. */
export function findCalendarRule({
  calendar,
  at,
  zone,
}: {
  calendar: readonly CalendarRule[];
  at: Date;
  zone?: string | undefined;
}): CalendarRule | undefined {
  if (calendar.length === 0) return undefined;
  const local = toLocalTime({ at, zone });
  let found: CalendarRule | undefined;
  for (const rule of calendar) if (appliesAt(rule, local) && (!found || rule.priority > found.priority)) found = rule;
  return found;
}

/** The rates of a vehicle type, else those of all other types. */
export function findRates({
  rates,
  vehicleType,
}: {
  rates: readonly Rates[];
  vehicleType: number | null;
}): Rates | undefined {
  const own = vehicleType === null ? undefined : rates.find((row) => row.vehicle_type === vehicleType);
  return own ?? rates.find((row) => row.vehicle_type === null);
}

/**
 * The terms of a version for an arrival at `at`. Undefined if the version has no rates for the vehicle type. A plan
 * without rates for the type leaves the standard plan in force.
 */
export function selectTariff({
  version,
  number,
  vehicleType,
  isOutstation = false,
  at,
  zone,
}: {
  version: TariffVersion;
  number: number | null;
  vehicleType: number | null;
  /** The plate belongs to another state than the branch. */
  isOutstation?: boolean;
  at: Date;
  zone?: string | undefined;
}): EntryTariff | undefined {
  const { plans, calendar, extras, bill, rounding, grace_minutes } = version;
  const standard = findRates({ rates: plans[0]!.rates, vehicleType });
  const rule = findCalendarRule({ calendar, at, zone });
  const effect = rule?.effect;
  const planned =
    effect?.kind === "plan"
      ? findRates({ rates: plans.find(({ name }) => name === effect.plan)?.rates ?? [], vehicleType })
      : undefined;
  const rates = planned ?? standard;
  if (!rates) return undefined;
  return {
    version: number,
    zone: zone ?? null,
    rates,
    multiplier: rule && effect?.kind === "multiplier" ? { name: rule.name, percent: effect.percent } : null,
    // Extras of a rule are decided on arrival: the gate chooses among the others.
    extras: extras.filter(({ when }) => when === "pressed" || (when === "outstation" && isOutstation)),
    bill,
    rounding,
    grace_minutes,
  };
}
