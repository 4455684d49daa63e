// §2 Visits behind the figures of occupancy, full times, stays, turnover and the forecast.
import type { registerKinds } from "#domain/reports/operations/registers.ts";
import { stayClassEnds } from "#domain/reports/operations/stay-lengths.ts";
import { type ReportQuery, selectBranchPeriods } from "#server/features/reports/report-query.ts";
import { type Fragment, selectInside, selectVisits } from "#server/features/reports/visits.ts";

type Selects = { readonly [kind in keyof (typeof registerKinds)["visits"]]: Fragment };

export function selectListedVisits(query: ReportQuery): Selects {
  const { sql } = query;
  const inside = selectInside(query);
  return {
    arrived: selectList(query, {
      visits: selectVisits(query, sql`e.in_time >= day.start and e.in_time < day.stop`),
      at: sql`v.in_time`,
    }),
    left: selectList(query, {
      visits: selectVisits(query, sql`e.out_time >= day.start and e.out_time < day.stop and e.in_time is not null`),
      at: sql`v.out_time`,
    }),
    inside: selectList(query, { visits: inside, isInside: true, at: sql`v.in_time` }),
    in_slot: selectList(query, {
      visits: sql`select * from (${inside}) i where i.slot_no > 0`,
      isInside: true,
      at: sql`v.in_time`,
    }),
  };
}

interface ListOptions {
  /** For a lateral join with the rows `day`. */
  visits: Fragment;
  at: Fragment;
  /** Hours and weekdays are those in which the vehicle was inside. */
  isInside?: boolean;
}

/** Slots are those of the branch now, as in the report of turnover. */
function selectList(query: ReportQuery, { visits, at, isInside = false }: ListOptions): Fragment {
  const { sql, now, filters } = query;
  const { hour = null, weekday = null, length = null, block = null, slot = null } = filters;
  const stop = sql`least(day.stop, ${now.toISOString()}::timestamptz)`;
  const isAt = (time: Fragment): Fragment => sql`(${hour}::text is null or extract(hour from ${time})::text = ${hour})
    and (${weekday}::text is null or extract(isodow from ${time})::text = ${weekday})`;
  const isWithin = isInside
    ? sql`v.in_time < ${stop} and ((${hour}::text is null and ${weekday}::text is null) or exists (
        select from generate_series(date_trunc('hour', greatest(v.in_time, day.start) at time zone day.zone),
          (least(v.out_time, ${stop}) at time zone day.zone) - interval '1 microsecond', interval '1 hour') as h (at) where ${isAt(sql`h.at`)}))`
    : isAt(sql`(${at} at time zone day.zone)`);
  return sql`
    select v.kind, v.id, day.branch, day.name as branch_name, ${at} as at, v.in_time as came, v.out_time as went,
      case when v.slot_no > 0 then coalesce(v.slot_prefix, '') || v.slot_no end as slot, v.paid as amount, null::uuid as person, null::int as hour
    from ${selectBranchPeriods(query)} cross join lateral (${visits}) v
      left join "Slot_Blocks" b on b.branch = day.branch and b.service = v.service and b.slot_prefix = v.slot_prefix and v.slot_no between 1 and b.total_slots
    where ${isWithin}
      and (${length}::text is null or width_bucket(greatest(0, extract(epoch from v.out_time - v.in_time)) / 60, ${[...stayClassEnds]}::numeric[])::text = ${length})
      and (${block}::text is null or coalesce(nullif(b.zone_or_block, ''), b.slot_prefix, '-') = ${block})
      and (${slot}::text is null or case when b.id is null then '-' else v.slot_prefix || v.slot_no end = ${slot})`;
}
