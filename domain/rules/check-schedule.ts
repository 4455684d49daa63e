// §4 "A status check runs first": when an undecided payment is asked about again, as the provider prescribes it:
// after 20 s, then every 3 s for 30 s, 6 s for 60 s, 10 s for 60 s, 30 s for 60 s, then each minute up to 20 minutes.
import type { AttemptState } from "#domain/states/online-payment.ts";

const seconds = (from: number, every: number, times: number): number[] =>
  Array.from({ length: times }, (_, index) => from + every * (index + 1));

/** Seconds after the start. */
export const prescribed: readonly number[] = [
  20,
  ...seconds(20, 3, 10),
  ...seconds(50, 6, 10),
  ...seconds(110, 10, 6),
  ...seconds(170, 30, 2),
  ...seconds(230, 60, 16),
  1_200,
];

/** The pay page is closed by then: the entry is free for another attempt, and this one goes on being asked about. */
export const pageClosesAfterSeconds = 1_200;

const hour = 3_600;
/** Money that comes late is still found: each hour for a day, then each day for a week. */
const late: readonly number[] = [...seconds(0, hour, 24), ...seconds(24 * hour, 24 * hour, 6)];
/** What the provider said has failed is asked about twice more. */
const afterFailure: readonly number[] = [hour, 24 * hour];

const planFor: { readonly [state in AttemptState]: readonly number[] } = {
  initiated: [...prescribed, ...late],
  pending: [...prescribed, ...late],
  failed: afterFailure,
  review: [...prescribed, ...late],
  success: [],
};

/** The next time to ask, or undefined when there is nothing more to ask. `speed` runs the plan faster, for trials. */
export function nextCheck({
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
  const elapsed = ((now.getTime() - startedAt.getTime()) / 1_000) * speed;
  const due = planFor[state].find((second) => second > elapsed);
  return due === undefined ? undefined : new Date(startedAt.getTime() + (due * 1_000) / speed);
}

/** A refund is asked about after 10 s, then ever more seldom, at most each hour: it is never given up. */
export function nextRefundCheck({ tries, now, speed = 1 }: { tries: number; now: Date; speed?: number }): Date {
  const wait = Math.min(10 * 2 ** Math.min(tries, 20), hour);
  return new Date(now.getTime() + (wait * 1_000) / speed);
}
