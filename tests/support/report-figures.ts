// The figures of reports computed from the rows by themselves, to compare with those that the server keeps by day.
import { formatDate } from "#domain/dates.ts";
import type { Sql } from "#server/db/pool.ts";

interface Discount {
  offer: number;
}
interface Payment {
  kind: "payment" | "refund" | "reversal" | "settlement";
  account: string | null;
  channel: string | null;
  mode: string;
  paise: number;
  received_at: string;
  collected_by: string | null;
  shift: number | null;
  parking_information: number | null;
  valet_and_parking_information: number | null;
  pass: number | null;
}
interface Refund {
  paise: number;
  decided_at: string;
  parking_information: number | null;
  valet_and_parking_information: number | null;
  pass: number | null;
}
interface Closed {
  id: number;
  record: number | null;
  vehicle_type: number | null;
  tariff_version: number | null;
  offer_discounts: Discount[] | null;
  status: number | null;
  out_time: string | null;
  exit_recorded_at: string | null;
  voided_at: string | null;
  date_updated: string | null;
  written_off_at: string | null;
  written_off: number;
  total: number;
  paid: number;
  is_test: boolean;
  in_time: string | null;
  created_by: string | null;
}
interface Rows {
  zone: string;
  payments: Payment[];
  refunds: Refund[];
  entries: Closed[];
  tickets: Closed[];
  records: { id: number; vehicle_type: number | null }[];
}

async function readRows(sql: Sql, branch: number): Promise<Rows> {
  const amounts = sql`in_time, user_created as created_by, out_time, voided_at, date_updated, written_off_at, tariff_version, offer_discounts, coalesce(written_off_amount, 0) * 100 as written_off,
    coalesce(total_amount, 0) * 100 as total, coalesce(paid_amount, 0) * 100 as paid`;
  const list = (rows: ReturnType<typeof sql>) => sql`(select coalesce(json_agg(r), '[]') from (${rows}) r)`;
  const [row] = await sql<{ rows: Rows }[]>`select json_build_object('zone', time_zone,
    'payments', ${list(sql`select *, amount * 100 as paise from payments where branch = ${branch}`)},
    'refunds', ${list(sql`select r.amount * 100 as paise, r.decided_at, a.parking_information, a.valet_and_parking_information, a.pass
      from payment_refunds r join payment_attempts a on a.id = r.attempt where r.branch = ${branch} and r.state = 'done' and r.kind = 'manager' and not a.is_tip and not a.is_trial`)},
    'entries', ${list(sql`select id, parking_main_info as record, null as vehicle_type, parking_status_id as status, exit_recorded_at, is_test, ${amounts} from "Parking_Information" where branch = ${branch}`)},
    'tickets', ${list(sql`select id, null as record, vehicle_type, null as status, null as exit_recorded_at, is_test, ${amounts} from "Valet_and_Parking_Information" where branch = ${branch}`)},
    'records', ${list(sql`select id, vehicle_type from "Parking_Main_Information" where branch = ${branch}`)}) as rows
    from "Branch" where id = ${branch}`;
  return row!.rows;
}

/** 'topic day keys' → figures. */
export type Figures = { [key: string]: number[] };

export async function computeReportFigures(sql: Sql, branch: number): Promise<Figures> {
  const { zone, payments, refunds, entries, tickets, records } = await readRows(sql, branch);
  const figures: Figures = {};
  const dayOf = (at: string): string => formatDate({ at: new Date(at), zone });
  const add = (key: string, values: readonly number[]): void => {
    const sums = (figures[key] ??= values.map(() => 0));
    for (const [index, value] of values.entries()) sums[index] = sums[index]! + value;
  };
  const find = <T extends { id: number }>(rows: readonly T[], id: number | null): T | undefined =>
    rows.find((row) => row.id === id);

  const addLine = (
    line: Pick<Payment, "parking_information" | "valet_and_parking_information" | "pass"> & {
      day: string;
      channel: string;
      person: string | null;
      shift: number | null;
      isSettlement: boolean;
    },
    values: readonly number[],
  ): void => {
    const entry = find(entries, line.parking_information);
    const ticket = find(tickets, line.valet_and_parking_information);
    const stay = entry ?? ticket;
    const paidService = entry ? "is_parking" : ticket ? "is_valet_and_parking" : "pass";
    const service = line.isSettlement ? "account" : paidService;
    const type = ticket ? ticket.vehicle_type : find(records, entry?.record ?? line.pass)?.vehicle_type;
    const offers = (stay?.offer_discounts ?? []).map(({ offer }) => offer).toSorted((a, b) => a - b);
    const keys = {
      channel: line.channel,
      vehicle_type: type,
      person: line.person,
      shift: line.shift,
      tariff: stay?.tariff_version,
      offer: offers.join(","),
    };
    for (const [topic, key] of Object.entries(keys)) add(`${topic} ${line.day} ${service},${key ?? ""}`, values);
  };

  for (const payment of payments) {
    const { kind, account, paise, received_at, channel, mode, collected_by: person, ...paid } = payment;
    const isSettlement = kind === "settlement" || (kind === "reversal" && account !== null);
    const day = dayOf(received_at);
    const isReceived = !isSettlement && (kind === "payment" || kind === "reversal");
    addLine({ ...paid, day, channel: channel ?? mode, person, isSettlement }, [
      kind === "payment" ? 1 : 0,
      isReceived ? paise : 0,
      kind === "refund" ? -paise : 0,
      isSettlement ? paise : 0,
    ]);
    const isOfVehicle = payment.parking_information !== null || payment.valet_and_parking_information !== null;
    if (payment.mode === "cash") add(`cash ${day} ${person ?? ""}`, [paise]);
    const booked = channel === "on_account" ? paise : 0;
    add(`due ${day} `, [kind !== "refund" && isOfVehicle ? -paise : 0, isSettlement ? -paise : booked]);
  }
  for (const { paise, decided_at, ...paid } of refunds)
    addLine({ ...paid, day: dayOf(decided_at), channel: "online", person: null, shift: null, isSettlement: false }, [
      0,
      0,
      paise,
      0,
    ]);
  for (const stay of [...entries, ...tickets]) {
    if (stay.is_test) continue;
    const isCounted = stay.in_time && !stay.voided_at && (stay.status === null || [1, 2].includes(stay.status));
    if (isCounted) add(`handled ${dayOf(stay.in_time!)} ${stay.created_by ?? ""}`, [1]);
    const closedAt = getClosedAt(stay);
    const isCancelled = stay.status === null ? stay.voided_at !== null : stay.status === 4;
    const charged = isCancelled ? 0 : stay.total;
    if (closedAt) add(`due ${dayOf(closedAt)} `, [Math.max(charged, stay.paid + stay.written_off), 0]);
    if (stay.written_off_at) add(`due ${dayOf(stay.written_off_at)} `, [-stay.written_off, 0]);
  }
  return figures;
}

function getClosedAt({ status, out_time, exit_recorded_at, voided_at, date_updated }: Closed): string | null {
  if (status === null) return out_time ?? voided_at;
  if (status === 2) return exit_recorded_at ?? out_time;
  return status === 4 ? (voided_at ?? date_updated) : null;
}

export async function readKeptFigures(sql: Sql, branch: number): Promise<Figures> {
  const rows = await sql<{ key: string; figures: number[] }[]>`
    select topic || ' ' || day || ' ' || array_to_string(keys, ',') as key, to_jsonb(figures) as figures from report_figures where branch = ${branch}`;
  const figures: Figures = {};
  for (const { key, figures: values } of rows) {
    if (key in figures) throw new Error(`${key} is kept twice`);
    figures[key] = values;
  }
  return figures;
}
