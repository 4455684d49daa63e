// §7 §8 Outbox: when a message that could not be sent is tried again, and when no more.
// Worked examples: docs/rules/outbox.md.

const second = 1_000;
const minute = 60 * second;

/** After the first failure, the second, and so on, in ms; after those the last one again and again. */
const delaysMs = [
  5 * second,
  15 * second,
  45 * second,
  2 * minute,
  5 * minute,
  10 * minute,
  20 * minute,
  30 * minute,
  60 * minute,
];
/** Together some nine hours: a service that is down for an hour loses nothing, and one bad message does not block for ever. */
export const mostAttempts = 16;

export type AfterFailure = { status: "waiting"; delayMs: number } | { status: "failed" } | { status: "expired" };

/**
 * What becomes of a message after one more failure. `attempts` counts this one; a refusal is final: the service has read
 * the message and will not take it. One that would be too late at its next try is given up now.
 */
export function afterFailure({
  attempts,
  isFinal,
  expiresAt,
  now,
}: {
  attempts: number;
  isFinal: boolean;
  expiresAt: Date | null;
  now: Date;
}): AfterFailure {
  if (isFinal || attempts >= mostAttempts) return { status: "failed" };
  const delayMs = delaysMs[Math.min(attempts, delaysMs.length) - 1] ?? delaysMs[0]!;
  if (expiresAt && now.getTime() + delayMs >= expiresAt.getTime()) return { status: "expired" };
  return { status: "waiting", delayMs };
}
