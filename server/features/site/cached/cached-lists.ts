// Parts of listings that do not depend on the stay, cached for some seconds as the pages are (server/features/site/page-cache.ts): the same
// place with another arrival reads its branches alone.
import { LRUCache } from "lru-cache";
import { formatListingPath } from "#domain/site/listing-address.ts";
import type { Listing, ListingSearch, SiteVehicleType } from "#domain/site/site-data.ts";
import { CachedRows } from "#server/features/site/cached/cached-rows.ts";
import { type CacheOptions, cacheMs } from "#server/features/site/cached/cache-time.ts";
import type { ListedRow, PricedRow } from "#server/features/site/listing-rows.ts";
import type { FoundPlaces } from "#server/features/site/places.ts";

const maxParts = 2_000;

const createCache = <Value extends object>({ now }: CacheOptions): LRUCache<string, Value> =>
  new LRUCache({ ttl: cacheMs, ttlResolution: 0, perf: { now: () => now().getTime() }, max: maxParts });

/** Values that are read unless they are cached; concurrent calls wait for the same reading. */
class CachedPart<Value> {
  readonly #values: LRUCache<string, Promise<Value>>;

  constructor(options: CacheOptions) {
    this.#values = createCache(options);
  }

  get(key: string, read: () => Promise<Value>): Promise<Value> {
    const known = this.#values.get(key);
    if (known) return known;
    const reading = read();
    this.#values.set(key, reading);
    reading.catch(() => {
      if (this.#values.get(key) === reading) this.#values.delete(key);
    });
    return reading;
  }

  clear(): void {
    this.#values.clear();
  }
}

export interface CachedList {
  total: number;
  /** The first branches of the list, in its order. */
  ids: readonly number[];
}

export class CachedLists {
  readonly names: CachedPart<FoundPlaces | undefined>;
  readonly narrower: CachedPart<Listing["places"]>;
  readonly vehicleTypes: CachedPart<SiteVehicleType[]>;
  readonly rows: CachedRows<ListedRow>;
  readonly priced: CachedRows<PricedRow>;
  readonly #lists: LRUCache<string, CachedList>;
  #version = 0;

  constructor(options: CacheOptions) {
    this.names = new CachedPart(options);
    this.narrower = new CachedPart(options);
    this.vehicleTypes = new CachedPart(options);
    this.rows = new CachedRows(options);
    this.priced = new CachedRows(options);
    this.#lists = createCache(options);
  }

  /** Changes when a row has changed. */
  get version(): number {
    return this.#version;
  }

  /** The whole list by name or, if it is short enough, by price. */
  find(search: ListingSearch): CachedList | undefined {
    return this.#lists.get(toKey(search));
  }

  /** Only for a list since whose reading the version has not changed. */
  add({ search, list }: { search: ListingSearch; list: CachedList }): void {
    this.#lists.set(toKey(search), list);
  }

  /** Drops everything, since a row has changed. */
  clear(): void {
    this.#version += 1;
    this.#lists.clear();
    for (const part of [this.names, this.narrower, this.vehicleTypes, this.rows, this.priced]) part.clear();
  }
}

/** What a cached list depends on (`isCachedList`). */
const toKey = (search: ListingSearch): string =>
  JSON.stringify([formatListingPath(search), search.words.toLowerCase(), search.filters]);
