// §2 Sums of the figures by branch and day (settle-days.ts).
import type { RevenueTopic } from "#server/features/reports/money/money-lines.ts";
import type { ReportQuery } from "#server/features/reports/report-query.ts";
import { settleDays } from "#server/features/reports/rollup/settle-days.ts";

export interface MoneySums {
  payments: number;
  received: number;
  refunded: number;
  settled: number;
}

interface FigureKeys {
  branch: number;
  /** 'YYYY-MM-DD' in the branch's time zone. */
  day: string;
  month: string;
  service: string;
  key: string;
}

const keyColumns = {
  branch: "branch",
  day: "day::text",
  month: "to_char(day, 'YYYY-MM')",
  service: "keys[1]",
  key: "keys[2]",
} satisfies { [name in keyof FigureKeys]: string };

/** What was received and refunded in the query's days, summed by the named keys, in their order. */
export async function readMoneyFigures<K extends keyof FigureKeys>({
  query: { sql, branches, range, filters },
  topic,
  by,
}: {
  query: ReportQuery;
  topic: RevenueTopic;
  by: readonly K[];
}): Promise<(MoneySums & Pick<FigureKeys, K>)[]> {
  await settleDays({ sql, branches });
  const keys = sql.unsafe(by.map((name) => `${keyColumns[name]} as "${name}", `).join(""));
  const order = sql.unsafe(by.map((_, index) => index + 1).join(", "));
  return sql<(MoneySums & Pick<FigureKeys, K>)[]>`
    select ${keys} coalesce(sum(figures[1]), 0)::int8 as payments, coalesce(sum(figures[2]), 0)::int8 as received,
      coalesce(sum(figures[3]), 0)::int8 as refunded, coalesce(sum(figures[4]), 0)::int8 as settled
    from report_figures where branch = any(${branches.map(({ id }) => id)}) and topic = ${topic}
      and day between ${range.from} and ${range.to} and (${filters.service ?? null}::text is null or keys[1] = ${filters.service ?? null})
    group by ${order} order by ${order}`;
}

/** What vehicles and accounts of the query's only branch owe at the start of its day, in paise. */
export async function readBalancesBefore({
  sql,
  branches,
  range,
}: ReportQuery): Promise<{ vehicles: number; accounts: number }> {
  await settleDays({ sql, branches: branches.map(({ id, from }) => ({ id, from: new Date(0), to: from })) });
  const [row] = await sql<{ vehicles: number; accounts: number }[]>`
    select coalesce(sum(figures[1]), 0)::int8 as vehicles, coalesce(sum(figures[2]), 0)::int8 as accounts
    from report_figures where branch = any(${branches.map(({ id }) => id)}) and topic = 'due' and day < ${range.from}`;
  return row!;
}
