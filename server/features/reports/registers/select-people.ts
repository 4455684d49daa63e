// §2 Entries, tickets and passes behind the figures of visitors, passes, offers and staff.
import type { registerKinds } from "#domain/reports/operations/registers.ts";
import { type ReportQuery, selectBranchPeriods } from "#server/features/reports/report-query.ts";
import { isPassUnusedSql } from "#server/features/reports/visitors-readers.ts";
import { type Fragment, isAskedSql } from "#server/features/reports/visits.ts";

type Selects = { readonly [kind in keyof (typeof registerKinds)["people-entries"]]: Fragment };

export function selectPeople(query: ReportQuery): Selects {
  const { sql, filters } = query;
  const { offer = null, person = null } = filters;
  const place = sql`day.branch, day.name as branch_name`;
  const slot = sql`null::text as slot`;
  const paid = sql`coalesce(e.paid_amount, 0) - coalesce(e.refunded_amount, 0) as amount`;
  const asked = (condition: Fragment): Fragment => sql`
    select 'P' as kind, e.id, ${place}, e.date_created as at, e.in_time as came, e.out_time as went, ${slot}, ${paid}, e.approved_by as person, null::int as hour
    from ${selectBranchPeriods(query)} join "Parking_Information" e on e.branch = day.branch and e.date_created >= day.start and e.date_created < day.stop
      join "Parking_Main_Information" v on v.id = e.parking_main_info
    where ${isAskedSql(sql)} and (${person}::text is distinct from '-' or e.answered_by_member is null) and ${condition}`;
  const passes = (condition: Fragment): Fragment => sql`
    select 'M' as kind, m.id, ${place}, m.pass_end_time as at, m.pass_start_time as came, m.pass_end_time as went, ${slot}, null::numeric as amount, null::uuid as person, null::int as hour
    from ${selectBranchPeriods(query)} join "Parking_Main_Information" m on m.branch = day.branch and m.parking_type = 'long_time'
      and m.pass_end_time >= day.start and m.pass_end_time < day.stop
    where not m.is_test and ${condition}`;
  const arrived = sql`e.branch = day.branch and e.in_time >= day.start and e.in_time < day.stop and not e.is_test and e.voided_at is null`;
  const created = (kind: "P" | "V", table: Fragment, condition: Fragment): Fragment => sql`
    select ${kind}::text as kind, e.id, ${place}, e.in_time as at, e.in_time as came, e.out_time as went, ${slot}, ${paid}, e.user_created as person, null::int as hour
    from ${selectBranchPeriods(query)} join ${table} e on ${arrived} where ${condition}`;
  return {
    created: sql`${created("P", sql`"Parking_Information"`, sql`e.parking_status_id in (1, 2)`)}
      union all ${created("V", sql`"Valet_and_Parking_Information"`, sql`true`)}`,
    asked: asked(sql`true`),
    approved: asked(sql`e.approved_at is not null and e.decision_reason is null`),
    refused: asked(sql`e.decision_reason is not null`),
    pass_ending: passes(sql`true`),
    pass_unused: passes(isPassUnusedSql(query)),
    offer_used: sql`
      select case when u.parking_information is null then 'V' else 'P' end as kind, coalesce(u.parking_information, u.valet_and_parking_information) as id, ${place},
        u.date_created as at, null::timestamptz as came, null::timestamptz as went, ${slot}, u.amount, null::uuid as person, null::int as hour
      from ${selectBranchPeriods(query)} join "Offer_Uses" u on u.branch = day.branch and u.date_created >= day.start and u.date_created < day.stop
      where u.state = 'used' and (${offer}::text is null or u.offer::text = ${offer})`,
  };
}
