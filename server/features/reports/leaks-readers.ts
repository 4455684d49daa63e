// §2 /reporting/parking: readers of exceptions and of the entries behind them.
import {
  computeExceptionRate,
  type ExceptionKind,
  exceptionKinds,
  returnKinds,
} from "#domain/reports/operations/exceptions.ts";
import type { parkingReports } from "#domain/reports/parking-reports.ts";
import * as limits from "#domain/limits.ts";
import { getKeys } from "#domain/object-keys.ts";
import { addDays, countDays } from "#domain/reports/report-period.ts";
import type { ColumnsOf, ReportData, ReportFilter } from "#domain/reports/report.ts";
import { selectExceptions, selectExceptionSums } from "#server/features/reports/exceptions.ts";
import { getDayRange } from "#domain/dates.ts";
import { toDetail } from "#server/features/reports/registers/figure-links.ts";
import { type BranchPeriod, moveQuery, type ReportQuery } from "#server/features/reports/report-query.ts";
import { settleDays } from "#server/features/reports/rollup/settle-days.ts";

type DataOf<N extends keyof typeof parkingReports> = ReportData<ColumnsOf<(typeof parkingReports)[N]>>;

export const leaksReaders = { exceptions: readExceptions, "exception-entries": readExceptionEntries };

/** Also the days before: a stay of over 24 hours is kept on the day of its arrival. */
function settleExceptions({ sql, branches }: ReportQuery): Promise<void> {
  const before = (time: Date): Date => new Date(time.getTime() - 2 * limits.longOpenHours * 3_600_000);
  return settleDays({ sql, branches: branches.map(({ id, from, to }) => ({ id, from: before(from), to })) });
}

interface ExceptionSum extends ExceptionTotals {
  key: string | null;
  label: string | null;
}

/** The amounts of exceptions `e`, in paise: what was taken off charges or is missing, and what was returned of payments. */
const selectAmounts = (sql: ReportQuery["sql"]) => sql`
  coalesce(sum(e.amount) filter (where not e.kind = any(${[...returnKinds]})), 0)::int8 as amount,
  coalesce(sum(e.amount) filter (where e.kind = any(${[...returnKinds]})), 0)::int8 as returned`;

async function readExceptions(query: ReportQuery): Promise<DataOf<"exceptions">> {
  const { sql, group } = query;
  const key = {
    kind: sql`e.kind, null::text`,
    person: sql`e.person::text, concat_ws(' ', u.first_name, u.last_name)`,
    branch: sql`e.branch::text, e.branch_name`,
  }[group]!;
  await settleExceptions(query);
  const [sums, exits] = await Promise.all([
    sql<ExceptionSum[]>`
      select k.key, k.label, sum(e.count)::int as count, ${selectAmounts(sql)}
      from (${selectExceptionSums(query, { isByPerson: group === "person" })}) e left join users u on u.id = e.person cross join lateral (select ${key}) as k (key, label)
      group by 1, 2 order by 3 desc, 2, 1`,
    group === "person" ? readExits(query) : new Map<string, number>(),
  ]);
  const rows = group === "kind" ? sortByKind(sums) : sums;
  return {
    rows: rows.map((sum) => ({
      values: {
        group: getLabel(sum, group),
        count: sum.count,
        amount: sum.amount,
        returned: sum.returned,
        ...getRate({ sum, exits }),
      },
      link: toDetail({ report: "exception-entries", filters: { ...query.filters, ...getFilter(sum, group) } }),
    })),
    totals: {
      count: sums.reduce((total, { count }) => total + count, 0),
      amount: sums.reduce((total, { amount }) => total + amount, 0),
      returned: sums.reduce((total, { returned }) => total + returned, 0),
    },
  };
}

/** Every kind has a row, so that a figure of zero is seen as well; of one kind if it is the filter. */
function sortByKind(sums: readonly ExceptionSum[]): ExceptionSum[] {
  const found = (kind: ExceptionKind) => sums.find(({ key }) => key === kind);
  return getKeys(exceptionKinds).map(
    (kind) => found(kind) ?? { key: kind, label: null, count: 0, amount: 0, returned: 0 },
  );
}

const isKind = (key: string): key is ExceptionKind => Object.hasOwn(exceptionKinds, key);
const toKindLabel = (kind: string): string => (isKind(kind) ? exceptionKinds[kind] : kind);

function getLabel({ key, label }: ExceptionSum, group: string): string {
  if (group === "kind") return toKindLabel(key ?? "");
  return label || (group === "person" && key === null ? "Nobody" : "Without a name");
}

function getFilter({ key }: ExceptionSum, group: string): { [filter in ReportFilter]?: string } {
  if (group === "branch") return key === null ? {} : { at_branch: key };
  return group === "kind" ? { kind: key ?? "" } : { person: key ?? "-" };
}

function getRate({ sum: { key, count }, exits }: { sum: ExceptionSum; exits: ReadonlyMap<string, number> }) {
  const own = key === null ? undefined : exits.get(key);
  return { exits: own ?? null, rate: own === undefined ? null : computeExceptionRate({ count, exits: own }) };
}

/** Vehicles that each person let out. */
async function readExits({ sql, branches, range }: ReportQuery): Promise<Map<string, number>> {
  const rows = await sql<{ person: string; exits: number }[]>`
    select keys[1] as person, sum(figures[1])::int as exits from report_figures
    where branch = any(${branches.map(({ id }) => id)}::bigint[]) and topic = 'exit' and day between ${range.from}::text::date and ${range.to}::text::date group by 1`;
  return new Map(rows.map(({ person, exits }) => [person, exits]));
}

interface ExceptionRow {
  time: Date;
  kind: string;
  vehicle: string | null;
  receipt: string | null;
  person: string | null;
  reason: string | null;
  amount: number | null;
  returned: number | null;
  branch: string;
  entry_kind: "P" | "V" | "M" | null;
  entry: number | null;
}

interface ExceptionTotals {
  count: number;
  amount: number;
  returned: number;
}

async function readExceptionTotals(query: ReportQuery): Promise<ExceptionTotals> {
  const [totals] = await query.sql<ExceptionTotals[]>`
    select coalesce(sum(e.count), 0)::int as count, ${selectAmounts(query.sql)} from (${selectExceptionSums(query)}) e`;
  return totals!;
}

/** The figures know on which days the newest `maxRows` exceptions of `count` are: periods of their branches. */
async function findExceptionDays(
  query: ReportQuery,
  { maxRows, count }: { maxRows: number; count: number },
): Promise<BranchPeriod[]> {
  const { sql, range, branches } = query;
  if (count <= maxRows) return [...branches];
  const all = countDays(range);
  // Those of the last days, as many as should be enough, and then of more.
  for (let last = Math.ceil((all * maxRows) / count) + 1; ; last *= 4) {
    const from = addDays(range.to, 1 - Math.min(last, all));
    const days = await sql<{ branch: number; name: string; zone: string; day: string; reached: number }[]>`
      select branch, name, zone, day::text, reached from (
        select *, sum(count) over (order by day desc, branch) - count as newer, (sum(count) over ())::int as reached
        from (select branch, branch_name as name, zone, day, sum(count) as count
          from (${selectExceptionSums(moveQuery(query, { ...range, from }), { isByDay: true })}) s group by 1, 2, 3, 4) d) d
      where newer < ${maxRows}`;
    if (last >= all || (days[0]?.reached ?? 0) >= maxRows)
      return days.map(({ branch: id, name, zone, day }) => ({ id, name, zone, ...getDayRange({ day, zone }) }));
  }
}

/** A page has the exceptions of the last days, by their time; a file those of all. */
async function readExceptionEntries(query: ReportQuery): Promise<DataOf<"exception-entries">> {
  const { sql, maxRows } = query;
  await settleExceptions(query);
  const limit = maxRows === undefined ? null : Math.max(1, maxRows);
  const totals = limit === null ? undefined : await readExceptionTotals(query);
  if (totals?.count === 0) return { rows: [], totals: { amount: 0, returned: 0 }, count: 0 };
  const branches = totals ? await findExceptionDays(query, { maxRows: limit!, count: totals.count }) : query.branches;
  const rows = await sql<ExceptionRow[]>`
    select e.time, e.kind, e.vehicle, e.receipt, nullif(concat_ws(' ', u.first_name, u.last_name), '') as person, e.reason,
      case when not e.kind = any(${[...returnKinds]}) then (e.amount * 100)::int8 end as amount, case when e.kind = any(${[...returnKinds]}) then (e.amount * 100)::int8 end as returned, e.branch_name as branch, e.entry_kind, e.entry
    from (${selectExceptions({ ...query, branches })}) e left join users u on u.id = e.person
    order by e.time desc, e.entry_kind, e.entry desc, e.receipt limit ${limit}`;
  return {
    rows: rows.map(({ entry_kind: kind, entry, time, ...values }) => ({
      values: { ...values, kind: toKindLabel(values.kind), time: time.toISOString() },
      link: kind && entry ? { kind, id: entry } : undefined,
    })),
    totals: {
      amount: totals?.amount ?? rows.reduce((total, { amount }) => total + (amount ?? 0), 0),
      returned: totals?.returned ?? rows.reduce((total, { returned }) => total + (returned ?? 0), 0),
    },
    count: totals?.count ?? rows.length,
  };
}
