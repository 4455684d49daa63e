// Writes of somebody who is not logged in but has proved who they are: by a link of a mail, or a code.
import type { Collection } from "#domain/collection.ts";
import { Users } from "#domain/collections/users.ts";
import { type House, type Origin, writeContext } from "#server/context.ts";
import type { Tx } from "#server/db/pool.ts";
import { transaction } from "#server/db/transaction.ts";
import { refuse } from "#server/items/refused.ts";
import { loadSession } from "#server/items/who.ts";
import type { WriteContext } from "#server/items/write-context.ts";

export const usersCollection = Users as unknown as Collection;

export interface Person {
  id: string;
  first_name: string;
  email: string;
  status: string;
  role: string;
  temporary_email: string | null;
  default_branch: number | null;
}

export async function personOf({ tx, userId }: { tx: Tx; userId: string }): Promise<Person | undefined> {
  const [row] = await tx<Person[]>`
    select id, first_name, email, status, role, temporary_email, default_branch from users where id = ${userId}`;
  return row;
}

/**
 * One transaction as the person whom `who` answers, whatever gate is closed to them: it is for the work to ask. Throws
 * INVALID_TOKEN where there is no such person any more.
 */
export function asPerson<T>({
  house,
  origin,
  who,
  work,
}: {
  house: House;
  origin: Origin;
  who: (tx: Tx) => Promise<string>;
  work: (args: { ctx: WriteContext; person: Person }) => Promise<T>;
}): Promise<T> {
  return transaction({
    sql: house.sql,
    work: async (tx) => {
      const userId = await who(tx);
      const session = await loadSession({ sql: tx, userId });
      const person = await personOf({ tx, userId });
      if (!session || !person) refuse("INVALID_TOKEN");
      return work({ ctx: writeContext({ house, tx, who: session.who, origin }), person });
    },
  });
}
