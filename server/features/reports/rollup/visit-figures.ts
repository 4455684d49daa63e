// §2 Figures of visits by branch and day: how many came and left, lengths of stay, numbers inside, and the use of slots.
import { defaultTimeZone } from "#domain/dates.ts";
import { maxStayMinutes } from "#domain/reports/operations/stay-histogram.ts";
import type { Sql, Tx } from "#server/db/pool.ts";
import type { Fragment } from "#server/features/reports/visits.ts";

/** Bucket of whole minutes, as in domain/reports/operations/stay-histogram.ts. */
const stayBucketSql = (sql: Tx, minutes: Fragment): Fragment => sql`
  (select case when m < 64 then m else 64 + (e - 1) * 32 + (m >> e) - 32 end
    from (select m, width_bucket(m, array[64, 128, 256, 512, 1024, 2048, 4096, 8192, 16384, 32768, 65536, 131072, 262144, 524288]) as e
      from (select least(${maxStayMinutes}::int, greatest(0, ${minutes}))::int as m) m) e)`;

/** Entries and tickets that count, at the branch of the row `day`, also those of persons. */
function selectCounted(sql: Sql | Tx, condition: Fragment): Fragment {
  const fields = sql`e.in_time, e.out_time, e.user_created, e.slot_no > 0 as is_in_slot, case when e.slot_no > 0 then e.slot_prefix end as prefix, e.slot_no,
    coalesce(e.paid_amount, 0) - coalesce(e.refunded_amount, 0) as paid`;
  return sql`
    select 'is_parking' as service, e.is_person, ${fields} from "Parking_Information" e
      where e.branch = day.branch and e.in_time is not null and not e.is_test and e.voided_at is null and e.parking_status_id in (1, 2) and ${condition}
    union all
    select 'is_valet_and_parking', false, ${fields} from "Valet_and_Parking_Information" e
      where e.branch = day.branch and e.in_time is not null and not e.is_test and e.voided_at is null and ${condition}`;
}

/**
 * Days of branches `b` whose entries that are inside are not those that the figures were computed of: rows `(branch, day)`. A
 * check-in writes no mark.
 */
export const selectOpenDays = (sql: Sql | Tx, branches: Fragment): Fragment => sql`
  select o.branch, o.day, o.first from (
    select day.branch, (e.in_time at time zone day.zone)::date as day, count(*) as open, min(e.in_time) as first
    from ${branches} cross join lateral (${selectCounted(sql, sql`e.out_time is null and e.in_time >= day.start and e.in_time < day.stop`)}) e group by 1, 2) o
  where o.open <> (select coalesce(sum(f.open), 0) from report_visits f where f.branch = o.branch and f.day = o.day)`;

/** Computes the figures of these days anew, and of those with other entries inside, in one statement. Needs the lock of the branch. */
export async function computeVisitFigures({
  tx,
  branch,
  days,
  from,
  to,
}: {
  tx: Tx;
  branch: number;
  /** 'YYYY-MM-DD'. */
  days: readonly string[];
  from: Date;
  to: Date;
}): Promise<void> {
  const isIn = tx`e.in_time >= day.start and e.in_time < day.stop`;
  await tx`
    with period as (select id as branch, coalesce(time_zone, ${defaultTimeZone}) as zone, ${from}::timestamptz as start, ${to}::timestamptz as stop from "Branch" where id = ${branch}),
    day as materialized (
      select p.branch, d.day, p.zone, d.day::timestamp at time zone p.zone as start, (d.day + 1)::timestamp at time zone p.zone as stop
      from period p cross join (select unnest(${days}::date[]) as day union select day from (${selectOpenDays(tx, tx`period as day`)}) o) d),
    cleared_visits as (delete from report_visits f using day where f.branch = day.branch and f.day = day.day),
    cleared_levels as (delete from report_levels f using day where f.branch = day.branch and f.day = day.day),
    cleared_slots as (delete from report_slots f using day where f.branch = day.branch and f.day = day.day),
    cleared_handled as (delete from report_figures f using day where f.branch = day.branch and f.topic = 'handled' and f.day = day.day),
    entries as materialized (
      select day.*, e.*, ${isIn} as is_in, coalesce(e.out_time >= day.start and e.out_time < day.stop, false) as is_out
      from day cross join lateral (${selectCounted(tx, isIn)} union all
        ${selectCounted(tx, tx`e.out_time >= day.start and e.out_time < day.stop and not (${isIn})`)}) e),
    visits as materialized (select * from entries where not is_person),
    ${selectLevels(tx)},
    added_levels as (
      insert into report_levels (branch, day, service, is_in_slot, seconds, highest, lowest, at_least)
      select h.*, a.lowest, a.at_least
      from (select k.branch, k.day, k.service, k.is_in_slot, array_agg(coalesce(b.seconds, 0) order by n) as seconds, array_agg(b.highest order by n) as highest
          from (select distinct branch, day, service, is_in_slot from by_hour) k cross join generate_series(0, 23) n
            left join by_hour b on b.day = k.day and b.service = k.service and b.is_in_slot = k.is_in_slot and b.hour = n group by 1, 2, 3, 4) h
        join (select day, service, is_in_slot, min(inside) as lowest, array_agg(above order by inside) as at_least from filled group by 1, 2, 3) a
          on a.day = h.day and a.service = h.service and a.is_in_slot = h.is_in_slot),
    added_slots as (
      insert into report_slots (branch, day, service, prefix, numbers, entries, paid)
      select branch, day, service, prefix, array_agg(no order by no), array_agg(entries order by no), array_agg(paid order by no)
      from (select branch, day, service, prefix, case when prefix is null then 0 else slot_no end as no, count(*)::int as entries, (sum(paid) * 100)::int8 as paid
        from visits where is_in group by 1, 2, 3, 4, 5) s group by 1, 2, 3, 4),
    added_handled as (
      insert into report_figures (branch, day, topic, keys, figures)
      select branch, day, 'handled', array[coalesce(user_created::text, '')], array[count(*)] from entries where is_in group by branch, day, user_created),
    by_arrival as materialized (select day, service, extract(hour from in_time at time zone zone)::int as hour, count(*) from visits where is_in group by 1, 2, 3),
    came as (
      select k.day, k.service, array_agg(coalesce(a.count, 0) order by n) as arrivals from (select distinct day, service from by_arrival) k cross join generate_series(0, 23) n
        left join by_arrival a on a.day = k.day and a.service = k.service and a.hour = n group by 1, 2),
    went as (
      select day, service, string_agg(int2send(bucket::int2) || substring(int4send(count::int4) from 2), ''::bytea order by bucket) as stays from (
        select v.day, v.service, ${stayBucketSql(tx, tx`floor(extract(epoch from v.out_time - v.in_time) / 60)`)} as bucket, count(*) from visits v where v.is_out group by 1, 2, 3) s group by 1, 2)
    insert into report_visits (branch, day, service, open, flows, arrivals, stays)
      select e.branch, e.day, e.service, e.open, e.flows, coalesce(c.arrivals, array_fill(0, array[24])), coalesce(w.stays, '')
      from (
        select branch, day, service, count(*) filter (where is_in and out_time is null) as open,
          array[count(*) filter (where is_in and not is_person), count(*) filter (where is_out and not is_person),
            count(*) filter (where is_in and is_in_slot and not is_person), count(*) filter (where is_out and is_in_slot and not is_person)] as flows
        from entries group by 1, 2, 3) e
        left join came c on c.day = e.day and c.service = e.service left join went w on w.day = e.day and w.service = e.service`;
}

/**
 * Parts of a `with` clause: the numbers inside after each event (`level`), by hour (`by_hour`), and the seconds with at least a number
 * (`filled`): each change is by one, so that none between the lowest and the highest is missing.
 */
const selectLevels = (tx: Tx): Fragment => tx`
    events as materialized (
      select v.branch, v.day, v.zone, v.stop, s.service, s.is_in_slot, t.at, t.change
      from visits v join (values ('', false), ('', true), ('is_parking', false), ('is_parking', true), ('is_valet_and_parking', false), ('is_valet_and_parking', true)) s (service, is_in_slot)
          on s.service in ('', v.service) and (v.is_in_slot or not s.is_in_slot)
        cross join lateral (values (v.in_time, 1, v.is_in), (v.out_time, -1, v.is_out)) t (at, change, is_event) where t.is_event),
    level as materialized (
      select e.*, sum(change) over w::int as inside, extract(epoch from coalesce(lead(at) over w, stop) - at)::float8 as seconds
      from (select * from events union all
        select k.branch, k.day, k.zone, k.stop, k.service, k.is_in_slot, h.at, 0 from (select distinct branch, day, zone, stop, service, is_in_slot from events) k
          join day on day.day = k.day cross join lateral generate_series(day.start, day.stop - interval '1 microsecond', interval '1 hour') h (at)) e
      window w as (partition by e.day, e.service, e.is_in_slot order by e.at, e.change rows between unbounded preceding and current row)),
    by_hour as materialized (
      select branch, day, service, is_in_slot, extract(hour from at at time zone zone)::int as hour, sum(inside * seconds) as seconds, max(inside) as highest from level group by 1, 2, 3, 4, 5),
    filled as (
      select day, service, is_in_slot, inside, sum(sum(seconds)) over (partition by day, service, is_in_slot order by inside desc) as above
      from level group by 1, 2, 3, 4)`;
