// §4 Cash per day and person, for the manager, with the entries of the day to review: discounts, changes, cancelled and
// long-open entries.
import type { cashActions } from "#domain/cash/actions.ts";
import { limits } from "#domain/limits.ts";
import type { ContractResult } from "#domain/schema/contract.ts";
import type { AppServices } from "#server/context.ts";
import { getBranchDayRange } from "#server/features/branches/branch-day.ts";

type CashDay = ContractResult<typeof cashActions.readDay>;
type Shift = CashDay["shifts"][number];
type FlaggedEntry = CashDay["remarkable"][number];

interface CashDayInput {
  services: AppServices;
  branch: number;
  /** 'YYYY-MM-DD' in the branch's zone. */
  day: string;
}

export async function readCashDay({ services, branch, day }: CashDayInput): Promise<CashDay> {
  const period = { services, branch, ...(await getBranchDayRange({ sql: services.sql, branch, day })) };
  const [shifts, totals, remarkable] = await Promise.all([
    readShifts(period),
    readTotals(period),
    readFlaggedEntries(period),
  ]);
  return { shifts, totals, remarkable };
}

interface CashPeriod {
  services: AppServices;
  branch: number;
  from: Date;
  to: Date;
}

/** Reads the shifts that were open at any time of the day. */
function readShifts({ services: { sql }, branch, from, to }: CashPeriod): Promise<Shift[]> {
  return sql<Shift[]>`
    select s.id, s.collector, u.first_name as name, s.opened_at, s.closed_at, (s.counted * 100)::int as counted, s.note,
      (s.expected * 100)::int as expected, (s.difference * 100)::int as difference,
      coalesce(sum(p.amount * 100), 0)::int as taken, count(p.id)::int as payments
    from cash_shifts s left join users u on u.id = s.collector left join payments p on p.shift = s.id and p.mode = 'cash'
    where s.branch = ${branch} and s.opened_at < ${to} and coalesce(s.closed_at, ${to}) >= ${from}
    group by s.id, u.first_name order by s.opened_at, s.id`;
}

async function readTotals({ services: { sql }, branch, from, to }: CashPeriod): Promise<CashDay["totals"]> {
  const [row] = await sql<CashDay["totals"][]>`select
    (select coalesce(sum(amount) filter (where mode = 'cash'), 0) * 100 from payments where branch = ${branch} and received_at >= ${from} and received_at < ${to})::int as cash,
    (select coalesce(sum(amount) filter (where mode = 'online'), 0) * 100 from payments where branch = ${branch} and received_at >= ${from} and received_at < ${to})::int as online,
    (select coalesce(sum(amount), 0) * 100 from payment_refunds where branch = ${branch} and state = 'done' and decided_at >= ${from} and decided_at < ${to})::int as refunded`;
  return row!;
}

const maxFlaggedEntries = 100;
/** Fields whose manual changes are reported; status changes and payments are not. */
const manualChangeFields = {
  entry: ["slot_prefix", "slot_no", "visitor_id"],
  main: ["name", "email", "entry_reason", "vehicle_type"],
  ticket: [
    "Vehicle_Number",
    "Customer_Name",
    "Customer_Phone_Number",
    "vehicle_type",
    "valet_charge",
    "slot_prefix",
    "slot_no",
    "key_tag",
  ],
};

async function readFlaggedEntries({ services, branch, from, to }: CashPeriod): Promise<FlaggedEntry[]> {
  const { sql } = services;
  const longAgo = new Date(Math.min(services.clock().getTime(), to.getTime()) - limits.longOpenHours * 3_600_000);
  return sql<FlaggedEntry[]>`
    with entries as (
      select 'P' as kind, p.id, m.id as main, coalesce(m.vehicle_no, m.name) as name, p.receipt_no, p.deduction_charge, p.deduction_note, p.additional_charge,
        p.addition_note, p.refunded_amount, p.in_time, p.out_time, p.parking_status_id = 4 as is_cancelled, p.date_updated, p.user_updated
      from "Parking_Information" p join "Parking_Main_Information" m on m.id = p.parking_main_info
      where p.branch = ${branch} and (p.parking_status_id in (1, 3) or p.date_updated >= ${from}) and not p.is_invited
      union all
      select 'V', v.id, null, v."Vehicle_Number", v.receipt_no, v.deduction_charge, v.deduction_note, v.additional_charge,
        v.addition_note, v.refunded_amount, v.in_time, v.out_time, false, v.date_updated, v.user_updated
      from "Valet_and_Parking_Information" v where v.branch = ${branch} and (v.out_time is null or v.date_updated >= ${from})),
    -- A status change also sets the slot: that is not a manual change.
    changes as (
      select 'P' as kind, h.parking_information as entry, h.user_created as by, k.field from "Parking_History" h
        join entries e on e.kind = 'P' and e.id = h.parking_information, jsonb_object_keys(h.changes) as k (field)
      where h.date_created >= ${from} and h.date_created < ${to} and not h.changes ? 'parking_status_id' and k.field = any(${manualChangeFields.entry})
      union all
      select 'P', e.id, a."user", k.field from entries e
        join activity a on a.collection = 'Parking_Main_Information' and a.item = e.main::text and a.action = 'update'
        join revisions r on r.activity = a.id, jsonb_object_keys(r.delta) as k (field)
      where e.kind = 'P' and a.timestamp >= ${from} and a.timestamp < ${to} and k.field = any(${manualChangeFields.main})
      union all
      select 'V', h.valet_and_parking_information, h.user_created, k.field from "Valet_and_Parking_History" h
        join entries e on e.kind = 'V' and e.id = h.valet_and_parking_information, jsonb_object_keys(h.changes) as k (field)
      where h.date_created >= ${from} and h.date_created < ${to} and not h.changes ? 'status_id' and k.field = any(${manualChangeFields.ticket})),
    flagged as (
      select e.*, 'discount' as why, (deduction_charge * 100)::int as size, deduction_note as note from entries e where deduction_charge > 0 and date_updated >= ${from} and date_updated < ${to}
      union all
      select e.*, 'addition', (additional_charge * 100)::int, addition_note from entries e where additional_charge > 0 and date_updated >= ${from} and date_updated < ${to}
      union all
      select e.*, 'refunded', (refunded_amount * 100)::int, null from entries e where refunded_amount > 0 and date_updated >= ${from} and date_updated < ${to}
      union all
      select e.*, 'cancelled', 0, null from entries e where is_cancelled and date_updated >= ${from} and date_updated < ${to}
      union all
      select e.*, 'long-open', (extract(epoch from ${services.clock()}::timestamptz - in_time) / 60)::int, null from entries e
      where out_time is null and in_time < ${longAgo} and not is_cancelled)
    select t.kind, t.id, t.name, t.receipt_no, t.why, t.size, t.note, u.first_name as by, null::text[] as fields
    from flagged t left join users u on u.id = t.user_updated
    union all
    select e.kind, e.id, e.name, e.receipt_no, 'changed', 0, null, string_agg(distinct u.first_name, ', '), array_agg(distinct c.field)
    from changes c join entries e on e.kind = c.kind and e.id = c.entry left join users u on u.id = c.by
    group by e.kind, e.id, e.name, e.receipt_no
    order by why, size desc, kind, id limit ${maxFlaggedEntries}`;
}
