// §2 Exceptions as what happened, with its own time, person, reason and amount, for the day of cash and for the report of
// exceptions. Who changes the entry later moves none of them to another day.
import type { Sql, Tx } from "#server/db/pool.ts";
import type { PendingQuery, Row } from "postgres";

type Fragment = PendingQuery<Row[]>;

/** The changes of entry or ticket `e` that satisfy the condition on `h`, with who made them: `(id, by, at, changes)`. */
export function selectChanges(sql: Sql | Tx, condition: Fragment): Fragment {
  return sql`(
    select h.id, h.user_created as by, h.date_created as at, h.changes from "Parking_History" h where e.kind = 'P' and h.parking_information = e.id and ${condition}
    union all
    select h.id, h.user_created, h.date_created, h.changes from "Valet_and_Parking_History" h where e.kind = 'V' and h.valet_and_parking_information = e.id and ${condition})`;
}

/** The total before the change `h`, in rupees, or after it; null if it did not change. A void removes the one before. */
export const selectTotal = (sql: Sql | Tx, side: "before" | "after"): Fragment =>
  sql`(h.changes -> 'total_amount' ->> ${side === "before" ? 0 : 1}::int)::numeric`;

/**
 * Discounts and extra charges `(kind, id, why, at, by, amount, note)` that the changes `history` of `entries` left, both parts of a
 * `with` clause: the last of each entry. What an entry was created with is in no change.
 */
export function selectAdjustments(sql: Sql): Fragment {
  const changed = selectChanges(sql, sql`h.changes ? f.field`);
  return sql`
    select distinct on (h.kind, h.id, f.why) h.kind, h.id, f.why, h.at, h.by, v.amount::numeric, coalesce(h.changes -> f.note ->> 1, to_jsonb(e) ->> f.note) as note
    from history h join entries e on e.kind = h.kind and e.id = h.id
      cross join (values ('discount', 'deduction_charge', 'deduction_note'), ('addition', 'additional_charge', 'addition_note')) f (why, field, note)
      cross join lateral (select case when h.changes <> '{}' then h.changes -> f.field ->> 1
        else coalesce((select coalesce(c.changes -> f.field ->> 0, '0') from ${changed} c order by c.id limit 1), to_jsonb(e) ->> f.field) end as amount) v
    where h.changes = '{}' or h.changes -> f.field ->> 0 is distinct from h.changes -> f.field ->> 1
    order by h.kind, h.id, f.why, h.at desc, h.change desc`;
}

/** As the columns of `selectOverrides` and `selectReturns`; `amount` is in rupees. */
const columns = (sql: Sql | Tx): Fragment =>
  sql`branch, branch_name, kind, person, time, amount, reason, entry_kind, entry, vehicle, receipt`;

/**
 * Charges set by hand in the periods `day (branch, name, zone, start, stop)`: the last of each entry and day, with the charge as its
 * amount. One that was taken back on the same day is none.
 */
export function selectOverrides(sql: Sql | Tx, periods: Fragment): Fragment {
  const select = (kind: "P" | "V", history: Fragment, entry: Fragment): Fragment => sql`
    select ${kind}::text as kind, h.${entry} as id, h.id as change, h.user_created as by, h.date_created as at, h.changes from ${history} h
    where h.date_created >= day.start and h.date_created < day.stop and h.changes ? 'charge_override'
      and h.changes -> 'charge_override' ->> 0 is distinct from h.changes -> 'charge_override' ->> 1`;
  const changes = sql`${select("P", sql`"Parking_History"`, sql`parking_information`)}
    union all ${select("V", sql`"Valet_and_Parking_History"`, sql`valet_and_parking_information`)}`;
  return sql`
    select ${columns(sql)} from (
      select distinct on (h.kind, h.id, (h.at at time zone day.zone)::date) day.branch, day.name as branch_name, 'override' as kind, h.by as person, h.at as time,
        (h.changes -> 'charge_override' ->> 1)::numeric as amount, coalesce(h.changes -> 'charge_override_reason' ->> 1, p.charge_override_reason, v.charge_override_reason)::text as reason,
        h.kind as entry_kind, h.id as entry, coalesce(m.vehicle_no, m.name, v."Vehicle_Number")::text as vehicle, coalesce(p.receipt_no, v.receipt_no)::text as receipt
      from ${periods} cross join lateral (${changes}) h
        left join "Parking_Information" p on h.kind = 'P' and p.id = h.id left join "Parking_Main_Information" m on m.id = p.parking_main_info
        left join "Valet_and_Parking_Information" v on h.kind = 'V' and v.id = h.id
      where coalesce(p.branch, v.branch) = day.branch and not coalesce(p.is_test, v.is_test)
      order by h.kind, h.id, (h.at at time zone day.zone)::date, h.at desc, h.change desc) o
    where amount is not null`;
}

/**
 * Refunds ('refunded') and reversals ('reversed') of entries, tickets ('V'), passes ('M') and settlements in the periods `day`, one by one:
 * by staff when they were made, by the provider when it returned the money. What came too late was never received.
 */
export function selectReturns(sql: Sql | Tx, periods: Fragment): Fragment {
  return sql`
    select ${columns(sql)} from (
      select r.branch, r.name as branch_name, r.kind, r.person, r.time, r.amount, r.reason::text as reason,
        case when r.parking_information is not null then 'P' when r.valet_and_parking_information is not null then 'V' when r.pass is not null then 'M' end as entry_kind,
        coalesce(r.parking_information, r.valet_and_parking_information, r.pass) as entry,
        coalesce(m.vehicle_no, m.name, v."Vehicle_Number", r.account)::text as vehicle, coalesce(p.receipt_no, v.receipt_no)::text as receipt
      from (
        select day.branch, day.name, case p.kind when 'refund' then 'refunded' else 'reversed' end as kind, p.collected_by as person, p.received_at as time, -p.amount as amount, p.reason,
          p.parking_information, p.valet_and_parking_information, p.pass, p.account
        from ${periods} join payments p on p.branch = day.branch and p.received_at >= day.start and p.received_at < day.stop and p.kind in ('refund', 'reversal')
        union all
        select day.branch, day.name, 'refunded', r.user_created, r.decided_at, r.amount, r.reason, a.parking_information, a.valet_and_parking_information, a.pass, null
        from ${periods} join payment_refunds r on r.branch = day.branch and r.decided_at >= day.start and r.decided_at < day.stop and r.state = 'done' and r.kind = 'manager'
          join payment_attempts a on a.id = r.attempt and not a.is_tip and not a.is_trial) r
        left join "Parking_Information" p on p.id = r.parking_information left join "Parking_Main_Information" m on m.id = coalesce(p.parking_main_info, r.pass)
        left join "Valet_and_Parking_Information" v on v.id = r.valet_and_parking_information) f`;
}
