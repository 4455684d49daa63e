// What is read of listed branches, cached as cache-time.ts says: a page of the same branches with another stay is priced from it, and
// only the free slots are read anew every few seconds.
import { LRUCache } from "lru-cache";
import {
  type CacheOptions,
  type CacheTimes,
  expireAfter,
  listTimes,
  pageTimes,
  pricedMs,
  RefreshTimes,
} from "#server/features/site/cached/cache-time.ts";
import type { ListedRow, ListedStay, SlotCounts } from "#server/features/site/listing-rows.ts";

/** More than the branches of the lists of a large installation; a row takes some 1 kB, without its tariff. */
const maxRows = 20_000;
const maxTariffs = 5_000;

type Tariff = NonNullable<ListedRow["tariff"]>["tariff"];

export interface CachedReading<Value> {
  value: Value;
  /** When it was read. */
  at: Date;
  /** When it is read anew, in ms since 1970. */
  refreshAt: number;
}

interface ReadingOptions extends CacheOptions {
  times: CacheTimes;
  /** How long it is cached, in ms, if longer than it is shown. */
  cacheMs?: number;
  /** What a reading depends on, besides its branch and the arrival. */
  toKey: (stay: ListedStay) => string;
}

/** Readings by the ids of branches. */
class CachedReadings<Value extends { id: number }> {
  readonly #values: LRUCache<string, CachedReading<Value>>;
  readonly #refreshTimes: RefreshTimes;
  readonly #toKey: ReadingOptions["toKey"];

  constructor({ now, times, cacheMs = times.cacheMs, toKey }: ReadingOptions) {
    this.#values = new LRUCache({ ...expireAfter({ now, cacheMs }), max: maxRows });
    this.#refreshTimes = new RefreshTimes(times);
    this.#toKey = toKey;
  }

  find(id: number, stay: ListedStay): CachedReading<Value> | undefined {
    return this.#values.get(`${id} ${this.#toKey(stay)}`);
  }

  /** What was read together is read anew together. */
  add({ values, stay, at }: { values: readonly Value[]; stay: ListedStay; at: Date }): void {
    const refreshAt = this.#refreshTimes.next(at);
    for (const value of values) this.#values.set(`${value.id} ${this.#toKey(stay)}`, { value, at, refreshAt });
  }

  clear(): void {
    this.#values.clear();
  }
}

/** All that a page shows of a branch but its free slots, with the tariff in force at the arrival. */
export class CachedRows extends CachedReadings<ListedRow> {
  readonly #now: () => Date;
  /** Equal tariffs are in memory once: many branches have the same. */
  readonly #tariffs = new LRUCache<string, Tariff>({ max: maxTariffs });

  constructor(options: CacheOptions) {
    super({ ...options, times: listTimes, cacheMs: pricedMs, toKey: ({ service }) => service });
    this.#now = options.now;
  }

  /** A row that is new enough to be shown. */
  findShown(id: number, stay: ListedStay): CachedReading<ListedRow> | undefined {
    const cached = this.find(id, stay);
    return cached && this.#now().getTime() - cached.at.getTime() < listTimes.cacheMs ? cached : undefined;
  }

  /** A row whose price decides where it is in a list. */
  override find(id: number, stay: ListedStay): CachedReading<ListedRow> | undefined {
    const cached = super.find(id, stay);
    return cached && isInForce(cached.value, stay) ? cached : undefined;
  }

  /** Whether all of them should be read anew before the first one ends. */
  areAging(ids: readonly number[], stay: ListedStay): boolean {
    const oldest = this.#now().getTime() - pricedMs / 2;
    return ids.some((id) => (this.find(id, stay)?.at.getTime() ?? 0) <= oldest);
  }

  override add(reading: { values: readonly ListedRow[]; stay: ListedStay; at: Date }): void {
    for (const { tariff } of reading.values) if (tariff) tariff.tariff = this.#share(tariff.tariff);
    super.add(reading);
  }

  #share(tariff: Tariff): Tariff {
    const key = JSON.stringify(tariff);
    const known = this.#tariffs.get(key);
    if (!known) this.#tariffs.set(key, tariff);
    return known ?? tariff;
  }
}

/** Vehicles come and go without dropping what is cached. */
export class CachedSlots extends CachedReadings<SlotCounts> {
  constructor(options: CacheOptions) {
    super({ ...options, times: pageTimes, toKey: ({ service, vehicleType }) => `${service} ${vehicleType}` });
  }
}

/** Whether the arrival is one of those for which the row's tariff is in force. */
const isInForce = ({ tariffFrom, tariffUntil }: ListedRow, { from }: ListedStay): boolean =>
  (tariffFrom === null || from.getTime() >= tariffFrom) && (tariffUntil === null || from.getTime() < tariffUntil);
