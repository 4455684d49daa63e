// §7: when deliveries of webhooks are repeated and given up, and when an endpoint is disabled. Worked examples:
// docs/rules/webhooks.md.

export const endpointStates = ["active", "paused", "disabled"] as const;
export type EndpointState = (typeof endpointStates)[number];
export const deliveryStates = ["waiting", "delivered", "failed"] as const;

const second = 1_000;
const minute = 60 * second;
const hour = 60 * minute;

/** Delays in ms after each failed attempt of a delivery: about 32 hours in total. */
export const retryDelaysMs: readonly number[] = [
  5 * second,
  30 * second,
  2 * minute,
  5 * minute,
  15 * minute,
  30 * minute,
  hour,
  2 * hour,
  4 * hour,
  6 * hour,
  6 * hour,
  6 * hour,
  6 * hour,
];
export const maxWebhookAttempts = retryDelaysMs.length + 1;

/** An endpoint that fails for this long without a success is disabled. */
export const disabledAfterMs = 72 * hour;
/** How long the previous secret still signs after a rotation. */
export const previousSecretMs = 24 * hour;

/** Failed attempts in a row after which an endpoint is left alone for a while, whatever its deliveries are due. */
const failuresUntilHeld = 3;
const longestHoldMs = 5 * minute;

/** Time in ms until the next attempt after `attempts` failed ones; null if the delivery is given up. */
export function getRetryDelay(attempts: number): number | null {
  return retryDelaysMs[attempts - 1] ?? null;
}

/**
 * Time in ms for which an endpoint gets no attempt after `failures` in a row, so that one that is down uses little of the
 * server: at most one attempt in five minutes.
 */
export function getHoldTime(failures: number): number {
  return failures < failuresUntilHeld ? 0 : Math.min(5 * second * 2 ** (failures - failuresUntilHeld), longestHoldMs);
}

export interface EndpointHealth {
  failures: number;
  failing_since: Date | null;
  held_until: Date | null;
}

/** State of an endpoint after an attempt; `isDisabled` if it is to be disabled now. */
export function assessEndpoint({
  failures,
  failing_since: failingSince,
  isDelivered,
  now,
}: EndpointHealth & { isDelivered: boolean; now: Date }): EndpointHealth & { isDisabled: boolean } {
  if (isDelivered) return { failures: 0, failing_since: null, held_until: null, isDisabled: false };
  const since = failingSince ?? now;
  const holdMs = getHoldTime(failures + 1);
  return {
    failures: failures + 1,
    failing_since: since,
    held_until: holdMs > 0 ? new Date(now.getTime() + holdMs) : null,
    isDisabled: now.getTime() - since.getTime() >= disabledAfterMs,
  };
}
