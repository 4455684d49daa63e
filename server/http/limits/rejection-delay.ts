// Delays the responses to clients whose requests are rejected repeatedly, which slows down scripts that try in a loop,
// such as code guessing, at no cost.
import { MinuteCounts } from "#server/http/limits/minute-counts.ts";

/** Rejections per minute that are not delayed. */
const undelayedPerMinute = 60;
export const rejectionDelayMs = 500;

export class RejectionDelay {
  readonly #counts = new MinuteCounts({ maxKeys: 20_000 });
  readonly #now: () => number;

  /** `now` returns ms from any origin. */
  constructor({ now }: { now: () => number }) {
    this.#now = now;
  }

  /** Counts one rejection of a key; returns the delay of its response in ms. */
  count(key: string): number {
    return this.#counts.add({ key, nowMs: this.#now() }) > undelayedPerMinute ? rejectionDelayMs : 0;
  }
}
