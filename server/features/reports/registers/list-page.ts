// §2 Pages of lists of entries and payments. A list of a year over all branches has millions of rows: only those shown are read.
import type { BranchPeriod, ReportQuery } from "#server/features/reports/report-query.ts";
import { settleDays } from "#server/features/reports/rollup/settle-days.ts";

/** Lists of periods with more arrivals and exits are neither counted nor added up. */
const maxCountedVisits = 50_000;
/** How many times the rows of a page the first part is expected to have, and how much longer each next one is. */
const expectedPages = 4;
const growth = 8;

/** Of all rows of a list; the amount in paise. */
export interface ListSums {
  count: number;
  amount: number;
}

/** Number and totals of a list, as a report has them. */
export const toTotals = (sums: ListSums | undefined) =>
  sums ? { totals: { amount: sums.amount }, count: sums.count } : { count: null };

interface PageOptions<R> {
  query: ReportQuery;
  order: "newest" | "oldest";
  /** Reads the rows of the query's periods in this order, `maxRows` at most. */
  read: (query: ReportQuery) => Promise<R[]>;
  /** Adds up all rows of the query's periods. */
  sum: (query: ReportQuery) => Promise<ListSums>;
  getTime: (row: R) => Date;
}

/** The rows of a page, or all without `maxRows`; `sums` are undefined if there are too many to count. */
export async function readPage<R extends { amount: number | null }>({
  query,
  sum,
  ...options
}: PageOptions<R>): Promise<{ rows: R[]; sums: ListSums | undefined }> {
  const { maxRows, maxCounted = maxCountedVisits, filters } = query;
  const isRead = ({ id }: BranchPeriod): boolean => filters.at_branch === undefined || String(id) === filters.at_branch;
  const whole = { ...query, branches: query.branches.filter(isRead) };
  if (maxRows === undefined) {
    const rows = await options.read(whole);
    return { rows, sums: { count: rows.length, amount: rows.reduce((total, { amount }) => total + (amount ?? 0), 0) } };
  }
  const visits = await countVisits(whole);
  const [rows, sums] = await Promise.all([
    maxRows === 0 ? [] : readFirst({ query: whole, ...options }, { visits, maxRows }),
    visits <= maxCounted ? sum(whole) : undefined,
  ]);
  return { rows, sums };
}

/** The first rows, of a part of the period that has enough of them. */
async function readFirst<R>(
  { query, order, read, getTime }: Omit<PageOptions<R>, "sum">,
  { visits, maxRows }: { visits: number; maxRows: number },
): Promise<R[]> {
  for (let share = (maxRows * expectedPages) / visits; share < 1; share *= growth) {
    const parts = query.branches.map((branch) => getPart(branch, { order, share }));
    const rows = await read({ ...query, branches: parts });
    const last = rows.at(maxRows - 1);
    // What is inside in a part may have come before it, where there are others.
    if (last && parts.every((part) => isIn(part, getTime(last), order))) return rows;
  }
  return read(query);
}

function getPart(branch: BranchPeriod, { order, share }: { order: "newest" | "oldest"; share: number }): BranchPeriod {
  const ms = Math.ceil((branch.to.getTime() - branch.from.getTime()) * share);
  return order === "newest"
    ? { ...branch, from: new Date(branch.to.getTime() - ms) }
    : { ...branch, to: new Date(branch.from.getTime() + ms) };
}

const isIn = ({ from, to }: BranchPeriod, time: Date, order: "newest" | "oldest"): boolean =>
  order === "newest" ? time >= from : time < to;

/** Arrivals and exits of the period, by its figures. */
async function countVisits({ sql, branches, range }: ReportQuery): Promise<number> {
  await settleDays({ sql, branches });
  const [row] = await sql<{ visits: number }[]>`
    select coalesce(sum(flows[1] + flows[2]), 0)::int8 as visits from report_visits
    where branch = any(${branches.map(({ id }) => id)}::bigint[]) and day between ${range.from}::text::date and ${range.to}::text::date`;
  return row!.visits;
}
