// Free slots of a branch, counted as on its board (docs/rules/slots.md): slots of its blocks less those occupied and those
// that are kept for passes.
import { parkingSequence } from "#domain/parking/states.ts";
import { bookingSequence } from "#domain/pre-booking/states.ts";
import { siteServiceFields } from "#domain/site/site-labels.ts";
import type { SiteService } from "#domain/site/site-data.ts";
import type { SqlValues } from "#server/features/site/sql-values.ts";

/** Entries that occupy a slot, or reserve one until check-in. */
const occupied = {
  is_parking: `"Parking_Information" e where e.out_time is null and e.slot_no > 0 and e.parking_status_id in (1, 3)`,
  is_valet_and_parking: `"Valet_and_Parking_Information" e where e.out_time is null and e.slot_no > 0`,
} as const;

/** The time as SQL. A pass keeps its slot as `isSlotKept` of domain/passes/kept-slot.ts says. */
const isKeeping = (now: string): string => `m.parking_status_id is distinct from ${parkingSequence.cancelled}
  and m.is_unpaid is not true and m.is_waiting_for_approve is not true and m.pass_start_time <= ${now} and m.pass_end_time > ${now}
  and (m.due_from is null or m.due_till is null or m.due_till > ${now})`;

/**
 * A subquery with `total` and `occupied` of a branch, given by an SQL expression, for a vehicle type only of the blocks it
 * may park in. A service without slots of its own has a total of 0. Kept slots are occupied, once with the vehicle in them.
 */
export function countSlots({
  branch,
  service,
  vehicleType,
  now,
  values,
}: {
  branch: string;
  service: SiteService;
  vehicleType: number | null;
  now: Date;
  values: SqlValues;
}): string {
  const field = siteServiceFields[service];
  if (service === "valet-service" || field === "is_pre_booking") return "select 0 as total, 0 as occupied";
  const entries = `${occupied[field]} and e.branch = ${branch}`;
  const accepts =
    vehicleType === null
      ? "true"
      : `(t.vehicle_types is null or t.vehicle_types in ('[]', 'null') or t.vehicle_types @> to_jsonb(${values.add(vehicleType)}::bigint))`;
  const standing = `(select count(*)::int from ${entries} and (not k.limited or e.slot_prefix = any(k.prefixes)))`;
  // Few branches have passes with slots: whether theirs are kept is asked for those alone.
  const kept =
    field === "is_parking"
      ? ` + (select count(*)::int from "Parking_Main_Information" m where m.branch = ${branch} and m.slot_no > 0
      and (select kc.keeps_pass_slots from "Branch" kb join "Parking_Configuration" kc on kc.id = kb.parking_config where kb.id = m.branch)
      and coalesce(m.slot_prefix, '') = any(k.prefixes) and ${isKeeping(`${values.add(now.toISOString())}::timestamptz`)}
        and not exists (select from ${entries} and e.slot_no = m.slot_no and coalesce(e.slot_prefix, '') = coalesce(m.slot_prefix, '')))`
      : "";
  // Added only where it is used: PostgreSQL does not know the type of an unused parameter.
  const at = field === "is_parking" ? `${values.add(now.toISOString())}::timestamptz` : "";
  // Held for vehicles that have not come (`isBookingHeld` of domain/pre-booking/booked-slot.ts), unless another one stands there.
  const booked =
    field === "is_parking"
      ? ` + (select count(*)::int from "Pre_Booking_Information" pb where pb.branch = ${branch} and pb.slot_no > 0
      and pb.pre_booking_status_id = ${bookingSequence.booked} and pb.held_from <= ${at} and pb.no_show_at > ${at}
      and coalesce(pb.slot_prefix, '') = any(k.prefixes)
      and not exists (select from ${entries} and e.slot_no = pb.slot_no and coalesce(e.slot_prefix, '') = coalesce(pb.slot_prefix, '')))`
      : "";
  return `select k.total, ${standing}${kept}${booked} as occupied
    from (select coalesce(sum(t.total_slots) filter (where ${accepts}), 0)::int as total, coalesce(bool_or(not ${accepts}), false) as limited,
      coalesce(array_agg(coalesce(t.slot_prefix, '')) filter (where ${accepts}), '{}') as prefixes
      from "Slot_Blocks" t where t.branch = ${branch} and t.service = '${field}') k`;
}
