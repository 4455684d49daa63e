// §2 listing of a service: branches of a place, by words, filters and the price of a stay.
import { formatListingPath, formatListingQuery } from "#domain/site/listing-address.ts";
import { offeredServices } from "#domain/site/site-labels.ts";
import type { ListedBranch, Listing, ListingSearch, ListingSort, SiteResult } from "#domain/site/site-data.ts";
import type { Sql } from "#server/db/pool.ts";
import { getPrepareOptions } from "#server/db/prepared.ts";
import type { KeptLists } from "#server/features/site/kept/kept-lists.ts";
import { computePrice, toListedBranch, type ListedRow, type PricedRow } from "#server/features/site/listing-rows.ts";
import {
  buildListingStatement,
  buildRowsStatement,
  getMaxPriced,
  isKeptList,
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
}

interface ListingSource {
  sql: Sql;
  search: ListingSearch;
  now: Date;
  options?: ListingOptions;
  /** Without it nothing is kept. */
  kept?: KeptLists | undefined;
}

async function readRows({
  sql,
  search,
  now,
  ids,
}: ListingSource & { ids: readonly number[] }): Promise<ListedBranch[]> {
  if (ids.length === 0) return [];
  const { text, values } = buildRowsStatement({ ids, search, now });
  const [found] = await sql.unsafe<{ rows: ListedRow[] }[]>(text, values, getPrepareOptions(text));
  return found!.rows.map((row) => toListedBranch({ row, stay: search, now }));
}

async function readStatement({ sql, search, now, options = {} }: ListingSource): Promise<ListingRows> {
  const { text, values } = buildListingStatement({ search, now, options });
  const [found] = await sql.unsafe<ListingRows[]>(text, values, getPrepareOptions(text));
  return found!;
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
  const prices = priced.map((row) => ({ id: row.id, price: computePrice({ row, stay: search }) ?? Infinity }));
  const start = (search.page - 1) * pageSize;
  return prices
    .toSorted((one, other) => one.price - other.price || 0)
    .slice(start, start + pageSize)
    .map(({ id }) => id);
}

export async function findBranches(source: ListingSource): Promise<FoundBranches> {
  const { search, now, options = {}, kept } = source;
  const { pageSize = listingPageSize } = options;
  const isKept = kept !== undefined && isKeptList(search);
  const known = isKept ? kept.find(search) : undefined;
  const start = (search.page - 1) * pageSize;
  const pageIds = known?.ids.slice(start, start + pageSize);
  // The last of those that are kept may have others behind them.
  if (known && pageIds && (pageIds.length === pageSize || known.ids.length === known.total)) {
    const branches = await readRows({ ...source, ids: pageIds });
    return { total: known.total, hasUncounted: false, branches, sortedBy: "name" };
  }
  const version = kept?.version ?? 0;
  const { total: counted, rows, ids, priced } = await readStatement(source);
  if (isKept && ids) kept.add({ search, list: { total: counted, ids }, version });
  const hasUncounted = isTotalLimited(search) && counted > maxFreeBranches;
  const total = hasUncounted ? maxFreeBranches : counted;
  if (search.sort !== "price") {
    const branches = (rows ?? []).map((row) => toListedBranch({ row, stay: search, now }));
    return { total, hasUncounted, branches, sortedBy: search.sort };
  }
  if (counted > getMaxPriced(search)) return findBranches({ ...source, search: { ...search, sort: "name" } });
  const branches = await readRows({ ...source, ids: choosePage({ priced: priced ?? [], search, pageSize }) });
  return { total, hasUncounted, branches, sortedBy: "price" };
}

/** Whether something else than the place limits what is found. */
const isNarrowed = ({ words, filters, near, sort }: ListingSearch): boolean =>
  words !== "" || filters.length > 0 || (near !== null && sort === "distance");

/** `moved` for a place by an earlier name or another spelling, `not-found` for one that is not known. */
export async function readListing({
  sql,
  search,
  now,
  kept,
}: Omit<ListingSource, "options">): Promise<SiteResult<Listing>> {
  const present = toPresentPlaces(search);
  if (present !== search)
    return { kind: "moved", path: formatListingPath(present) + formatListingQuery({ ...search, page: 1 }) };
  const place = formatListingPath(search);
  const readNames = () => readPlaceNames({ sql, search });
  const readNarrower = () => readNarrowerPlaces({ sql, search });
  const [names, found, narrower] = await Promise.all([
    kept ? kept.names.get(place, readNames) : readNames(),
    findBranches({ sql, search, now, kept }),
    kept ? kept.narrower.get(place, readNarrower) : readNarrower(),
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
