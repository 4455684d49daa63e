// §2 Figures of reports by branch and day. See docs/rules/reports.md.
import { defaultTimeZone } from "#domain/dates.ts";
import { acquireLock } from "#server/db/locks.ts";
import type { Sql, Tx } from "#server/db/pool.ts";
import { runTransaction } from "#server/db/transaction.ts";
import type { ReportQuery } from "#server/features/reports/report-query.ts";
import { computeVisitFigures, selectOpenDays } from "#server/features/reports/rollup/visit-figures.ts";
import { computeExceptionFigures } from "#server/features/reports/rollup/exception-figures.ts";
import { computeDriverFigures, computeTimeFigures } from "#server/features/reports/rollup/time-figures.ts";
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

/** Version of the figures that this server computes: as `report_version` of 0591-report-free-exits.sql or newer. */
export const figuresVersion = 3;

/** Days that one transaction computes, so that none reads the whole history of a branch. */
const chunkMs = 92 * 86_400_000;

/** As `settleDays`, for all days before the end of the query's period. */
export function settleHistory({ sql, branches }: Pick<ReportQuery, "sql" | "branches">): Promise<void> {
  return settleDays({ sql, branches: branches.map(({ id, to }) => ({ id, from: new Date(0), to })) });
}

/** Computes the figures of all days with a mark in the periods anew; afterwards, they are those of the rows. */
export async function settleDays({ sql, branches }: { sql: Sql; branches: readonly SettledPeriod[] }): Promise<void> {
  for (let periods = branches; periods.length > 0;) {
    const marked = await findMarked(sql, periods);
    for (const { id, from, to } of marked)
      await runTransaction({
        sql,
        work: async (tx) => {
          // Whoever waited here reads what the other one has computed.
          await acquireLock({ tx, name: "reportFigures", key: id });
          await tx`select set_config('chaavi.report_figures', ${String(figuresVersion)}, true)`;
          await computeFigures({ tx, branch: id, from, to: getChunkEnd({ from, to }) });
        },
      });
    periods = marked
      .map(({ id, from, to }) => ({ id, from: getChunkEnd({ from, to }), to }))
      .filter(({ from, to }) => from < to);
  }
}

const getChunkEnd = ({ from, to }: Pick<SettledPeriod, "from" | "to">): Date =>
  new Date(Math.min(from.getTime() + chunkMs, to.getTime()));

/** The periods with a mark, from the first one on, and those with a check-in, which writes no mark. */
function findMarked(sql: Sql, periods: readonly SettledPeriod[]): Promise<SettledPeriod[]> {
  const toTexts = (end: "from" | "to"): string[] => periods.map((period) => period[end].toISOString());
  const place = sql`(select b.branch, b.start, b.stop, coalesce(z.time_zone, ${defaultTimeZone}) as zone from "Branch" z where z.id = b.branch) day`;
  return sql<SettledPeriod[]>`
    select b.branch as id, m.first as from, b.stop as to
    from unnest(${periods.map(({ id }) => id)}::bigint[], ${toTexts("from")}::timestamptz[], ${toTexts("to")}::timestamptz[]) as b (branch, start, stop),
      lateral (select least((select min(at) from report_marks m where m.branch = b.branch and m.at >= b.start and m.at < b.stop),
        (select min(o.first) from (${selectOpenDays(sql, place)}) o)) as first) m
    where m.first is not null order by b.branch`.then((rows) => [...rows]);
}

/**
 * A mark that the first statement removes belongs to a change that it sees, and that later statements see. Marks of changes that
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
  const days = await tx<{ day: string }[]>`
    with zone as (select coalesce(time_zone, ${defaultTimeZone}) as zone from "Branch" where id = ${branch}),
    removed as (delete from report_marks where branch = ${branch} and at >= ${from} and at < ${to} returning at),
    day as materialized (
      select ${branch}::bigint as branch, d.day as date, zone, d.day::timestamp at time zone zone as start, (d.day + 1)::timestamp at time zone zone as stop
      from zone, lateral (select distinct (at at time zone zone)::date as day from removed) d),
    cleared as (delete from report_figures f using day where f.branch = ${branch} and f.day = day.date),
    lines as materialized (${selectMoneyLines(tx, day)}),
    added as (insert into report_figures (branch, day, topic, keys, figures)
      select branch, day, topic, array[service, key], array[payments, received, refunded, settled] from (
        select l.branch, l.day, t.topic, l.service, t.key, ${selectMoneyFigures(tx)}
        from lines l cross join lateral (${selectTopics(tx)}) t group by 1, 2, 3, 4, 5) f
      union all
      select branch, day, 'due', '{}', array[sum(vehicles), sum(accounts)]::int8[] from (${selectDueChanges(tx, day)}) c
      group by branch, day
      union all
      select day.branch, day.date, 'cash', array[coalesce(p.collected_by::text, '')], array[sum(p.amount * 100)]::int8[]
      from day join payments p on p.branch = day.branch and p.received_at >= day.start and p.received_at < day.stop and p.mode = 'cash'
      group by day.branch, day.date, p.collected_by)
    select date::text as day from day`;
  const own = { tx, branch, days: days.map(({ day: date }) => date) };
  await computeVisitFigures({ ...own, from, to });
  if (own.days.length === 0) return;
  await computeExceptionFigures(own);
  await computeTimeFigures(own);
  await computeDriverFigures(own);
}

/** A row for each topic of a line `l`, with its key. */
function selectTopics(tx: Tx) {
  const [first, ...others] = revenueTopics.map((topic) => tx`(${topic}::text, ${selectTopicKey(tx, topic)})`);
  return others.reduce(
    (all, topic) => tx`${all} union all select * from (values ${topic}) v (topic, key)`,
    tx`select * from (values ${first!}) v (topic, key)`,
  );
}
