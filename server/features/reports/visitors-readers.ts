// §2 /reporting/people: readers of visitors and passes.
import type { peopleReports } from "#domain/reports/people-reports.ts";
import type { ColumnsOf, ReportData } from "#domain/reports/report.ts";
import { type ReportQuery, selectBranchPeriods } from "#server/features/reports/report-query.ts";

type DataOf<N extends keyof typeof peopleReports> = ReportData<ColumnsOf<(typeof peopleReports)[N]>>;

export const visitorsReaders = { visitors: readVisitors, passes: readPasses };

interface VisitorsRow {
  group: string;
  is_total: boolean;
  asked: number;
  approved: number;
  refused: number;
  median: number | null;
  ninetieth: number | null;
}

/** By the day on which the entry was created; one that nobody has answered yet counts as asked only. */
async function readVisitors(query: ReportQuery): Promise<DataOf<"visitors">> {
  const { sql, group } = query;
  const key = {
    day: sql`day`,
    person: sql`coalesce(nullif(concat_ws(' ', u.first_name, u.last_name), ''), m.name, 'Nobody')`,
    branch: sql`a.name`,
  }[group]!;
  const identity = group === "person" ? sql`u.id, m.id` : sql`null::int`;
  const read = await sql<VisitorsRow[]>`
    with asked as (
      select day.name, (e.date_created at time zone day.zone)::date::text as day, e.approved_by, e.answered_by_member, e.approved_at is not null as is_answered,
        e.decision_reason is not null as is_refused, extract(epoch from e.approved_at - coalesce(e.asked_at, e.date_created)) as seconds
      from ${selectBranchPeriods(query)} join "Parking_Information" e on e.branch = day.branch and e.date_created >= day.start and e.date_created < day.stop
        join "Parking_Main_Information" v on v.id = e.parking_main_info
      where not e.is_test and e.voided_at is null and (e.approved_at is not null or (e.parking_status_id = 3 and v.is_waiting_for_approve)))
    select ${key} as "group", grouping(${key}) = 1 as is_total, count(*)::int as asked, (count(*) filter (where is_answered and not is_refused))::int as approved,
      (count(*) filter (where is_refused))::int as refused, round(percentile_cont(0.5) within group (order by seconds))::int as median,
      round(percentile_cont(0.9) within group (order by seconds))::int as ninetieth
    from asked a left join users u on u.id = a.approved_by left join "Unit_Members" m on m.id = a.answered_by_member
    group by grouping sets ((1, ${identity}), ()) order by 1`;
  const values = read.map(({ is_total: isTotal, ...row }) => ({ isTotal, row }));
  const total = values.find(({ isTotal }) => isTotal)?.row;
  const { group: _, ...totals } = total ?? { group: "" };
  return { rows: values.filter(({ isTotal }) => !isTotal).map(({ row }) => ({ values: row })), totals };
}

interface PassesRow {
  group: string;
  sold: number;
  renewed: number;
  ending: number;
  unused: number;
  revenue: number;
}

/** A payment counts as a sale or renewal unless it was reversed; the first one that stands of a pass is the sale. */
async function readPasses(query: ReportQuery): Promise<DataOf<"passes">> {
  const { sql, group } = query;
  const key = group === "branch" ? sql`name` : sql`day`;
  const rows = await sql<PassesRow[]>`
    with events as (
      select day.name, (p.received_at at time zone day.zone)::date::text as day, p.amount,
        p.kind = 'payment' and not is_reversed as is_sale, is_reversed, exists (select 1 from payments o where o.pass = p.pass and o.kind = 'payment' and o.id < p.id
          and not exists (select 1 from payments r where r.corrects = o.id and r.kind = 'reversal')) as is_renewal, false as is_ending, false as is_unused
      from ${selectBranchPeriods(query)} join payments p on p.branch = day.branch and p.received_at >= day.start and p.received_at < day.stop
        cross join lateral (select exists (select 1 from payments r where r.corrects = p.id and r.kind = 'reversal') as is_reversed) c
      where p.pass is not null
      union all
      select day.name, (m.pass_end_time at time zone day.zone)::date::text, 0, false, false, false, true,
        not exists (select 1 from "Parking_Information" e where e.parking_main_info = m.id and e.in_time <= m.pass_end_time
          and (m.pass_start_time is null or e.out_time is null or e.out_time >= m.pass_start_time) and e.voided_at is null)
      from ${selectBranchPeriods(query)} join "Parking_Main_Information" m on m.branch = day.branch and m.parking_type = 'long_time'
        and m.pass_end_time >= day.start and m.pass_end_time < day.stop
      where not m.is_test)
    select ${key} as "group", (count(*) filter (where is_sale and not is_renewal))::int as sold, (count(*) filter (where is_sale and is_renewal))::int as renewed,
      (count(*) filter (where is_ending))::int as ending, (count(*) filter (where is_unused))::int as unused, coalesce(sum(amount) * 100, 0)::int8 as revenue
    from events group by 1 order by 1`;
  const sum = (column: Exclude<keyof PassesRow, "group">): number =>
    rows.reduce((total, row) => total + row[column], 0);
  return {
    rows: rows.map((values) => ({ values })),
    totals: {
      sold: sum("sold"),
      renewed: sum("renewed"),
      ending: sum("ending"),
      unused: sum("unused"),
      revenue: sum("revenue"),
    },
  };
}
