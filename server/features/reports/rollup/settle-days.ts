// §2 Figures of reports by branch and day. See docs/rules/reports.md.
import { defaultTimeZone } from "#domain/dates.ts";
import { acquireLock } from "#server/db/locks.ts";
import type { Sql, Tx } from "#server/db/pool.ts";
import { runTransaction } from "#server/db/transaction.ts";
import { selectDueChanges } from "#server/features/reports/money/due-changes.ts";
import {
  revenueTopics,
  selectMoneyFigures,
  selectMoneyLines,
  selectTopicKey,
} from "#server/features/reports/money/money-lines.ts";

interface SettledPeriod {
  /** Id of a branch. */
  readonly id: number;
  readonly from: Date;
  readonly to: Date;
}

/** Days that one transaction computes, so that none reads the whole history of a branch. */
const chunkMs = 92 * 86_400_000;

/** Computes the figures of all days with a mark in the periods anew; afterwards, they are those of the rows. */
export async function settleDays({ sql, branches }: { sql: Sql; branches: readonly SettledPeriod[] }): Promise<void> {
  const marked = await sql<{ branch: number; first: Date; to: Date }[]>`
    select b.branch, m.first, b.stop as to
    from unnest(${branches.map(({ id }) => id)}::int[], ${branches.map(({ from }) => from.toISOString())}::timestamptz[],
        ${branches.map(({ to }) => to.toISOString())}::timestamptz[]) as b (branch, start, stop),
      lateral (select min(at) as first from report_marks m where m.branch = b.branch and m.at >= b.start and m.at < b.stop) m
    where m.first is not null order by b.branch`;
  for (const { branch, first, to } of marked)
    for (let from = first; from < to; from = new Date(from.getTime() + chunkMs)) {
      const stop = new Date(Math.min(from.getTime() + chunkMs, to.getTime()));
      await runTransaction({
        sql,
        work: async (tx) => {
          // Whoever waited here reads what the other one has computed.
          await acquireLock({ tx, name: "reportFigures", key: branch });
          await computeFigures({ tx, branch, from, to: stop });
        },
      });
    }
}

/**
 * One statement and therefore one snapshot: a mark that it removes belongs to a change that it sees. Marks of changes that
 * are not visible yet remain. Needs the lock of the branch.
 */
async function computeFigures({
  tx,
  branch,
  from,
  to,
}: {
  tx: Tx;
  branch: number;
  from: Date;
  to: Date;
}): Promise<void> {
  const day = tx`day`;
  await tx`
    with zone as (select coalesce(time_zone, ${defaultTimeZone}) as zone from "Branch" where id = ${branch}),
    removed as (delete from report_marks where branch = ${branch} and at >= ${from} and at < ${to} returning at),
    day as materialized (
      select ${branch}::int as branch, d.day as date, zone, d.day::timestamp at time zone zone as start, (d.day + 1)::timestamp at time zone zone as stop
      from zone, lateral (select distinct (at at time zone zone)::date as day from removed) d),
    cleared as (delete from report_figures f using day where f.branch = ${branch} and f.day = day.date),
    lines as materialized (${selectMoneyLines(tx, day)})
    insert into report_figures (branch, day, topic, keys, figures)
      select branch, day, topic, array[service, key], array[payments, received, refunded, settled] from (
        select l.branch, l.day, t.topic, l.service, t.key, ${selectMoneyFigures(tx)}
        from lines l cross join lateral (${selectTopics(tx)}) t group by 1, 2, 3, 4, 5) f
      union all
      select branch, day, 'due', '{}', array[sum(vehicles), sum(accounts)]::int8[] from (${selectDueChanges(tx, day)}) c
      group by branch, day`;
}

/** A row for each topic of a line `l`, with its key. */
function selectTopics(tx: Tx) {
  const [first, ...others] = revenueTopics.map((topic) => tx`(${topic}::text, ${selectTopicKey(tx, topic)})`);
  return others.reduce(
    (all, topic) => tx`${all} union all select * from (values ${topic}) v (topic, key)`,
    tx`select * from (values ${first!}) v (topic, key)`,
  );
}
