// Request statistics of the last five minutes for the operations page, aggregated by minute at constant cost.

const minuteMs = 60_000;
const retainedMinutes = 5;
/** Upper bounds in seconds; a last bucket counts everything slower. */
export const durationBounds = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10] as const;

interface MinuteBucket {
  /** Number of minutes since 1970. */
  minuteIndex: number;
  requests: number;
  serverErrors: number;
  throttled: number;
  durations: number[];
}

export interface RecentRequests {
  requests: number;
  /** Responses with status 500 and above. */
  serverErrors: number;
  /** Responses with status 429. */
  throttled: number;
  /** 95th percentile of the duration in seconds, rounded up to a bucket bound; null without requests. */
  p95Seconds: number | null;
}

export class RecentRequestCounter {
  readonly #minutes: MinuteBucket[] = [];

  add({ nowMs, status, seconds }: { nowMs: number; status: number; seconds: number }): void {
    const minute = this.#getBucket(Math.floor(nowMs / minuteMs));
    minute.requests += 1;
    if (status >= 500) minute.serverErrors += 1;
    if (status === 429) minute.throttled += 1;
    const bucket = durationBounds.findIndex((bound) => seconds <= bound);
    minute.durations[bucket === -1 ? durationBounds.length : bucket]! += 1;
  }

  read(nowMs: number): RecentRequests {
    const oldest = Math.floor(nowMs / minuteMs) - retainedMinutes;
    const buckets = this.#minutes.filter(({ minuteIndex }) => minuteIndex > oldest);
    const sum = (select: (minute: MinuteBucket) => number): number =>
      buckets.reduce((total, minute) => total + select(minute), 0);
    const requests = sum((minute) => minute.requests);
    return {
      requests,
      serverErrors: sum((minute) => minute.serverErrors),
      throttled: sum((minute) => minute.throttled),
      p95Seconds: requests === 0 ? null : percentile(buckets, requests * 0.95),
    };
  }

  #getBucket(minuteIndex: number): MinuteBucket {
    const newest = this.#minutes.at(-1);
    if (newest?.minuteIndex === minuteIndex) return newest;
    const durations = Array.from({ length: durationBounds.length + 1 }, () => 0);
    const minute = { minuteIndex, requests: 0, serverErrors: 0, throttled: 0, durations };
    this.#minutes.push(minute);
    if (this.#minutes.length > retainedMinutes) this.#minutes.shift();
    return minute;
  }
}

/** Returns the bound of the bucket that contains the given rank. */
function percentile(buckets: readonly MinuteBucket[], rank: number): number {
  let count = 0;
  for (const [bucket, bound] of durationBounds.entries()) {
    count += buckets.reduce((total, { durations }) => total + durations[bucket]!, 0);
    if (count >= rank) return bound;
  }
  return durationBounds.at(-1)!;
}
