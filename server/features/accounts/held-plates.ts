// §2 Account: which accounts hold a plate. See docs/rules/customer-accounts.md.
import { acquireLock } from "#server/db/locks.ts";
import type { Tx } from "#server/db/pool.ts";

/** Of the accounts that claim a plate at once, one finds that nobody holds it. */
export async function lockPlates({ tx, plates }: { tx: Tx; plates: readonly string[] }): Promise<void> {
  for (const plate of plates.toSorted()) await acquireLock({ tx, name: "vehiclePlate", key: plate });
}

/**
 * The plates that another customer's account holds. An account of a gate counts once its owner has verified the number: staff
 * can type any.
 */
export async function findHeldPlates({
  tx,
  plates,
  except,
}: {
  tx: Tx;
  plates: readonly string[];
  /** The own account. */
  except: string | null;
}): Promise<string[]> {
  const held = await tx<{ plate: string }[]>`
    select plate from unnest(${[...plates]}::text[]) with ordinality as given (plate, position)
    where exists (select from users u where u.user_vehicles @> jsonb_build_array(jsonb_build_object('vehicleNo', plate))
      and u.is_customer_user and u.id is distinct from ${except}::uuid and u.status = 'active'
      and (u.phone_verified_at is not null or u.password is not null))
    order by position`;
  return held.map(({ plate }) => plate);
}
