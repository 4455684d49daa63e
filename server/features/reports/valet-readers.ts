// §2 /reporting/valet: readers.
import type { registerKinds } from "#domain/reports/operations/registers.ts";
import type { ColumnsOf, ReportData, ReportValue } from "#domain/reports/report.ts";
import type { valetReports } from "#domain/reports/valet-reports.ts";
import { linkFigures, toDetail, toGroupDetail } from "#server/features/reports/registers/figure-links.ts";
import { type ReportQuery, selectBranchPeriods } from "#server/features/reports/report-query.ts";

type DataOf<N extends keyof typeof valetReports> = ReportData<ColumnsOf<(typeof valetReports)[N]>>;
type Values<N extends keyof typeof valetReports> = { [column in ColumnsOf<(typeof valetReports)[N]>]: number | null };

export const valetReaders = { "valet-times": readTimes, "valet-drivers": readDrivers };

/**
 * A car counts as parked when it was received in the period, and as brought when it reached the gate in it, of the
 * tickets that were not cancelled. The driver of the first is who parked it, of the second who brought it.
 */
async function readTimes(query: ReportQuery): Promise<DataOf<"valet-times">> {
  const { sql, group } = query;
  const key = {
    day: sql`(at at time zone zone)::date::text`,
    hour: sql`to_char(at at time zone zone, 'HH24:00')`,
    person: sql`coalesce(nullif(concat_ws(' ', u.first_name, u.last_name), ''), 'Nobody')`,
    branch: sql`name`,
  }[group]!;
  const identity = group === "person" ? sql`u.id::text` : group === "branch" ? sql`branch::text` : sql`null::text`;
  const percentile = (share: number, column: ReturnType<typeof sql>) =>
    sql`round(percentile_cont(${share}::float8) within group (order by ${column}))::int`;
  const rows = await sql<({ group: string; identity: string | null; is_total: boolean } & Values<"valet-times">)[]>`
    with times as (
      select day.branch, day.name, day.zone, v.in_time as at, v."Assigned_Staff" as person, extract(epoch from h.at - v.in_time) as park,
        null::numeric as bring, null::numeric as wait, null::numeric as late, null::boolean as is_kept
      from ${selectBranchPeriods(query)} join "Valet_and_Parking_Information" v on v.branch = day.branch and v.in_time >= day.start and v.in_time < day.stop
        cross join lateral (select min(h.date_created) as at from "Valet_and_Parking_History" h
          where h.valet_and_parking_information = v.id and h.changes ? 'status_id' and h.status_id = 2) h
      where not v.is_test and v.voided_at is null and h.at is not null
      union all
      select day.branch, day.name, day.zone, v.at_gate_at, v.pickup_request_assigned, null, extract(epoch from v.at_gate_at - v.started_time),
        extract(epoch from v.at_gate_at - v.pickup_requested_at), case when v.pickup_wanted_at is not null then greatest(0, extract(epoch from v.at_gate_at - v.pickup_wanted_at)) end,
        v.at_gate_at <= v.pickup_requested_at + make_interval(mins => v.told_wait_minutes)
      from ${selectBranchPeriods(query)} join "Valet_and_Parking_Information" v on v.branch = day.branch and v.at_gate_at >= day.start and v.at_gate_at < day.stop
      where not v.is_test and v.voided_at is null)
    select ${key} as "group", ${identity} as identity, grouping(${key}) = 1 as is_total, count(park)::int as parked, ${percentile(0.5, sql`park`)} as park_median, ${percentile(0.9, sql`park`)} as park_ninetieth,
      (count(*) - count(park))::int as brought, ${percentile(0.5, sql`bring`)} as bring_median, ${percentile(0.9, sql`bring`)} as bring_ninetieth,
      ${percentile(0.5, sql`wait`)} as wait_median, ${percentile(0.9, sql`wait`)} as wait_ninetieth,
      count(is_kept)::int as told, round(100.0 * count(*) filter (where is_kept) / nullif(count(is_kept), 0), 1)::float8 as told_kept,
      count(late) filter (where late is not null)::int as scheduled, ${percentile(0.5, sql`late`)} as late_median
    from times left join users u on u.id = times.person group by grouping sets ((1, 2), ()) order by 1`;
  const toTimesRow = (row: (typeof rows)[number]) => ({
    values: toValues(row),
    ...linkWork(toValues(row), {
      group,
      identity: row.identity,
      day: row.group,
      figures: { parked: "parked", brought: "brought", told: "told", scheduled: "scheduled" },
    }),
  });
  const toValues = ({ is_total: _, identity: __, ...values }: (typeof rows)[number]) => values;
  const total = rows.find((row) => row.is_total);
  const { group: _, ...totals } = total ? toValues(total) : { group: "" };
  return { rows: rows.filter((row) => !row.is_total).map((row) => toTimesRow(row)), totals };
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
function linkWork<C extends string>(
  values: { readonly [column in C]: ReportValue },
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
  const { sql, group } = query;
  const isByBranch = group === "branch";
  const rows = await sql<
    ({ group: string; identity: string | null } & {
      [column in "tickets" | "parked" | "brought" | "tips" | "damages"]: number;
    })[]
  >`
    with work as (
      select day.branch, day.name, v."Assigned_Staff" as person, v.id as ticket, 1 as parked, 0 as brought, 0::numeric as tips,
        case when jsonb_array_length(coalesce(v.damages, '[]')) > 0 then 1 else 0 end as damages
      from ${selectBranchPeriods(query)} join "Valet_and_Parking_Information" v on v.branch = day.branch and v.in_time >= day.start and v.in_time < day.stop
      where not v.is_test and v.voided_at is null and v."Assigned_Staff" is not null
        and exists (select 1 from "Valet_and_Parking_History" h where h.valet_and_parking_information = v.id and h.status_id = 2 and h.changes ? 'status_id')
      union all
      select day.branch, day.name, v.pickup_request_assigned, v.id, 0, 1, 0, 0
      from ${selectBranchPeriods(query)} join "Valet_and_Parking_Information" v on v.branch = day.branch and v.at_gate_at >= day.start and v.at_gate_at < day.stop
      where not v.is_test and v.voided_at is null and v.pickup_request_assigned is not null
      union all
      select day.branch, day.name, coalesce(v.pickup_request_assigned, v."Assigned_Staff"), v.id, 0, 0, coalesce(v.valet_tip, 0) + coalesce(v.online_tip, 0), 0
      from ${selectBranchPeriods(query)} join "Valet_and_Parking_Information" v on v.branch = day.branch and v.out_time >= day.start and v.out_time < day.stop
      where not v.is_test and v.voided_at is null and coalesce(v.valet_tip, 0) + coalesce(v.online_tip, 0) > 0)
    select ${isByBranch ? sql`w.name` : sql`coalesce(nullif(concat_ws(' ', u.first_name, u.last_name), ''), 'Nobody')`} as "group", ${isByBranch ? sql`w.branch::text` : sql`u.id::text`} as identity,
      count(distinct w.ticket)::int as tickets, sum(parked)::int as parked, sum(brought)::int as brought, (sum(tips) * 100)::int8 as tips, sum(damages)::int as damages
    from work w left join users u on u.id = w.person group by 1, 2 order by 1`;
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
