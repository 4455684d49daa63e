// Writes by users who are not logged in but have proved their identity with a mailed link or a one-time code.
import { type AppServices, type RequestOrigin, createWriteContext } from "#server/context.ts";
import type { Tx } from "#server/db/pool.ts";
import { runTransaction } from "#server/db/transaction.ts";
import { throwApiError } from "#server/items/api-error.ts";
import { loadSession } from "#server/items/access/session.ts";
import type { WriteContext } from "#server/items/write/write-context.ts";

export interface UserAccount {
  id: string;
  first_name: string;
  email: string;
  status: string;
  role: string;
  temporary_email: string | null;
  default_branch: number | null;
}

export async function loadUser({ tx, userId }: { tx: Tx; userId: string }): Promise<UserAccount | undefined> {
  const [row] = await tx<UserAccount[]>`
    select id, first_name, email, status, role, temporary_email, default_branch from users where id = ${userId}`;
  return row;
}

/**
 * Runs `work` in one transaction as the user that `resolveUserId` returns, regardless of access errors of the account:
 * checking them is up to `work`. Throws INVALID_TOKEN if the user no longer exists.
 */
export function asUser<T>({
  services,
  origin,
  resolveUserId,
  work,
}: {
  services: AppServices;
  origin: RequestOrigin;
  resolveUserId: (tx: Tx) => Promise<string>;
  work: (args: { ctx: WriteContext; person: UserAccount }) => Promise<T>;
}): Promise<T> {
  return runTransaction({
    sql: services.sql,
    work: async (tx) => {
      const userId = await resolveUserId(tx);
      const session = await loadSession({ sql: tx, userId });
      const person = await loadUser({ tx, userId });
      if (!session || !person) throwApiError("INVALID_TOKEN");
      return work({ ctx: createWriteContext({ services, tx, actor: session.actor, origin }), person });
    },
  });
}
