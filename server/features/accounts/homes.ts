// §1 §6: branches where a customer is at home: they list the verified phone number as a member of a unit.
import { Users } from "#domain/people/users.collection.ts";
import { type CustomerFlag, customerFlagByEntityType } from "#domain/accounts/customer-type.ts";
import type { Sql, Tx } from "#server/db/pool.ts";
import type { WriteContext } from "#server/items/write/write-context.ts";
import { updateItem } from "#server/items/write/write.ts";

export interface Home {
  branch: number;
  entityType: string;
  /** Name of the unit; the first one of several. */
  unit: string;
}

/** Published branches only. `phone` must be verified. */
export async function findHomes({ tx, phone }: { tx: Sql | Tx; phone: string }): Promise<Home[]> {
  return tx<Home[]>`
    select b.id as branch, b.entity_type as "entityType", min(u.name) as unit
    from "Unit_Members" m join "Branch_Units" u on u.id = m.unit join "Branch" b on b.id = u.branch
      join "Companies" c on c.id = b.company
    where m.phone = ${phone} and b.status = 'published' and not b.is_suspended and c.status = 'published'
    group by b.id order by b.id`;
}

/**
 * Sets the customer types that follow from the homes of a phone number just verified for the account; returns those set.
 * Types are only added, and only with the owner's code, so that no branch changes the account of a number it lists.
 */
export async function addHomeTypes({
  ctx,
  id,
  phone,
}: {
  ctx: WriteContext;
  id: string;
  phone: string;
}): Promise<{ [flag in CustomerFlag]?: true }> {
  const homes = await findHomes({ tx: ctx.tx, phone });
  const types: { [flag in CustomerFlag]?: true } = {};
  for (const { entityType } of homes) {
    const flag = customerFlagByEntityType[entityType];
    if (flag) types[flag] = true;
  }
  if (Object.keys(types).length > 0)
    await updateItem({ ctx, collection: Users, id, payload: types, bypassAccess: true });
  return types;
}
