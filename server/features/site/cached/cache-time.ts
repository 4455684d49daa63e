/** Issue of freshness: free slots on a page are at most this old when it is sent. */
export const cacheMs = 15_000;

export interface CacheOptions {
  now: () => Date;
}
