// §4: the debts of a branch: balances of entries and tickets that have left.
import type { debtActions } from "#domain/debts/actions.ts";
import * as limits from "#domain/limits.ts";
import type { ContractResult } from "#domain/schema/contract.ts";
import type { AppServices } from "#server/context.ts";
import { selectDebts } from "#server/features/debts/select-debts.ts";

type DebtList = ContractResult<typeof debtActions.list>;

export interface DebtFilter {
  branch: number;
  /** P for entries, V for tickets. */
  kinds: readonly string[];
  search: string;
  /** A whole vehicle number; empty for all. */
  vehicle: string;
  minAgeDays: number;
  /** From 1. */
  page: number;
}

export async function listDebts({
  services: { sql, clock },
  filter: { branch, kinds, search, vehicle, minAgeDays, page },
}: {
  services: Pick<AppServices, "sql" | "clock">;
  filter: DebtFilter;
}): Promise<DebtList> {
  const leftBefore = new Date(clock().getTime() - minAgeDays * 86_400_000);
  const pattern = `%${search.replace(/[\\%_]/g, String.raw`\$&`)}%`;
  const [row] = await sql<[DebtList]>`
    with debts as (${selectDebts({ sql, branch })}),
    matching as (
      select * from debts where kind = any(${[...kinds]}::text[]) and out_time <= ${leftBefore} and (${vehicle} = '' or vehicle = ${vehicle})
        and (${search} = '' or vehicle ilike ${pattern} or visitor ilike ${pattern} or phone ilike ${pattern} or receipt_no ilike ${pattern})),
    page as (
      select kind, id, name, phone, receipt_no, in_time, out_time, owed, reason from matching
      order by out_time, kind, id limit ${limits.pageSize} offset ${(page - 1) * limits.pageSize})
    select (select count(*)::int from matching) as count, (select coalesce(sum(owed), 0)::int from matching) as total,
      coalesce((select json_agg(page order by out_time, kind, id) from page), '[]') as debts`;
  return row;
}
