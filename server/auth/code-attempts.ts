// reading.md §6: code attempts are counted under a lock of the ticket's row, so that concurrent attempts are all
// counted.
import { timingSafeEqual } from "node:crypto";
import { countWrongCode, isCodeLocked } from "#domain/accounts/code-attempts.ts";
import * as limits from "#domain/limits.ts";
import type { Tx } from "#server/db/pool.ts";

export type CodePurpose = "handover";
export type CodeVerdict = { kind: "right" | "locked" } | { kind: "wrong"; triesLeft: number };

/**
 * Counts an attempt at the code of a ticket. A wrong attempt is counted in this transaction, which must be committed:
 * throw only afterwards. `ignoresLock` permits an attempt in spite of a lock; a lock lasts until it expires, whatever
 * is attempted meanwhile.
 */
export async function attemptTicketCode({
  tx,
  ticket,
  purpose,
  isCorrect,
  ignoresLock,
  now,
}: {
  tx: Tx;
  ticket: number;
  purpose: CodePurpose;
  isCorrect: boolean;
  ignoresLock: boolean;
  now: Date;
}): Promise<CodeVerdict> {
  const { tries, lockedUntil } = await lockAttempts({ tx, ticket, purpose });
  const isStillLocked = isCodeLocked({ lockedUntil, now });
  if (isStillLocked && !ignoresLock) return { kind: "locked" };
  if (isCorrect) {
    await tx`update code_tries set tries = 0 where ticket = ${ticket} and purpose = ${purpose}`;
    return { kind: "right" };
  }
  const next = countWrongCode({ tries, now });
  const until = next.lockedUntil ?? (isStillLocked ? lockedUntil : null);
  await tx`
    update code_tries set tries = ${next.tries}, locked_until = ${until}
    where ticket = ${ticket} and purpose = ${purpose}`;
  return next.lockedUntil ? { kind: "locked" } : { kind: "wrong", triesLeft: limits.codeTries - next.tries };
}

/** Returns whether the ticket is locked; counts no attempt. */
export async function isTicketCodeLocked({
  tx,
  ticket,
  purpose,
  now,
}: {
  tx: Tx;
  ticket: number;
  purpose: CodePurpose;
  now: Date;
}): Promise<boolean> {
  const { lockedUntil } = await lockAttempts({ tx, ticket, purpose });
  return isCodeLocked({ lockedUntil, now });
}

async function lockAttempts({
  tx,
  ticket,
  purpose,
}: {
  tx: Tx;
  ticket: number;
  purpose: CodePurpose;
}): Promise<{ tries: number; lockedUntil: Date | null }> {
  await tx`insert into code_tries (ticket, purpose) values (${ticket}, ${purpose}) on conflict do nothing`;
  const [row] = await tx<{ tries: number; lockedUntil: Date | null }[]>`
    select tries, locked_until as "lockedUntil" from code_tries
    where ticket = ${ticket} and purpose = ${purpose} for update`;
  return row!;
}

/** Compares two hashes in constant time. */
export function isEqualConstantTime(first: string | null, second: string): boolean {
  if (first === null) return false;
  const [left, right] = [Buffer.from(first), Buffer.from(second)];
  return left.length === right.length && timingSafeEqual(left, right);
}
