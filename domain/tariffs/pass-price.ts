// Price of a pass by the prices per day, week, month and year of a tariff, and what is returned when it ends early.
import type { PassPeriod, PassPrice, TariffVersion } from "#domain/tariffs/tariff.ts";

/** A month is 30 days and a year 365, as in the lines of a tariff. */
export const daysPerPeriod: { readonly [period in PassPeriod]: number } = { day: 1, week: 7, month: 30, year: 365 };

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

/** Whole periods of a price, or days that each cost their share of it. Amounts in paise. */
export interface PassPart {
  per: PassPeriod;
  /** Price of one period. */
  rate: number;
  count: number;
  countedIn: "periods" | "days";
  amount: number;
}

interface PricedPass {
  tariff: Pick<TariffVersion, "passes" | "pass_proration">;
  vehicleType: number | null;
  /** Started days. */
  days: number;
}

/**
 * The parts of the lowest price of a pass, longest period first; undefined if the tariff has no pass prices for the
 * vehicle type. A started period is paid in full, or by days with daily proration.
 */
export function findPassParts({
  tariff: { passes, pass_proration },
  vehicleType,
  days,
}: PricedPass): PassPart[] | undefined {
  const prices = findPassPrices({ passes, vehicleType });
  if (prices.length === 0) return undefined;
  return pass_proration === "daily" ? [findCheapestRate({ prices, days })] : findCheapestPeriods({ prices, days });
}

function findCheapestRate({ prices, days }: { prices: readonly PassPrice[]; days: number }): PassPart {
  const parts = prices.map(({ per, amount: rate }): PassPart => {
    const length = daysPerPeriod[per];
    // The shortest pass is one whole period.
    return days <= length
      ? { per, rate, count: 1, countedIn: "periods", amount: rate }
      : { per, rate, count: days, countedIn: "days", amount: Math.ceil((rate * days) / length) };
  });
  return parts.reduce((best, part) => (part.amount < best.amount ? part : best));
}

/** The cheapest combination of whole periods that covers the days. */
function findCheapestPeriods({ prices, days }: { prices: readonly PassPrice[]; days: number }): PassPart[] {
  const cheapest: { amount: number; last?: PassPrice }[] = [{ amount: 0 }];
  for (let day = 1; day <= days; day += 1) {
    const options = prices.map((last) => {
      const rest = cheapest[Math.max(0, day - daysPerPeriod[last.per])]!;
      return { amount: rest.amount + last.amount, last };
    });
    cheapest.push(options.reduce((best, option) => (option.amount < best.amount ? option : best)));
  }
  const counts = new Map<PassPrice, number>();
  for (let day = days; day > 0;) {
    const { last } = cheapest[day]!;
    counts.set(last!, (counts.get(last!) ?? 0) + 1);
    day -= daysPerPeriod[last!.per];
  }
  return [...counts]
    .toSorted(([one], [other]) => daysPerPeriod[other.per] - daysPerPeriod[one.per])
    .map(([{ per, amount: rate }, count]) => ({ per, rate, count, countedIn: "periods", amount: rate * count }));
}

/** The lowest price in paise of a pass of `days` started days; undefined as in `findPassParts`. */
export function computePassPrice(pass: PricedPass): number | undefined {
  return findPassParts(pass)?.reduce((sum, { amount }) => sum + amount, 0);
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
