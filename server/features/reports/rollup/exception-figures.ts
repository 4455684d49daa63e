// §2 Figures by branch and day of exceptions, of the vehicles each person let out, and of receipt numbers.
import { defaultTimeZone } from "#domain/dates.ts";
import type { Tx } from "#server/db/pool.ts";
import {
  keptSums,
  selectDayExceptions,
  selectEndedLongStays,
  selectGaps,
} from "#server/features/reports/exceptions.ts";
import { type Fragment, selectVisits } from "#server/features/reports/visits.ts";

/** Part of a `with` clause: the days `day (branch, name, zone, start, stop)`, whose name is the day. */
export const selectDays = (tx: Tx, { branch, days }: BranchDays): Fragment => tx`
  day as materialized (
    select b.id as branch, d.day::text as name, z.zone, d.day::timestamp at time zone z.zone as start, (d.day + 1)::timestamp at time zone z.zone as stop
    from "Branch" b cross join lateral (select coalesce(b.time_zone, ${defaultTimeZone}) as zone) z cross join unnest(${days}::date[]) d (day) where b.id = ${branch})`;

export interface BranchDays {
  branch: number;
  /** 'YYYY-MM-DD'. */
  days: readonly string[];
}

/** Entries and tickets that left on the days `day`, with who let them out. */
function selectExits(tx: Tx): Fragment {
  const changed = (table: Fragment, field: Fragment): Fragment =>
    tx`select h.user_created as person from ${table} h where h.${field} = v.id and h.changes ? 'out_time' order by h.id desc limit 1`;
  return tx`
    select day.branch, day.name, h.person from day
      cross join lateral (${selectVisits({ sql: tx, filters: {} }, tx`e.out_time >= day.start and e.out_time < day.stop`)}) v
      cross join lateral (
        (select * from (${changed(tx`"Parking_History"`, tx`parking_information`)}) p where v.kind = 'P')
        union all (select * from (${changed(tx`"Valet_and_Parking_History"`, tx`valet_and_parking_information`)}) t where v.kind = 'V')) h
    where h.person is not null`;
}

/** Inserts the figures of days that have none of these. Needs the lock of the branch. */
export async function computeExceptionFigures({ tx, ...days }: BranchDays & { tx: Tx }): Promise<void> {
  const sums = keptSums.map(({ kind, entryKind }) => {
    const isOf = `filter (where kind = '${kind}' and entry_kind = '${entryKind}')`;
    return `count(*) ${isOf}, (coalesce(sum(amount) ${isOf}, 0) * 100)::int8`;
  });
  await tx`
    with ${selectDays(tx, days)},
    exceptions as materialized (${selectDayExceptions(tx, tx`day`)})
    insert into report_figures (branch, day, topic, keys, figures)
      select ${days.branch}::bigint, day, k.topic, k.keys, array[${tx.unsafe(sums.join(", "))}]
        from exceptions x cross join lateral (values ('exceptions', '{}'::text[]), ('person-exceptions', array[coalesce(person::text, '')])) k (topic, keys) group by day, k.topic, k.keys
      union all
      -- Read by servers of the version before.
      select ${days.branch}::bigint, day, 'exception', array[kind, coalesce(person::text, ''), entry_kind], array[count(*), (coalesce(sum(amount), 0) * 100)::int8]
        from exceptions group by day, kind, person, entry_kind
      union all
      select ${days.branch}::bigint, day, 'long-open', array[coalesce(person::text, ''), entry_kind, counted::text], array[count(*)]
        from (${selectEndedLongStays(tx)}) l group by day, person, entry_kind, counted
      union all
      select branch, name::date, 'exit', array[person::text], array[count(*)] from (${selectExits(tx)}) x group by branch, name, person
      union all
      select day.branch, c.day, 'receipts', '{}', array[c.value, (select count(*) from (${selectGaps(tx)}) g)]
        from day join counters c on c.branch = day.branch and c.name = 'receipt' and c.day = day.name::date`;
}
