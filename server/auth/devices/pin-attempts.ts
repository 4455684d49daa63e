// Wrong PINs of a user, on all shared devices together. See docs/rules/shared-devices.md.
import { maxWrongPins } from "#domain/devices/pin-log-in.ts";
import type { Sql, Tx } from "#server/db/pool.ts";

export type PinVerdict = { kind: "right" | "locked" } | { kind: "wrong"; triesLeft: number };

/**
 * Counts the attempt by compare-and-set before the PIN is compared, so that concurrent attempts get no more tries than
 * successive ones. Outside a transaction, whose rollback would undo the count.
 */
export async function attemptPin({
  sql,
  userId,
  isCorrect,
}: {
  sql: Sql;
  userId: string;
  isCorrect: () => boolean;
}): Promise<PinVerdict> {
  await sql`insert into pin_tries ("user") values (${userId}) on conflict do nothing`;
  const [counted] = await sql<{ tries: number }[]>`
    update pin_tries set tries = tries + 1 where "user" = ${userId} and tries < ${maxWrongPins} returning tries`;
  if (!counted) return { kind: "locked" };
  if (isCorrect()) {
    await resetWrongPins({ sql, userId });
    return { kind: "right" };
  }
  const triesLeft = maxWrongPins - counted.tries;
  return triesLeft > 0 ? { kind: "wrong", triesLeft } : { kind: "locked" };
}

/** After a correct PIN, a full log-in, or a new PIN set with the password. */
export async function resetWrongPins({ sql, userId }: { sql: Sql | Tx; userId: string }): Promise<void> {
  await sql`update pin_tries set tries = 0 where "user" = ${userId} and tries > 0`;
}
