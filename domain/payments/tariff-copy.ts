// §5 (reading.md §5): the tariff is copied to an entry on creation, so that later tariff changes do not affect its
// charge.
import { RuleViolation } from "#domain/schema/collection.ts";
import type { RowOf } from "#domain/schema/registry.ts";
import { findTariffRow, type TariffRow } from "#domain/payments/charge.ts";

/** Tariff without time charges. */
export const freeTariff: TariffRow = {
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
  branch: { time_charges?: readonly (TariffRow & Pick<RowOf<"Time_Charges">, "service" | "vehicle_type">)[] | null };
  service: string;
  vehicleType: number | null;
}): TariffRow | RuleViolation {
  const rows = (branch.time_charges ?? []).filter((row) => row.service === service);
  if (rows.length === 0) return freeTariff;
  const row = findTariffRow({ rows, service, vehicleType });
  if (!row && vehicleType === null) return new RuleViolation("VEHICLE_TYPE_REQUIRED", "vehicle_type");
  if (!row) return new RuleViolation("VEHICLE_TYPE_NOT_ALLOWED_ERROR", "vehicle_type");
  const { parking_time_type, time_value_for_minutes, charge_amount_for_minutes, min_charge_of_minutes } = row;
  return {
    parking_time_type: parking_time_type ?? null,
    time_value_for_minutes: time_value_for_minutes ?? null,
    charge_amount_for_minutes: charge_amount_for_minutes ?? null,
    min_charge_of_minutes: min_charge_of_minutes ?? null,
  };
}
