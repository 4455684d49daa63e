// Parts of listings that do not depend on the stay, cached for some seconds as the pages are (server/features/site/cached/page-cache.ts): the same
// place with another arrival reads its branches alone.
import { LRUCache } from "lru-cache";
import { formatListingPath } from "#domain/site/listing-address.ts";
import type { Listing, ListingSearch, SiteVehicleType } from "#domain/site/site-data.ts";
import { CachedRows } from "#server/features/site/cached/cached-rows.ts";
import { type CacheOptions, cacheMs, refreshMs } from "#server/features/site/cached/cache-time.ts";
import type { ListedRow, PricedRow } from "#server/features/site/listing-rows.ts";
import { isTotalLimited } from "#server/features/site/listing-statement.ts";
import type { FoundPlaces } from "#server/features/site/places.ts";

const maxParts = 2_000;
/** Readings beside requests: the connections are those of the requests. */
const maxRefreshes = 2;

const createCache = <Value extends object>({ now }: CacheOptions): LRUCache<string, Value> =>
  new LRUCache({ ttl: cacheMs, ttlResolution: 0, perf: { now: () => now().getTime() }, max: maxParts });

/** Readings beside requests. Those that fail or are too many are left to the request that finds nothing cached. */
class Refreshes {
  readonly #keys = new Set<string>();

  start(key: string, read: () => Promise<unknown>): void {
    if (this.#keys.has(key) || this.#keys.size >= maxRefreshes) return;
    this.#keys.add(key);
    read()
      .catch(() => {})
      .finally(() => this.#keys.delete(key));
  }
}

interface CachedReading<Value> {
  reading: Promise<Value>;
  at: number;
}

/** Values that are read unless they are cached; concurrent calls wait for the same reading. */
class CachedPart<Value> {
  readonly #values: LRUCache<string, CachedReading<Value>>;
  readonly #refreshes = new Refreshes();
  readonly #now: () => Date;

  constructor(options: CacheOptions) {
    this.#values = createCache(options);
    this.#now = options.now;
  }

  get(key: string, read: () => Promise<Value>): Promise<Value> {
    const at = this.#now().getTime();
    const known = this.#values.get(key);
    if (!known) return this.#add(key, { reading: read(), at });
    if (at - known.at >= refreshMs)
      this.#refreshes.start(key, async () => {
        const reading = read();
        await reading;
        // Not what was read before a change.
        if (this.#values.get(key) === known) void this.#add(key, { reading, at });
      });
    return known.reading;
  }

  clear(): void {
    this.#values.clear();
  }

  #add(key: string, value: CachedReading<Value>): Promise<Value> {
    this.#values.set(key, value);
    value.reading.catch(() => {
      if (this.#values.get(key) === value) this.#values.delete(key);
    });
    return value.reading;
  }
}

export interface CachedList {
  total: number;
  /** Whether there are more than `total`. */
  hasUncounted: boolean;
  /** The first branches of the list, in its order. */
  ids: readonly number[];
  readAt: Date;
}

export class CachedLists {
  readonly names: CachedPart<FoundPlaces | undefined>;
  readonly narrower: CachedPart<Listing["places"]>;
  readonly vehicleTypes: CachedPart<SiteVehicleType[]>;
  readonly rows: CachedRows<ListedRow>;
  readonly priced: CachedRows<PricedRow>;
  readonly #lists: LRUCache<string, CachedList>;
  /** Where searches by distance have read rows. */
  readonly #areas: LRUCache<string, ListingSearch>;
  readonly #readings = new Map<string, Promise<unknown>>();
  readonly #refreshes = new Refreshes();
  #version = 0;

  constructor(options: CacheOptions) {
    this.names = new CachedPart(options);
    this.narrower = new CachedPart(options);
    this.vehicleTypes = new CachedPart(options);
    this.rows = new CachedRows(options);
    this.priced = new CachedRows(options);
    this.#lists = createCache(options);
    this.#areas = createCache(options);
  }

  /** Changes when a row has changed. */
  get version(): number {
    return this.#version;
  }

  /** The whole list by name or, if it is short enough, by price. */
  find(search: ListingSearch): CachedList | undefined {
    return this.#lists.get(toKey(search));
  }

  /** A running reading of the same list: many may ask for a list that takes long when it expires. Undefined once the list is known. */
  findReading(search: ListingSearch): Promise<unknown> | undefined {
    if (this.find(search)) return undefined;
    // Its own request answers with the error.
    return this.#readings.get(toKey(search))?.catch(() => {});
  }

  /** Lets others wait for `read`, which adds the list. */
  async read<Value>(search: ListingSearch, read: () => Promise<Value>): Promise<Value> {
    const key = toKey(search);
    const reading = read();
    this.#readings.set(key, reading);
    try {
      return await reading;
    } finally {
      if (this.#readings.get(key) === reading) this.#readings.delete(key);
    }
  }

  /** Reads a part of a listing anew while what is known is used. */
  refresh({
    search,
    part,
    read,
  }: {
    search: ListingSearch;
    part: "list" | "rows";
    read: () => Promise<unknown>;
  }): void {
    this.#refreshes.start(`${part} ${toKey(search)}`, read);
  }

  /** Only for a list since whose reading the version has not changed. */
  add({ search, list }: { search: ListingSearch; list: CachedList }): void {
    this.#lists.set(toKey(search), list);
  }

  /** Whether most rows around the position are probably cached, so that only their order and distances need to be read. */
  hasRowsNear(search: ListingSearch): boolean {
    return this.#areas.has(toAreaKey(search));
  }

  addRowsNear(search: ListingSearch): void {
    this.#areas.set(toAreaKey(search), search);
  }

  /** Drops everything, since a row has changed. */
  clear(): void {
    this.#version += 1;
    this.#lists.clear();
    this.#areas.clear();
    this.#readings.clear();
    for (const part of [this.names, this.narrower, this.vehicleTypes, this.rows, this.priced]) part.clear();
  }
}

/** What a cached list depends on (`isCachedList`): with "free now" it differs by vehicle type. */
const toKey = (search: ListingSearch): string =>
  JSON.stringify([
    formatListingPath(search),
    search.words.toLowerCase(),
    search.filters,
    isTotalLimited(search) && search.vehicleType,
  ]);

/** Squares of some two kilometres. */
const squaresPerDegree = 50;

const toAreaKey = ({ near, service, vehicleType, ...search }: ListingSearch): string => {
  const square = near && [near.latitude, near.longitude].map((degrees) => Math.round(degrees * squaresPerDegree));
  return JSON.stringify([square, vehicleType, formatListingPath({ ...search, service }), search.filters, search.page]);
};
