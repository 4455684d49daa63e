// §2 /reporting/valet: readers.
import { computeTimeQuantile } from "#domain/reports/operations/time-lists.ts";
import type { registerKinds } from "#domain/reports/operations/registers.ts";
import type { ColumnsOf, ReportData, ReportValue } from "#domain/reports/report.ts";
import type { valetReports } from "#domain/reports/valet-reports.ts";
import { linkFigures, toDetail, toGroupDetail } from "#server/features/reports/registers/figure-links.ts";
import type { ReportQuery } from "#server/features/reports/report-query.ts";
import { readTimes, type TimesOf } from "#server/features/reports/rollup/read-times.ts";
import { settleDays } from "#server/features/reports/rollup/settle-days.ts";

type DataOf<N extends keyof typeof valetReports> = ReportData<ColumnsOf<(typeof valetReports)[N]>>;
type Values<N extends keyof typeof valetReports> = { [column in ColumnsOf<(typeof valetReports)[N]>]: number | null };

export const valetReaders = { "valet-times": readValetTimes, "valet-drivers": readDrivers };

function toTimes(get: TimesOf<"valet">): Omit<Values<"valet-times">, "group"> {
  const told = get("told");
  const kept = told.count(1);
  return {
    parked: get("parked").length,
    park_median: computeTimeQuantile(get("parked"), 0.5),
    park_ninetieth: computeTimeQuantile(get("parked"), 0.9),
    brought: get("brought").length,
    bring_median: computeTimeQuantile(get("bring"), 0.5),
    bring_ninetieth: computeTimeQuantile(get("bring"), 0.9),
    wait_median: computeTimeQuantile(get("wait"), 0.5),
    wait_ninetieth: computeTimeQuantile(get("wait"), 0.9),
    told: told.length,
    told_kept: told.length === 0 ? null : Math.round((kept * 1_000) / told.length) / 10,
    scheduled: get("late").length,
    late_median: computeTimeQuantile(get("late"), 0.5),
  };
}

/**
 * A car counts as parked when it was received in the period, and as brought when it reached the gate in it, of the
 * tickets that were not cancelled. The driver of the first is who parked it, of the second who brought it.
 */
async function readValetTimes(query: ReportQuery): Promise<DataOf<"valet-times">> {
  const { group } = query;
  const { rows, all } = await readTimes(query, "valet");
  const figures = { parked: "parked", brought: "brought", told: "told", scheduled: "scheduled" } as const;
  return {
    rows: rows.map(({ group: label, person, branch, lists }) => {
      const values = { group: label, ...toTimes(lists) };
      const identity = person ?? (branch === null ? null : String(branch));
      return { values, ...linkWork(values, { group, identity, day: label, figures }) };
    }),
    totals: toTimes(all),
  };
}

interface WorkLinks {
  group: string;
  /** Id of the person or the branch of the row. */
  identity: string | null;
  /** Whether only tickets with a driver count. */
  isDriven?: boolean;
  day?: string;
  /** Columns with the kind of the tickets that they open. */
  figures: { readonly [column: string]: keyof (typeof registerKinds)["valet-tickets"] };
}

/** The tickets behind the figures of a row; nobody is a person, too. */
function linkWork(
  values: { readonly [column: string]: ReportValue },
  { group, identity, day, isDriven = false, figures }: WorkLinks,
) {
  const own =
    {
      person: { filters: { person: identity ?? "-" } },
      hour: { filters: { hour: String(Number(day?.slice(0, 2))) } },
    }[group] ?? toGroupDetail({ group, day, branch: identity === null ? null : Number(identity) });
  const links = Object.entries(figures).map(([column, kind]) => [
    column,
    toDetail({
      report: "valet-tickets",
      ...own,
      filters: { ...(isDriven && kind !== "tips" && { person: "*" }), ...own.filters, kind },
    }),
  ]);
  return linkFigures(values, Object.fromEntries(links));
}

/** Tips belong to who brought the car, or else who parked it, as when they are paid out. */
async function readDrivers(query: ReportQuery): Promise<DataOf<"valet-drivers">> {
  const { sql, group, branches, range } = query;
  const isByBranch = group === "branch";
  await settleDays(query);
  const rows = await sql<
    ({ group: string; identity: string | null } & {
      [column in "tickets" | "parked" | "brought" | "tips" | "damages"]: number;
    })[]
  >`
    select ${isByBranch ? sql`b.name` : sql`coalesce(nullif(concat_ws(' ', u.first_name, u.last_name), ''), 'Nobody')`} as "group", ${isByBranch ? sql`f.branch::text` : sql`u.id::text`} as identity,
      (coalesce(sum(figures[1]) filter (where keys[2] < ${range.from}), 0))::int as tickets,
      sum(figures[2])::int as parked, sum(figures[3])::int as brought, sum(figures[4])::int8 as tips, sum(figures[5])::int as damages
    from report_figures f join unnest(${branches.map(({ id }) => id)}::bigint[], ${branches.map(({ name }) => name)}::text[]) b (id, name) on b.id = f.branch
      left join users u on u.id::text = f.keys[1]
    where f.topic = 'driver' and f.day between ${range.from}::text::date and ${range.to}::text::date and (f.keys[1] = '*') = ${isByBranch}
    group by 1, 2 order by 1`;
  const sum = (column: "parked" | "brought" | "tips" | "damages"): number =>
    rows.reduce((total, row) => total + row[column], 0);
  return {
    rows: rows.map(({ identity, ...values }) => ({
      values,
      ...linkWork(values, {
        group,
        identity,
        isDriven: true,
        figures: { parked: "parked", brought: "brought", tips: "tips", damages: "damaged" },
      }),
    })),
    totals: { parked: sum("parked"), brought: sum("brought"), tips: sum("tips"), damages: sum("damages") },
  };
}
