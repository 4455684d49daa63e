// §7 §8 Outbox: retry schedule of failed messages. Worked examples: docs/rules/outbox.md.

const second = 1_000;
const minute = 60 * second;

/** Delays in ms after the first, second, and further failures; the last one repeats. */
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
/** About nine hours in total: covers long outages of a provider, while a faulty message does not block for ever. */
export const maxDeliveryAttempts = 16;

export type RetryDecision = { status: "waiting"; delayMs: number } | { status: "failed" } | { status: "expired" };

/**
 * Decides what happens to a message after a failure. `attempts` includes this one; `isFinal` means that the provider
 * rejected the message. A message that would expire before its next attempt expires now.
 */
export function decideRetry({
  attempts,
  isFinal,
  expiresAt,
  now,
}: {
  attempts: number;
  isFinal: boolean;
  expiresAt: Date | null;
  now: Date;
}): RetryDecision {
  if (isFinal || attempts >= maxDeliveryAttempts) return { status: "failed" };
  const delayMs = delaysMs[Math.min(attempts, delaysMs.length) - 1] ?? delaysMs[0]!;
  if (expiresAt && now.getTime() + delayMs >= expiresAt.getTime()) return { status: "expired" };
  return { status: "waiting", delayMs };
}
