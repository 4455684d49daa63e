/**
 * How long something is cached, in ms. What is asked for after `refreshMs`, or after half of it at the earliest (`RefreshTimes`), is read
 * anew beside the request.
 */
export interface CacheTimes {
  cacheMs: number;
  refreshMs: number;
}
/** Pages and the rows they show: free slots on a page are at most this old when it is sent. */
export const pageTimes: CacheTimes = { cacheMs: 15_000, refreshMs: 10_000 };
/**
 * Which branches there are, in which places and by which tariffs. All of it is dropped when a row changes, so that this limits what a
 * lost event, or the time itself, leaves outdated.
 */
export const listTimes: CacheTimes = { cacheMs: 60_000, refreshMs: 50_000 };
/** The order of a list by price is computed from what was read this long ago at most; what a page shows is newer (`listTimes`). */
export const pricedMs = 600_000;

const refreshSteps = 16;

/**
 * When readings are repeated: each is due a little later after it than the one before, so that what was read at about the same time is not
 * read anew at the same time, while requests wait for it.
 */
export class RefreshTimes {
  readonly #refreshMs: number;
  #step = 0;

  constructor({ refreshMs }: CacheTimes) {
    this.#refreshMs = refreshMs;
  }

  /** For what was read at `readAt`, in ms since 1970. */
  next(readAt: Date): number {
    this.#step = (this.#step % refreshSteps) + 1;
    return readAt.getTime() + (this.#refreshMs / 2) * (1 + this.#step / refreshSteps);
  }
}

export interface CacheOptions {
  now: () => Date;
}

/** Options of an LRUCache whose values expire by the clock of the server. */
export const expireAfter = ({ now, cacheMs }: CacheOptions & Pick<CacheTimes, "cacheMs">) => ({
  ttl: cacheMs,
  ttlResolution: 0,
  perf: { now: () => now().getTime() },
});
