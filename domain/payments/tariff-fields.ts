// §3 §5: tariff fields of a branch's time charges, and their copies on entries and tickets (reading.md §5).
import { choice, integer, money } from "#domain/schema/fields.ts";
import { timeUnits } from "#domain/payments/charge.ts";

export const tariffFields = {
  parking_time_type: choice(timeUnits),
  time_value_for_minutes: integer({ min: 1, max: 100_000 }),
  charge_amount_for_minutes: money({ min: 0 }),
  min_charge_of_minutes: money({ min: 0 }),
};

/** The same fields on an entry, copied by the write path only. */
export const copiedTariffFields = {
  parking_time_type: choice(timeUnits, { serverSet: true }),
  time_value_for_minutes: integer({ min: 1, max: 100_000, serverSet: true }),
  charge_amount_for_minutes: money({ min: 0, serverSet: true }),
  min_charge_of_minutes: money({ min: 0, serverSet: true }),
};
