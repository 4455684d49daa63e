// §5 (reading.md §5): the tariff is copied onto an entry when it is made, so that a later change never changes what is owed.
import { Refusal } from "#domain/collection.ts";
import type { Row } from "#domain/collection.ts";
import { tariffRowFor } from "#domain/rules/charge.ts";

/** Nothing to pay for the time. */
export const freeTariff: Row = {
  parking_time_type: null,
  time_value_for_minutes: null,
  charge_amount_for_minutes: 0,
  min_charge_of_minutes: 0,
};

/**
 * What the branch asks for this service and type of vehicle at this moment; a branch without time charges asks nothing.
 * VEHICLE_TYPE_REQUIRED, VEHICLE_TYPE_NOT_ALLOWED_ERROR.
 */
export function copiedTariff({
  branch,
  service,
  vehicleType,
}: {
  branch: Row;
  service: string;
  vehicleType: number | null;
}): Row | Refusal {
  const rows = ((branch["time_charges"] ?? []) as Row[]).filter((row) => row["service"] === service);
  if (rows.length === 0) return freeTariff;
  const row = tariffRowFor({ rows, service, vehicleType });
  if (!row && vehicleType === null) return new Refusal("VEHICLE_TYPE_REQUIRED", "vehicle_type");
  if (!row) return new Refusal("VEHICLE_TYPE_NOT_ALLOWED_ERROR", "vehicle_type");
  return Object.fromEntries(Object.keys(freeTariff).map((field) => [field, row[field] ?? null]));
}
