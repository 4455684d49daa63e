// §4 Cash per shift: sums of the shift `s` of the surrounding query, in paise.
import type { Sql } from "#server/db/pool.ts";

/** Cash collected, and the tips of the tickets paid in cash, which are the drivers' and not part of it. */
export const selectShiftTotals = (sql: Sql) => sql`
  select (sum(p.amount) * 100)::int as taken, count(*)::int as payments,
    (select sum(v.valet_tip) * 100 from "Valet_and_Parking_Information" v where v.id in (select t.valet_and_parking_information
      from payments t where t.shift = s.id and t.mode = 'cash'))::int as tips
  from payments p where p.shift = s.id and p.mode = 'cash'`;

/** Amounts of other channels as JSON; of the whole shift, or of a branch in a period. */
export const selectChannelSums = (sql: Sql, period?: { branch: number; from: Date; to: Date }) => sql`
  select coalesce(jsonb_agg(jsonb_build_object('channel', c.channel, 'amount', c.amount) order by c.channel desc), '[]') as channels
  from (select p.channel, (sum(p.amount) * 100)::int as amount from payments p
    where p.shift = s.id and p.channel not in ('cash', 'online') and p.kind <> 'refund'
      ${period ? sql`and p.branch = ${period.branch} and p.received_at >= ${period.from} and p.received_at < ${period.to}` : sql``} group by p.channel) c where c.amount > 0`;

/** Cash that was received from, and handed to, other shifts. */
export const selectShiftHandovers = (sql: Sql) => sql`
  select (sum(h.amount) filter (where h.to_shift = s.id) * 100)::int as received,
    (sum(h.amount) filter (where h.from_shift = s.id) * 100)::int as given
  from cash_handovers h where (h.to_shift = s.id or h.from_shift = s.id) and h.state = 'confirmed'`;
