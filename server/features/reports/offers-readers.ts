// §2 /reporting/people: reader of offers.
import type { peopleReports } from "#domain/reports/people-reports.ts";
import type { ColumnsOf, ReportData } from "#domain/reports/report.ts";
import { linkFigures, toDetail, toGroupDetail } from "#server/features/reports/registers/figure-links.ts";
import { type ReportQuery, selectBranchPeriods } from "#server/features/reports/report-query.ts";
import { toPeopleEntries } from "#server/features/reports/visitors-readers.ts";

export const offersReaders = { offers: readOffers };

interface OffersRow {
  group: string;
  offer: number | null;
  branch: number | null;
  uses: number;
  cost: number;
  new_customers: number;
}

/** Uses that were given back do not count, nor those that are held for an online payment until it succeeds. */
async function readOffers(query: ReportQuery): Promise<ReportData<ColumnsOf<typeof peopleReports.offers>>> {
  const {
    sql,
    group,
    filters: { offer = null },
  } = query;
  const key = {
    offer: sql`o.coupon_title, o.id, null::int`,
    day: sql`(u.date_created at time zone day.zone)::date::text, null::int, null::int`,
    branch: sql`day.name, null::int, day.branch`,
  }[group]!;
  const rows = await sql<OffersRow[]>`
    select k.*, count(*)::int as uses, coalesce(sum(u.amount) * 100, 0)::int8 as cost,
      (count(*) filter (where case when u.parking_information is null
        then not exists (select 1 from "Valet_and_Parking_Information" x where x.branch = v.branch and x."Vehicle_Number" = v."Vehicle_Number" and x.id < v.id and x.voided_at is null)
        else not exists (select 1 from "Parking_Main_Information" m join "Parking_Information" x on x.parking_main_info = m.id
          where m.branch = e.branch and (m.id = e.parking_main_info or m.vehicle_no = c.vehicle_no) and x.id < e.id and x.in_time is not null and x.voided_at is null) end))::int as new_customers
    from ${selectBranchPeriods(query)} join "Offer_Uses" u on u.branch = day.branch and u.date_created >= day.start and u.date_created < day.stop
      join "Offers" o on o.id = u.offer
      left join "Parking_Information" e on e.id = u.parking_information left join "Parking_Main_Information" c on c.id = e.parking_main_info
      left join "Valet_and_Parking_Information" v on v.id = u.valet_and_parking_information
      cross join lateral (select ${key}) as k ("group", offer, branch)
    where u.state = 'used' and (${offer}::text is null or o.id::text = ${offer})
    group by 1, 2, 3 order by 1`;
  const sum = (column: "uses" | "cost" | "new_customers"): number =>
    rows.reduce((total, row) => total + row[column], 0);
  return {
    rows: rows.map(({ offer: id, branch, ...values }) => {
      const place = toGroupDetail({ group, day: values.group, branch });
      const filters = { ...query.filters, ...(id !== null && { offer: String(id) }) };
      const link = toDetail(toPeopleEntries({ kind: "offer_used", filters, place }));
      return { values, ...linkFigures(values, { uses: link, cost: link }) };
    }),
    totals: { uses: sum("uses"), cost: sum("cost"), new_customers: sum("new_customers") },
  };
}
