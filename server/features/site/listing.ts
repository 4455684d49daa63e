// §2 listing of a service: branches of a place, by words, filters and the price of a stay.
import { formatListingPath, formatListingQuery } from "#domain/site/listing-address.ts";
import { offeredServices } from "#domain/site/site-labels.ts";
import type { ListedBranch, Listing, ListingSearch, ListingSort, SiteResult } from "#domain/site/site-data.ts";
import type { Sql } from "#server/db/pool.ts";
import { getPrepareOptions } from "#server/db/prepared.ts";
import type { CachedList, CachedLists } from "#server/features/site/cached/cached-lists.ts";
import {
  type BranchPosition,
  findNearestBranches,
  squareMargin,
  toSquare,
} from "#server/features/site/cached/cached-positions.ts";
import type { CachedRow } from "#server/features/site/cached/cached-rows.ts";
import {
  type BranchColumns,
  computePrice,
  type ListedRow,
  type PricedRow,
  toListedBranch,
  toListedRow,
} from "#server/features/site/listing-rows.ts";
import {
  buildListingStatement,
  buildPositionsStatement,
  buildRowsStatement,
  getMaxPriced,
  hasCachedPositions,
  isCachedList,
  isTotalLimited,
  listingPageSize,
  maxFreeBranches,
  type ListingOptions,
  type ListingRows,
  type LocatedSearch,
} from "#server/features/site/listing-statement.ts";
import {
  listBreadcrumbs,
  readNarrowerPlaces,
  readNeighbouringPlaces,
  readPlaceNames,
  readPlacesOfPinCode,
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

interface RowsInput extends ListingSource {
  ids: readonly number[];
}

async function readAndCacheRows({ sql, search, now, cached, ids }: RowsInput): Promise<ListedRow[]> {
  const version = cached?.version;
  const { text, values } = buildRowsStatement({ ids, search, now });
  const [read] = await sql.unsafe<{ rows: BranchColumns[] }[]>(text, values, getPrepareOptions(text));
  const rows = read!.rows.map((row) => toListedRow({ row, service: search.service }));
  if (cached && version === cached.version) cached.rows.add({ rows, stay: search, at: now });
  return rows;
}

/** The branches of a page in the order of their ids; those that are not visible any more are left out. Only rows that are not cached are read. */
async function readRows(input: RowsInput): Promise<Pick<FoundBranches, "branches" | "readAt">> {
  const { search, now, cached, ids } = input;
  const found = new Map(ids.map((id) => [id, cached?.rows.find(id, search)]));
  const missing = ids.filter((id) => !found.get(id));
  if (missing.length > 0)
    for (const row of await readAndCacheRows({ ...input, ids: missing }))
      found.set(row.id, { row, at: now, refreshAt: Infinity });
  const visible = ids.flatMap((id) => found.get(id) ?? []);
  if (cached) refreshRows({ input, visible, cached });
  return {
    branches: visible.map(({ row, at }) => toListedBranch({ row, stay: search, near: search.near, at })),
    readAt: new Date(Math.min(now.getTime(), ...visible.map(({ at }) => at.getTime()))),
  };
}

/** Reads rows beside the request that will not be cached much longer. */
function refreshRows({
  input,
  visible,
  cached,
}: {
  input: RowsInput;
  visible: readonly CachedRow<ListedRow>[];
  cached: CachedLists;
}): void {
  const { search, now } = input;
  const ids = visible.filter(({ refreshAt }) => now.getTime() >= refreshAt).map(({ row }) => row.id);
  if (ids.length > 0) cached.refreshRows({ ids, stay: search, read: () => readAndCacheRows({ ...input, ids }) });
}

/** What the prices of a cached list are computed from; undefined if not all of it is cached. */
function findPriced({ search, cached, ids }: Pick<ListingSource, "search" | "cached"> & { ids: readonly number[] }) {
  const rows = ids.flatMap((id) => cached?.priced.find(id, search)?.row ?? []);
  return rows.length === ids.length ? rows : undefined;
}

type FoundRows = Omit<ListingRows, "rows"> & { rows: ListedRow[] | null };

async function readStatement({ sql, search, now, options = {} }: ListingSource): Promise<FoundRows> {
  const { text, values } = buildListingStatement({ search, now, options });
  const [found] = await sql.unsafe<ListingRows[]>(text, values, getPrepareOptions(text));
  const { rows, ...others } = found!;
  return { ...others, rows: rows && rows.map((row) => toListedRow({ row, service: search.service })) };
}

/** What the statement of a listing finds; cached unless a row has changed meanwhile. */
async function readAndCache(source: ListingSource): Promise<FoundRows> {
  const { search, now, cached } = source;
  const version = cached?.version;
  const found = await readStatement(source);
  if (!cached || version !== cached.version) return found;
  const { rows, priced } = found;
  const ids = found.ids ?? priced?.map(({ id }) => id);
  if (isCachedList(search) && ids)
    cached.add({ search, list: { ...toTotal({ search, counted: found.total }), ids, readAt: now } });
  if (rows) cached.rows.add({ rows, stay: search, at: now });
  if (priced) cached.priced.add({ rows: priced, stay: search, at: now });
  return found;
}

/** Reads and caches the positions of the branches around the reader. */
async function readPositions({
  sql,
  search,
  now,
  cached,
}: Pick<ListingSource, "sql" | "now"> & { search: LocatedSearch; cached: CachedLists }): Promise<void> {
  const { version } = cached;
  const { text, values } = buildPositionsStatement({
    search: { ...search, near: toSquare(search.near) },
    margin: squareMargin,
    now,
  });
  const [read] = await sql.unsafe<{ positions: BranchPosition[] | null }[]>(text, values, getPrepareOptions(text));
  if (version === cached.version) cached.positions.add({ search, positions: read!.positions, readAt: now });
}

/** The page of the nearest branches by their cached positions, which are read beside the request if they are not or not much longer cached. */
async function findNearestPage(
  source: ListingSource & { search: LocatedSearch; cached: CachedLists },
): Promise<FoundBranches | undefined> {
  const { search, now, cached, options: { pageSize = listingPageSize } = {} } = source;
  const list = cached.positions.find(search);
  if (!list || now.getTime() >= list.refreshAt) cached.refreshPositions({ search, read: () => readPositions(source) });
  if (!list || list.isIncomplete) return undefined;
  const { total, ids } = findNearestBranches({ list, search, pageSize });
  return { total, hasUncounted: false, ...(await readRows({ ...source, ids })), sortedBy: "distance" };
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

function toTotal({ search, counted }: { search: ListingSearch; counted: number }) {
  const hasUncounted = isTotalLimited(search) && counted > maxFreeBranches;
  return { total: hasUncounted ? maxFreeBranches : counted, hasUncounted };
}

/** The page of a list that is cached; undefined if it is not, or not as far as this page. */
async function findCached(
  source: ListingSource,
  { list, pageSize }: { list: CachedList; pageSize: number },
): Promise<FoundBranches | undefined> {
  const { search, cached } = source;
  const { total, hasUncounted } = list;
  const isByPrice = search.sort === "price";
  const priced = isByPrice ? findPriced({ search, cached, ids: list.ids }) : undefined;
  const start = (search.page - 1) * pageSize;
  const ids = priced ? choosePage({ priced, search, pageSize }) : list.ids.slice(start, start + pageSize);
  // The last of those that are cached may have others behind them.
  if (isByPrice ? !priced : ids.length < pageSize && list.ids.length < total) return undefined;
  const { branches, readAt } = await readRows({ ...source, ids });
  return {
    total,
    hasUncounted,
    // The rows can be newer than the list.
    branches: isTotalLimited(search) ? branches.filter(({ space }) => space && space.free > 0) : branches,
    // Of other lists, the page shows nothing that changes without an event.
    readAt: isTotalLimited(search) && list.readAt < readAt ? list.readAt : readAt,
    sortedBy: isByPrice ? "price" : "name",
  };
}

export async function findBranches(source: ListingSource): Promise<FoundBranches> {
  const { search, now, options = {}, cached } = source;
  const { pageSize = listingPageSize } = options;
  const isCached = cached !== undefined && isCachedList(search);
  // Without a reading nothing is awaited, so that a concurrent request finds this one's.
  const reading = isCached ? cached.findReading(search) : undefined;
  if (reading) await reading;
  const list = isCached ? cached.find(search) : undefined;
  const isByPrice = search.sort === "price";
  const byName = (): Promise<FoundBranches> => findBranches({ ...source, search: { ...search, sort: "name" } });
  if (list && isByPrice && (list.hasUncounted || list.total > getMaxPriced(search))) return byName();
  if (list && now.getTime() >= list.refreshAt) cached?.refreshList({ search, read: () => readAndCache(source) });
  const known = list
    ? await findCached(source, { list, pageSize })
    : cached && hasCachedPositions(search)
      ? await findNearestPage({ ...source, search, cached })
      : undefined;
  if (known) return known;
  const read = () => readAndCache(source);
  const { total: counted, rows, priced } = await (isCached ? cached.read(search, read) : read());
  const totals = toTotal({ search, counted });
  if (!isByPrice) {
    const branches = (rows ?? []).map((row) => toListedBranch({ row, stay: search, near: search.near, at: now }));
    return { ...totals, branches, readAt: now, sortedBy: search.sort };
  }
  if (!priced) return byName();
  const page = await readRows({ ...source, ids: choosePage({ priced, search, pageSize }) });
  return { ...totals, ...page, sortedBy: "price" };
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
  const ofPinCode = found.total === 0 ? await readPlacesOfPinCode({ sql, search }) : [];
  const beside = isEmpty && ofPinCode.length === 0 ? await readNeighbouringPlaces({ sql, search }) : narrower;
  const places = ofPinCode.length > 0 ? ofPinCode : beside;
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
