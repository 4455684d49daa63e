// reading.md §6: a code is tried under a lock on its ticket, so that many tries at once count as many.
import { timingSafeEqual } from "node:crypto";
import { afterWrongCode, isLocked } from "#domain/rules/code-tries.ts";
import type { Tx } from "#server/db/pool.ts";

export type Purpose = "handover" | "login";
export type Verdict = "right" | "wrong" | "locked";

/**
 * Tries at one ticket. A wrong one is counted in this transaction, which must then be committed: refuse only afterwards.
 * `mayPassLock` is for who is above the lock; a lock stands until it runs out, whatever is tried meanwhile.
 */
export async function tryAtTicket({
  tx,
  ticket,
  purpose,
  isRight,
  mayPassLock,
  now,
}: {
  tx: Tx;
  ticket: number;
  purpose: Purpose;
  isRight: boolean;
  mayPassLock: boolean;
  now: Date;
}): Promise<Verdict> {
  const { tries, lockedUntil } = await lockTries({ tx, ticket, purpose });
  const isStillLocked = isLocked({ lockedUntil, now });
  if (isStillLocked && !mayPassLock) return "locked";
  if (isRight) {
    await tx`update code_tries set tries = 0 where ticket = ${ticket} and purpose = ${purpose}`;
    return "right";
  }
  const next = afterWrongCode({ tries, now });
  const until = next.lockedUntil ?? (isStillLocked ? lockedUntil : null);
  await tx`
    update code_tries set tries = ${next.tries}, locked_until = ${until}
    where ticket = ${ticket} and purpose = ${purpose}`;
  return next.lockedUntil ? "locked" : "wrong";
}

/** Whether the ticket is locked now; nothing is tried. */
export async function isTicketLocked({
  tx,
  ticket,
  purpose,
  now,
}: {
  tx: Tx;
  ticket: number;
  purpose: Purpose;
  now: Date;
}): Promise<boolean> {
  const { lockedUntil } = await lockTries({ tx, ticket, purpose });
  return isLocked({ lockedUntil, now });
}

async function lockTries({
  tx,
  ticket,
  purpose,
}: {
  tx: Tx;
  ticket: number;
  purpose: Purpose;
}): Promise<{ tries: number; lockedUntil: Date | null }> {
  await tx`insert into code_tries (ticket, purpose) values (${ticket}, ${purpose}) on conflict do nothing`;
  const [row] = await tx<{ tries: number; lockedUntil: Date | null }[]>`
    select tries, locked_until as "lockedUntil" from code_tries
    where ticket = ${ticket} and purpose = ${purpose} for update`;
  return row!;
}

/** Compares two hashes in a time that tells nothing. */
export function isSameHash(one: string | null, other: string): boolean {
  if (one === null) return false;
  const [left, right] = [Buffer.from(one), Buffer.from(other)];
  return left.length === right.length && timingSafeEqual(left, right);
}
