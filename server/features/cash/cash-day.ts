// §4 Cash per day and person, for the manager, with the entries of the day to review: discounts, changes, cancelled and
// long-open entries.
import type { cashActions } from "#domain/cash/actions.ts";
import { defaultTimeZone } from "#domain/dates.ts";
import * as limits from "#domain/limits.ts";
import { parkingSequence } from "#domain/parking/states.ts";
import type { ConfirmedChannel } from "#domain/payments/channels/payment-channels.ts";
import type { ContractResult } from "#domain/schema/contract.ts";
import type { AppServices } from "#server/context.ts";
import {
  selectAdjustments,
  selectChanges,
  selectOverrides,
  selectReturns,
  selectTotal,
} from "#server/features/cash/exception-facts.ts";
import { selectEntriesAndTickets } from "#server/features/cash/entries-and-tickets.ts";
import {
  selectChannelSums,
  selectShiftHandovers,
  selectShiftTotals,
  selectShiftVehicles,
} from "#server/features/cash/shift-totals.ts";
import { getBranchDayRange } from "#server/features/branches/branch-day.ts";
import { isOfSettlementsSql } from "#server/features/debts/accounts.ts";

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
    readCashTotals(period),
    readFlaggedEntries(period),
  ]);
  return { shifts, totals, remarkable };
}

interface CashPeriod {
  services: Pick<AppServices, "sql">;
  branch: number;
  from: Date;
  to: Date;
}

/**
 * Reads the shifts that were open at any time of the day. `taken` is what was collected on this day, so that the shifts
 * of a day add up to its cash however long they last.
 */
function readShifts({ services: { sql }, branch, from, to }: CashPeriod): Promise<Shift[]> {
  return sql<Shift[]>`
    select s.id, s.collector, u.first_name as name, s.opened_at, s.closed_at, (s.counted * 100)::int as counted, s.note,
      (s.expected * 100)::int as expected, (s.difference * 100)::int as difference,
      (coalesce(s.opening_float, 0) * 100)::int as "openingFloat", closer.first_name as "closedBy",
      case when s.corrected_at is not null then json_build_object('counted', (s.first_counted * 100)::int, 'by', corrector.first_name,
        'at', s.corrected_at, 'reason', s.correction_reason) end as correction,
      coalesce(day.taken, 0) as taken, coalesce(day.payments, 0) as payments, coalesce(whole.taken, 0) as "takenInShift",
      coalesce(whole.tips, 0) as tips, coalesce(moved.received, 0) as received, coalesce(moved.given, 0) as given, other.channels,
      paid.vehicles, paid.passes
    from cash_shifts s left join users u on u.id = s.collector
      left join users closer on closer.id = coalesce(s.closed_by, s.user_updated) and closer.id <> s.collector and s.closed_at is not null
      left join users corrector on corrector.id = s.corrected_by
      left join lateral (select (sum(p.amount) * 100)::int as taken, (count(*) filter (where p.kind = 'payment'))::int as payments from payments p
        where p.shift = s.id and p.mode = 'cash' and p.branch = ${branch} and p.received_at >= ${from} and p.received_at < ${to}) day on true
      left join lateral (${selectShiftTotals(sql)}) whole on true
      left join lateral (${selectShiftHandovers(sql)}) moved on true
      left join lateral (${selectChannelSums(sql, { branch, from, to })}) other on true
      left join lateral (${selectShiftVehicles(sql, { branch, from, to })}) paid on true
    where (s.branch = ${branch} and s.opened_at < ${to} and (s.closed_at is null or s.closed_at >= ${from})) or day.payments > 0 or other.channels <> '[]'
    order by s.opened_at, s.id`;
}

/**
 * Entries and tickets that left on the day, with what they owed then. A missed exit belongs to the day on which it was
 * recorded, so that the sheet of a past day stays as it was.
 */
export function selectDepartures({ services: { sql }, branch, from, to }: CashPeriod) {
  return sql`
    select 'P' as kind, e.id, e.out_time, coalesce(e.total_amount, 0) - coalesce((select sum(p.amount) from payments p
      where p.parking_information = e.id and p.kind <> 'refund' and p.received_at <= e.out_time), 0) as left_owing
    from "Parking_Information" e where e.branch = ${branch} and e.payment_type = 'pay-later'
      and coalesce(e.exit_recorded_at, e.out_time) >= ${from}
      and coalesce(e.exit_recorded_at, e.out_time) < ${to}
    union all
    select 'V', e.id, e.out_time, coalesce(e.total_amount, 0) - coalesce((select sum(p.amount) from payments p
      where p.valet_and_parking_information = e.id and p.kind <> 'refund' and p.received_at <= e.out_time), 0)
    from "Valet_and_Parking_Information" e where e.branch = ${branch} and e.out_time >= ${from} and e.out_time < ${to} and e.payment_type = 'pay-later'`;
}

/** Like the cash of the day, without refunds, which are summed for all channels. */
function sumChannel({ services: { sql }, branch, from, to }: CashPeriod, channel: ConfirmedChannel) {
  return sql`(select coalesce(sum(amount) * 100, 0)::int from payments where branch = ${branch} and channel = ${channel}
    and kind <> 'refund' and received_at >= ${from} and received_at < ${to})`;
}

/** The sums of a day, on the page of the day as on its sheet (server/features/reports/money/day-sheet.ts). */
export async function readCashTotals(period: CashPeriod): Promise<CashDay["totals"]> {
  const {
    services: { sql },
    branch,
    from,
    to,
  } = period;
  const departures = selectDepartures(period);
  const [row] = await sql<CashDay["totals"][]>`select
    (select coalesce(sum(amount) filter (where mode = 'cash' and kind <> 'refund'), 0) * 100 from payments where branch = ${branch} and received_at >= ${from} and received_at < ${to})::int as cash,
    (select coalesce(-sum(amount) filter (where mode = 'cash' and kind = 'refund'), 0) * 100 from payments where branch = ${branch} and received_at >= ${from} and received_at < ${to})::int as cash_refunded,
    (select coalesce(sum(amount) filter (where coalesce(channel, mode) = 'online'), 0) * 100 from payments where branch = ${branch} and received_at >= ${from} and received_at < ${to})::int as online,
    ${sumChannel(period, "upi")} as upi, ${sumChannel(period, "card_terminal")} as card_terminal, ${sumChannel(period, "on_account")} as on_account, ${sumChannel(period, "bank_transfer")} as bank_transfer,
    (((select coalesce(sum(r.amount), 0) from payment_refunds r join payment_attempts a on a.id = r.attempt
        where r.branch = ${branch} and not a.is_tip and not a.is_trial and r.state = 'done' and r.decided_at >= ${from} and r.decided_at < ${to})
      - (select coalesce(sum(amount), 0) from payments where branch = ${branch} and kind = 'refund' and received_at >= ${from} and received_at < ${to})) * 100)::int as refunded,
    (select coalesce(sum(r.amount), 0) * 100 from payment_refunds r join payment_attempts a on a.id = r.attempt
      where r.branch = ${branch} and r.kind = 'late' and not a.is_tip and not a.is_trial and r.state = 'done' and r.decided_at >= ${from} and r.decided_at < ${to})::int as returned,
    (select coalesce(sum(left_owing), 0) * 100 from (${departures}) d)::int as deferred,
    (select coalesce(sum(p.amount), 0) * 100 from payments p left join "Parking_Information" e on e.id = p.parking_information
      left join "Valet_and_Parking_Information" v on v.id = p.valet_and_parking_information
      where p.branch = ${branch} and p.received_at >= ${from} and p.received_at < ${to} and p.received_at > coalesce(e.out_time, v.out_time)
        and p.kind = 'payment' and not exists (select 1 from payments r where r.corrects = p.id and r.kind = 'reversal'))::int as debts_collected,
    (select coalesce(sum(amount), 0) * 100 from payments where branch = ${branch} and ${isOfSettlementsSql(sql)} and received_at >= ${from} and received_at < ${to})::int as accounts_settled,
    (select coalesce(sum(amount), 0) * 100 from (select written_off_amount as amount, branch, written_off_at from "Parking_Information"
      union all select written_off_amount, branch, written_off_at from "Valet_and_Parking_Information") w
      where branch = ${branch} and written_off_at >= ${from} and written_off_at < ${to})::int as written_off`;
  return row!;
}

const maxFlaggedEntries = 100;
/** Fields whose manual changes are reported; status changes and payments are not. */
const manualChangeFields = {
  entry: ["slot_prefix", "slot_no", "visitor_id"],
  main: ["vehicle_no", "phone_no", "name", "email", "entry_reason", "vehicle_type"],
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

/** Who let entry or ticket `e` leave without paying. */
const selectDeferrer = (sql: CashPeriod["services"]["sql"]) => sql`(
  select h.by from ${selectChanges(sql, sql`h.changes -> 'pay_later_reason' ->> 0 is distinct from h.changes -> 'pay_later_reason' ->> 1`)} h
  order by h.id desc limit 1)`;

async function readFlaggedEntries(period: CashPeriod & Pick<CashDayInput, "services">): Promise<FlaggedEntry[]> {
  const { services, branch, from, to } = period;
  const { sql } = services;
  const until = new Date(Math.min(services.clock().getTime(), to.getTime()));
  const longAgo = new Date(until.getTime() - limits.longOpenHours * 3_600_000);
  const day = sql`(select id as branch, name, coalesce(time_zone, ${defaultTimeZone}) as zone, ${from}::timestamptz as start, ${to}::timestamptz as stop
    from "Branch" where id = ${branch}) day`;
  return sql<FlaggedEntry[]>`
    with entries as (
      ${selectEntriesAndTickets({
        sql,
        parking: sql`p.branch = ${branch} and (p.parking_status_id in (1, 3) or p.date_updated >= ${from}) and not p.is_invited`,
        valet: sql`v.branch = ${branch} and (v.out_time is null or v.date_updated >= ${from})`,
      })}),
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
    history as (
      select e.kind, e.id, h.id as change, h.user_created as by, h.date_created as at, h.changes from entries e
        join "Parking_History" h on e.kind = 'P' and h.parking_information = e.id where h.date_created >= ${from} and h.date_created < ${to}
      union all
      select e.kind, e.id, h.id, h.user_created, h.date_created, h.changes from entries e
        join "Valet_and_Parking_History" h on e.kind = 'V' and h.valet_and_parking_information = e.id where h.date_created >= ${from} and h.date_created < ${to}),
    flagged as (
      select kind, id, why, at, by, amount * 100 as size, note from (${selectAdjustments(sql)}) a where amount > 0
      union all
      select h.kind, h.id, 'cancelled', h.at, h.by, ${selectTotal(sql, "before")} * 100, coalesce(h.changes -> 'change_reason' ->> 1, e.change_reason)
      from history h join entries e on e.kind = h.kind and e.id = h.id
      where e.is_cancelled and (h.changes -> 'voided_at' ->> 1 is not null or (h.kind = 'P' and h.changes -> 'parking_status_id' ->> 1 = ${String(parkingSequence.cancelled)}))
      union all
      select e.kind, e.id, 'pay-later', d.out_time, coalesce(${selectDeferrer(sql)}, e.user_updated), d.left_owing * 100, e.pay_later_reason
      from entries e join (${selectDepartures(period)}) d on d.kind = e.kind and d.id = e.id where d.left_owing > 0
      union all
      select kind, id, 'written-off', written_off_at, written_off_by, written_off_amount * 100, write_off_reason from entries where written_off_at >= ${from} and written_off_at < ${to}
      union all
      select kind, id, 'missed-exit', exit_recorded_at, exit_recorded_by, 0, change_reason from entries where exit_recorded_at >= ${from} and exit_recorded_at < ${to}
      union all
      select kind, id, 'long-open', null, user_created, extract(epoch from ${until}::timestamptz - in_time) / 60, null from entries
      where in_time < ${longAgo} and (out_time is null and not is_cancelled or coalesce(exit_recorded_at, out_time) >= ${to}))
    select t.kind, t.id, e.name, e.receipt_no, t.why, t.at, coalesce(t.size, 0)::int as size, t.note, u.first_name as by, null::text[] as fields
    from flagged t join entries e on e.kind = t.kind and e.id = t.id left join users u on u.id = t.by
    union all
    select coalesce(f.entry_kind, 'P'), f.entry, f.vehicle, f.receipt, f.kind, f.time, (f.amount * 100)::int, f.reason, u.first_name, null
    from (${selectOverrides(sql, day)} union all ${selectReturns(sql, day)}) f left join users u on u.id = f.person
    union all
    -- Each correction with the count before it.
    select 'P', null, r.collector, null, 'recounted', r.timestamp, (abs(r.counted - r.before) * 100)::int, r.reason, u.first_name, null
    from (select a."user", a.timestamp, (d.delta ->> 'counted')::numeric as counted, d.delta ->> 'correction_reason' as reason, c.first_name as collector,
        lag((d.delta ->> 'counted')::numeric, 1, s.first_counted) over (partition by s.id order by a.id) as before
      from cash_shifts s join activity a on a.collection = 'cash_shifts' and a.item = s.id::text and a.action = 'update'
        join revisions d on d.activity = a.id and d.delta ? 'counted' left join users c on c.id = s.collector
      where s.branch = ${branch} and s.corrected_at >= ${from}) r left join users u on u.id = r."user"
    where r.reason is not null and r.timestamp >= ${from} and r.timestamp < ${to}
    union all
    select e.kind, e.id, e.name, e.receipt_no, case when h.changes ? 'handover_mode' then 'no-code' else 'new-code' end, h.date_created, 0,
      h.changes -> 'handover_note' ->> 1, u.first_name, null
    from "Valet_and_Parking_History" h join entries e on e.kind = 'V' and e.id = h.valet_and_parking_information
      left join users u on u.id = h.user_created
    where h.date_created >= ${from} and h.date_created < ${to}
      and (h.changes -> 'handover_mode' ->> 1 = 'note' or (h.changes ? 'otp_renewed_at' and not h.changes ? 'corrected_at'))
    union all
    select e.kind, e.id, e.name, e.receipt_no, 'changed', null, 0, null, string_agg(distinct u.first_name, ', '), array_agg(distinct c.field)
    from changes c join entries e on e.kind = c.kind and e.id = c.entry left join users u on u.id = c.by
    group by e.kind, e.id, e.name, e.receipt_no
    order by why, size desc, kind, id, at limit ${maxFlaggedEntries}`;
}
