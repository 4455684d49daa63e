// §2 /reporting/money: the rows of the ledger behind a figure.
import { getChannelLabel, paymentKindLabels, revenueServiceLabels } from "#domain/reports/money-labels.ts";
import type { moneyReports } from "#domain/reports/money-reports.ts";
import type { paymentKinds } from "#domain/payments/states.ts";
import type { ColumnsOf, ReportData, ReportLink } from "#domain/reports/report.ts";
import { getKeys } from "#domain/object-keys.ts";
import { isRenewalSql, isReversedSql } from "#server/features/reports/visitors-readers.ts";
import type { Fragment } from "#server/features/reports/visits.ts";
import { selectMoneyLines, selectTopicKey } from "#server/features/reports/money/money-lines.ts";
import { readPage } from "#server/features/reports/registers/list-page.ts";
import { type ReportQuery, selectBranchPeriods } from "#server/features/reports/report-query.ts";

type PaymentsData = ReportData<ColumnsOf<typeof moneyReports.payments>>;

interface PaymentLine {
  at: Date;
  branch: number;
  name: string | null;
  service: string;
  receipt: string | null;
  kind: (typeof paymentKinds)[number];
  channel: string;
  amount: number;
  person: string | null;
  opens: "P" | "V" | "M" | null;
  id: number | null;
  row_count: number;
  total: number;
}

/** Whether line `l` is a sale, or a renewal, of a pass; as in visitors-readers.ts. */
const isPassSaleSql = (sql: ReportQuery["sql"], not: Fragment): Fragment => sql`
  l.pass is not null and l.kind = 'payment' and not ${isReversedSql(sql, sql`l.payment`)} and ${not} ${isRenewalSql(sql, { pass: sql`l.pass`, payment: sql`l.payment` })}`;

async function readLines(query: ReportQuery): Promise<PaymentLine[]> {
  const { sql, filters, maxRows = null } = query;
  const { service = null, channel = null, shift = null, tariff = null } = filters;
  const { person = null, offer = null, vehicle_type = null, kind: chosen } = filters;
  const kinds: { readonly [kind in keyof (typeof moneyReports)["payments"]["kinds"]]: Fragment } = {
    payment: sql`l.kind = 'payment'`,
    charges: sql`l.kind in ('payment', 'reversal') and not l.is_settlement`,
    refunded: sql`l.kind = 'refund'`,
    net: sql`not l.is_settlement`,
    settled: sql`l.is_settlement`,
    pass_sold: isPassSaleSql(sql, sql`not`),
    pass_renewed: isPassSaleSql(sql, sql``),
    received: sql`l.kind <> 'refund'`,
    refund: sql`l.kind = 'refund' and l.payment is not null`,
    refund_channel: sql`l.kind = 'refund' and l.payment is not null and l.channel <> 'cash'`,
    refund_online: sql`l.payment is null`,
    debt: sql`l.kind = 'payment' and l.at > coalesce(e.out_time, v.out_time)
      and not exists (select 1 from payments r where r.corrects = l.payment and r.kind = 'reversal')`,
  };
  const kindName = getKeys(kinds).find((name) => name === chosen);
  const isOfKind = kindName ? kinds[kindName] : chosen === undefined ? sql`true` : sql`false`;
  return sql<PaymentLine[]>`
    select l.at, l.branch, coalesce(m.vehicle_no, m.name, v."Vehicle_Number", l.reference) as name, l.service,
      coalesce(e.receipt_no, v.receipt_no) as receipt, l.kind, l.channel, l.amount, u.first_name as person,
      case when l.parking_information is not null then 'P' when l.valet_and_parking_information is not null then 'V'
        when l.pass is not null then 'M' end as opens, coalesce(l.parking_information, l.valet_and_parking_information, l.pass) as id,
      count(*) over ()::int as row_count, sum(l.amount) over ()::int8 as total
    from (${selectMoneyLines(sql, selectBranchPeriods(query))}) l
      left join "Parking_Information" e on e.id = l.parking_information
      left join "Parking_Main_Information" m on m.id = coalesce(e.parking_main_info, l.pass)
      left join "Valet_and_Parking_Information" v on v.id = l.valet_and_parking_information
      left join users u on u.id = l.person
    where ${isOfKind} and (${service}::text is null or l.service = ${service}) and (${channel}::text is null or l.channel = ${channel})
      and (${person}::text is null or coalesce(l.person::text, '-') = ${person}) and (${vehicle_type}::text is null or coalesce(l.vehicle_type::text, '-') = ${vehicle_type})
      and (${shift}::text is null or coalesce(l.shift::text, '-') = ${shift}) and (${tariff}::text is null or coalesce(l.tariff::text, '-') = ${tariff})
      and (${offer}::text is null or coalesce(nullif(${selectTopicKey(sql, "offer")}, ''), '-') = ${offer})
    order by l.at, l.payment nulls last, l.branch limit ${maxRows === null ? null : Math.max(1, maxRows)}`;
}

export async function readPayments(query: ReportQuery): Promise<PaymentsData> {
  const { rows: lines, isCounted } = await readPage({
    query,
    order: "oldest",
    read: readLines,
    getTime: ({ at }) => at,
  });
  const names = new Map(query.branches.map(({ id, name }) => [id, name]));
  return {
    rows: lines.map(({ at, branch, name, service: paidService, kind, channel: paidBy, opens, id, ...line }) => ({
      values: {
        receipt: line.receipt,
        amount: line.amount,
        person: line.person,
        time: at.toISOString(),
        branch: names.get(branch) ?? null,
        paid_for: name ?? revenueServiceLabels[paidService] ?? null,
        kind: paymentKindLabels[kind],
        channel: getChannelLabel(paidBy),
      },
      link: toLink({ opens, id }),
    })),
    ...(isCounted ? { totals: { amount: lines[0]?.total ?? 0 }, count: lines[0]?.row_count ?? 0 } : { count: null }),
  };
}

function toLink({ opens, id }: Pick<PaymentLine, "opens" | "id">): ReportLink | undefined {
  return opens === null || id === null ? undefined : { kind: opens, id };
}
