// Positions of the branches around readers: another reader near by gets the nearest of them without a statement.
import { LRUCache } from "lru-cache";
import { findNearest } from "#domain/branches/location/nearest.ts";
import { formatListingPath } from "#domain/site/listing-address.ts";
import type { SitePoint } from "#domain/site/site-data.ts";
import { type CacheOptions, expireAfter, listTimes, RefreshTimes } from "#server/features/site/cached/cache-time.ts";
import { nearMetres } from "#server/features/site/listing-conditions.ts";
import { isNearAnywhere, type LocatedSearch } from "#server/features/site/listing-statement.ts";

/** Of all lists; a position takes 24 bytes. */
const maxPositions = 200_000;

/** Readers in the same square of some ten kilometres have the same positions. */
const squaresPerDegree = 10;
/** Of a square's centre. */
export const squareMargin = 0.5 / squaresPerDegree;

/** A branch with its position in degrees, null if it has none. */
export type BranchPosition = readonly [id: number, latitude: number | null, longitude: number | null];

export interface CachedPositionList {
  ids: readonly number[];
  /** As `findNearest` takes them. */
  points: Float64Array;
  /** Whether there are too many, so that each search reads its own. */
  isIncomplete: boolean;
  /** When it is read anew, in ms since 1970. */
  refreshAt: number;
}

export class CachedPositions {
  readonly #lists: LRUCache<string, CachedPositionList>;
  readonly #refreshTimes = new RefreshTimes(listTimes);

  constructor({ now }: CacheOptions) {
    this.#lists = new LRUCache({
      ...expireAfter({ now, ...listTimes }),
      maxSize: maxPositions,
      sizeCalculation: ({ ids }) => ids.length + 1,
    });
  }

  find(search: LocatedSearch): CachedPositionList | undefined {
    return this.#lists.get(toPositionsKey(search));
  }

  /** In the order of names, as `buildPositionsStatement` reads them around the centre of the square; null if there are too many. */
  add({
    search,
    positions,
    readAt,
  }: {
    search: LocatedSearch;
    positions: readonly BranchPosition[] | null;
    readAt: Date;
  }): void {
    const found = positions ?? [];
    this.#lists.set(toPositionsKey(search), {
      ids: found.map(([id]) => id),
      points: Float64Array.from(found.flatMap(([, latitude, longitude]) => [latitude ?? NaN, longitude ?? NaN])),
      isIncomplete: positions === null,
      refreshAt: this.#refreshTimes.next(readAt),
    });
  }

  clear(): void {
    this.#lists.clear();
  }
}

/** The branches of the page, and how many the search finds. */
export function findNearestBranches({
  list: { ids, points },
  search,
  pageSize,
}: {
  list: CachedPositionList;
  search: LocatedSearch;
  pageSize: number;
}): { ids: number[]; total: number } {
  const { total, indexes } = findNearest({
    points,
    from: search.near,
    maxMetres: isNearAnywhere(search) ? nearMetres : undefined,
    skip: (search.page - 1) * pageSize,
    count: pageSize,
  });
  return { total, ids: indexes.map((index) => ids[index]!) };
}

/** Centre of the reader's square. */
export const toSquare = ({ latitude, longitude }: SitePoint): SitePoint => ({
  latitude: Math.round(latitude * squaresPerDegree) / squaresPerDegree,
  longitude: Math.round(longitude * squaresPerDegree) / squaresPerDegree,
});

/** What the branches that are found depend on; in a place, they are the same for all readers. */
export const toPositionsKey = (search: LocatedSearch): string =>
  JSON.stringify([
    formatListingPath(search),
    search.words.toLowerCase(),
    search.filters,
    isNearAnywhere(search) && toSquare(search.near),
  ]);
