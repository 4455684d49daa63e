// §4 /reporting/money: the sheet of a day that balances. Its sums are those of the page of daily cash.
import { formatDateTime } from "#domain/dates.ts";
import { composeDaySheet, type DayCharges, type DaySheetFigures } from "#domain/reports/day-sheet.ts";
import type { moneyReports } from "#domain/reports/money-reports.ts";
import type { ColumnsOf, ReportData } from "#domain/reports/report.ts";
import { readCashTotals } from "#server/features/cash/cash-day.ts";
import { selectClosed } from "#server/features/reports/money/due-changes.ts";
import { type BranchPeriod, type ReportQuery, selectBranchPeriods } from "#server/features/reports/report-query.ts";
import { readBalancesBefore } from "#server/features/reports/rollup/read-figures.ts";
import { selectTips } from "#server/features/valet/tips/select-tips.ts";

type DaySheetData = ReportData<ColumnsOf<(typeof moneyReports)["day-sheet"]>>;

export async function readDaySheet(query: ReportQuery): Promise<DaySheetData> {
  const { sql } = query;
  const [branch] = query.branches;
  if (!branch) return { rows: [] };
  const { from, to, id } = branch;
  const [opening, charges, cash, other, tips, shifts, counts] = await Promise.all([
    readBalancesBefore(query),
    readCharges(query),
    readCashTotals({ services: { sql }, branch: id, from, to }),
    readOtherSums(query),
    readTips({ query, branch }),
    readShifts({ query, branch }),
    readCounts({ query, branch }),
  ]);
  const { cash: inCash, online, upi, card_terminal, on_account, bank_transfer } = cash;
  const figures: DaySheetFigures = {
    openingDue: opening.vehicles,
    openingAccounts: opening.accounts,
    charges,
    passes: other.passes,
    received: { cash: inCash, online, upi, card_terminal, on_account, bank_transfer },
    settled: cash.accounts_settled,
    writtenOff: cash.written_off,
    booked: on_account - other.accountRefunds,
    refunds: {
      cash: cash.cash_refunded,
      channels: other.channelRefunds,
      online: cash.refunded - cash.cash_refunded - other.channelRefunds - other.late,
      late: other.late,
    },
    tips,
    shifts,
    counts,
    leftUnpaid: cash.deferred,
    debtsCollected: cash.debts_collected,
  };
  return {
    rows: composeDaySheet(figures).map(({ opens, ...values }) => ({ values, link: opens })),
  };
}

async function readCharges(query: ReportQuery): Promise<DayCharges> {
  const { sql } = query;
  const [row] = await sql<DayCharges[]>`
    select coalesce(sum(gross - valet_charge) filter (where service = 'is_parking' and not is_by_hand), 0)::int8 as parking,
      coalesce(sum(gross - valet_charge) filter (where service = 'is_valet_and_parking' and not is_by_hand), 0)::int8 as valet,
      coalesce(sum(valet_charge), 0)::int8 as "valetCharges", coalesce(sum(gross) filter (where is_by_hand), 0)::int8 as "byHand",
      coalesce(sum(additional), 0)::int8 as additional, coalesce(sum(discounts), 0)::int8 as discounts,
      coalesce(sum(offers), 0)::int8 as offers, coalesce(sum(excess), 0)::int8 as excess
    from (${selectClosed(sql, selectBranchPeriods(query))}) c`;
  return row!;
}

interface OtherSums {
  passes: number;
  channelRefunds: number;
  accountRefunds: number;
  late: number;
}

async function readOtherSums(query: ReportQuery): Promise<OtherSums> {
  const { sql } = query;
  const [row] = await sql<OtherSums[]>`
    select coalesce(sum(p.amount * 100) filter (where p.pass is not null and p.kind <> 'refund'), 0)::int8 as passes,
      coalesce(-sum(p.amount * 100) filter (where p.kind = 'refund' and p.mode <> 'cash'), 0)::int8 as "channelRefunds",
      coalesce(-sum(p.amount * 100) filter (where p.kind = 'refund' and p.channel = 'on_account'), 0)::int8 as "accountRefunds",
      (select coalesce(sum(r.amount * 100), 0)::int8 from ${selectBranchPeriods(query)}
        join payment_refunds r on r.branch = day.branch and r.decided_at >= day.start and r.decided_at < day.stop and r.state = 'done' and r.kind = 'late'
        join payment_attempts a on a.id = r.attempt and not a.is_tip and not a.is_trial) as late
    from ${selectBranchPeriods(query)} join payments p on p.branch = day.branch and p.received_at >= day.start and p.received_at < day.stop`;
  return row!;
}

async function readTips({ query: { sql }, branch }: { query: ReportQuery; branch: BranchPeriod }) {
  const [row] = await sql<DaySheetFigures["tips"][]>`
    select coalesce(sum(t.amount * 100) filter (where t.channel = 'cash'), 0)::int8 as cash,
      coalesce(sum(t.amount * 100) filter (where t.channel = 'online'), 0)::int8 as online
    from (${selectTips(sql, branch.id)}) t where t.out_time >= ${branch.from} and t.out_time < ${branch.to}`;
  return row!;
}

async function readCounts({ query: { sql }, branch }: { query: ReportQuery; branch: BranchPeriod }) {
  const [row] = await sql<DaySheetFigures["counts"][]>`
    select coalesce(sum(difference * 100), 0)::int8 as difference, coalesce(sum((counted - first_counted) * 100), 0)::int8 as corrected
    from cash_shifts where branch = ${branch.id} and closed_at >= ${branch.from} and closed_at < ${branch.to}`;
  return row!;
}

async function readShifts({
  query: { sql },
  branch: { id, from, to, zone },
}: {
  query: ReportQuery;
  branch: BranchPeriod;
}) {
  const shifts = await sql<{ id: number | null; name: string | null; opened_at: Date | null; taken: number }[]>`
    select s.id, u.first_name as name, s.opened_at, sum(p.amount * 100)::int8 as taken
    from payments p left join cash_shifts s on s.id = p.shift left join users u on u.id = s.collector
    where p.branch = ${id} and p.mode = 'cash' and p.received_at >= ${from} and p.received_at < ${to}
    group by s.id, u.first_name order by s.opened_at nulls last, s.id`;
  return shifts.map(({ id: shift, name, opened_at: at, taken }) => ({
    id: shift,
    name,
    openedAt: at && formatDateTime({ at, zone }),
    taken,
  }));
}
