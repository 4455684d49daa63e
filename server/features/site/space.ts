// Free slots of a branch, counted as on its board (docs/rules/slots.md): slots of its blocks less those occupied.
import { siteServiceFields } from "#domain/site/site-labels.ts";
import type { SiteService } from "#domain/site/site-data.ts";
import type { SqlValues } from "#server/features/site/sql-values.ts";

/** Entries that occupy a slot, or reserve one until check-in. */
const occupied = {
  is_parking: `"Parking_Information" e where e.out_time is null and e.slot_no > 0 and e.parking_status_id in (1, 3)`,
  is_valet_and_parking: `"Valet_and_Parking_Information" e where e.out_time is null and e.slot_no > 0`,
} as const;

/**
 * A subquery with `total` and `occupied` of a branch, given by an SQL expression, for a vehicle type only of the blocks it
 * may park in. A service without slots of its own has a total of 0.
 */
export function countSlots({
  branch,
  service,
  vehicleType,
  values,
}: {
  branch: string;
  service: SiteService;
  vehicleType: number | null;
  values: SqlValues;
}): string {
  const field = siteServiceFields[service];
  if (service === "valet-service" || field === "is_pre_booking") return "select 0 as total, 0 as occupied";
  const entries = `${occupied[field]} and e.branch = ${branch}`;
  const blocks = `"Slot_Blocks" t where t.branch = ${branch} and t.service = '${field}'`;
  if (vehicleType === null)
    return `select (select coalesce(sum(t.total_slots), 0)::int from ${blocks}) as total,
      (select count(*)::int from ${entries}) as occupied`;
  const accepts = `(t.vehicle_types is null or t.vehicle_types in ('[]', 'null') or t.vehicle_types @> to_jsonb(${values.add(vehicleType)}::int))`;
  return `select k.total, (select count(*)::int from ${entries} and (not k.limited or e.slot_prefix = any(k.prefixes))) as occupied
    from (select coalesce(sum(t.total_slots) filter (where ${accepts}), 0)::int as total, coalesce(bool_or(not ${accepts}), false) as limited,
      coalesce(array_agg(coalesce(t.slot_prefix, '')) filter (where ${accepts}), '{}') as prefixes from ${blocks}) k`;
}
