// §2 /reporting/{menu}: what a report is read for, from the parameters of the request.
import { can } from "#domain/access/capabilities.ts";
import type { Actor } from "#domain/access/roles.ts";
import { defaultTimeZone, getDayRange } from "#domain/dates.ts";
import { getKeys } from "#domain/object-keys.ts";
import { type DayRange, isValidRange } from "#domain/reports/report-period.ts";
import { type ReportDefinition, type ReportFilter, reportFilters } from "#domain/reports/report.ts";
import type { AppServices } from "#server/context.ts";
import type { Sql } from "#server/db/pool.ts";
import { throwApiError } from "#server/items/api-error.ts";

/** A branch with the period at it, in its own time zone: `from` is inclusive, `to` is not. */
export interface BranchPeriod {
  readonly id: number;
  readonly name: string;
  readonly zone: string;
  readonly from: Date;
  readonly to: Date;
}

/** What a reader of a report gets. Readers restrict every statement to `branches`. */
export interface ReportQuery {
  readonly sql: Sql;
  readonly now: Date;
  readonly range: DayRange;
  /** At least one: the actor's branch, or the published ones of the company. */
  readonly branches: readonly BranchPeriod[];
  readonly isAcrossBranches: boolean;
  /** One of the report's groups; empty if it has none. */
  readonly group: string;
  readonly filters: { readonly [filter in ReportFilter]?: string };
  /** Most rows of a list of entries; all by default. Totals are of all rows. */
  readonly maxRows?: number;
  /** Arrivals and exits above which such a list has neither number nor totals (registers/list-page.ts). */
  readonly maxCounted?: number;
}

type Parameters = { readonly [name: string]: string | undefined };

/** Throws INVALID_QUERY for a parameter the report does not know; FORBIDDEN for branches that the actor may not read. */
export async function parseReportQuery({
  services,
  actor,
  report,
  parameters,
}: {
  services: AppServices;
  actor: Actor;
  report: ReportDefinition;
  parameters: Parameters;
}): Promise<ReportQuery> {
  const { from = "", to = from, branch } = parameters;
  const range = { from, to };
  if (!isValidRange(range)) throwInvalid("from and to are days, YYYY-MM-DD, at most 366 of them");
  if ((report.period ?? "range") !== "range" && from !== to) throwInvalid("this report is of one day");
  const groups = getKeys(report.groups ?? {});
  const { group = groups[0] ?? "" } = parameters;
  if (group !== "" && !groups.includes(group)) throwInvalid(`group is one of: ${groups.join(", ")}`);
  const isAcrossBranches = branch === "all";
  if (branch !== undefined && !isAcrossBranches) throwInvalid("branch is all, or left out");
  if (isAcrossBranches && !report.isAcrossBranches) throwInvalid("this report is of one branch");
  return createReportQuery({
    services,
    place: getPlace({ actor, isAcrossBranches }),
    range,
    group,
    filters: parseFilters({ report, parameters }),
  });
}

/** FORBIDDEN for branches that the actor may not read. */
function getPlace({ actor, isAcrossBranches }: { actor: Actor; isAcrossBranches: boolean }): ReportPlace {
  const { company, branch } = actor;
  if (!isAcrossBranches) return branch === null ? throwApiError("FORBIDDEN") : { branch };
  return company !== null && can(actor, "branch.switch") ? { company } : throwApiError("FORBIDDEN");
}

/** A branch, or the published branches of a company. */
type ReportPlace = { readonly branch: number } | { readonly company: number };

/** FORBIDDEN without such a branch. */
export async function createReportQuery({
  services: { sql, clock },
  place,
  range,
  ...options
}: Pick<ReportQuery, "range" | "group" | "filters"> & {
  services: Pick<AppServices, "sql" | "clock">;
  place: ReportPlace;
}): Promise<ReportQuery> {
  const isAcrossBranches = "company" in place;
  const rows = await sql<BranchRow[]>`
    select id, name, time_zone as zone from "Branch"
    where ${isAcrossBranches ? sql`company = ${place.company} and status = 'published'` : sql`id = ${place.branch}`}
    order by name, id`;
  if (rows.length === 0) throwApiError("FORBIDDEN");
  const branches = rows.map((row) => toBranchPeriod({ row, range }));
  return { sql, now: clock(), range, isAcrossBranches, branches, ...options };
}

function throwInvalid(reason: string): never {
  throwApiError("INVALID_QUERY", { reason });
}

function parseFilters({ report, parameters }: { report: ReportDefinition; parameters: Parameters }) {
  const filters: { [filter in ReportFilter]?: string } = {};
  for (const filter of reportFilters) {
    const value = parameters[filter];
    if (value === undefined || value === "") continue;
    if (!report.filters?.includes(filter)) throwInvalid(`this report has no filter "${filter}"`);
    filters[filter] = value;
  }
  return filters;
}

interface BranchRow {
  id: number;
  name: string;
  zone: string | null;
}

function toBranchPeriod({ row: { id, name, zone }, range }: { row: BranchRow; range: DayRange }): BranchPeriod {
  return { id, name, ...getPeriod({ range, zone: zone ?? defaultTimeZone }) };
}

function getPeriod({ range, zone }: { range: DayRange; zone: string }) {
  return {
    zone,
    from: getDayRange({ day: range.from, zone }).from,
    to: getDayRange({ day: range.to, zone }).to,
  };
}

/** Branches of one query; more would read too many rows at once. */
const branchesAtOnce = 500;

/** Queries that together cover all branches of the platform, whatever their status. */
export async function* createAllBranchesQueries({
  services: { sql, clock },
  range,
}: {
  services: Pick<AppServices, "sql" | "clock">;
  range: DayRange;
}): AsyncGenerator<ReportQuery> {
  for (let lastId = 0; ;) {
    const rows = await sql<BranchRow[]>`
      select id, name, time_zone as zone from "Branch" where id > ${lastId} order by id limit ${branchesAtOnce}`;
    if (rows.length === 0) return;
    lastId = rows.at(-1)!.id;
    const branches = rows.map((row) => toBranchPeriod({ row, range }));
    yield { sql, now: clock(), range, isAcrossBranches: true, branches, group: "", filters: {} };
  }
}

/** The same query for another range, such as the one it is compared with. */
export function moveQuery(query: ReportQuery, range: DayRange): ReportQuery {
  return {
    ...query,
    range,
    branches: query.branches.map((branch) => ({ ...branch, ...getPeriod({ range, zone: branch.zone }) })),
  };
}

/**
 * The branches as rows of a statement, `day (branch, name, zone, start, stop)`, for joins on a table's branch and a
 * time in [start, stop).
 */
export function selectBranchPeriods({ sql, branches }: ReportQuery) {
  return sql`unnest(${branches.map(({ id }) => id)}::bigint[], ${branches.map(({ name }) => name)}::text[],
    ${branches.map(({ zone }) => zone)}::text[], ${branches.map(({ from }) => from.toISOString())}::timestamptz[],
    ${branches.map(({ to }) => to.toISOString())}::timestamptz[]) as day (branch, name, zone, start, stop)`;
}

/** A part of a statement, such as the rows of `selectBranchPeriods`. */
export type SqlFragment = ReturnType<typeof selectBranchPeriods>;
