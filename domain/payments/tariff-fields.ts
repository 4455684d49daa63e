// §3 §5: tariff fields of a branch's time charges, and their copies on entries and tickets (reading.md §5).
import * as limits from "#domain/limits.ts";
import { choice, integer, json, money, one } from "#domain/schema/fields.ts";
import { timeUnits } from "#domain/tariffs/simple-tariff.ts";
import type { EntryTariff } from "#domain/tariffs/tariff.ts";

export const tariffFields = {
  parking_time_type: choice(timeUnits),
  time_value_for_minutes: integer({ min: 1, max: limits.timeUnitMinutes }),
  charge_amount_for_minutes: money({ min: 0 }),
  min_charge_of_minutes: money({ min: 0 }),
};

/**
 * The tariff of an entry, copied by the write path only: the version in force on creation, what it says for the entry,
 * and the same in the four fields where they can say it.
 */
export const copiedTariffFields = {
  tariff_version: one("Tariff_Versions", { serverSet: true, onDelete: "set null", index: true }),
  tariff: json<EntryTariff | null>({ serverSet: true }),
  parking_time_type: choice(timeUnits, { serverSet: true }),
  time_value_for_minutes: integer({ min: 1, max: limits.timeUnitMinutes, serverSet: true }),
  charge_amount_for_minutes: money({ min: 0, serverSet: true }),
  min_charge_of_minutes: money({ min: 0, serverSet: true }),
};
