// reading.md §10: erasure does not change what accounts owe (domain/debts/account.ts).
import { erasedPlaceholder } from "#domain/privacy/personal-data.ts";
import { acquireLock } from "#server/db/locks.ts";
import type { Tx } from "#server/db/pool.ts";

interface ChargedAccount {
  branch: number;
  /** Name in lower case. */
  key: string;
  /** The oldest of these payments. */
  first: number;
  /** Others are charged to it as well, and it is not the person's own name, phone number, plate or email address. */
  isShared: boolean;
}

/**
 * Keeps the accounts of payments whose references are about to be cleared: a shared one keeps its name, any other gets a neutral
 * name, as do its settlements. Must run before entries and visitor records are anonymised. Returns the ids of the renamed payments.
 */
export async function keepAccounts({ tx, payments }: { tx: Tx; payments: readonly number[] }): Promise<number[]> {
  const renamed: number[] = [];
  for (const account of await findChargedAccounts({ tx, payments })) {
    // No settlement is recorded under the former name meanwhile.
    await acquireLock({ tx, name: "accountSettlement", key: `${account.branch}:${account.key}` });
    if (account.isShared) await keepName({ tx, payments, account });
    else renamed.push(...(await rename({ tx, account })));
  }
  return renamed;
}

function findChargedAccounts({ tx, payments }: { tx: Tx; payments: readonly number[] }): Promise<ChargedAccount[]> {
  return tx<ChargedAccount[]>`
    with own as (
      select p.id, p.branch, lower(p.reference) as key,
        array_remove(array[lower(m.name), lower(m.vehicle_no), m.phone_no, lower(m.email), lower(t."Customer_Name"),
          lower(t."Vehicle_Number"), t."Customer_Phone_Number", lower(t.email)], null) as terms
      from payments p left join "Parking_Information" e on e.id = p.parking_information
        left join "Parking_Main_Information" m on m.id = coalesce(e.parking_main_info, p.pass)
        left join "Valet_and_Parking_Information" t on t.id = p.valet_and_parking_information
      where p.id = any(${[...payments]}) and p.channel = 'on_account' and p.kind = 'payment' and p.reference is not null)
    select o.branch, o.key, min(o.id) as first,
      not bool_or(o.key = any(o.terms)) and exists (select 1 from payments p where p.branch = o.branch
        and p.channel = 'on_account' and lower(p.reference) = o.key and p.id <> all(${[...payments]})) as "isShared"
    from own o group by o.branch, o.key order by o.branch, o.key`;
}

async function keepName({
  tx,
  payments,
  account: { branch, key },
}: {
  tx: Tx;
  payments: readonly number[];
  account: ChargedAccount;
}): Promise<void> {
  await tx`
    update payments set account = reference where id = any(${[...payments]}) and branch = ${branch}
      and channel = 'on_account' and kind = 'payment' and lower(reference) = ${key}`;
}

async function rename({ tx, account: { branch, key, first } }: { tx: Tx; account: ChargedAccount }): Promise<number[]> {
  const rows = await tx<{ id: number }[]>`
    update payments set account = ${`${erasedPlaceholder}${first}`} where branch = ${branch} and (lower(account) = ${key}
      or (account is null and channel = 'on_account' and kind = 'payment' and lower(reference) = ${key})) returning id`;
  const ids = rows.map(({ id }) => id);
  await tx`
    update revisions set
      data = case when jsonb_typeof(data) = 'object' then data - 'account' end,
      delta = case when jsonb_typeof(delta) = 'object' then delta - 'account' end
    where collection = 'payments' and item = any(${ids.map(String)})`;
  return ids;
}
