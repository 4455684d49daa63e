// §4 What vehicles and accounts owe, as changes by day: charges count when a vehicle has left, everything else when it is
// recorded. The balance at any time is the sum of the changes before it.
import type { Sql, Tx } from "#server/db/pool.ts";
import { isOfSettlementsSql } from "#server/features/debts/accounts.ts";
import type { SqlFragment } from "#server/features/reports/report-query.ts";

/** When an entry `e` was closed: a missed exit counts when it was recorded. Equal to an index of the table. */
export const entryClosedAtSql = (sql: Sql | Tx) => sql`
  (case e.parking_status_id when 2 then coalesce(e.exit_recorded_at, e.out_time) when 4 then coalesce(e.voided_at, e.date_updated) end)`;
export const ticketClosedAtSql = (sql: Sql | Tx) => sql`coalesce(e.out_time, e.voided_at)`;

const offersSql = (sql: Sql | Tx) => sql`
  coalesce((select sum((o.value ->> 'amount')::int8) from jsonb_array_elements(nullif(e.offer_discounts, 'null')) o), 0)`;

/** Charges of closed entries and tickets, with the time at which they were closed; a cancelled one is charged nothing. */
export const selectClosed = (sql: Sql | Tx, periods: SqlFragment) => sql`
  select c.branch, c.day, c.service, c.id, c.at, c.in_time, c.out_time, case when is_cancelled then 0 else total end as total, case when is_cancelled then 0 else additional end as additional,
    case when is_cancelled then 0 else by_tariff + additional - total end as discounts,
    case when is_cancelled then 0 else by_tariff + offers end as gross, case when is_cancelled then 0 else offers end as offers,
    case when is_by_hand or is_cancelled then 0 else least(valet_charge, by_tariff + offers) end as valet_charge, is_by_hand,
    greatest(0, paid + written_off - case when is_cancelled then 0 else total end) as excess
  from (
    select day.branch, (${entryClosedAtSql(sql)} at time zone day.zone)::date as day, 'is_parking' as service, e.id, ${entryClosedAtSql(sql)} as at, e.in_time, e.out_time,
      e.parking_status_id = 4 as is_cancelled, ${amountsSql(sql)}, 0::int8 as valet_charge
    from ${periods} join "Parking_Information" e on e.branch = day.branch and e.parking_status_id in (2, 4) and not e.is_test
      and ${entryClosedAtSql(sql)} >= day.start and ${entryClosedAtSql(sql)} < day.stop
    union all
    select day.branch, (${ticketClosedAtSql(sql)} at time zone day.zone)::date, 'is_valet_and_parking', e.id, ${ticketClosedAtSql(sql)}, e.in_time, e.out_time,
      e.voided_at is not null, ${amountsSql(sql)}, (coalesce(e.valet_charge, 0) * 100)::int8
    from ${periods} join "Valet_and_Parking_Information" e on e.branch = day.branch and not e.is_test
      and ${ticketClosedAtSql(sql)} >= day.start and ${ticketClosedAtSql(sql)} < day.stop) c`;

const amountsSql = (sql: Sql | Tx) => sql`
  (coalesce(e.total_amount, 0) * 100)::int8 as total, (coalesce(e.actual_amount, 0) * 100)::int8 as by_tariff,
  (coalesce(e.additional_charge, 0) * 100)::int8 as additional, e.charge_override is not null as is_by_hand,
  (coalesce(e.paid_amount, 0) * 100)::int8 as paid, (coalesce(e.written_off_amount, 0) * 100)::int8 as written_off, ${offersSql(sql)}::int8 as offers`;

/** Changes in paise: what vehicles owe more or less, and accounts. */
export const selectDueChanges = (sql: Sql | Tx, periods: SqlFragment) => sql`
  select branch, day, (total + excess)::int8 as vehicles, 0::int8 as accounts from (${selectClosed(sql, periods)}) c
  union all
  select day.branch, (p.received_at at time zone day.zone)::date,
    case when p.kind <> 'refund' and (p.parking_information is not null or p.valet_and_parking_information is not null)
      then (p.amount * -100)::int8 else 0 end,
    case when ${isOfSettlementsSql(sql)} then (p.amount * -100)::int8 when p.channel = 'on_account' then (p.amount * 100)::int8 else 0 end
  from ${periods} join payments p on p.branch = day.branch and p.received_at >= day.start and p.received_at < day.stop
  union all
  select day.branch, (e.written_off_at at time zone day.zone)::date, (e.written_off_amount * -100)::int8, 0
  from ${periods} join "Parking_Information" e on e.branch = day.branch and e.written_off_at >= day.start and e.written_off_at < day.stop
    and not e.is_test
  union all
  select day.branch, (e.written_off_at at time zone day.zone)::date, (e.written_off_amount * -100)::int8, 0
  from ${periods} join "Valet_and_Parking_Information" e on e.branch = day.branch and e.written_off_at >= day.start and e.written_off_at < day.stop
    and not e.is_test`;
