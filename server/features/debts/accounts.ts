// §4: accounts of a branch: what entries were charged on account, and what was settled (domain/debts/account.ts).
import type { debtActions } from "#domain/debts/actions.ts";
import type { ContractResult } from "#domain/schema/contract.ts";
import type { Sql, Tx } from "#server/db/pool.ts";

type AccountList = ContractResult<typeof debtActions.listAccounts>;

const maxAccounts = 500;

/** Settlements and their reversals, which name the account and belong to no entry. */
export const isOfSettlementsSql = (sql: Sql | Tx) =>
  sql`(kind = 'settlement' or (kind = 'reversal' and account is not null))`;

/**
 * Accounts that owe something, the oldest debt first; `key` selects one. A correction names the payment it corrects, and
 * `account` is that of a booking whose reference was erased.
 */
export async function listAccounts({
  sql,
  branch,
  key = null,
}: {
  sql: Sql | Tx;
  branch: number;
  key?: string | null;
}): Promise<AccountList> {
  const accounts = await sql<AccountList["accounts"]>`
    with charges as (
      select lower(coalesce(p.account, p.reference, c.account, c.reference, '')) as key,
        coalesce(p.account, p.reference, c.account, c.reference, '') as name,
        p.id, p.amount, p.received_at from payments p left join payments c on c.id = p.corrects
      where p.branch = ${branch} and p.channel = 'on_account'),
    settled as (
      select lower(account) as key, sum(amount) as amount from payments
      where branch = ${branch} and ${isOfSettlementsSql(sql)} group by 1),
    -- Money settles the oldest charges first.
    running as (
      select key, received_at, sum(amount) over (partition by key order by received_at, id) as charged from charges where amount > 0),
    balances as (
      select c.key, (array_agg(c.name order by c.id desc))[1] as account, count(*) filter (where c.amount > 0)::int as entries,
        sum(c.amount) - coalesce(max(s.amount), 0) as owed,
        coalesce(max(s.amount), 0) - coalesce(sum(c.amount) filter (where c.amount < 0), 0) as covered, coalesce(max(s.amount), 0) as settled
      from charges c left join settled s on s.key = c.key
      where ${key}::text is null or c.key = ${key} group by c.key)
    select b.account, b.entries, (b.owed * 100)::int as owed, (b.settled * 100)::int as settled,
      (select min(r.received_at) from running r where r.key = b.key and r.charged > b.covered) as since
    from balances b where b.owed > 0 order by since, account limit ${maxAccounts}`;
  return { accounts: [...accounts], total: accounts.reduce((sum, { owed }) => sum + owed, 0) };
}
