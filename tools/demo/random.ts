// Reproducible random numbers: the same seed gives the same demo.

export class Random {
  #state = 0x9e3779b9;

  constructor(seed: string) {
    for (const letter of seed) this.#state = Math.imul(this.#state ^ letter.codePointAt(0)!, 0x85ebca6b) >>> 0;
  }

  /** Returns a number from 0 to below 1 (mulberry32). */
  fraction(): number {
    this.#state = (this.#state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(this.#state ^ (this.#state >>> 15), this.#state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  }

  /** Returns an integer between both bounds, inclusive. */
  integer({ from, to }: { from: number; to: number }): number {
    return from + Math.floor(this.fraction() * (to - from + 1));
  }

  between({ from, to }: { from: number; to: number }): number {
    return from + this.fraction() * (to - from);
  }

  /** Returns true with this probability. */
  isTrue(share: number): boolean {
    return this.fraction() < share;
  }

  pick<T>(list: readonly T[]): T {
    return list[Math.floor(this.fraction() * list.length)]!;
  }

  /** Returns an index with a probability proportional to its weight. */
  weighted(weights: readonly number[]): number {
    let remaining = this.fraction() * weights.reduce((sum, weight) => sum + weight, 0);
    for (const [index, weight] of weights.entries()) {
      remaining -= weight;
      if (remaining < 0) return index;
    }
    return weights.findLastIndex((weight) => weight > 0);
  }

  /** Returns a log-normal value around `median`, as typical for durations. */
  skewed({ median, spread }: { median: number; spread: number }): number {
    const radius = Math.sqrt(-2 * Math.log(1 - this.fraction()));
    return median * Math.exp(spread * radius * Math.cos(2 * Math.PI * this.fraction()));
  }

  uuid(): string {
    const hex = Array.from({ length: 32 }, () => this.integer({ from: 0, to: 15 }).toString(16));
    hex[12] = "4";
    hex[16] = "8";
    return hex.join("").replace(/^(.{8})(.{4})(.{4})(.{4})/, "$1-$2-$3-$4-");
  }
}
