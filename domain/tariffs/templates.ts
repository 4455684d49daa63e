// Tariffs to start from, after published ones of India. Amounts in paise.
import { createRates, createTariff } from "#domain/tariffs/blank-tariff.ts";
import type { Rates, TariffVersion } from "#domain/tariffs/tariff.ts";

export interface TariffTemplate {
  id: string;
  name: string;
  /** For what kind of place, in one sentence. */
  description: string;
  tariff: TariffVersion;
  /** Rates of two-wheelers, for places that charge them less. */
  twoWheeler?: Rates;
}

const hour = 60;
const day = 24 * hour;

export const tariffTemplates: readonly TariffTemplate[] = [
  {
    id: "mall",
    name: "Mall",
    description: "A few minutes free, more on weekends, and a shop bill pays for the parking.",
    tariff: createTariff({
      rates: [
        createRates({
          free: { minutes: 15, kind: "window" },
          lines: [
            { kind: "total", to: 2 * hour, amount: 40_00 },
            { kind: "each", to: null, step: hour, amount: 20_00 },
          ],
          day: { reset: "rolling", at: "00:00", part: "restart", caps: [200_00] },
          lost_slip: { amount: 200_00, waive_with_proof: true },
        }),
      ],
      calendar: [
        {
          name: "Weekend",
          weekdays: [6, 7],
          hours: null,
          dates: null,
          priority: 0,
          effect: { kind: "multiplier", percent: 150 },
        },
      ],
      bill: { kind: "covers", minimum_bill: 100_00, free_until_minutes: hour, at_most: null },
    }),
    twoWheeler: createRates({
      free: { minutes: 15, kind: "window" },
      lines: [
        { kind: "total", to: 2 * hour, amount: 20_00 },
        { kind: "each", to: null, step: hour, amount: 10_00 },
      ],
      day: { reset: "rolling", at: "00:00", part: "restart", caps: [100_00] },
      lost_slip: { amount: 100_00, waive_with_proof: true },
    }),
  },
  {
    id: "hospital",
    name: "Hospital",
    description: "Time to bring a patient free, low steps after that, and a low maximum for a day.",
    tariff: createTariff({
      rates: [
        createRates({
          free: { minutes: 30, kind: "window" },
          lines: [
            { kind: "total", to: 4 * hour, amount: 20_00 },
            { kind: "each", to: null, step: 4 * hour, amount: 10_00 },
          ],
          day: { reset: "rolling", at: "00:00", part: "restart", caps: [60_00] },
          lost_slip: { amount: 50_00, waive_with_proof: true },
        }),
      ],
    }),
    twoWheeler: createRates({
      free: { minutes: 30, kind: "window" },
      lines: [
        { kind: "total", to: 4 * hour, amount: 10_00 },
        { kind: "each", to: null, step: 4 * hour, amount: 5_00 },
      ],
      day: { reset: "rolling", at: "00:00", part: "restart", caps: [30_00] },
      lost_slip: { amount: 50_00, waive_with_proof: true },
    }),
  },
  {
    id: "airport",
    name: "Airport",
    description: "Minutes to pick up free, steep first hours, and a price per day or part.",
    tariff: createTariff({
      rates: [
        createRates({
          free: { minutes: 10, kind: "window" },
          lines: [
            { kind: "total", to: 30, amount: 100_00 },
            { kind: "total", to: 2 * hour, amount: 150_00 },
            { kind: "each", to: null, step: hour, amount: 50_00 },
          ],
          day: { reset: "rolling", at: "00:00", part: "whole", caps: [600_00, 400_00] },
          lost_slip: { amount: 600_00, waive_with_proof: true },
        }),
      ],
    }),
    twoWheeler: createRates({
      free: { minutes: 10, kind: "window" },
      lines: [
        { kind: "total", to: 2 * hour, amount: 30_00 },
        { kind: "each", to: null, step: hour, amount: 10_00 },
      ],
      day: { reset: "rolling", at: "00:00", part: "whole", caps: [150_00, 100_00] },
      lost_slip: { amount: 200_00, waive_with_proof: true },
    }),
  },
  {
    id: "metro",
    name: "Metro station",
    description: "Three steps for commuters, a night charge, and monthly passes.",
    tariff: createTariff({
      rates: [
        createRates({
          lines: [
            { kind: "total", to: 6 * hour, amount: 20_00 },
            { kind: "total", to: 12 * hour, amount: 30_00 },
            { kind: "total", to: null, amount: 40_00 },
          ],
          day: { reset: "rolling", at: "00:00", part: "restart", caps: [40_00] },
          nights: [{ from: "00:00", to: "05:00", amount: 40_00, per: "night" }],
        }),
      ],
      passes: [{ vehicle_type: null, per: "month", amount: 1_000_00 }],
    }),
    twoWheeler: createRates({
      lines: [
        { kind: "total", to: 6 * hour, amount: 10_00 },
        { kind: "total", to: 12 * hour, amount: 15_00 },
        { kind: "total", to: null, amount: 25_00 },
      ],
      day: { reset: "rolling", at: "00:00", part: "restart", caps: [25_00] },
      nights: [{ from: "00:00", to: "05:00", amount: 20_00, per: "night" }],
    }),
  },
  {
    id: "street",
    name: "Municipal street",
    description: "By the hour, and dearer the longer a vehicle stays, so that places become free.",
    tariff: createTariff({
      rates: [
        createRates({
          lines: [
            { kind: "each", to: 2 * hour, step: hour, amount: 20_00 },
            { kind: "each", to: 5 * hour, step: hour, amount: 40_00 },
            { kind: "each", to: null, step: hour, amount: 100_00 },
          ],
        }),
      ],
    }),
    twoWheeler: createRates({
      lines: [
        { kind: "each", to: 2 * hour, step: hour, amount: 10_00 },
        { kind: "each", to: null, step: hour, amount: 20_00 },
      ],
    }),
  },
  {
    id: "restaurant",
    name: "Restaurant valet",
    description: "One price for an evening; guests with a bill of ₹500 or more pay nothing for three hours.",
    tariff: createTariff({
      rates: [
        createRates({
          lines: [
            { kind: "total", to: 3 * hour, amount: 100_00 },
            { kind: "each", to: null, step: hour, amount: 50_00 },
          ],
          lost_slip: { amount: 200_00, waive_with_proof: true },
        }),
      ],
      bill: { kind: "free_minutes", minutes: 3 * hour, minimum_bill: 500_00, free_until_minutes: null, at_most: null },
    }),
  },
  {
    id: "office",
    name: "Office",
    description: "By the hour for visitors, a maximum per calendar day, and passes for employees.",
    tariff: createTariff({
      rates: [
        createRates({
          lines: [{ kind: "each", to: null, step: hour, amount: 20_00 }],
          day: { reset: "calendar", at: "00:00", part: "restart", caps: [100_00] },
        }),
      ],
      passes: [
        { vehicle_type: null, per: "month", amount: 1_500_00 },
        { vehicle_type: null, per: "year", amount: 15_000_00 },
      ],
      pass_proration: "daily",
    }),
    twoWheeler: createRates({
      lines: [{ kind: "each", to: null, step: hour, amount: 10_00 }],
      day: { reset: "calendar", at: "00:00", part: "restart", caps: [50_00] },
    }),
  },
  {
    id: "residential",
    name: "Residential visitors",
    description: "Hours to visit free, a charge for staying longer and overnight, and a maximum stay.",
    tariff: createTariff({
      rates: [
        createRates({
          free: { minutes: 4 * hour, kind: "deducted" },
          lines: [{ kind: "each", to: null, step: hour, amount: 20_00 }],
          day: { reset: "rolling", at: "00:00", part: "restart", caps: [100_00] },
          nights: [{ from: "00:00", to: "05:00", amount: 50_00, per: "night" }],
          maximum_stay: 3 * day,
        }),
      ],
    }),
  },
  {
    id: "market",
    name: "Market",
    description: "Short stays: half hours after the first hour, and a price for a whole day of trading.",
    tariff: createTariff({
      rates: [
        createRates({
          lines: [
            { kind: "total", to: hour, amount: 20_00 },
            { kind: "each", to: null, step: 30, amount: 10_00 },
          ],
          packages: [{ to: 12 * hour, amount: 150_00 }],
          lost_slip: { amount: 100_00, waive_with_proof: true },
        }),
      ],
    }),
    twoWheeler: createRates({
      lines: [
        { kind: "total", to: hour, amount: 10_00 },
        { kind: "each", to: null, step: 30, amount: 5_00 },
      ],
      packages: [{ to: 12 * hour, amount: 75_00 }],
      lost_slip: { amount: 50_00, waive_with_proof: true },
    }),
  },
  {
    id: "event",
    name: "Event",
    description: "One price for each day, whatever the time of leaving.",
    tariff: createTariff({
      rates: [
        createRates({
          lines: [{ kind: "total", to: null, amount: 100_00 }],
          day: { reset: "rolling", at: "00:00", part: "restart", caps: [100_00] },
          lost_slip: { amount: 200_00, waive_with_proof: true },
        }),
      ],
    }),
    twoWheeler: createRates({
      lines: [{ kind: "total", to: null, amount: 50_00 }],
      day: { reset: "rolling", at: "00:00", part: "restart", caps: [50_00] },
      lost_slip: { amount: 100_00, waive_with_proof: true },
    }),
  },
];

/** The version of a template, with the rates of two-wheelers where the product has such a vehicle type. */
export function toTemplateTariff({
  template: { tariff, twoWheeler },
  vehicleTypes,
}: {
  template: TariffTemplate;
  vehicleTypes: readonly { id: number; name: string | null }[];
}): TariffVersion {
  const type = vehicleTypes.find(({ name }) => /two.?wheeler|motor.?(cycle|bike)|scooter/i.test(name ?? ""));
  if (!type || !twoWheeler) return tariff;
  const [standard, ...plans] = tariff.plans;
  const rates = [{ ...twoWheeler, vehicle_type: type.id }, ...standard!.rates];
  return { ...tariff, plans: [{ ...standard!, rates }, ...plans] };
}
