// §2 /reporting/people: readers of visitors and passes.
import type { peopleReports } from "#domain/reports/people-reports.ts";
import type { ColumnsOf, ReportData } from "#domain/reports/report.ts";
import { computeTimeQuantile } from "#domain/reports/operations/time-lists.ts";
import { linkFigures, toDetail, toGroupDetail } from "#server/features/reports/registers/figure-links.ts";
import type { Sql } from "#server/db/pool.ts";
import { type ReportQuery, selectBranchPeriods } from "#server/features/reports/report-query.ts";
import { readTimes, type TimesOf } from "#server/features/reports/rollup/read-times.ts";
import type { Fragment } from "#server/features/reports/visits.ts";

type DataOf<N extends keyof typeof peopleReports> = ReportData<ColumnsOf<(typeof peopleReports)[N]>>;

export const visitorsReaders = { visitors: readVisitors, passes: readPasses };

/** Whether pass `m` had no entry while it was valid. */
export const isPassUnusedSql = ({ sql }: ReportQuery): Fragment =>
  sql`not exists (select 1 from "Parking_Information" e where e.parking_main_info = m.id and e.in_time <= m.pass_end_time
    and (m.pass_start_time is null or e.out_time is null or e.out_time >= m.pass_start_time) and e.voided_at is null)`;

export const isReversedSql = (sql: Sql, payment: Fragment): Fragment =>
  sql`exists (select 1 from payments r where r.corrects = ${payment} and r.kind = 'reversal')`;

/** Whether a payment that stands was made for the pass before. */
export const isRenewalSql = (sql: Sql, { pass, payment }: { pass: Fragment; payment: Fragment }): Fragment => sql`
  exists (select 1 from payments o where o.pass = ${pass} and o.kind = 'payment' and o.id < ${payment} and not ${isReversedSql(sql, sql`o.id`)})`;

/** The register of people with the filters or the days of a row. */
export function toPeopleEntries({ kind, filters, place }: RegisterRow): Parameters<typeof toDetail>[0] {
  return { report: "people-entries", ...place, filters: { ...filters, ...place.filters, kind } };
}
interface RegisterRow {
  kind: string;
  filters: ReportQuery["filters"];
  place: ReturnType<typeof toGroupDetail>;
}

const toVisitors = (get: TimesOf<"asked">) => ({
  asked: get("asked").length,
  approved: get("approved").length,
  refused: get("refused").length,
  median: computeTimeQuantile(get("answer"), 0.5),
  ninetieth: computeTimeQuantile(get("answer"), 0.9),
});

/** By the day on which the entry was created; one that nobody has answered yet counts as asked only. */
async function readVisitors(query: ReportQuery): Promise<DataOf<"visitors">> {
  const { group } = query;
  const { rows, all } = await readTimes(query, "asked");
  return {
    rows: rows.map(({ group: label, person, member, branch, lists }) => {
      const values = { group: label, ...toVisitors(lists) };
      const place = toGroupDetail({ group, day: label, branch });
      // Who answered for a unit has no filter.
      if (member !== null) return { values };
      const filters = { ...query.filters, ...(group === "person" && { person: person ?? "-" }) };
      const link = (kind: string) => toDetail(toPeopleEntries({ kind, filters, place }));
      const links = { asked: link("asked"), approved: link("approved"), refused: link("refused") };
      return { values, ...linkFigures(values, links) };
    }),
    totals: toVisitors(all),
  };
}

interface PassesRow {
  group: string;
  branch: number | null;
  sold: number;
  renewed: number;
  ending: number;
  unused: number;
  revenue: number;
}

/** A payment counts as a sale or renewal unless it was reversed; the first one that stands of a pass is the sale. */
async function readPasses(query: ReportQuery): Promise<DataOf<"passes">> {
  const { sql, group } = query;
  const key = group === "branch" ? sql`name, branch` : sql`day, null::int`;
  const rows = await sql<PassesRow[]>`
    with events as (
      select day.branch, day.name, (p.received_at at time zone day.zone)::date::text as day, p.amount,
        p.kind = 'payment' and not ${isReversedSql(sql, sql`p.id`)} as is_sale, ${isRenewalSql(sql, { pass: sql`p.pass`, payment: sql`p.id` })} as is_renewal, false as is_ending, false as is_unused
      from ${selectBranchPeriods(query)} join payments p on p.branch = day.branch and p.received_at >= day.start and p.received_at < day.stop
      where p.pass is not null
      union all
      select day.branch, day.name, (r.decided_at at time zone day.zone)::date::text, -r.amount, false, false, false, false
      from ${selectBranchPeriods(query)} join payment_refunds r on r.branch = day.branch and r.decided_at >= day.start and r.decided_at < day.stop
        and r.state = 'done' and r.kind = 'manager' join payment_attempts a on a.id = r.attempt and a.pass is not null and not a.is_tip and not a.is_trial
      union all
      select day.branch, day.name, (m.pass_end_time at time zone day.zone)::date::text, 0, false, false, true,
        ${isPassUnusedSql(query)}
      from ${selectBranchPeriods(query)} join "Parking_Main_Information" m on m.branch = day.branch and m.parking_type = 'long_time'
        and m.pass_end_time >= day.start and m.pass_end_time < day.stop
      where not m.is_test)
    select k."group", k.branch, (count(*) filter (where is_sale and not is_renewal))::int as sold, (count(*) filter (where is_sale and is_renewal))::int as renewed,
      (count(*) filter (where is_ending))::int as ending, (count(*) filter (where is_unused))::int as unused, coalesce(sum(amount) * 100, 0)::int8 as revenue
    from events cross join lateral (select ${key}) as k ("group", branch) group by 1, 2 order by 1`;
  const sum = (column: Exclude<keyof PassesRow, "group" | "branch">): number =>
    rows.reduce((total, row) => total + row[column], 0);
  return {
    rows: rows.map(({ branch, ...values }) => {
      const place = toGroupDetail({ group, day: values.group, branch });
      const paid = (kind?: string) =>
        toDetail({ report: "payments", ...place, filters: { ...place.filters, service: "pass", kind } });
      const ended = (kind: string) => toDetail(toPeopleEntries({ kind, filters: {}, place }));
      const links = { ending: ended("pass_ending"), unused: ended("pass_unused") };
      return {
        values,
        ...linkFigures(values, { ...links, sold: paid("pass_sold"), renewed: paid("pass_renewed"), revenue: paid() }),
      };
    }),
    totals: {
      sold: sum("sold"),
      renewed: sum("renewed"),
      ending: sum("ending"),
      unused: sum("unused"),
      revenue: sum("revenue"),
    },
  };
}
