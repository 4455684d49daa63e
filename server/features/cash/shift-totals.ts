// §4 Cash per shift: sums of the shift `s` of the surrounding query, in paise.
import type { Sql, Tx } from "#server/db/pool.ts";

/** A part of a shift: at a branch in a period. */
interface ShiftPeriod {
  branch: number;
  from: Date;
  to: Date;
}

const isInPeriod = (sql: Sql | Tx, period: ShiftPeriod | undefined) =>
  period
    ? sql`and p.branch = ${period.branch} and p.received_at >= ${period.from} and p.received_at < ${period.to}`
    : sql``;

/**
 * Cash collected, and the tips collected with it, which are the drivers' and not part of it: each in the shift that
 * took it. Tickets that were closed before this was noted have no time: only collected tips are left on them.
 */
export const selectShiftTotals = (sql: Sql | Tx) => sql`
  select (sum(p.amount) * 100)::int as taken, count(*)::int as payments,
    (select sum(v.valet_tip) * 100 from "Valet_and_Parking_Information" v where v.id in (select t.valet_and_parking_information
      from payments t where t.shift = s.id and t.mode = 'cash'
        and (t.received_at = v.tip_collected_at or (v.tip_collected_at is null and v.out_time is not null))))::int as tips
  from payments p where p.shift = s.id and p.mode = 'cash'`;

/** Entries and tickets, and passes, of which a payment was taken, through any channel, and not reversed. */
export const selectShiftVehicles = (sql: Sql | Tx, period?: ShiftPeriod) => sql`
  select (count(distinct (p.parking_information, p.valet_and_parking_information)) filter (where p.pass is null))::int as vehicles,
    count(distinct p.pass)::int as passes
  from payments p where p.shift = s.id and p.kind = 'payment' and coalesce(p.parking_information, p.valet_and_parking_information, p.pass) is not null
    and not exists (select 1 from payments r where r.corrects = p.id and r.kind = 'reversal') ${isInPeriod(sql, period)}`;

/** Amounts of other channels as JSON; of the whole shift, or of a branch in a period. */
export const selectChannelSums = (sql: Sql, period?: ShiftPeriod) => sql`
  select coalesce(jsonb_agg(jsonb_build_object('channel', c.channel, 'amount', c.amount) order by c.channel desc), '[]') as channels
  from (select p.channel, (sum(p.amount) * 100)::int as amount from payments p
    where p.shift = s.id and p.channel not in ('cash', 'online') and p.kind <> 'refund'
      ${isInPeriod(sql, period)} group by p.channel) c where c.amount > 0`;

/** Cash that was received from, and handed to, other shifts. */
export const selectShiftHandovers = (sql: Sql | Tx) => sql`
  select (sum(h.amount) filter (where h.to_shift = s.id) * 100)::int as received,
    (sum(h.amount) filter (where h.from_shift = s.id) * 100)::int as given
  from cash_handovers h where (h.to_shift = s.id or h.from_shift = s.id) and h.state = 'confirmed'`;

/** Whether cash was collected, received or brought along, by the totals `t` and the handovers `h` of the shift. */
export const needsCount = (sql: Sql | Tx) =>
  sql`coalesce(s.opening_float, 0) > 0 or t.payments > 0 or coalesce(h.received, 0) > 0`;
