/** Issue of freshness: free slots on a page are at most this old when it is sent. */
export const cacheMs = 15_000;
/** What is older and asked for again is read anew beside the request, so that what many ask for is always cached. */
export const refreshMs = 10_000;

export interface CacheOptions {
  now: () => Date;
}
