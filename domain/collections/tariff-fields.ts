// §3 §5: the tariff as rows of a branch have it, and as it is copied onto an entry when that is made (reading.md §5).
import { choice, integer, money } from "#domain/fields.ts";
import { timeUnits } from "#domain/rules/charge.ts";

export const tariffFields = {
  parking_time_type: choice(timeUnits),
  time_value_for_minutes: integer({ min: 1, max: 100_000 }),
  charge_amount_for_minutes: money({ min: 0 }),
  min_charge_of_minutes: money({ min: 0 }),
};

/** The same four, on an entry: only the write path copies them there. */
export const copiedTariffFields = {
  parking_time_type: choice(timeUnits, { serverSet: true }),
  time_value_for_minutes: integer({ min: 1, max: 100_000, serverSet: true }),
  charge_amount_for_minutes: money({ min: 0, serverSet: true }),
  min_charge_of_minutes: money({ min: 0, serverSet: true }),
};
