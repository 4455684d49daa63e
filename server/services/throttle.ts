// §8 REQUESTS_EXCEEDED: so many wrong tries in a while, then one waits; kept in this process, forgotten with it.
import { refuse } from "#server/items/refused.ts";

const windowMs = 5 * 60 * 1000;
const mostKeys = 50_000;

interface Count {
  tries: number;
  /** When the count starts anew, in ms since 1970. */
  until: number;
}

export class Throttle {
  readonly #counts = new Map<string, Count>();

  /**
   * Counts a try of each key before it is made, so that many at once are counted too; throws REQUESTS_EXCEEDED where one
   * has had its `most`. `forgive` the keys once the try proved right.
   */
  take({ keys, now }: { keys: readonly { key: string; most: number }[]; now: Date }): void {
    for (const { key, most } of keys) {
      const count = this.#count({ key, now });
      const reset = new Date(count.until).toISOString();
      if (count.tries >= most) refuse("REQUESTS_EXCEEDED", { limit: most, reset });
      count.tries += 1;
    }
  }

  forgive(keys: readonly { key: string }[]): void {
    for (const { key } of keys) {
      const count = this.#counts.get(key);
      if (count && --count.tries <= 0) this.#counts.delete(key);
    }
  }

  #count({ key, now }: { key: string; now: Date }): Count {
    const known = this.#counts.get(key);
    if (known && known.until > now.getTime()) return known;
    const fresh = { tries: 0, until: now.getTime() + windowMs };
    this.#counts.delete(key);
    this.#counts.set(key, fresh);
    if (this.#counts.size > mostKeys) this.#counts.delete(this.#counts.keys().next().value!);
    return fresh;
  }
}
