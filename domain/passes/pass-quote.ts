// What a pass costs by the tariff in force, with its lines in words (docs/rules/passes.md).
import { type FilledText, fillText, toPlainText } from "#domain/text/filled-text.ts";
import { formatRupees } from "#domain/money.ts";
import { computePassEnd, countStartedDays } from "#domain/passes/pass.ts";
import { daysPerPeriod, findPassParts, type PassPart } from "#domain/tariffs/pass-price.ts";
import type { TariffVersion } from "#domain/tariffs/tariff.ts";

export interface PassQuote {
  /** In paise; 0 if the tariff has no prices of passes for the vehicle type. */
  price: number;
  lines: (FilledText & { amount: number })[];
}

interface PassPeriod {
  start: Date;
  end: Date;
  zone?: string | undefined;
}

/** Calendar months count 30 days and twelve of them 365, so that a pass of one month costs one month in any month. */
function countPricedDays(period: PassPeriod): number {
  const { start, end, zone } = period;
  const getEnd = (months: number) => computePassEnd({ start, unit: "month", amount: months, zone });
  let months = 0;
  while (getEnd(months + 1) <= end) months += 1;
  const rest = countStartedDays({ start: months === 0 ? start : getEnd(months), end, zone });
  const priced = daysPerPeriod.year * Math.floor(months / 12) + daysPerPeriod.month * (months % 12) + rest;
  return Math.min(priced, countStartedDays(period));
}

const periods = { day: "passDays", week: "passWeeks", month: "passMonths", year: "passYears" } as const;
const daysOfPeriods = {
  day: "passDays",
  week: "passDaysOfWeek",
  month: "passDaysOfMonth",
  year: "passDaysOfYear",
} as const;

function describePart({ per, rate, count, countedIn }: PassPart): FilledText {
  const values = { count, rate: formatRupees(rate) };
  if (countedIn === "days") return fillText(daysOfPeriods[per], values);
  return count === 1 ? toPlainText(`1 ${per}`) : fillText(periods[per], values);
}

interface PricedPass extends PassPeriod {
  tariff: Pick<TariffVersion, "passes" | "pass_proration"> | null | undefined;
  vehicleType: number | null;
  isPerson: boolean;
}

/** Persons are not charged; neither are vehicles of a branch without prices of passes. */
export function quotePass({ tariff, vehicleType, isPerson, ...period }: PricedPass): PassQuote {
  const parts =
    tariff && !isPerson ? (findPassParts({ tariff, vehicleType, days: countPricedDays(period) }) ?? []) : [];
  return {
    price: parts.reduce((sum, { amount }) => sum + amount, 0),
    lines: parts.map((part) => ({ ...describePart(part), amount: part.amount })),
  };
}

/** Whether some vehicle type costs another amount than vehicles without one: the price is known once a type is chosen. */
export function dependsOnVehicleType(pass: Omit<PricedPass, "vehicleType">): boolean {
  const types = new Set(pass.tariff?.passes.flatMap(({ vehicle_type: type }) => type ?? []));
  const { price } = quotePass({ ...pass, vehicleType: null });
  return [...types].some((vehicleType) => quotePass({ ...pass, vehicleType }).price !== price);
}
