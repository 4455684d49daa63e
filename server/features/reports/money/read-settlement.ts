// §5 /reporting/money: the platform's fees by branch and month.
import type { moneyReports } from "#domain/reports/money-reports.ts";
import type { ColumnsOf, ReportData } from "#domain/reports/report.ts";
import {
  type DayOfRevenue,
  type FeeChange,
  type Fees,
  settlePeriods,
  type SettlementPeriod,
} from "#domain/reports/settlement/settlement.ts";
import { addUpSettlement } from "#domain/reports/settlement/vendor-settlement.ts";
import { readMoneyFigures } from "#server/features/reports/rollup/read-figures.ts";
import type { ReportQuery } from "#server/features/reports/report-query.ts";

type SettlementData = ReportData<ColumnsOf<typeof moneyReports.settlement>>;

/** By branch: its periods of equal fees, in the order of time. */
export async function readSettlementPeriods(query: ReportQuery): Promise<Map<number, SettlementPeriod[]>> {
  const [figures, fees] = await Promise.all([
    readMoneyFigures({ query, topic: "channel", by: ["branch", "day"] }),
    readFees(query),
  ]);
  const days = new Map<number, DayOfRevenue[]>();
  for (const { branch, ...figure } of figures) {
    const ofBranch = days.get(branch);
    if (ofBranch) ofBranch.push(figure);
    else days.set(branch, [figure]);
  }
  return new Map(
    [...fees].map(([branch, terms]) => [branch, settlePeriods({ days: days.get(branch) ?? [], ...terms })]),
  );
}

export async function readSettlement(query: ReportQuery): Promise<SettlementData> {
  const periods = await readSettlementPeriods(query);
  const rows = query.branches.flatMap(({ id, name }) =>
    (periods.get(id) ?? []).map(({ fees: rates, ...period }) => ({
      values: {
        ...period,
        branch: name,
        platform_rate: toPercent(rates.platform_charges),
        service_rate: toPercent(rates.service_charges),
      },
    })),
  );
  return { rows, totals: addUpSettlement(rows.map(({ values }) => values)) };
}

const toPercent = (rate: number | null): number | null => (rate === null ? null : rate / 100);

async function readFees({ sql, branches }: ReportQuery) {
  const rows = await sql<{ id: number; current: Fees; changes: FeeChange[] }[]>`
    select b.id, jsonb_build_object('platform_charges', b.platform_charges, 'service_charges', b.service_charges) as current,
      coalesce(c.changes, '[]') as changes
    from "Branch" b left join lateral (
      select jsonb_agg(jsonb_build_object('start_day', t.start_day, 'previous', t.previous, 'platform_charges', t.platform_charges,
        'service_charges', t.service_charges) order by t.start_day, t.decided_at) as changes
      from "Two_Person_Changes" t where t.branch = b.id and t.subject = 'branch_fees' and t.status = 'confirmed') c on true
    where b.id = any(${branches.map(({ id }) => id)})`;
  return new Map(rows.map(({ id, current, changes }) => [id, { current, changes }]));
}
