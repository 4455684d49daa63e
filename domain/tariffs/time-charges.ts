// §3: `Time_Charges`, the four-field form of simple prices, and the tariff versions that say the same. A change of one is
// written to the other.
import { getRelationId } from "#domain/schema/relation-id.ts";
import type { RowOf } from "#domain/schema/registry.ts";
import { getUnitMinutes, toSimpleRates, toTariffRow, type TariffRow } from "#domain/tariffs/simple-tariff.ts";
import { tariffSchema, type Rates, type TariffVersion } from "#domain/tariffs/tariff.ts";

export type TimeCharge = TariffRow & Pick<RowOf<"Time_Charges">, "vehicle_type">;

/** Rates of a branch without prices. */
const freeRates: Rates = toSimpleRates({ row: { charge_amount_for_minutes: 0 } });

/** The rows that say the same as the standard plan; rates that four fields cannot say have none. */
export function toTimeCharges({ plans }: TariffVersion): TimeCharge[] {
  return plans[0]!.rates.flatMap((rates) => {
    const row = toTariffRow(rates);
    return row ? [{ ...row, vehicle_type: rates.vehicle_type }] : [];
  });
}

/**
 * The tariff after a change of the rows: their prices replace those of the standard plan that four fields can say; its
 * other rates, and all other terms of the version in force, remain. Without any price parking is free.
 */
export function applyTimeCharges({
  rows,
  current,
}: {
  rows: readonly TimeCharge[];
  current: TariffVersion | undefined;
}): TariffVersion {
  const standard = current?.plans[0]?.rates ?? [];
  const changed = rows.map((row) => {
    const vehicleType = getRelationId(row.vehicle_type);
    const before = standard.find(({ vehicle_type }) => vehicle_type === vehicleType);
    const rates = toSimpleRates({ row, vehicleType });
    return { ...rates, lost_slip: before?.lost_slip ?? null, maximum_stay: before?.maximum_stay ?? null };
  });
  const kept = standard.filter(
    (rates) => !toTariffRow(rates) && !changed.some(({ vehicle_type }) => vehicle_type === rates.vehicle_type),
  );
  const all = [...changed, ...kept];
  const rates = all.length > 0 ? all : [freeRates];
  if (!current) return tariffSchema.parse({ plans: [{ name: "Standard", rates }] });
  const [first, ...otherPlans] = current.plans;
  return { ...current, plans: [{ ...first!, rates }, ...otherPlans] };
}

/** Whether two rows say the same price. */
export function isSameTimeCharge(first: TimeCharge, second: TimeCharge): boolean {
  return (
    getUnitMinutes(first) === getUnitMinutes(second) &&
    (first.charge_amount_for_minutes ?? 0) === (second.charge_amount_for_minutes ?? 0) &&
    (first.min_charge_of_minutes ?? 0) === (second.min_charge_of_minutes ?? 0)
  );
}
