/** How long something is cached, in ms. What is older than `refreshMs` and asked for again is read anew beside the request. */
export interface CacheTimes {
  cacheMs: number;
  refreshMs: number;
}
/** Pages and the rows they show: free slots on a page are at most this old when it is sent. */
export const pageTimes: CacheTimes = { cacheMs: 15_000, refreshMs: 7_500 };
/**
 * Which branches there are, in which places and by which tariffs. All of it is dropped when a row changes, so that this limits what a
 * lost event, or the time itself, leaves outdated.
 */
export const listTimes: CacheTimes = { cacheMs: 60_000, refreshMs: 45_000 };

export interface CacheOptions {
  now: () => Date;
}
