// §2 /reporting/money: revenue by day, channel, vehicle type and so on.
import { formatDateTime } from "#domain/dates.ts";
import { getChannelLabel, revenueServiceLabels } from "#domain/reports/money-labels.ts";
import type { DayRange } from "#domain/reports/report-period.ts";
import { moneyReports } from "#domain/reports/money-reports.ts";
import type { ColumnsOf, ReportData, ReportLink } from "#domain/reports/report.ts";
import type { RevenueTopic } from "#server/features/reports/money/money-lines.ts";
import { type MoneySums, readMoneyFigures } from "#server/features/reports/rollup/read-figures.ts";
import { linkFigures, toDetail } from "#server/features/reports/registers/figure-links.ts";
import type { ReportQuery } from "#server/features/reports/report-query.ts";

type RevenueData = ReportData<ColumnsOf<typeof moneyReports.revenue>>;
type RevenueGroup = keyof (typeof moneyReports.revenue)["groups"];

const isRevenueGroup = (group: string): group is RevenueGroup => Object.hasOwn(moneyReports.revenue.groups, group);

const noSums: MoneySums = { payments: 0, received: 0, refunded: 0, settled: 0 };

function add(first: MoneySums, second: MoneySums): MoneySums {
  return {
    payments: first.payments + second.payments,
    received: first.received + second.received,
    refunded: first.refunded + second.refunded,
    settled: first.settled + second.settled,
  };
}

/** Groups by day, month, service and branch are sums of the figures by channel. */
const topics: { readonly [group in RevenueGroup]?: RevenueTopic } = {
  vehicle_type: "vehicle_type",
  shift: "shift",
  person: "person",
  tariff: "tariff",
  offer: "offer",
};

type DerivedGroup = "day" | "month" | "service" | "branch";
const isDerivedGroup = (group: RevenueGroup): group is DerivedGroup =>
  group === "day" || group === "month" || group === "service" || group === "branch";

/** Sums by the group, under its key as text. */
async function readSums(query: ReportQuery, group: RevenueGroup): Promise<Map<string, MoneySums>> {
  const figures = isDerivedGroup(group)
    ? (await readMoneyFigures({ query, topic: "channel", by: [group] })).map(
        (sums) => [String(sums[group]), sums] as const,
      )
    : (await readMoneyFigures({ query, topic: topics[group] ?? "channel", by: ["key"] })).map(
        (sums) => [sums.key, sums] as const,
      );
  // A branch without revenue is part of the comparison.
  const empty = group === "branch" ? query.branches.map(({ id }) => [String(id), noSums] as const) : [];
  return new Map([...empty, ...figures]);
}

export async function readRevenue(query: ReportQuery): Promise<RevenueData> {
  const { group } = query;
  if (!isRevenueGroup(group)) throw new Error(`Revenue has no group "${group}".`);
  const { service } = query.filters;
  const sums = await readSums(query, group);
  const labels = await readLabels({ query, group, keys: [...sums.keys()] });
  const rows = [...sums].map(([key, sum]) => ({
    values: { group: labels.get(key) ?? (key === "" ? (noneLabels[group] ?? "") : key), ...toValues(sum) },
    link: getLink({ group, key, service, range: query.range }),
    ...(group === "day" && linkFigures(toValues(sum), listFigureLinks(key, service))),
  }));
  if (group !== "day" && group !== "month")
    rows.sort(
      (first, second) => second.values.net - first.values.net || first.values.group.localeCompare(second.values.group),
    );
  return { rows, totals: toValues([...sums.values()].reduce(add, noSums)) };
}

const toValues = ({ payments, received, refunded, settled }: MoneySums) => ({
  payments,
  received,
  refunded,
  net: received - refunded,
  settled,
});

/** What rows without a key are. */
const noneLabels: { readonly [group in RevenueGroup]?: string } = {
  vehicle_type: "No vehicle type",
  shift: "Without a shift",
  person: "Without staff",
  tariff: "No tariff version",
  offer: "No offer",
};

/** The payments behind a row, or the sheet of its day. */
function getLink({
  group,
  key,
  service,
  range,
}: {
  group: RevenueGroup;
  key: string;
  service: string | undefined;
  range: DayRange;
}): ReportLink {
  if (group === "day") return { report: "day-sheet", filters: {}, range: { from: key, to: key } };
  if (group === "month") return toDetail({ report: "payments", filters: { service }, range: cutToMonth(range, key) });
  const name = group === "branch" ? "at_branch" : group;
  return toDetail({ report: "payments", filters: { service, [name]: key === "" ? "-" : key } });
}

/** The days of a month, 'YYYY-MM', that are in the range. */
function cutToMonth({ from, to }: DayRange, month: string): DayRange {
  const [year, number] = month.split("-").map(Number);
  const last = new Date(Date.UTC(year!, number!, 0)).toISOString().slice(0, 10);
  const first = `${month}-01`;
  return { from: from > first ? from : first, to: to < last ? to : last };
}

/** The row of a day opens its sheet, its figures the payments. */
function listFigureLinks(day: string, service: string | undefined) {
  const link = (kind: keyof (typeof moneyReports)["payments"]["kinds"]) =>
    toDetail({ report: "payments", filters: { service, kind }, range: { from: day, to: day } });
  return {
    payments: link("payment"),
    received: link("charges"),
    refunded: link("refunded"),
    net: link("net"),
    settled: link("settled"),
  };
}

interface LabelInput {
  query: ReportQuery;
  group: RevenueGroup;
  keys: readonly string[];
}

async function readLabels({ query, group, keys }: LabelInput): Promise<Map<string, string>> {
  const known = keys.filter((key) => key !== "");
  if (group === "channel") return new Map(known.map((key) => [key, getChannelLabel(key)]));
  if (group === "service") return new Map(known.map((key) => [key, revenueServiceLabels[key] ?? key]));
  if (group === "branch") return new Map(query.branches.map(({ id, name }) => [String(id), name]));
  if (group === "offer") return readOfferLabels({ query, keys: known });
  if (group === "shift") return readShiftLabels({ query, keys: known });
  return new Map((await selectLabels({ query, group, keys: known })).map(({ key, label }) => [key, label]));
}

function selectLabels({ query: { sql, isAcrossBranches }, group, keys }: LabelInput): Promise<Label[]> {
  if (group === "vehicle_type")
    return sql<Label[]>`select id::text as key, name as label from "Vehicle_Type" where id = any(${keys.map(Number)})`;
  if (group === "person")
    return sql<
      Label[]
    >`select id::text as key, coalesce(first_name, 'Deleted') as label from users where id = any(${keys}::uuid[])`;
  if (group !== "tariff") return Promise.resolve([]);
  return sql<Label[]>`select t.id::text as key, concat_ws(', ', case when ${isAcrossBranches} then b.name end,
      case t.service when 'is_parking' then 'Parking' else 'Valet' end, 'version ' || t.number) as label
    from "Tariff_Versions" t join "Branch" b on b.id = t.branch where t.id = any(${keys.map(Number)})`;
}
interface Label {
  key: string;
  label: string;
}

/** 'Weekend and First visit' for the entries that used both. */
async function readOfferLabels({ query: { sql }, keys }: Pick<LabelInput, "query" | "keys">) {
  const ids = [...new Set(keys.flatMap((key) => key.split(",").map(Number)))];
  const offers = await sql<{ id: number; title: string }[]>`
    select id, coupon_title as title from "Offers" where id = any(${ids})`;
  const titles = new Map(offers.map(({ id, title }) => [id, title]));
  const toTitle = (id: string): string => titles.get(Number(id)) ?? `Offer ${id}`;
  return new Map(keys.map((key) => [key, key.split(",").map(toTitle).join(" and ")]));
}

async function readShiftLabels({ query: { sql, branches }, keys }: Pick<LabelInput, "query" | "keys">) {
  const shifts = await sql<{ id: number; name: string | null; branch: number; opened_at: Date }[]>`
    select s.id, u.first_name as name, s.branch, s.opened_at from cash_shifts s left join users u on u.id = s.collector
    where s.id = any(${keys.map(Number)})`;
  const zones = new Map(branches.map(({ id, zone }) => [id, zone]));
  return new Map(
    shifts.map(({ id, name, branch, opened_at: at }) => [
      String(id),
      `${name ?? "Deleted"}, ${formatDateTime({ at, zone: zones.get(branch) })}`,
    ]),
  );
}
