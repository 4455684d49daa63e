// §2 /reporting/money: the rows of the ledger behind a figure.
import { getChannelLabel, paymentKindLabels, revenueServiceLabels } from "#domain/reports/money-labels.ts";
import type { moneyReports } from "#domain/reports/money-reports.ts";
import type { paymentKinds } from "#domain/payments/states.ts";
import type { ColumnsOf, ReportData, ReportLink } from "#domain/reports/report.ts";
import { uppercase } from "#domain/schema/fields.ts";
import { getKeys } from "#domain/object-keys.ts";
import { isRenewalSql, isReversedSql } from "#server/features/reports/visitors-readers.ts";
import type { Fragment } from "#server/features/reports/visits.ts";
import { selectLedgerLines, selectMoneyLines, selectTopicKey } from "#server/features/reports/money/money-lines.ts";
import { type ListSums, readPage, toTotals } from "#server/features/reports/registers/list-page.ts";
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
  reference: string | null;
  amount: number;
  person: string | null;
  opens: "P" | "V" | "M" | null;
  id: number | null;
}

/** Whether line `l` is a sale, or a renewal, of a pass; as in visitors-readers.ts. */
const isPassSaleSql = (sql: ReportQuery["sql"], not: Fragment): Fragment => sql`
  l.pass is not null and l.kind = 'payment' and not ${isReversedSql(sql, sql`l.payment`)} and ${not} ${isRenewalSql(sql, { pass: sql`l.pass`, payment: sql`l.payment` })}`;

/** The UTR of an online payment `l`, which the provider tells afterwards. */
const selectUtr = (sql: ReportQuery["sql"]): Fragment =>
  sql`(select nullif(a.utr, '') from payment_attempts a where a.merchant_transaction_id = l.transaction)`;

/** What a payment `l` is found by at its bank or provider. */
const selectReference = (sql: ReportQuery["sql"]): Fragment =>
  sql`coalesce(l.reference, ${selectUtr(sql)}, l.transaction)`;

/** Whether a reference of line `l` has this part, or is the end of it: of a UPI payment staff note the last characters only. */
function hasReferenceSql(sql: ReportQuery["sql"], typed: string): Fragment {
  const searched = uppercase(typed);
  return sql`exists (select 1 from unnest(array[l.reference, ${selectUtr(sql)}, l.transaction]) known(text),
    upper(regexp_replace(known.text, '[\\s-]+', '', 'g')) plain
    where strpos(plain, ${searched}) > 0 or right(${searched}, length(plain)) = plain)`;
}

/** The chosen lines `l`. What they were for, and the entry `e` or ticket `v`, are looked up only where a filter needs them. */
function selectChosen(query: ReportQuery): Fragment {
  const { sql, filters } = query;
  const {
    service = null,
    channel = null,
    shift = null,
    tariff,
    person = null,
    offer,
    vehicle_type,
    kind: chosen,
    reference,
  } = filters;
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
  const hasPurpose = [vehicle_type, tariff, offer].some((value) => value !== undefined);
  const isOf = (value: string | undefined, key: Fragment): Fragment =>
    value === undefined ? sql`true` : sql`coalesce(${key}, '-') = ${value}`;
  const lines = hasPurpose ? selectMoneyLines : selectLedgerLines;
  return sql`
    select l.* from (${lines(sql, selectBranchPeriods(query))}) l
    ${kindName === "debt" ? sql`left join "Parking_Information" e on e.id = l.parking_information left join "Valet_and_Parking_Information" v on v.id = l.valet_and_parking_information` : sql``}
    where ${isOfKind} and (${service}::text is null or l.service = ${service}) and (${channel}::text is null or l.channel = ${channel})
      and (${person}::text is null or coalesce(l.person::text, '-') = ${person}) and (${shift}::text is null or coalesce(l.shift::text, '-') = ${shift})
      and ${reference === undefined ? sql`true` : hasReferenceSql(sql, reference)}
      and ${isOf(vehicle_type, sql`l.vehicle_type::text`)} and ${isOf(tariff, sql`l.tariff::text`)}
      and ${isOf(offer, sql`nullif(${selectTopicKey(sql, "offer")}, '')`)}`;
}

/** Names and receipts are read of the shown lines only. */
async function readLines(query: ReportQuery): Promise<PaymentLine[]> {
  const { sql, maxRows = null } = query;
  return sql<PaymentLine[]>`
    with l as (select * from (${selectChosen(query)}) c order by at, payment nulls last, branch limit ${maxRows})
    select l.at, l.branch, coalesce(m.vehicle_no, m.name, v."Vehicle_Number", l.account, l.reference) as name, l.service,
      coalesce(e.receipt_no, v.receipt_no) as receipt, l.kind, l.channel, ${selectReference(sql)} as reference, l.amount, u.first_name as person,
      case when l.parking_information is not null then 'P' when l.valet_and_parking_information is not null then 'V'
        when l.pass is not null then 'M' end as opens, coalesce(l.parking_information, l.valet_and_parking_information, l.pass) as id
    from l left join "Parking_Information" e on e.id = l.parking_information
      left join "Parking_Main_Information" m on m.id = coalesce(e.parking_main_info, l.pass)
      left join "Valet_and_Parking_Information" v on v.id = l.valet_and_parking_information
      left join users u on u.id = l.person
    order by l.at, l.payment nulls last, l.branch`;
}

async function sumLines(query: ReportQuery): Promise<ListSums> {
  const { sql } = query;
  const [sums] = await sql<ListSums[]>`
    select count(*)::int as count, coalesce(sum(amount), 0)::int8 as amount from (${selectChosen(query)}) c`;
  return sums!;
}

export async function readPayments(query: ReportQuery): Promise<PaymentsData> {
  const { rows: lines, sums } = await readPage({
    query,
    order: "oldest",
    read: readLines,
    sum: sumLines,
    getTime: ({ at }) => at,
  });
  const names = new Map(query.branches.map(({ id, name }) => [id, name]));
  return {
    rows: lines.map(({ at, branch, name, service: paidService, kind, channel: paidBy, opens, id, ...line }) => ({
      values: {
        receipt: line.receipt,
        reference: line.reference,
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
    ...toTotals(sums),
  };
}

function toLink({ opens, id }: Pick<PaymentLine, "opens" | "id">): ReportLink | undefined {
  return opens === null || id === null ? undefined : { kind: opens, id };
}
