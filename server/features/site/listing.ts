// §2 listing of a service: branches of a place, by words, filters and the price of a stay.
import { formatListingPath, formatListingQuery } from "#domain/site/listing-address.ts";
import { offeredServices } from "#domain/site/site-labels.ts";
import type { Listing, ListingSearch, ListingSort, SiteResult } from "#domain/site/site-data.ts";
import { getPrepareOptions } from "#server/db/prepared.ts";
import type { CachedList, CachedLists } from "#server/features/site/cached/cached-lists.ts";
import {
  type BranchPosition,
  findNearestBranches,
  squareMargin,
  toSquare,
} from "#server/features/site/cached/cached-positions.ts";
import {
  addBranches,
  type BranchesSource,
  type FoundBranch,
  type ListedBranches,
  readBranches,
  toListedBranches,
} from "#server/features/site/listed-branches.ts";
import { computePrices, type PricedRow } from "#server/features/site/listing-rows.ts";
import { buildSimilarWordsStatement, listTypedWords } from "#server/features/site/listing-conditions.ts";
import {
  buildListingStatement,
  buildPositionsStatement,
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

interface FoundBranches extends ListedBranches {
  total: number;
  hasUncounted: boolean;
  sortedBy: ListingSort;
}

interface ListingSource extends BranchesSource {
  options?: ListingOptions;
}

interface FoundList {
  /** Of all that is found, counted as `isTotalLimited` says. */
  counted: number;
  found: FoundBranch[];
}

/** What the statement of a listing finds; cached unless a row has changed meanwhile. */
async function readAndCache(source: ListingSource): Promise<FoundList> {
  const { sql, search, now, options = {}, cached } = source;
  const version = cached?.version;
  const { text, values } = buildListingStatement({ search, now, options });
  const [read] = await sql.unsafe<ListingRows[]>(text, values, getPrepareOptions(text));
  const { total: counted, ids, rows } = read!;
  if (cached && version === cached.version && ids)
    cached.add({ search, list: { ...toTotal({ search, counted }), ids, readAt: now } });
  return { counted, found: addBranches({ source, version, columns: rows }) };
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
  return { total, hasUncounted: false, ...(await readBranches({ ...source, ids })), sortedBy: "distance" };
}

/** Computes the price of a stay that is shown, the lowest one or that for all, once for all branches with the same tariff. */
function createPricing(stay: ListingSearch): (row: PricedRow) => number | null {
  const known = new Map<unknown, Map<string, number | null>>();
  return (row) => {
    const tariff = row.tariff?.tariff;
    const ofTariff = known.get(tariff) ?? new Map<string, number | null>();
    known.set(tariff, ofTariff);
    const key = `${row.zone} ${row.isFree} ${row.valetCharge}`;
    const price = ofTariff.get(key);
    if (price !== undefined) return price;
    const { price: ofAll, lowestPrice } = computePrices({ row, stay });
    const computed = ofAll ?? lowestPrice;
    ofTariff.set(key, computed);
    return computed;
  };
}

/** Those of the page in the order of prices, branches without a price last; equal prices keep the order of names. */
function choosePage<Branch>({
  branches,
  getRow,
  search,
  pageSize,
}: {
  branches: readonly Branch[];
  getRow: (branch: Branch) => PricedRow;
  search: ListingSearch;
  pageSize: number;
}): Branch[] {
  const priceOf = createPricing(search);
  const prices = branches.map((branch) => ({ branch, price: priceOf(getRow(branch)) ?? Infinity }));
  const start = (search.page - 1) * pageSize;
  return prices
    .toSorted((one, other) => one.price - other.price || 0)
    .slice(start, start + pageSize)
    .map(({ branch }) => branch);
}

/** Whether the list is ordered by price: longer ones are by name instead. */
const isPriced = ({ search, counted }: { search: ListingSearch; counted: number }): boolean =>
  search.sort === "price" && counted <= getMaxPriced(search);

function toTotal({ search, counted }: { search: ListingSearch; counted: number }) {
  const hasUncounted = isTotalLimited(search) && counted > maxFreeBranches;
  return { total: hasUncounted ? maxFreeBranches : counted, hasUncounted };
}

/** The ids of a page by price; undefined if not all branches of the list are cached. */
function choosePricedIds({
  search,
  cached,
  list: { ids },
  pageSize,
}: {
  search: ListingSearch;
  cached: CachedLists;
  list: CachedList;
  pageSize: number;
}): number[] | undefined {
  const rows = ids.flatMap((id) => cached.rows.find(id, search)?.value ?? []);
  if (rows.length < ids.length) return undefined;
  return choosePage({ branches: rows, getRow: (row) => row, search, pageSize }).map(({ id }) => id);
}

/** The page of a list that is cached; undefined if it is not, or not as far as this page. */
async function findCached(
  source: ListingSource & { cached: CachedLists },
  { list, pageSize }: { list: CachedList; pageSize: number },
): Promise<FoundBranches | undefined> {
  const { search, cached } = source;
  const { total, hasUncounted } = list;
  const isByPrice = !hasUncounted && isPriced({ search, counted: total });
  const start = (search.page - 1) * pageSize;
  const ids = isByPrice ? choosePricedIds({ search, cached, list, pageSize }) : list.ids.slice(start, start + pageSize);
  // The last of those that are cached may have others behind them.
  if (!ids || (!isByPrice && ids.length < pageSize && list.ids.length < total)) return undefined;
  const { branches, readAt } = await readBranches({ ...source, ids });
  return {
    total,
    hasUncounted,
    // The slots can be newer than the list.
    branches: isTotalLimited(search) ? branches.filter(({ space }) => space && space.free > 0) : branches,
    // Of other lists, the page shows nothing that changes without an event.
    readAt: isTotalLimited(search) && list.readAt < readAt ? list.readAt : readAt,
    sortedBy: isByPrice ? "price" : "name",
  };
}

/**
 * Reads a list anew beside the request. By price, all its rows are read with it only every few minutes: those of a page are read anew by
 * themselves, and the prices of the others change by writes alone.
 */
function refreshList({ source, cached, list }: { source: ListingSource; cached: CachedLists; list: CachedList }): void {
  const { search } = source;
  const needsRows = isPriced({ search, counted: list.total }) && cached.rows.areAging(list.ids, search);
  const refreshed: ListingSearch = needsRows ? search : { ...search, sort: "name" };
  cached.refreshList({ search, read: () => readAndCache({ ...source, search: refreshed }) });
}

export async function findBranches(source: ListingSource): Promise<FoundBranches> {
  const { search, now, options: { pageSize = listingPageSize } = {}, cached } = source;
  const lists = cached && isCachedList(search) ? cached : undefined;
  // Without a reading nothing is awaited, so that a concurrent request finds this one's.
  const reading = lists?.findReading(search);
  if (reading) await reading;
  const list = lists?.find(search);
  if (lists && list && now.getTime() >= list.refreshAt) refreshList({ source, cached: lists, list });
  const known =
    lists && list
      ? await findCached({ ...source, cached: lists }, { list, pageSize })
      : cached && hasCachedPositions(search)
        ? await findNearestPage({ ...source, search, cached })
        : undefined;
  if (known) return known;
  const read = () => readAndCache(source);
  const { counted, found } = await (lists ? lists.read(search, read) : read());
  const isByPrice = isPriced({ search, counted });
  const page = isByPrice ? choosePage({ branches: found, getRow: ({ row }) => row, search, pageSize }) : found;
  return {
    ...toTotal({ search, counted }),
    ...toListedBranches({ search, now, found: page }),
    sortedBy: search.sort === "price" && !isByPrice ? "name" : search.sort,
  };
}

/** Whether something else than the place limits what is found. */
const isNarrowed = ({ words, filters, near, sort }: ListingSearch): boolean =>
  words !== "" || filters.length > 0 || (near !== null && sort === "distance");

/** Of a search that finds nothing: similar words that find something, or null. */
async function findSuggestion(source: ListingSource): Promise<string | null> {
  const { sql, search } = source;
  const typed = listTypedWords(search.words);
  const unclear = typed.flatMap(({ word, isExact }) => (isExact ? [] : [word]));
  if (unclear.length === 0) return null;
  const { text, values } = buildSimilarWordsStatement(unclear);
  const read = await sql.unsafe<{ word: string; similar: string }[]>(text, values, getPrepareOptions(text));
  const similar = new Map(read.map((found) => [found.word, found.similar]));
  if (unclear.every((word) => (similar.get(word) ?? word) === word)) return null;
  const words = typed.map(({ word }) => similar.get(word) ?? word).join(" ");
  const { total } = await findBranches({ ...source, search: { ...search, words, page: 1 }, options: { pageSize: 1 } });
  return total > 0 ? words : null;
}

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
  const suggestion = found.total === 0 ? await findSuggestion({ sql, search, now, cached }) : null;
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
      suggestion,
      logo: names.logo,
      isServiceOffered: offeredServices.includes(search.service),
    },
  };
}
