// §2 Revenue: what was received and returned, as rows that can be added up by anything they name. The same rows are read for
// a report and summed by day (server/features/reports/rollup).
import type { Sql, Tx } from "#server/db/pool.ts";
import { isOfSettlementsSql } from "#server/features/debts/accounts.ts";
import type { SqlFragment } from "#server/features/reports/report-query.ts";

/**
 * Rows of the ledger and refunds of the provider, which are not part of it. A payment that came too late and was returned was never
 * received. `periods` are rows `day (branch, zone, start, stop)`.
 */
export const selectLedgerLines = (sql: Sql | Tx, periods: SqlFragment) => sql`
  select l.*, case when l.is_settlement then 'account' when l.parking_information is not null then 'is_parking'
    when l.valet_and_parking_information is not null then 'is_valet_and_parking' else 'pass' end as service
  from (
    select day.branch, (p.received_at at time zone day.zone)::date as day, p.received_at as at, p.id as payment, p.kind,
      ${isOfSettlementsSql(sql)} as is_settlement, coalesce(p.channel, p.mode) as channel, p.collected_by as person, p.shift,
      (p.amount * 100)::int8 as amount, p.account, p.reference, p.merchant_transaction_id as transaction,
      p.parking_information, p.valet_and_parking_information, p.pass
    from ${periods} join payments p on p.branch = day.branch and p.received_at >= day.start and p.received_at < day.stop
    union all
    select day.branch, (r.decided_at at time zone day.zone)::date, r.decided_at, null, 'refund', false, 'online', null, null,
      (r.amount * -100)::int8, null, null, a.merchant_transaction_id, a.parking_information, a.valet_and_parking_information, a.pass
    from ${periods} join payment_refunds r on r.branch = day.branch and r.decided_at >= day.start and r.decided_at < day.stop
      and r.state = 'done' and r.kind = 'manager'
      join payment_attempts a on a.id = r.attempt and not a.is_tip and not a.is_trial) l`;

/**
 * The same with what they were for. `offset 0` keeps the planner, which expects many days, from reading whole tables: each line looks up
 * its own rows.
 */
export const selectMoneyLines = (sql: Sql | Tx, periods: SqlFragment) => sql`
  select l.*, coalesce(m.vehicle_type, v.vehicle_type) as vehicle_type, coalesce(e.tariff_version, v.tariff_version) as tariff,
    nullif(coalesce(e.offer_discounts, v.offer_discounts), 'null') as offers
  from (${selectLedgerLines(sql, periods)}) l
    left join lateral (select parking_main_info, tariff_version, offer_discounts from "Parking_Information" where id = l.parking_information offset 0) e on true
    left join lateral (select vehicle_type from "Parking_Main_Information" where id = coalesce(e.parking_main_info, l.pass) offset 0) m on true
    left join lateral (select vehicle_type, tariff_version, offer_discounts from "Valet_and_Parking_Information" where id = l.valet_and_parking_information offset 0) v on true`;

/** What lines are added up by, beside their day and service; empty where a line has none. */
export const revenueTopics = ["channel", "vehicle_type", "person", "shift", "tariff", "offer"] as const;
export type RevenueTopic = (typeof revenueTopics)[number];

/** The key of a line `l` for a topic, as text. Several offers of an entry are one key, so that nothing counts twice. */
export function selectTopicKey(sql: Sql | Tx, topic: RevenueTopic): SqlFragment {
  if (topic === "offer")
    return sql`coalesce((select string_agg(o.value ->> 'offer', ',' order by (o.value ->> 'offer')::bigint)
      from jsonb_array_elements(l.offers) o), '')`;
  return sql`coalesce(l.${sql(topic)}::text, '')`;
}

/** The figures of lines `l`, in paise: payments, received, refunded, settled. */
export const selectMoneyFigures = (sql: Sql | Tx) => sql`
  count(*) filter (where l.kind = 'payment') as payments,
  coalesce(sum(l.amount) filter (where l.kind in ('payment', 'reversal') and not l.is_settlement), 0)::int8 as received,
  coalesce(-sum(l.amount) filter (where l.kind = 'refund'), 0)::int8 as refunded,
  coalesce(sum(l.amount) filter (where l.is_settlement), 0)::int8 as settled`;
