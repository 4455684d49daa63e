// Rates and versions with every omitted term at its default, as the schema fills them in, for code that browsers load.
import * as limits from "#domain/limits.ts";
import type { Rates, TariffVersion } from "#domain/tariffs/tariff.ts";

/** Rates for all vehicle types, unless `vehicle_type` is set. */
export function createRates(terms: Partial<Rates> & Pick<Rates, "lines">): Rates {
  return {
    vehicle_type: null,
    free: null,
    minimum: 0,
    day: null,
    packages: [],
    nights: [],
    lost_slip: null,
    maximum_stay: null,
    ...terms,
  };
}

export const standardPlanName = "Standard";

/** A version whose standard plan has the given rates. */
export function createTariff({
  rates,
  plans = [],
  ...terms
}: Partial<TariffVersion> & { rates: TariffVersion["plans"][number]["rates"] }): TariffVersion {
  return {
    plans: [{ name: standardPlanName, rates }, ...plans],
    calendar: [],
    extras: [],
    bill: null,
    rounding: null,
    grace_minutes: limits.graceMinutes,
    passes: [],
    pass_proration: "none",
    ...terms,
  };
}
