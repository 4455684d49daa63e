// §2 /reporting/{menu}: readers of the registers.
import { type RegisterName, registerKinds, type registers } from "#domain/reports/operations/registers.ts";
import { getKeys } from "#domain/object-keys.ts";
import type { ColumnsOf, ReportData } from "#domain/reports/report.ts";
import { selectCharges } from "#server/features/reports/registers/select-charges.ts";
import { selectPeople } from "#server/features/reports/registers/select-people.ts";
import { selectTickets } from "#server/features/reports/registers/select-tickets.ts";
import { selectListedVisits } from "#server/features/reports/registers/select-visits.ts";
import { type ListSums, readPage, toTotals } from "#server/features/reports/registers/list-page.ts";
import type { ReportQuery } from "#server/features/reports/report-query.ts";
import type { Fragment } from "#server/features/reports/visits.ts";

type RegisterData = ReportData<ColumnsOf<(typeof registers)[RegisterName]>>;

export const registersReaders = {
  charges: (query: ReportQuery) => readRegister(query, (part) => selectKind(part, "charges", selectCharges)),
  visits: (query: ReportQuery) => readRegister(query, (part) => selectKind(part, "visits", selectListedVisits)),
  "valet-tickets": (query: ReportQuery) =>
    readRegister(query, (part) => selectKind(part, "valet-tickets", selectTickets)),
  "people-entries": (query: ReportQuery) =>
    readRegister(query, (part) => selectKind(part, "people-entries", selectPeople)),
};

/** The select of the chosen kind, or of the first one; nothing for an unknown kind. */
function selectKind<N extends RegisterName>(
  query: ReportQuery,
  register: N,
  select: (query: ReportQuery) => { readonly [kind in keyof (typeof registerKinds)[N]]: Fragment },
): Fragment {
  const kinds = getKeys(registerKinds[register]);
  const { kind = kinds[0] } = query.filters;
  const found = kinds.find((name) => name === kind);
  const selects = select(query);
  return found === undefined ? query.sql`${selects[kinds[0]!]} limit 0` : selects[found];
}

interface RegisterRow {
  kind: "P" | "V" | "M";
  id: number;
  time: Date;
  vehicle: string | null;
  receipt: string | null;
  came: Date | null;
  left: Date | null;
  stay: number | null;
  slot: string | null;
  amount: number | null;
  person: string | null;
  branch: string;
}

/**
 * `selected` are rows `(kind, id, branch, branch_name, zone, at, came, went, slot, amount, person)`, the amount in rupees. Names
 * and receipts are read of the shown rows only.
 */
function selectFiltered({ sql, filters }: ReportQuery, selected: Fragment): Fragment {
  const { hour = null, person = null } = filters;
  return sql`select s.* from (${selected}) s
    where (${person}::text is null or coalesce(s.person::text, '-') = ${person} or (${person} = '*' and s.person is not null))
      and (${hour}::text is null or s.hour is null or s.hour::text = ${hour})`;
}

async function readRows(query: ReportQuery, selected: Fragment): Promise<RegisterRow[]> {
  const { sql, maxRows = null } = query;
  return sql<RegisterRow[]>`
    with listed as (${selectFiltered(query, selected)}
      order by s.at desc, s.kind, s.id desc limit ${maxRows})
    select l.kind, l.id, l.at as time, coalesce(m.vehicle_no, m.name, v."Vehicle_Number") as vehicle, coalesce(p.receipt_no, v.receipt_no) as receipt,
      l.came, l.went as left, round(greatest(0, extract(epoch from l.went - l.came)) / 60)::int as stay, l.slot, (l.amount * 100)::int8 as amount,
      nullif(concat_ws(' ', u.first_name, u.last_name), '') as person, l.branch_name as branch
    from listed l left join "Parking_Information" p on l.kind = 'P' and p.id = l.id
      left join "Parking_Main_Information" m on m.id = case l.kind when 'M' then l.id else p.parking_main_info end
      left join "Valet_and_Parking_Information" v on l.kind = 'V' and v.id = l.id
      left join users u on u.id = coalesce(l.person, p.user_created, v.user_created)
    order by l.at desc, l.kind, l.id desc`;
}

async function sumRows(query: ReportQuery, selected: Fragment): Promise<ListSums> {
  const { sql } = query;
  const [sums] = await sql<ListSums[]>`
    select count(*)::int as count, coalesce(sum(amount * 100), 0)::int8 as amount from (${selectFiltered(query, selected)}) f`;
  return sums!;
}

async function readRegister(query: ReportQuery, select: (query: ReportQuery) => Fragment): Promise<RegisterData> {
  const { rows, sums } = await readPage({
    query,
    order: "newest",
    read: (part) => readRows(part, select(part)),
    sum: (whole) => sumRows(whole, select(whole)),
    getTime: ({ time }) => time,
  });
  return {
    rows: rows.map(({ kind, id, ...row }) => ({
      values: {
        ...row,
        time: row.time.toISOString(),
        came: row.came?.toISOString() ?? null,
        left: row.left?.toISOString() ?? null,
      },
      link: { kind, id },
    })),
    ...toTotals(sums),
  };
}
