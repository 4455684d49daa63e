// §2 Pages of lists of entries and payments. A list of a year over all branches has millions of rows: only those shown are read.
import type { BranchPeriod, ReportQuery } from "#server/features/reports/report-query.ts";
import { settleDays } from "#server/features/reports/rollup/settle-days.ts";

/** Lists of periods with more arrivals and exits are neither counted nor added up. */
const maxCountedVisits = 50_000;
/** How many times the rows of a page the first part is expected to have, and how much longer each next one is. */
const expectedPages = 4;
const growth = 8;

interface PageOptions<R> {
  query: ReportQuery;
  order: "newest" | "oldest";
  /** Reads the rows of the query's periods in this order, `maxRows` at most. */
  read: (query: ReportQuery) => Promise<R[]>;
  getTime: (row: R) => Date;
}

/** The first rows; `isCounted` if they were read of the whole period. */
export async function readPage<R>({
  query,
  order,
  read,
  getTime,
}: PageOptions<R>): Promise<{ rows: R[]; isCounted: boolean }> {
  const { maxRows, maxCounted = maxCountedVisits, filters } = query;
  const branches = query.branches.filter(
    ({ id }) => filters.at_branch === undefined || String(id) === filters.at_branch,
  );
  const whole = { ...query, branches };
  const visits = maxRows === undefined ? 0 : await countVisits(whole);
  if (maxRows === undefined || visits <= maxCounted) return { rows: await read(whole), isCounted: true };
  // A comparison is of totals only.
  if (maxRows === 0) return { rows: [], isCounted: false };
  for (let share = (maxRows * expectedPages) / visits; share < 1; share *= growth) {
    const parts = branches.map((branch) => getPart(branch, { order, share }));
    const rows = await read({ ...query, branches: parts });
    const last = rows.at(maxRows - 1);
    // What is inside in a part may have come before it, where there are others.
    if (last && parts.every((part) => isIn(part, getTime(last), order))) return { rows, isCounted: false };
  }
  return { rows: await read(whole), isCounted: false };
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
    where branch = any(${branches.map(({ id }) => id)}::int[]) and day between ${range.from}::text::date and ${range.to}::text::date`;
  return row!.visits;
}
