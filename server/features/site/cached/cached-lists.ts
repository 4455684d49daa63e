// Parts of listings that do not depend on the stay, cached as cache-time.ts says: the same place with another arrival reads its
// branches alone.
import { LRUCache } from "lru-cache";
import { formatListingPath } from "#domain/site/listing-address.ts";
import type { Listing, ListingSearch, SiteVehicleType } from "#domain/site/site-data.ts";
import type { SiteOperator } from "#domain/site/site-document.ts";
import { CachedPositions, toPositionsKey } from "#server/features/site/cached/cached-positions.ts";
import { CachedRows, CachedSlots } from "#server/features/site/cached/cached-rows.ts";
import {
  type CacheOptions,
  expireAfter,
  listTimes,
  pageTimes,
  RefreshTimes,
} from "#server/features/site/cached/cache-time.ts";
import type { ListedStay } from "#server/features/site/listing-rows.ts";
import { isTotalLimited, type LocatedSearch } from "#server/features/site/listing-statement.ts";
import type { FoundPlaces } from "#server/features/site/places.ts";

const maxParts = 2_000;
/** Readings beside requests that run at once: the connections, and the processors of the database, are those of the requests. */
const runningRefreshes = 1;
/** Those that wait; what is beyond is left to the request that finds nothing cached. */
const maxRefreshes = 2_000;

const createCache = <Value extends object>(options: CacheOptions): LRUCache<string, Value> =>
  new LRUCache({ ...expireAfter({ ...options, ...listTimes }), max: maxParts });

/** Readings beside requests, each once. One that fails is left to the request that finds nothing cached. */
class Refreshes {
  readonly #waiting = new Map<string, () => Promise<unknown>>();
  readonly #running = new Set<string>();

  add(key: string, read: () => Promise<unknown>): void {
    if (this.#running.has(key) || this.#waiting.has(key) || this.#waiting.size >= maxRefreshes) return;
    this.#waiting.set(key, read);
    if (this.#running.size < runningRefreshes) void this.#runNext();
  }

  /** What waits is not read: all that it would replace has been dropped. */
  clear(): void {
    this.#waiting.clear();
  }

  async #runNext(): Promise<void> {
    for (const [key, read] of this.#waiting) {
      this.#waiting.delete(key);
      this.#running.add(key);
      await read().catch(() => {});
      this.#running.delete(key);
    }
  }
}

interface CachedReading<Value> {
  reading: Promise<Value>;
  /** When it is read anew, in ms since 1970. */
  refreshAt: number;
}

/** Values that are read unless they are cached; concurrent calls wait for the same reading. */
class CachedPart<Value> {
  readonly #values: LRUCache<string, CachedReading<Value>>;
  readonly #refreshes: Refreshes;
  readonly #refreshTimes = new RefreshTimes(listTimes);
  readonly #name: string;
  readonly #now: () => Date;

  constructor({ refreshes, name, ...options }: CacheOptions & { refreshes: Refreshes; name: string }) {
    this.#values = createCache(options);
    this.#refreshes = refreshes;
    this.#name = name;
    this.#now = options.now;
  }

  get(key: string, read: () => Promise<Value>): Promise<Value> {
    const now = this.#now();
    const known = this.#values.get(key);
    if (!known) return this.#add(key, { reading: read(), refreshAt: this.#refreshTimes.next(now) });
    if (now.getTime() >= known.refreshAt)
      this.#refreshes.add(`${this.#name} ${key}`, async () => {
        const reading = read();
        await reading;
        // Not what was read before a change.
        if (this.#values.get(key) === known) void this.#add(key, { reading, refreshAt: this.#refreshTimes.next(now) });
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
  /** When it is read anew, in ms since 1970. */
  refreshAt: number;
}

export class CachedLists {
  readonly names: CachedPart<FoundPlaces | undefined>;
  readonly narrower: CachedPart<Listing["places"]>;
  readonly vehicleTypes: CachedPart<SiteVehicleType[]>;
  readonly operator: CachedPart<SiteOperator>;
  readonly rows: CachedRows;
  readonly slots: CachedSlots;
  readonly positions: CachedPositions;
  readonly #lists: LRUCache<string, CachedList>;
  readonly #readings = new Map<string, Promise<unknown>>();
  readonly #refreshes = new Refreshes();
  readonly #pageRefreshes = new RefreshTimes(pageTimes);
  readonly #listRefreshes = new RefreshTimes(listTimes);
  #version = 0;

  constructor(options: CacheOptions) {
    const refreshes = this.#refreshes;
    this.names = new CachedPart({ ...options, refreshes, name: "names" });
    this.narrower = new CachedPart({ ...options, refreshes, name: "narrower" });
    this.vehicleTypes = new CachedPart({ ...options, refreshes, name: "vehicle types" });
    this.operator = new CachedPart({ ...options, refreshes, name: "operator" });
    this.rows = new CachedRows(options);
    this.slots = new CachedSlots(options);
    this.#lists = createCache(options);
    this.positions = new CachedPositions(options);
  }

  /** Changes when a row has changed. */
  get version(): number {
    return this.#version;
  }

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

  /** Reads a list anew while what is known is used. */
  refreshList({ search, read }: { search: ListingSearch; read: () => Promise<unknown> }): void {
    this.#refreshes.add(`list ${toKey(search)}`, read);
  }

  refreshBranches({
    part,
    ids,
    stay: { service, vehicleType },
    read,
  }: {
    part: "rows" | "slots";
    ids: readonly number[];
    stay: ListedStay;
    read: () => Promise<unknown>;
  }): void {
    this.#refreshes.add(`${part} ${service} ${vehicleType} ${ids.join()}`, read);
  }

  refreshPositions({ search, read }: { search: LocatedSearch; read: () => Promise<unknown> }): void {
    this.#refreshes.add(`positions ${toPositionsKey(search)}`, read);
  }

  /** Only for a list since whose reading the version has not changed. */
  add({ search, list }: { search: ListingSearch; list: Omit<CachedList, "refreshAt"> }): void {
    // Which branches have free slots changes as vehicles come and go.
    const [{ cacheMs }, refreshes] = isTotalLimited(search)
      ? [pageTimes, this.#pageRefreshes]
      : [listTimes, this.#listRefreshes];
    this.#lists.set(toKey(search), { ...list, refreshAt: refreshes.next(list.readAt) }, { ttl: cacheMs });
  }

  /** Drops everything, since a row has changed. */
  clear(): void {
    this.#version += 1;
    this.#lists.clear();
    this.#readings.clear();
    this.#refreshes.clear();
    const { names, narrower, vehicleTypes, operator, rows, slots, positions } = this;
    for (const part of [names, narrower, vehicleTypes, operator, rows, slots, positions]) part.clear();
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
