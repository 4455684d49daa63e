// §4 Entries and tickets behind the lines of the day sheet, which is of one branch.
import type { registerKinds } from "#domain/reports/operations/registers.ts";
import { selectDepartures } from "#server/features/cash/cash-day.ts";
import { selectClosed } from "#server/features/reports/money/due-changes.ts";
import { type ReportQuery, selectBranchPeriods } from "#server/features/reports/report-query.ts";
import type { Fragment } from "#server/features/reports/visits.ts";
import { selectTips } from "#server/features/valet/tips/select-tips.ts";

type Selects = { readonly [kind in keyof (typeof registerKinds)["charges"]]: Fragment };

export function selectCharges(query: ReportQuery): Selects {
  const { sql, branches } = query;
  const [{ id: branch, from, to } = { id: 0, from: new Date(0), to: new Date(0) }] = branches;
  const slot = sql`(
    select case when e.slot_no > 0 then coalesce(e.slot_prefix, '') || e.slot_no end from "Parking_Information" e where r.kind = 'P' and e.id = r.id
    union all
    select case when e.slot_no > 0 then coalesce(e.slot_prefix, '') || e.slot_no end from "Valet_and_Parking_Information" e where r.kind = 'V' and e.id = r.id)`;
  const select = (
    rows: Fragment,
    { at, amount, condition }: { [part in "at" | "amount" | "condition"]: Fragment },
  ): Fragment => sql`
    select r.kind, r.id, day.branch, day.name as branch_name, ${at} as at, r.in_time as came, r.out_time as went, ${slot} as slot, ${amount} as amount, null::uuid as person, null::int as hour
    from (${rows}) r cross join ${selectBranchPeriods(query)} where ${condition}`;
  const closed = sql`select case service when 'is_parking' then 'P' else 'V' end as kind, c.* from (${selectClosed(sql, selectBranchPeriods(query))}) c`;
  const charge = (paise: Fragment, condition: Fragment = sql`true`): Fragment =>
    select(closed, { at: sql`r.at`, amount: sql`${paise} / 100.0`, condition: sql`${paise} <> 0 and ${condition}` });
  const tariff = sql`(r.gross - r.valet_charge)`;
  const writtenOff = (kind: "P" | "V", table: Fragment): Fragment => sql`
    select ${kind}::text as kind, id, in_time, out_time, written_off_at, written_off_amount from ${table}
    where branch = ${branch} and written_off_at >= ${from} and written_off_at < ${to}`;
  const tip = (channel: "cash" | "online"): Fragment => {
    const tips = sql`select 'V' as kind, t.ticket as id, null::timestamptz as in_time, t.out_time, t.amount from (${selectTips(sql, branch)}) t
      where t.channel = ${channel} and t.out_time >= ${from} and t.out_time < ${to}`;
    return select(tips, { at: sql`r.out_time`, amount: sql`r.amount`, condition: sql`true` });
  };
  return {
    parking: charge(tariff, sql`r.kind = 'P' and not r.is_by_hand`),
    valet: charge(tariff, sql`r.kind = 'V' and not r.is_by_hand`),
    valet_charge: charge(sql`r.valet_charge`),
    by_hand: charge(sql`r.gross`, sql`r.is_by_hand`),
    additional: charge(sql`r.additional`),
    discount: charge(sql`r.discounts`),
    offer: charge(sql`r.offers`),
    excess: charge(sql`r.excess`),
    written_off: select(
      sql`${writtenOff("P", sql`"Parking_Information"`)} union all ${writtenOff("V", sql`"Valet_and_Parking_Information"`)}`,
      { at: sql`r.written_off_at`, amount: sql`r.written_off_amount`, condition: sql`true` },
    ),
    left_unpaid: select(
      sql`select d.*, null::timestamptz as in_time from (${selectDepartures({ services: { sql }, branch, from, to })}) d`,
      { at: sql`r.out_time`, amount: sql`r.left_owing`, condition: sql`r.left_owing <> 0` },
    ),
    tip_cash: tip("cash"),
    tip_online: tip("online"),
  };
}
