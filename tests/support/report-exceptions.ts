// Figures of exceptions, exits, receipt numbers, drivers and times computed from the rows by themselves, to compare with those that
// the server keeps by day.
import { formatDateTime } from "#domain/dates.ts";
import { countTimesByHour } from "#domain/reports/operations/time-lists.ts";
import type { Sql } from "#server/db/pool.ts";
import type { Fragment } from "#server/features/reports/visits.ts";
import type { Figures } from "#tests/support/report-figures.ts";

type Time = string | null;
interface Change {
  id: number;
  entry: number;
  status_id: number | null;
  by: string | null;
  at: string;
  changes: { [field: string]: [unknown, unknown] } | null;
}
interface Row {
  id: number;
  parking_main_info?: number;
  parking_status_id?: number | null;
  is_person?: boolean;
  receipt_no: string | null;
  date_created: string;
  in_time: Time;
  out_time: Time;
  voided_at: Time;
  voided_by: string | null;
  is_test: boolean;
  correction?: unknown;
  corrected_at?: Time;
  total_amount: number | null;
  actual_amount: number | null;
  additional_charge: number | null;
  deduction_charge: number | null;
  user_created: string | null;
  user_updated: string | null;
  is_slip_lost: boolean | null;
  slip_prints: number | null;
  receipt_prints: number | null;
  approved_at?: Time;
  approved_by: string | null;
  answered_by_member: number | null;
  decision_reason: string | null;
  asked_at: Time;
  Assigned_Staff: string | null;
  pickup_request_assigned: string | null;
  at_gate_at: Time;
  started_time: Time;
  pickup_requested_at: Time;
  pickup_wanted_at: Time;
  told_wait_minutes: number | null;
  valet_tip: number | null;
  online_tip: number | null;
  damages: unknown[] | null;
}
interface Rows {
  zone: string;
  entries: Row[];
  tickets: Row[];
  records: { id: number; parking_type: string | null; is_waiting_for_approve: boolean | null }[];
  changes: Change[];
  ticketChanges: Change[];
  counters: { day: string; value: number }[];
}

async function readRows(sql: Sql, branch: number): Promise<Rows> {
  const list = (rows: Fragment): Fragment => sql`(select coalesce(json_agg(r), '[]') from (${rows}) r)`;
  const changes = (table: string, entries: string, field: string): Fragment => sql`
    select h.id, h.${sql(field)} as entry, h.status_id, h.user_created as by, h.date_created as at, h.changes
    from ${sql(table)} h join ${sql(entries)} e on e.id = h.${sql(field)} where e.branch = ${branch}`;
  const [row] = await sql<{ rows: Rows }[]>`select json_build_object('zone', time_zone,
    'entries', ${list(sql`select * from "Parking_Information" where branch = ${branch}`)},
    'tickets', ${list(sql`select * from "Valet_and_Parking_Information" where branch = ${branch}`)},
    'records', ${list(sql`select id, parking_type, is_waiting_for_approve from "Parking_Main_Information" where branch = ${branch}`)},
    'changes', ${list(changes("Parking_History", "Parking_Information", "parking_information"))},
    'ticketChanges', ${list(changes("Valet_and_Parking_History", "Valet_and_Parking_Information", "valet_and_parking_information"))},
    'counters', ${list(sql`select day::text, value from counters where branch = ${branch} and name = 'receipt'`)}) as rows
    from "Branch" where id = ${branch}`;
  return row!.rows;
}

/** In the order of their sums. */
const keptNames = ["void", "edit", "zero-fee", "discount", "lost-slip", "reprint"];
const dayMs = 86_400_000;
const toPaise = (rupees: unknown): number => Math.round(Number(rupees ?? 0) * 100);
const toMs = (time: string): number => new Date(time).getTime();

/** 'topic day keys' → figures, and lists of times. */
export async function computeExceptionFigures(sql: Sql, branch: number): Promise<{ figures: Figures; times: Times }> {
  const rows = await readRows(sql, branch);
  const toLocal = (time: string): { day: string; hour: number } => {
    const text = formatDateTime({ at: new Date(time), zone: rows.zone });
    return { day: text.slice(0, 10), hour: Number(text.slice(11, 13)) };
  };
  const figures: Figures = {};
  const add = (key: string, values: readonly number[]): void => {
    const sums = (figures[key] ??= values.map(() => 0));
    for (const [index, value] of values.entries()) sums[index] = sums[index]! + value;
  };
  const addSums = (
    day: string,
    person: string,
    { name, kind, paise }: { name: string; kind: "P" | "V"; paise: number },
  ): void => {
    const at = keptNames.indexOf(name) * 4 + (kind === "P" ? 0 : 2);
    const sums = Array.from({ length: keptNames.length * 4 }, (_, index) =>
      index === at ? 1 : index === at + 1 ? paise : 0,
    );
    add(`exceptions ${day} `, sums);
    add(`person-exceptions ${day} ${person}`, sums);
    add(`exception ${day} ${name},${person},${kind}`, [1, paise]);
  };
  const times: Times = {};
  const addTime = (key: string, list: number, hour: number, from: Time, to: Time): void => {
    if (from === null || to === null) return;
    const own = (times[key] ??= Array.from({ length: 6 }, () => []));
    own[list]!.push([hour, Math.max(0, Math.floor((toMs(to) - toMs(from)) / 1_000))]);
  };

  const all = [
    ...rows.entries.map((row) => ({ kind: "P" as const, row, changes: rows.changes })),
    ...rows.tickets.map((row) => ({ kind: "V" as const, row, changes: rows.ticketChanges })),
  ];
  for (const { kind, row, changes } of all) {
    if (row.is_test || row.out_time === null) continue;
    const { day } = toLocal(row.out_time);
    const own = changes.filter(({ entry }) => entry === row.id);
    const has =
      (...fields: string[]) =>
      (change: Change): boolean =>
        fields.some((field) => field in (change.changes ?? {}));
    const latest = (...fields: string[]): Change | undefined =>
      own.filter(has(...fields)).toSorted((a, b) => toMs(b.at) - toMs(a.at) || b.id - a.id)[0];
    const addException = (name: string, person: string | null | undefined, paise = 0): void =>
      addSums(day, person ?? "", { name, kind, paise });
    const record = rows.records.find(({ id }) => id === row.parking_main_info);
    if (row.voided_at !== null)
      addException("void", row.voided_by, toPaise(latest("voided_at")?.changes?.["total_amount"]?.[0]));
    if ((kind === "P" ? row.correction : row.corrected_at) !== null)
      for (const { by, changes: fields } of own) {
        const correction = (fields?.["correction"]?.[1] ?? {}) as object;
        const isEdited =
          "vehicle_no" in correction ||
          "vehicle_type" in correction ||
          has("Vehicle_Number", "vehicle_type")({ changes: fields } as Change);
        const [before, after] = fields?.["total_amount"] ?? [];
        const isKnown = before !== undefined && before !== null;
        if (isEdited) addException("edit", by, isKnown ? toPaise(before) - toPaise(after) : 0);
      }
    if (row.slip_prints! > 1 || row.receipt_prints! > 1)
      addException("reprint", latest("slip_prints", "receipt_prints")?.by ?? row.user_updated);
    if (row.voided_at !== null) continue;
    const isUncharged = kind === "P" && (row.is_person || record?.parking_type === "long_time");
    if (toPaise(row.total_amount) === 0 && !isUncharged)
      addException(
        "zero-fee",
        latest("out_time")?.by ?? row.user_updated,
        Math.max(0, toPaise(row.actual_amount) + toPaise(row.additional_charge) - toPaise(row.deduction_charge)),
      );
    if (toPaise(row.deduction_charge) > 0)
      addException("discount", latest("deduction_charge")?.by ?? row.user_updated, toPaise(row.deduction_charge));
    if (row.is_slip_lost) addException("lost-slip", latest("is_slip_lost")?.by ?? row.user_updated);
    const isVehicle = kind === "V" || (!row.is_person && [1, 2].includes(row.parking_status_id ?? 0));
    const person = own.filter(has("out_time")).toSorted((a, b) => b.id - a.id)[0]?.by;
    if (isVehicle && person) add(`exit ${day} ${person}`, [1]);
  }

  for (const { kind, row } of all) {
    const isPass = rows.records.find(({ id }) => id === row.parking_main_info)?.parking_type === "long_time";
    const isUncounted =
      row.is_test || row.voided_at !== null || row.is_person === true || row.parking_status_id === 4 || isPass;
    if (isUncounted || row.in_time === null || row.out_time === null) continue;
    const counted = toMs(row.in_time) + dayMs;
    if (toMs(row.out_time) > counted)
      add(
        `long-open ${toLocal(row.in_time).day} ${row.user_created ?? ""},${kind},${toLocal(new Date(counted).toISOString()).day}`,
        [1],
      );
  }

  const given = new Set(all.map(({ row }) => row.receipt_no?.match(/\d{8}-\d+$/)?.[0]));
  for (const { day, value } of rows.counters) {
    const numbers = Array.from({ length: value }, (_, index) => `${day.replaceAll("-", "")}-${index + 1}`);
    add(`receipts ${day} `, [value, numbers.filter((number) => !given.has(number)).length]);
  }

  for (const entry of rows.entries) {
    const record = rows.records.find(({ id }) => id === entry.parking_main_info);
    const isWaiting = entry.parking_status_id === 3 && record?.is_waiting_for_approve === true;
    const { approved_at: answered = null, date_created: created } = entry;
    if (entry.is_test || entry.voided_at !== null || (answered === null && !isWaiting)) continue;
    const { day, hour } = toLocal(created);
    const key = `${day} asked ${entry.approved_by ?? ""},${entry.answered_by_member ?? ""}`;
    const isRefused = entry.decision_reason !== null;
    addTime(key, 0, hour, created, created);
    if (answered !== null && !isRefused) addTime(key, 1, hour, created, created);
    if (isRefused) addTime(key, 2, hour, created, created);
    addTime(key, 3, hour, entry.asked_at ?? created, answered);
  }

  for (const ticket of rows.tickets) {
    if (ticket.is_test || ticket.voided_at !== null) continue;
    const parked = rows.ticketChanges
      .filter(
        ({ entry, status_id: status, changes }) =>
          entry === ticket.id && status === 2 && "status_id" in (changes ?? {}),
      )
      .map(({ at }) => at)
      .toSorted((a, b) => toMs(a) - toMs(b))[0];
    const {
      in_time: came,
      at_gate_at: gate,
      out_time: left,
      Assigned_Staff: parker,
      pickup_request_assigned: bringer,
    } = ticket;
    const work: { day: string; person: string; values: [number, number, number, number] }[] = [];
    if (came !== null && parked !== undefined) {
      const { day, hour } = toLocal(came);
      addTime(`${day} valet ${parker ?? ""}`, 0, hour, came, parked);
      const damages = (ticket.damages ?? []).length > 0 ? 1 : 0;
      if (parker !== null) work.push({ day, person: parker, values: [1, 0, 0, damages] });
    }
    if (gate !== null) {
      const { day, hour } = toLocal(gate);
      const key = `${day} valet ${bringer ?? ""}`;
      addTime(key, 1, hour, gate, gate);
      addTime(key, 2, hour, ticket.started_time, gate);
      addTime(key, 3, hour, ticket.pickup_requested_at, gate);
      addTime(key, 4, hour, ticket.pickup_wanted_at, gate);
      if (ticket.pickup_requested_at !== null && ticket.told_wait_minutes !== null) {
        const isKept = toMs(gate) <= toMs(ticket.pickup_requested_at) + ticket.told_wait_minutes * 60_000;
        times[key]![5]!.push([hour, isKept ? 1 : 0]);
      }
      if (bringer !== null) work.push({ day, person: bringer, values: [0, 1, 0, 0] });
    }
    const tip = toPaise(ticket.valet_tip) + toPaise(ticket.online_tip);
    if (left !== null && tip > 0)
      work.push({ day: toLocal(left).day, person: bringer ?? parker ?? "", values: [0, 0, tip, 0] });
    for (const person of new Set(["*", ...work.map((own) => own.person)])) {
      const own = work.filter((done) => person === "*" || done.person === person);
      const days = [...new Set(own.map(({ day }) => day))].toSorted();
      for (const [index, day] of days.entries()) {
        const key = `driver ${day} ${person},${days[index - 1] ?? ""}`;
        add(key, [1, 0, 0, 0, 0]);
        for (const { values } of own.filter((done) => done.day === day)) add(key, [0, ...values]);
      }
    }
  }
  for (const lists of Object.values(times)) for (const list of lists) list.sort(compareTimes);
  return { figures, times };
}

/** 'day topic keys' → lists of hour and seconds, in their order. */
export interface Times {
  [key: string]: [hour: number, seconds: number][][];
}

const compareTimes = (a: readonly [number, number], b: readonly [number, number]): number => a[0] - b[0] || a[1] - b[1];

export async function readKeptTimes(sql: Sql, branch: number): Promise<Times> {
  const rows = await sql<({ key: string } & { [list: string]: Uint8Array })[]>`
    select concat_ws(' ', day, topic, array_to_string(keys, ',')) as key, times[1] as t1, times[2] as t2, times[3] as t3, times[4] as t4, times[5] as t5, times[6] as t6
    from report_times where branch = ${branch}`;
  const kept: Times = {};
  for (const { key, ...lists } of rows) {
    if (key in kept) throw new Error(`${key} is kept twice`);
    kept[key] = Object.values<Uint8Array>(lists).map((list) =>
      countTimesByHour(list).flatMap((times, hour) =>
        Array.from({ length: times.length }, (_, number): [number, number] => [hour, times.find(number)]),
      ),
    );
  }
  return kept;
}
