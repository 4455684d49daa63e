// Price of a pass by the prices per day, week, month and year of a tariff, and what is returned when it ends early.
import type { PassPeriod, PassPrice, TariffVersion } from "#domain/tariffs/tariff.ts";

/** A month is 30 days and a year 365, as in the lines of a tariff. */
const daysPerPeriod: { [period in PassPeriod]: number } = { day: 1, week: 7, month: 30, year: 365 };

/** The prices of a vehicle type, else those of all other types. */
function findPassPrices({
  passes,
  vehicleType,
}: {
  passes: readonly PassPrice[];
  vehicleType: number | null;
}): readonly PassPrice[] {
  const own = passes.filter((price) => vehicleType !== null && price.vehicle_type === vehicleType);
  return own.length > 0 ? own : passes.filter((price) => price.vehicle_type === null);
}

/**
 * The lowest price in paise of a pass of `days` started days; undefined if the tariff has no pass prices for the
 * vehicle type. A started period is paid in full, or by days with daily proration.
 */
export function computePassPrice({
  tariff: { passes, pass_proration },
  vehicleType,
  days,
}: {
  tariff: Pick<TariffVersion, "passes" | "pass_proration">;
  vehicleType: number | null;
  days: number;
}): number | undefined {
  const prices = findPassPrices({ passes, vehicleType });
  if (prices.length === 0) return undefined;
  const periods = prices.map(({ per, amount }) => ({ length: daysPerPeriod[per], amount }));
  if (pass_proration === "daily")
    return Math.min(
      ...periods.map(({ length, amount }) =>
        // The shortest pass is one whole period.
        days <= length ? amount : Math.ceil((amount * days) / length),
      ),
    );
  // Cheapest combination of whole periods that covers each number of days.
  const cheapest = [0];
  for (let day = 1; day <= days; day++)
    cheapest.push(Math.min(...periods.map(({ length, amount }) => cheapest[Math.max(0, day - length)]! + amount)));
  return cheapest[days];
}

/** Paise returned for the unused whole days of a pass that ends early. */
export function computePassRefund({
  paid,
  days,
  usedDays,
}: {
  paid: number;
  /** Days of the pass, and those used, of which a started one counts. */
  days: number;
  usedDays: number;
}): number {
  const unused = Math.max(0, days - usedDays);
  return days <= 0 ? 0 : Math.floor((paid * unused) / days);
}
