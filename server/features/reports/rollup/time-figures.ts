// §2 Figures by branch and day of how long the valet service and answers to requests took, and of what drivers did.
import { longestSeconds } from "#domain/reports/operations/time-lists.ts";
import type { Tx } from "#server/db/pool.ts";
import { type BranchDays, selectDays } from "#server/features/reports/rollup/exception-figures.ts";
import { isAskedSql } from "#server/features/reports/visits.ts";

/** The lists of a topic, in their order. Those that are only counted have zeros, and `told` has 1 if the car was at the gate by then. */
export const timeLists = {
  valet: ["parked", "brought", "bring", "wait", "late", "told"],
  asked: ["asked", "approved", "refused", "answer"],
} as const;
/** Those that are only counted. */
export const countedLists: readonly string[] = ["brought", "asked", "approved", "refused"];
export type TimeTopic = keyof typeof timeLists;

/** Computes the times of these days anew. A car was parked on the day on which it was received. Needs the lock of the branch. */
export async function computeTimeFigures({ tx, ...days }: BranchDays & { tx: Tx }): Promise<void> {
  const list = (number: number) =>
    tx`coalesce(string_agg(int4send(packed), ''::bytea order by packed) filter (where number = ${number}), ''::bytea)`;
  await tx`
    with ${selectDays(tx, days)},
    cleared as (delete from report_times f using day where f.branch = day.branch and f.day = day.name::date),
    lists (day, zone, topic, keys, at, number, seconds) as (
      select day.name, day.zone, 'valet', array[coalesce(v."Assigned_Staff"::text, '')], v.in_time, 1, extract(epoch from h.at - v.in_time)
      from day join "Valet_and_Parking_Information" v on v.branch = day.branch and v.in_time >= day.start and v.in_time < day.stop
        cross join lateral (select min(h.date_created) as at from "Valet_and_Parking_History" h
          where h.valet_and_parking_information = v.id and h.changes ? 'status_id' and h.status_id = 2) h
      where not v.is_test and v.voided_at is null
      union all
      select day.name, day.zone, 'valet', array[coalesce(v.pickup_request_assigned::text, '')], v.at_gate_at, l.* from day
        join "Valet_and_Parking_Information" v on v.branch = day.branch and v.at_gate_at >= day.start and v.at_gate_at < day.stop
        cross join lateral (values (2, 0), (3, extract(epoch from v.at_gate_at - v.started_time)), (4, extract(epoch from v.at_gate_at - v.pickup_requested_at)),
          (5, extract(epoch from v.at_gate_at - v.pickup_wanted_at)), (6, (v.at_gate_at <= v.pickup_requested_at + make_interval(mins => v.told_wait_minutes))::int)) l
      where not v.is_test and v.voided_at is null
      union all
      select day.name, day.zone, 'asked', array[coalesce(e.approved_by::text, ''), coalesce(e.answered_by_member::text, '')], e.date_created, l.* from day
        join "Parking_Information" e on e.branch = day.branch and e.date_created >= day.start and e.date_created < day.stop
        join "Parking_Main_Information" v on v.id = e.parking_main_info
        cross join lateral (values (1, 0), (2, case when e.approved_at is not null and e.decision_reason is null then 0 end), (3, case when e.decision_reason is not null then 0 end),
          (4, extract(epoch from e.approved_at - coalesce(e.asked_at, e.date_created)))) l
      where (e.approved_at is not null or e.parking_status_id = 3) and ${isAskedSql(tx)}),
    packed as (select *, (extract(hour from at at time zone zone)::int << 26) + least(${longestSeconds}::int, greatest(0, floor(seconds)))::int as packed
      from lists where seconds is not null)
    insert into report_times (branch, day, topic, keys, times)
      select ${days.branch}, day::date, topic, keys, array[${list(1)}, ${list(2)}, ${list(3)}, ${list(4)}, ${list(5)}, ${list(6)}] from packed group by day, topic, keys`;
}

/**
 * Inserts the figures of drivers, and of all together ('*'), of days that have none. A ticket counts once in a period: its second key is the day before on which
 * the driver had work with it, so that it counts on the first of the days in the period. Needs the lock of the branch. `offset 0` as in money-lines.ts.
 */
export async function computeDriverFigures({ tx, ...days }: BranchDays & { tx: Tx }): Promise<void> {
  const touched = (field: string) =>
    tx`select v.id from day join "Valet_and_Parking_Information" v on v.branch = day.branch and v.${tx(field)} >= day.start and v.${tx(field)} < day.stop`;
  const sums = tx`sum(parked) as parked, sum(brought) as brought, sum(tips) as tips, sum(damages) as damages`;
  await tx`
    with ${selectDays(tx, days)},
    ticket as materialized (
      select v.*, z.zone, coalesce(v.valet_tip, 0) + coalesce(v.online_tip, 0) as tip from (${touched("in_time")} union ${touched("at_gate_at")} union ${touched("out_time")}) t
        cross join lateral (select * from "Valet_and_Parking_Information" where id = t.id offset 0) v cross join (select zone from day limit 1) z
      where not v.is_test and v.voided_at is null),
    events (ticket, day, person, parked, brought, tips, damages) as (
      select v.id, (v.in_time at time zone v.zone)::date, v."Assigned_Staff", 1, 0, 0, case when jsonb_array_length(coalesce(v.damages, '[]')) > 0 then 1 else 0 end
      from ticket v where v.in_time is not null and v."Assigned_Staff" is not null
        and exists (select 1 from "Valet_and_Parking_History" h where h.valet_and_parking_information = v.id and h.status_id = 2 and h.changes ? 'status_id' offset 0)
      union all
      select v.id, (v.at_gate_at at time zone v.zone)::date, v.pickup_request_assigned, 0, 1, 0, 0
      from ticket v where v.at_gate_at is not null and v.pickup_request_assigned is not null
      union all
      select v.id, (v.out_time at time zone v.zone)::date, coalesce(v.pickup_request_assigned, v."Assigned_Staff"), 0, 0, v.tip, 0
      from ticket v where v.out_time is not null and v.tip > 0),
    work as (
      select day, coalesce(person::text, '') as person, ticket, ${sums} from events group by 1, 2, 3
      union all
      select day, '*', ticket, ${sums} from events group by 1, 3),
    linked as (select *, lag(day) over (partition by person, ticket order by day) as before from work)
    insert into report_figures (branch, day, topic, keys, figures)
      select ${days.branch}, l.day, 'driver', array[person, coalesce(before::text, '')], array[count(*), sum(parked), sum(brought), sum(tips) * 100, sum(damages)]::int8[]
      from linked l join day on day.name::date = l.day group by l.day, person, before`;
}
