// §2 Visits of vehicles that reports of parking and valet count: entries of vehicles and tickets, without voided ones and
// test entries.
import type { PendingQuery, Row } from "postgres";
import { getKeys } from "#domain/object-keys.ts";
import type { Sql, Tx } from "#server/db/pool.ts";
import { type ReportQuery, selectBranchPeriods } from "#server/features/reports/report-query.ts";

/** A part of a statement. */
export type Fragment = PendingQuery<Row[]>;

/**
 * Visits at the branch of the row `day` (selectBranchPeriods) that meet a condition on `e`, the entry or ticket: for a
 * lateral join.
 */
export function selectVisits(
  { sql, filters: { service } }: { readonly sql: Sql | Tx; readonly filters: ReportQuery["filters"] },
  condition: Fragment,
): Fragment {
  const fields = sql`e.id, e.in_time, e.out_time, e.slot_prefix, e.slot_no,
    coalesce(e.paid_amount, 0) - coalesce(e.refunded_amount, 0) as paid`;
  const selects = {
    is_parking: sql`select 'P' as kind, 'is_parking' as service, ${fields} from "Parking_Information" e
      where e.branch = day.branch and not e.is_person and not e.is_test and e.voided_at is null and e.parking_status_id in (1, 2) and ${condition}`,
    is_valet_and_parking: sql`select 'V' as kind, 'is_valet_and_parking' as service, ${fields} from "Valet_and_Parking_Information" e
      where e.branch = day.branch and not e.is_test and e.voided_at is null and ${condition}`,
  };
  const chosen = getKeys(selects).find((name) => name === service);
  if (chosen) return selects[chosen];
  return sql`${selects.is_parking} union all ${selects.is_valet_and_parking}`;
}

/** Visits of which a part is in the period, for a lateral join with the rows `day`; also those that begin in the future. */
export function selectInside(query: ReportQuery): Fragment {
  const { sql } = query;
  // Each part has its own range of an index; together in one condition, they read all earlier visits of the branch.
  const parts = [
    sql`e.in_time >= day.start and e.in_time < day.stop`,
    // As an expression, the first is no condition of an index: few vehicles leave since a recent start, many came before.
    sql`e.in_time + interval '0' < day.start and e.out_time > day.start`,
    sql`e.in_time < day.start and e.out_time is null`,
  ].map((part) => selectVisits(query, part));
  return parts.reduce((first, second) => sql`${first} union all ${second}`);
}

/**
 * Parts of a `with` clause that end in `level (branch, name, at, length, inside)`: how many vehicles were inside from one change or full hour to the next, at
 * each branch, in local time, until now. With `isInSlot` only vehicles in slots count. A vehicle that leaves at the
 * moment another one comes does not count with it.
 */
export function selectLevels(query: ReportQuery, { isInSlot = false } = {}): Fragment {
  const { sql, now } = query;
  const time = now.toISOString();
  return sql`
    stays as materialized (
      select day.branch, greatest(v.in_time, day.start) as came, v.out_time as went, least(day.stop, ${time}::timestamptz) as stop
      from ${selectBranchPeriods(query)} cross join lateral (${selectInside(query)}) v
      where v.in_time < ${time}::timestamptz ${isInSlot ? sql`and v.slot_no > 0` : sql``}),
    events as (
      select branch, came as at, 1 as change from stays where came < stop
      union all select branch, went, -1 from stays where went < stop
      union all select day.branch, h.at, 0 from ${selectBranchPeriods(query)}
        cross join lateral generate_series(day.start, least(day.stop, ${time}::timestamptz), interval '1 hour') as h (at)
        where h.at < least(day.stop, ${time}::timestamptz)),
    level as (
      select e.branch, day.name, e.at at time zone day.zone as at,
        coalesce(lead(e.at) over following, least(day.stop, ${time}::timestamptz)) - e.at as length,
        sum(e.change) over (partition by e.branch order by e.at, e.change rows unbounded preceding)::int as inside
      from events e join ${selectBranchPeriods(query)} on day.branch = e.branch
      window following as (partition by e.branch order by e.at, e.change))`;
}

/** Whether entry `e` of record `v` needed an approval. */
export const isAskedSql = (sql: Sql | Tx): Fragment =>
  sql`not e.is_test and e.voided_at is null and (e.approved_at is not null or (e.parking_status_id = 3 and v.is_waiting_for_approve))`;
