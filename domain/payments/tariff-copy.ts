// §5 (reading.md §5): the tariff is copied to an entry on creation, so that later tariff changes do not affect its
// charge.
import { RuleViolation } from "#domain/schema/collection.ts";
import type { Row } from "#domain/schema/collection.ts";
import { findTariffRow } from "#domain/payments/charge.ts";

/** Tariff without time charges. */
export const freeTariff: Row = {
  parking_time_type: null,
  time_value_for_minutes: null,
  charge_amount_for_minutes: 0,
  min_charge_of_minutes: 0,
};

/**
 * Current tariff of the branch for a service and vehicle type; free if the branch has no time charges.
 * VEHICLE_TYPE_REQUIRED, VEHICLE_TYPE_NOT_ALLOWED_ERROR.
 */
export function copyTariff({
  branch,
  service,
  vehicleType,
}: {
  branch: Row;
  service: string;
  vehicleType: number | null;
}): Row | RuleViolation {
  const rows = ((branch["time_charges"] ?? []) as Row[]).filter((row) => row["service"] === service);
  if (rows.length === 0) return freeTariff;
  const row = findTariffRow({ rows, service, vehicleType });
  if (!row && vehicleType === null) return new RuleViolation("VEHICLE_TYPE_REQUIRED", "vehicle_type");
  if (!row) return new RuleViolation("VEHICLE_TYPE_NOT_ALLOWED_ERROR", "vehicle_type");
  return Object.fromEntries(Object.keys(freeTariff).map((field) => [field, row[field] ?? null]));
}
