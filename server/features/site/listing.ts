// §2 listing of a service: branches of a place, by words, filters and the price of a stay.
import { formatListingPath, formatListingQuery } from "#domain/site/listing-address.ts";
import { offeredServices } from "#domain/site/site-labels.ts";
import type { ListedBranch, Listing, ListingSearch, ListingSort, SiteResult } from "#domain/site/site-data.ts";
import type { Sql } from "#server/db/pool.ts";
import { getPrepareOptions } from "#server/db/prepared.ts";
import type { CachedLists } from "#server/features/site/cached/cached-lists.ts";
import { computePrice, toListedBranch, type ListedRow, type PricedRow } from "#server/features/site/listing-rows.ts";
import {
  buildListingStatement,
  buildRowsStatement,
  getMaxPriced,
  isCachedList,
  isLocated,
  isTotalLimited,
  listingPageSize,
  maxFreeBranches,
  type ListingOptions,
  type ListingRows,
} from "#server/features/site/listing-statement.ts";
import {
  listBreadcrumbs,
  readNarrowerPlaces,
  readNeighbouringPlaces,
  readPlaceNames,
  toPresentPlaces,
} from "#server/features/site/places.ts";

interface FoundBranches {
  total: number;
  hasUncounted: boolean;
  branches: ListedBranch[];
  sortedBy: ListingSort;
  /** When the oldest row of `branches` was read. */
  readAt: Date;
}

interface ListingSource {
  sql: Sql;
  search: ListingSearch;
  now: Date;
  options?: ListingOptions;
  /** Without it nothing is cached. */
  cached?: CachedLists | undefined;
}

/** The branches of a page in the order of their ids; those that are not visible any more are left out. Only rows that are not cached are read. */
async function readRows({
  sql,
  search,
  now,
  cached,
  ids,
  distances,
}: ListingSource & {
  ids: readonly number[];
  /** Of a list with a position, by branch: rows are cached without a distance. */
  distances?: ReadonlyMap<number, number | null>;
}): Promise<Pick<FoundBranches, "branches" | "readAt">> {
  // Without them, rows with a position are read with their distance.
  const rows = search.near === null || distances ? cached?.rows : undefined;
  const version = cached?.version;
  const found = new Map(ids.map((id) => [id, rows?.find(id, search)]));
  const missing = ids.filter((id) => !found.get(id));
  if (missing.length > 0) {
    const { text, values } = buildRowsStatement({
      ids: missing,
      search: distances ? { ...search, near: null } : search,
      now,
    });
    const [read] = await sql.unsafe<{ rows: ListedRow[] }[]>(text, values, getPrepareOptions(text));
    for (const row of read!.rows) {
      found.set(row.id, { row, at: now });
      if (version === cached?.version) rows?.add({ row: { ...row, distance: null }, stay: search, at: now });
    }
  }
  const visible = ids.flatMap((id) => found.get(id) ?? []);
  return {
    branches: visible.map(({ row, at }) => {
      const distance = distances?.get(row.id) ?? row.distance;
      return toListedBranch({ row: { ...row, distance }, stay: search, at });
    }),
    readAt: new Date(Math.min(now.getTime(), ...visible.map(({ at }) => at.getTime()))),
  };
}

/** What the prices of a cached list are computed from; undefined if not all of it is cached. */
function findPriced({ search, cached, ids }: Pick<ListingSource, "search" | "cached"> & { ids: readonly number[] }) {
  const rows = ids.flatMap((id) => cached?.priced.find(id, search)?.row ?? []);
  return rows.length === ids.length ? rows : undefined;
}

async function readStatement({ sql, search, now, options = {} }: ListingSource): Promise<ListingRows> {
  const { text, values } = buildListingStatement({ search, now, options });
  const [found] = await sql.unsafe<ListingRows[]>(text, values, getPrepareOptions(text));
  return found!;
}

/** What the statement of a listing finds; cached unless a row has changed meanwhile. */
async function readAndCache(source: ListingSource): Promise<ListingRows> {
  const { search, now, cached } = source;
  const version = cached?.version;
  const found = await readStatement(source);
  if (!cached || version !== cached.version) return found;
  const { total, rows, priced } = found;
  const ids = found.ids ?? (priced && !isTotalLimited(search) ? priced.map(({ id }) => id) : null);
  if (isCachedList(search) && ids) cached.add({ search, list: { total, ids } });
  for (const row of rows ?? []) cached.rows.add({ row: { ...row, distance: null }, stay: search, at: now });
  if (rows && isLocated(search)) cached.addRowsNear(search);
  for (const row of priced ?? []) cached.priced.add({ row, stay: search, at: now });
  return found;
}

/** Computes the price of a stay once for all branches with the same tariff. */
function createPricing(stay: ListingSearch): (row: PricedRow) => number | null {
  const known = new Map<unknown, Map<string, number | null>>();
  return (row) => {
    const tariff = row.tariff?.tariff;
    const ofTariff = known.get(tariff) ?? new Map<string, number | null>();
    known.set(tariff, ofTariff);
    const key = `${row.zone} ${row.isFree} ${row.valetCharge}`;
    const price = ofTariff.get(key);
    if (price !== undefined) return price;
    const computed = computePrice({ row, stay });
    ofTariff.set(key, computed);
    return computed;
  };
}

/** The ids of the page in the order of prices, branches without a price last; equal prices keep the order of names. */
function choosePage({
  priced,
  search,
  pageSize,
}: {
  priced: readonly PricedRow[];
  search: ListingSearch;
  pageSize: number;
}) {
  const priceOf = createPricing(search);
  const prices = priced.map((row) => ({ id: row.id, price: priceOf(row) ?? Infinity }));
  const start = (search.page - 1) * pageSize;
  return prices
    .toSorted((one, other) => one.price - other.price || 0)
    .slice(start, start + pageSize)
    .map(({ id }) => id);
}

export async function findBranches(source: ListingSource): Promise<FoundBranches> {
  const { search, now, options = {}, cached } = source;
  const { pageSize = listingPageSize } = options;
  const isCached = cached !== undefined && isCachedList(search);
  // Without a reading nothing is awaited, so that a concurrent request finds this one's.
  const reading = isCached ? cached.findReading(search) : undefined;
  if (reading) await reading;
  const known = isCached ? cached.find(search) : undefined;
  const start = (search.page - 1) * pageSize;
  const isByPrice = search.sort === "price";
  const byName = (): Promise<FoundBranches> => findBranches({ ...source, search: { ...search, sort: "name" } });
  if (known && isByPrice) {
    if (known.total > getMaxPriced(search)) return byName();
    const rows = findPriced({ search, cached, ids: known.ids });
    if (rows) {
      const page = await readRows({ ...source, ids: choosePage({ priced: rows, search, pageSize }) });
      return { total: known.total, hasUncounted: false, ...page, sortedBy: "price" };
    }
  }
  const pageIds = known?.ids.slice(start, start + pageSize);
  // The last of those that are cached may have others behind them.
  if (known && pageIds && !isByPrice && (pageIds.length === pageSize || known.ids.length === known.total)) {
    const page = await readRows({ ...source, ids: pageIds });
    return { total: known.total, hasUncounted: false, ...page, sortedBy: "name" };
  }
  const hasRows = !(cached && isLocated(search) && cached.hasRowsNear(search));
  const read = () => readAndCache({ ...source, options: { ...options, hasRows } });
  const { total: counted, rows, priced, located } = await (isCached ? cached.read(search, read) : read());
  const hasUncounted = isTotalLimited(search) && counted > maxFreeBranches;
  const total = hasUncounted ? maxFreeBranches : counted;
  if (located) {
    const distances = new Map(located.map(({ id, distance }) => [id, distance]));
    const page = await readRows({ ...source, ids: [...distances.keys()], distances });
    return { total: counted, hasUncounted: false, ...page, sortedBy: search.sort };
  }
  if (!isByPrice) {
    const branches = (rows ?? []).map((row) => toListedBranch({ row, stay: search, at: now }));
    return { total, hasUncounted, branches, readAt: now, sortedBy: search.sort };
  }
  if (counted > getMaxPriced(search)) return byName();
  const page = await readRows({ ...source, ids: choosePage({ priced: priced ?? [], search, pageSize }) });
  return { total, hasUncounted, ...page, sortedBy: "price" };
}

/** Whether something else than the place limits what is found. */
const isNarrowed = ({ words, filters, near, sort }: ListingSearch): boolean =>
  words !== "" || filters.length > 0 || (near !== null && sort === "distance");

/** `moved` for a place by an earlier name or another spelling, `not-found` for one that is not known. */
export async function readListing({
  sql,
  search,
  now,
  cached,
}: Omit<ListingSource, "options">): Promise<SiteResult<Listing>> {
  const present = toPresentPlaces(search);
  if (present !== search)
    return { kind: "moved", path: formatListingPath(present) + formatListingQuery({ ...search, page: 1 }) };
  const place = formatListingPath(search);
  const readNames = () => readPlaceNames({ sql, search });
  const readNarrower = () => readNarrowerPlaces({ sql, search });
  const [names, found, narrower] = await Promise.all([
    cached ? cached.names.get(place, readNames) : readNames(),
    findBranches({ sql, search, now, cached }),
    cached ? cached.narrower.get(place, readNarrower) : readNarrower(),
  ]);
  if (!names) return { kind: "not-found" };
  const isEmpty = found.total === 0 && narrower.length === 0 && (search.entityType !== null || isNarrowed(search));
  const places = isEmpty ? await readNeighbouringPlaces({ sql, search }) : narrower;
  return {
    kind: "page",
    page: {
      search,
      path: place,
      breadcrumbs: listBreadcrumbs(search, names),
      place: names.branch ?? names.company ?? names.area ?? names.city ?? names.state,
      ...found,
      pageSize: listingPageSize,
      places,
      logo: names.logo,
      isServiceOffered: offeredServices.includes(search.service),
    },
  };
}
