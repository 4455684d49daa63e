// §2 Tickets behind the figures of the valet service.
import type { registerKinds } from "#domain/reports/operations/registers.ts";
import { type ReportQuery, selectBranchPeriods } from "#server/features/reports/report-query.ts";
import type { Fragment } from "#server/features/reports/visits.ts";

type Selects = { readonly [kind in keyof (typeof registerKinds)["valet-tickets"]]: Fragment };

export function selectTickets(query: ReportQuery): Selects {
  const { sql } = query;
  const select = ({
    at,
    person,
    amount,
    condition,
  }: { [part in "at" | "person" | "amount" | "condition"]: Fragment }) => sql`
    select 'V' as kind, v.id, day.branch, day.name as branch_name, ${at} as at, v.in_time as came, v.out_time as went,
      case when v.slot_no > 0 then coalesce(v.slot_prefix, '') || v.slot_no end as slot, ${amount} as amount, ${person} as person,
      extract(hour from ${at} at time zone day.zone) as hour
    from ${selectBranchPeriods(query)} join "Valet_and_Parking_Information" v on v.branch = day.branch and ${at} >= day.start and ${at} < day.stop
    where not v.is_test and v.voided_at is null and ${condition}`;
  const paid = sql`coalesce(v.paid_amount, 0) - coalesce(v.refunded_amount, 0)`;
  const tip = sql`coalesce(v.valet_tip, 0) + coalesce(v.online_tip, 0)`;
  const isParked = sql`exists (select 1 from "Valet_and_Parking_History" h where h.valet_and_parking_information = v.id and h.status_id = 2 and h.changes ? 'status_id')`;
  const parked = (condition: Fragment) =>
    select({ at: sql`v.in_time`, person: sql`v."Assigned_Staff"`, amount: paid, condition });
  const brought = (condition: Fragment) =>
    select({ at: sql`v.at_gate_at`, person: sql`v.pickup_request_assigned`, amount: paid, condition });
  return {
    brought: brought(sql`true`),
    parked: parked(isParked),
    told: brought(sql`v.pickup_requested_at is not null and v.told_wait_minutes is not null`),
    scheduled: brought(sql`v.pickup_wanted_at is not null`),
    damaged: parked(sql`${isParked} and jsonb_array_length(coalesce(v.damages, '[]')) > 0`),
    tips: select({
      at: sql`v.out_time`,
      person: sql`coalesce(v.pickup_request_assigned, v."Assigned_Staff")`,
      amount: tip,
      condition: sql`${tip} > 0`,
    }),
  };
}
