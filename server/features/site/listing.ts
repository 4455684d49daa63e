// §2 listing of a service: branches of a place, by words, filters and the price of a stay.
import { formatListingPath, formatListingQuery } from "#domain/site/listing-address.ts";
import { offeredServices } from "#domain/site/site-labels.ts";
import type { ListedBranch, Listing, ListingSearch, ListingSort, SiteResult } from "#domain/site/site-data.ts";
import type { Sql } from "#server/db/pool.ts";
import { getPrepareOptions } from "#server/db/prepared.ts";
import { toListedBranch } from "#server/features/site/listing-rows.ts";
import {
  buildListingStatement,
  isTotalLimited,
  listingPageSize,
  maxFreeBranches,
  maxPricedBranches,
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

/** Branches without a price last. */
function compareByPrice(one: ListedBranch, other: ListedBranch): number {
  return (one.price ?? Infinity) - (other.price ?? Infinity) || 0;
}

export async function findBranches({
  sql,
  search,
  now,
  options = {},
}: {
  sql: Sql;
  search: ListingSearch;
  now: Date;
  options?: ListingOptions;
}): Promise<FoundBranches> {
  const { text, values } = buildListingStatement({ search, now, options });
  const [found] = await sql.unsafe<ListingRows[]>(text, values, getPrepareOptions(text));
  const { total: counted, rows } = found!;
  const branches = rows.map((row) => toListedBranch({ row, stay: search, now }));
  const hasUncounted = isTotalLimited(search) && counted > maxFreeBranches;
  const total = hasUncounted ? maxFreeBranches : counted;
  if (search.sort !== "price") return { total, hasUncounted, branches, sortedBy: search.sort };
  if (counted > maxPricedBranches) return { total, hasUncounted, branches, sortedBy: "name" };
  const { pageSize = listingPageSize } = options;
  const start = (search.page - 1) * pageSize;
  // Equal prices keep the order of names.
  const page = branches.toSorted(compareByPrice).slice(start, start + pageSize);
  return { total, hasUncounted, branches: page, sortedBy: "price" };
}

/** Whether something else than the place limits what is found. */
const isNarrowed = ({ words, filters, near, sort }: ListingSearch): boolean =>
  words !== "" || filters.length > 0 || (near !== null && sort === "distance");

/** `moved` for a place by an earlier name or another spelling, `not-found` for one that is not known. */
export async function readListing({
  sql,
  search,
  now,
}: {
  sql: Sql;
  search: ListingSearch;
  now: Date;
}): Promise<SiteResult<Listing>> {
  const present = toPresentPlaces(search);
  if (present !== search)
    return { kind: "moved", path: formatListingPath(present) + formatListingQuery({ ...search, page: 1 }) };
  const [names, found, narrower] = await Promise.all([
    readPlaceNames({ sql, search }),
    findBranches({ sql, search, now }),
    readNarrowerPlaces({ sql, search }),
  ]);
  if (!names) return { kind: "not-found" };
  const isEmpty = found.total === 0 && narrower.length === 0 && (search.entityType !== null || isNarrowed(search));
  const places = isEmpty ? await readNeighbouringPlaces({ sql, search }) : narrower;
  return {
    kind: "page",
    page: {
      search,
      path: formatListingPath(search),
      breadcrumbs: listBreadcrumbs(search, names),
      place: names.branch ?? names.company ?? names.area ?? names.city ?? names.state,
      ...found,
      pageSize: listingPageSize,
      places,
      isServiceOffered: offeredServices.includes(search.service),
    },
  };
}
