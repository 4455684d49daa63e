// Rows of listed branches, cached as cache-time.ts says: a page of the same branches with another stay is priced from them.
import { LRUCache } from "lru-cache";
import {
  type CacheOptions,
  type CacheTimes,
  expireAfter,
  RefreshTimes,
} from "#server/features/site/cached/cache-time.ts";
import type { ListedStay, PricedRow } from "#server/features/site/listing-rows.ts";

/** More than the branches of all first pages of a large installation; a row takes less than 1 kB, without its tariff. */
const maxRows = 20_000;
const maxTariffs = 5_000;

type Tariff = NonNullable<PricedRow["tariff"]>["tariff"];

export interface CachedRow<Row> {
  row: Row;
  /** When it was read. */
  at: Date;
  /** When it is read anew, in ms since 1970. */
  refreshAt: number;
}

/** Arrivals for which the row's tariff is in force. */
const isInForce = ({ tariffFrom, tariffUntil }: PricedRow, { from }: ListedStay): boolean =>
  (tariffFrom === null || from.getTime() >= tariffFrom) && (tariffUntil === null || from.getTime() < tariffUntil);

export class CachedRows<Row extends PricedRow> {
  readonly #rows: LRUCache<string, CachedRow<Row>>;
  /** Equal tariffs are in memory once: many branches have the same. */
  readonly #tariffs = new LRUCache<string, Tariff>({ max: maxTariffs });
  readonly #refreshTimes: RefreshTimes;

  constructor({ now, cacheMs, refreshMs }: CacheOptions & CacheTimes) {
    this.#refreshTimes = new RefreshTimes({ cacheMs, refreshMs });
    this.#rows = new LRUCache({ ...expireAfter({ now, cacheMs }), max: maxRows });
  }

  find(id: number, stay: ListedStay): CachedRow<Row> | undefined {
    const cached = this.#rows.get(toKey(id, stay));
    return cached && isInForce(cached.row, stay) ? cached : undefined;
  }

  /** Rows that were read together are read anew together. */
  add({ rows, stay, at }: { rows: readonly Row[]; stay: ListedStay; at: Date }): void {
    const refreshAt = this.#refreshTimes.next(at);
    for (const row of rows) {
      if (row.tariff) row.tariff.tariff = this.#share(row.tariff.tariff);
      this.#rows.set(toKey(row.id, stay), { row, at, refreshAt });
    }
  }

  clear(): void {
    this.#rows.clear();
  }

  #share(tariff: Tariff): Tariff {
    const key = JSON.stringify(tariff);
    const known = this.#tariffs.get(key);
    if (!known) this.#tariffs.set(key, tariff);
    return known ?? tariff;
  }
}

/** What a row depends on, besides the arrival. */
const toKey = (id: number, { service, vehicleType }: ListedStay): string => `${id} ${service} ${vehicleType}`;
