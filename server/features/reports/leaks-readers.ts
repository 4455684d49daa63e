// §2 /reporting/parking: readers of exceptions and of the entries behind them.
import { computeExceptionRate, type ExceptionKind, exceptionKinds } from "#domain/reports/operations/exceptions.ts";
import type { parkingReports } from "#domain/reports/parking-reports.ts";
import { getKeys } from "#domain/object-keys.ts";
import type { ColumnsOf, ReportData, ReportFilter } from "#domain/reports/report.ts";
import { selectExceptions, selectExceptionSums } from "#server/features/reports/exceptions.ts";
import { toDetail } from "#server/features/reports/registers/figure-links.ts";
import type { ReportQuery } from "#server/features/reports/report-query.ts";
import { settleDays } from "#server/features/reports/rollup/settle-days.ts";

type DataOf<N extends keyof typeof parkingReports> = ReportData<ColumnsOf<(typeof parkingReports)[N]>>;

export const leaksReaders = { exceptions: readExceptions, "exception-entries": readExceptionEntries };

interface ExceptionSum {
  key: string | null;
  label: string | null;
  count: number;
  amount: number;
}

async function readExceptions(query: ReportQuery): Promise<DataOf<"exceptions">> {
  const { sql, group } = query;
  const key = {
    kind: sql`e.kind, null::text`,
    person: sql`e.person::text, concat_ws(' ', u.first_name, u.last_name)`,
    branch: sql`e.branch::text, e.branch_name`,
  }[group]!;
  await settleDays(query);
  const [sums, exits] = await Promise.all([
    sql<ExceptionSum[]>`
      select k.key, k.label, sum(e.count)::int as count, sum(e.amount)::int8 as amount
      from (${selectExceptionSums(query)}) e left join users u on u.id = e.person cross join lateral (select ${key}) as k (key, label)
      group by 1, 2 order by 3 desc, 2, 1`,
    group === "person" ? readExits(query) : new Map<string, number>(),
  ]);
  const rows = group === "kind" ? sortByKind(sums) : sums;
  return {
    rows: rows.map((sum) => ({
      values: { group: getLabel(sum, group), count: sum.count, amount: sum.amount, ...getRate({ sum, exits }) },
      link: toDetail({ report: "exception-entries", filters: { ...query.filters, ...getFilter(sum, group) } }),
    })),
    totals: {
      count: sums.reduce((total, { count }) => total + count, 0),
      amount: sums.reduce((total, { amount }) => total + amount, 0),
    },
  };
}

/** Every kind has a row, so that a figure of zero is seen as well; of one kind if it is the filter. */
function sortByKind(sums: readonly ExceptionSum[]): ExceptionSum[] {
  const found = (kind: ExceptionKind) => sums.find(({ key }) => key === kind);
  return getKeys(exceptionKinds).map((kind) => found(kind) ?? { key: kind, label: null, count: 0, amount: 0 });
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
    where branch = any(${branches.map(({ id }) => id)}::int[]) and topic = 'exit' and day between ${range.from}::text::date and ${range.to}::text::date group by 1`;
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
  branch: string;
  entry_kind: "P" | "V" | null;
  entry: number | null;
  row_count: number;
  total: number;
}

async function readExceptionEntries(query: ReportQuery): Promise<DataOf<"exception-entries">> {
  const { sql, maxRows = null } = query;
  await settleDays(query);
  const rows = await sql<ExceptionRow[]>`
    select e.time, e.kind, e.vehicle, e.receipt, nullif(concat_ws(' ', u.first_name, u.last_name), '') as person, e.reason, (e.amount * 100)::int8 as amount,
      e.branch_name as branch, e.entry_kind, e.entry,
      count(*) over ()::int as row_count, coalesce(sum(e.amount * 100) over (), 0)::int8 as total
    from (${selectExceptions(query)}) e left join users u on u.id = e.person order by e.time desc, e.entry_kind, e.entry desc, e.receipt
    limit ${maxRows === null ? null : Math.max(1, maxRows)}`;
  return {
    rows: rows.map(({ entry_kind: kind, entry, time, row_count: _, total: __, ...values }) => ({
      values: { ...values, kind: toKindLabel(values.kind), time: time.toISOString() },
      link: kind && entry ? { kind, id: entry } : undefined,
    })),
    totals: { amount: rows[0]?.total ?? 0 },
    count: rows[0]?.row_count ?? 0,
  };
}
