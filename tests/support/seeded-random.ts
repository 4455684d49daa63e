// Random numbers that are repeatable by their seed.

/** Returns integers from 0 to below `below`. */
export function createSeededRandom(seed: number): (below: number) => number {
  let state = seed >>> 0;
  return (below) => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return Math.floor((((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32) * below);
  };
}

export function pickOne<T>(random: (below: number) => number, from: readonly T[]): T {
  return from[random(from.length)]!;
}
