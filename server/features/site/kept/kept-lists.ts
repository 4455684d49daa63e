// Parts of listings that do not depend on the stay, kept for some seconds as the pages are (server/features/site/page-cache.ts): the same
// place with another arrival reads its branches alone.
import { LRUCache } from "lru-cache";
import { formatListingPath } from "#domain/site/listing-address.ts";
import type { Listing, ListingSearch, SiteVehicleType } from "#domain/site/site-data.ts";
import { keptMs } from "#server/features/site/page-cache.ts";
import type { FoundPlaces } from "#server/features/site/places.ts";

const maxParts = 2_000;

interface KeptOptions {
  now: () => Date;
}

const createCache = <Value extends object>({ now }: KeptOptions): LRUCache<string, Value> =>
  new LRUCache({ ttl: keptMs, ttlResolution: 0, perf: { now: () => now().getTime() }, max: maxParts });

/** Values that are read unless they are kept; concurrent calls wait for the same reading. */
class KeptPart<Value> {
  readonly #values: LRUCache<string, Promise<Value>>;

  constructor(options: KeptOptions) {
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

export interface KeptList {
  total: number;
  /** The first branches of the list, in its order. */
  ids: readonly number[];
}

export class KeptLists {
  readonly names: KeptPart<FoundPlaces | undefined>;
  readonly narrower: KeptPart<Listing["places"]>;
  readonly vehicleTypes: KeptPart<SiteVehicleType[]>;
  readonly #lists: LRUCache<string, KeptList>;
  #version = 0;

  constructor(options: KeptOptions) {
    this.names = new KeptPart(options);
    this.narrower = new KeptPart(options);
    this.vehicleTypes = new KeptPart(options);
    this.#lists = createCache(options);
  }

  /** Changes when a row has changed. */
  get version(): number {
    return this.#version;
  }

  find(search: ListingSearch): KeptList | undefined {
    return this.#lists.get(toKey(search));
  }

  /** `version` is that before the list was read: one that may be outdated is not kept. */
  add({ search, list, version }: { search: ListingSearch; list: KeptList; version: number }): void {
    if (version === this.#version) this.#lists.set(toKey(search), list);
  }

  /** Drops everything, since a row has changed. */
  clear(): void {
    this.#version += 1;
    this.#lists.clear();
    for (const part of [this.names, this.narrower, this.vehicleTypes]) part.clear();
  }
}

/** What a kept list depends on (`isKeptList`). */
const toKey = (search: ListingSearch): string =>
  JSON.stringify([formatListingPath(search), search.words.toLowerCase(), search.filters]);
