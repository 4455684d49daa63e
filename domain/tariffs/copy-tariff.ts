// §5 (reading.md §5): the tariff in force is copied to an entry on creation, so that later versions do not affect its
// charge.
import { RuleViolation } from "#domain/schema/collection.ts";
import { selectTariff } from "#domain/tariffs/select-tariff.ts";
import { toTariffRow, type TariffRow } from "#domain/tariffs/simple-tariff.ts";
import type { EntryTariff, TariffVersion } from "#domain/tariffs/tariff.ts";

/** The version in force when the entry is created. */
export interface TariffInForce {
  id: number;
  number: number;
  tariff: TariffVersion;
}

declare module "#domain/schema/collection.ts" {
  interface LookupResults {
    tariffInForce: TariffInForce | null;
  }
}

/** The tariff fields of an entry; the four fields are empty if they cannot say its rates. */
export interface CopiedTariff extends TariffRow {
  tariff_version: number | null;
  tariff: EntryTariff | null;
}

/** Of a branch without a tariff. */
export const freeTariff: CopiedTariff = {
  tariff_version: null,
  tariff: null,
  parking_time_type: null,
  time_value_for_minutes: null,
  charge_amount_for_minutes: 0,
  min_charge_of_minutes: 0,
};

const noRow: TariffRow = {
  parking_time_type: null,
  time_value_for_minutes: null,
  charge_amount_for_minutes: null,
  min_charge_of_minutes: null,
};

/**
 * The terms of the version in force for a vehicle type at `now`; free without a version. VEHICLE_TYPE_REQUIRED,
 * VEHICLE_TYPE_NOT_ALLOWED_ERROR.
 */
export function copyTariff({
  version,
  vehicleType,
  isOutstation = false,
  zone,
  now,
}: {
  version: TariffInForce | null | undefined;
  vehicleType: number | null;
  /** The plate belongs to another state than the branch. */
  isOutstation?: boolean | undefined;
  zone: string | undefined;
  now: Date;
}): CopiedTariff | RuleViolation {
  if (!version) return freeTariff;
  const { id, number, tariff: terms } = version;
  const tariff = selectTariff({ version: terms, number, vehicleType, isOutstation, at: now, zone });
  if (!tariff && vehicleType === null) return new RuleViolation("VEHICLE_TYPE_REQUIRED", "vehicle_type");
  if (!tariff) return new RuleViolation("VEHICLE_TYPE_NOT_ALLOWED_ERROR", "vehicle_type");
  return { ...noRow, ...toTariffRow(tariff.rates), tariff_version: id, tariff };
}
