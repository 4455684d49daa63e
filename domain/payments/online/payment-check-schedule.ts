// §4 "A status check runs first": schedule of status checks of a pending payment, as prescribed by the provider: after
// 20 s, then every 3 s for 30 s, 6 s for 60 s, 10 s for 60 s, 30 s for 60 s, then every minute up to 20 minutes.
import type { AttemptState } from "#domain/payments/online/online-payment-states.ts";

const repeatEvery = (from: number, interval: number, count: number): number[] =>
  Array.from({ length: count }, (_, index) => from + interval * (index + 1));

/** Seconds after the start. */
export const prescribedCheckSeconds: readonly number[] = [
  20,
  ...repeatEvery(20, 3, 10),
  ...repeatEvery(50, 6, 10),
  ...repeatEvery(110, 10, 6),
  ...repeatEvery(170, 30, 2),
  ...repeatEvery(230, 60, 16),
  1_200,
];

/** The pay page has expired by then: the entry can start another attempt, while this one is still checked. */
export const payPageTimeoutSeconds = 1_200;

const hour = 3_600;
/** Later checks find delayed payments: hourly for a day, then daily for a week. */
const lateCheckSeconds: readonly number[] = [...repeatEvery(0, hour, 24), ...repeatEvery(24 * hour, 24 * hour, 6)];
/** Checks a failed payment twice more, since a provider can correct its result. */
const failedCheckSeconds: readonly number[] = [hour, 24 * hour];

const checkSecondsByState: { readonly [state in AttemptState]: readonly number[] } = {
  initiated: [...prescribedCheckSeconds, ...lateCheckSeconds],
  pending: [...prescribedCheckSeconds, ...lateCheckSeconds],
  failed: failedCheckSeconds,
  review: [...prescribedCheckSeconds, ...lateCheckSeconds],
  success: [],
};

/** Time of the next check, or undefined after the last one. `speed` runs the schedule faster in tests. */
export function getNextPaymentCheck({
  state,
  startedAt,
  now,
  speed = 1,
}: {
  state: AttemptState;
  startedAt: Date;
  now: Date;
  speed?: number;
}): Date | undefined {
  const elapsedSeconds = ((now.getTime() - startedAt.getTime()) / 1_000) * speed;
  const nextSecond = checkSecondsByState[state].find((second) => second > elapsedSeconds);
  return nextSecond === undefined ? undefined : new Date(startedAt.getTime() + (nextSecond * 1_000) / speed);
}

/** Refunds are checked after 10 s, then with doubling intervals up to one hour, without end. */
export function getNextRefundCheck({
  attempts,
  now,
  speed = 1,
}: {
  attempts: number;
  now: Date;
  speed?: number;
}): Date {
  const delaySeconds = Math.min(10 * 2 ** Math.min(attempts, 20), hour);
  return new Date(now.getTime() + (delaySeconds * 1_000) / speed);
}
