// Free slots of a branch, counted as on its board (docs/rules/slots.md): slots of its blocks less those occupied.
import { siteServiceFields } from "#domain/site/site-labels.ts";
import type { SiteService } from "#domain/site/site-data.ts";
import type { SqlValues } from "#server/features/site/sql-values.ts";

/** Entries that occupy a slot, or reserve one until check-in. */
const occupied = {
  is_parking: `"Parking_Information" e where e.branch = b.id and e.out_time is null and e.slot_no > 0 and e.parking_status_id in (1, 3)`,
  is_valet_and_parking: `"Valet_and_Parking_Information" e where e.branch = b.id and e.out_time is null and e.slot_no > 0`,
} as const;

/**
 * A subquery with `total` and `occupied` of the branch `b`, for a vehicle type only of the blocks it may park in. A
 * service without slots of its own has a total of 0.
 */
export function countSlots({
  service,
  vehicleType,
  values,
}: {
  service: SiteService;
  vehicleType: number | null;
  values: SqlValues;
}): string {
  const field = siteServiceFields[service];
  if (service === "valet-service" || field === "is_pre_booking") return "select 0 as total, 0 as occupied";
  const blocks = `"Slot_Blocks" s where s.branch = b.id and s.service = '${field}'`;
  if (vehicleType === null)
    return `select (select coalesce(sum(s.total_slots), 0)::int from ${blocks}) as total,
      (select count(*)::int from ${occupied[field]}) as occupied`;
  const accepts = `(s.vehicle_types is null or s.vehicle_types in ('[]', 'null') or s.vehicle_types @> to_jsonb(${values.add(vehicleType)}::int))`;
  return `select k.total, (select count(*)::int from ${occupied[field]} and (not k.limited or e.slot_prefix = any(k.prefixes))) as occupied
    from (select coalesce(sum(s.total_slots) filter (where ${accepts}), 0)::int as total, coalesce(bool_or(not ${accepts}), false) as limited,
      coalesce(array_agg(coalesce(s.slot_prefix, '')) filter (where ${accepts}), '{}') as prefixes from ${blocks}) k`;
}
