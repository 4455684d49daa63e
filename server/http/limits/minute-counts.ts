// Counts events by key within the current minute, in the memory of one process.
import { LRUCache } from "lru-cache";

const minuteMs = 60_000;

/** A minute starts at each multiple of 60,000 ms of the clock passed in; all counts restart then. */
export class MinuteCounts {
  readonly #counts: LRUCache<string, { minute: number; count: number }>;

  /** `maxKeys` limits memory: the least recently counted key is evicted first. */
  constructor({ maxKeys }: { maxKeys: number }) {
    this.#counts = new LRUCache({ max: maxKeys });
  }

  /** Counts one event and returns the key's count in this minute, including it. `nowMs` is in ms from any origin. */
  add({ key, nowMs }: { key: string; nowMs: number }): number {
    const minute = Math.floor(nowMs / minuteMs);
    const previous = this.#counts.get(key);
    const count = previous?.minute === minute ? previous.count + 1 : 1;
    this.#counts.set(key, { minute, count });
    return count;
  }
}
