// The statement of a listing: the number of branches found and the rows of one page; by price, which only the tariff engine knows, those of
// all that is found.
import type { ListingSearch, SitePoint } from "#domain/site/site-data.ts";
import {
  toBoxConditions,
  toDistance,
  toFilterConditions,
  toFreeCondition,
  toPlaceConditions,
  toServiceCondition,
  toWordConditions,
  nearMetres,
} from "#server/features/site/listing-conditions.ts";
import { SqlValues } from "#server/features/site/sql-values.ts";
import { type BranchColumns, buildRowsSelect, type ListedStay } from "#server/features/site/listing-rows.ts";
import { countSlots } from "#server/features/site/space.ts";

export const listingPageSize = 20;
/** Prices are computed for as many branches; a longer list is sorted by name instead. */
const maxPricedBranches = 500;
/** With the filter "free now" more are not counted, since the slots of each are. */
export const maxFreeBranches = 200;
/** So many branches of a list are cached, for its first pages. */
const maxCachedBranches = 500;

export interface ListingRows {
  total: number;
  /** Of the page; by price, all that is found in the order of names, unless there are more than `getMaxPriced`. */
  rows: BranchColumns[];
  /** Unless it is by distance, the first branches of the whole list by name: at most `maxCachedBranches` or, with "free now", `maxFreeBranches`. */
  ids: number[] | null;
}

export type LocatedSearch = ListingSearch & { near: SitePoint };

/** Whether the nearest branches are listed first. */
export const isByDistance = (search: ListingSearch): search is LocatedSearch =>
  search.sort === "distance" && search.near !== null;

/** Whether only what is near is found: no place limits the list. */
export const isNearAnywhere = (search: ListingSearch): boolean => isByDistance(search) && search.state === null;

/** Conditions of what is searched for, without the filters; `margin` in degrees around the reader's position. */
function toSearchConditions({
  search,
  margin,
  values,
}: {
  search: ListingSearch;
  margin?: number;
  values: SqlValues;
}): string[] {
  const { service, entityType, near } = search;
  return [
    toServiceCondition(service),
    ...(entityType === null ? [] : [`s.entity_type = ${values.add(entityType)}::text`]),
    ...toPlaceConditions({ search, values }),
    ...toWordConditions({ words: search.words, values }),
    ...(near && isNearAnywhere(search) ? toBoxConditions({ near, margin, values }) : []),
  ];
}

/**
 * The rows of one page. The limits are constants of the text, of which there are few: with them PostgreSQL knows that it need
 * not sort all, and that a cached plan is as good as a new one.
 */
function selectPage({
  inOrder,
  order,
  pageSize,
  skipped,
  values,
}: {
  inOrder: string;
  order: string;
  pageSize: number;
  skipped: number;
  values: SqlValues;
}): string {
  if (skipped === 0) return `${inOrder} limit ${pageSize}`;
  const first = 2 ** Math.ceil(Math.log2(skipped + pageSize));
  return `select * from (${inOrder} limit ${first}) f order by ${order} limit ${pageSize} offset ${values.add(skipped)}::int`;
}

export interface ListingOptions {
  /** A branch that is left out. */
  except?: number;
  pageSize?: number;
}

/** The total is at most `maxFreeBranches` + 1. */
export const isTotalLimited = ({ filters }: Pick<ListingSearch, "filters">): boolean => filters.includes("free");

/** Longer lists are sorted by name instead of by price. */
export const getMaxPriced = (search: Pick<ListingSearch, "filters">): number =>
  isTotalLimited(search) ? maxFreeBranches : maxPricedBranches;

/**
 * Whether the branches found and their order by name depend on neither the stay nor the position of the reader: they are the same for
 * many requests.
 */
export const isCachedList = (search: ListingSearch): boolean => !isByDistance(search);

/** Whether the branches found differ between readers near by only in their order and distance: their positions are cached. */
export const hasCachedPositions = (search: ListingSearch): search is LocatedSearch =>
  isByDistance(search) && !isTotalLimited(search);

/**
 * The total is that of all branches found, also beyond the last page, unless `isTotalLimited`. Without a place and words, all branches
 * of a service are not sorted: those of the page are read in order, and the others only counted.
 */
export function buildListingStatement({
  search,
  now,
  options = {},
}: {
  search: ListingSearch;
  now: Date;
  options?: ListingOptions;
}) {
  const values = new SqlValues();
  const { except, pageSize = listingPageSize } = options;
  const { near, page, sort, state, words } = search;
  const conditions = [
    ...toSearchConditions({ search, values }),
    ...toFilterConditions({ search, now, values }),
    ...(except === undefined ? [] : [`s.branch <> ${values.add(except)}::bigint`]),
  ];
  const order = isByDistance(search) ? "f.distance nulls last, f.sorted_name, f.id" : "f.sorted_name, f.id";
  const isReadInOrder = isCachedList(search) && state === null && words === "";
  const inOrder = `select * from found f order by ${order}`;
  const isLimited = isTotalLimited(search);
  // In the order of the list and once, so that slots are counted only until there are enough.
  const found = isLimited
    ? `found as materialized (select * from (select * from matched f order by ${order}) f
      where ${toFreeCondition({ branch: "f.id", search, now, values })} limit ${maxFreeBranches + 1}),`
    : "";
  const counted = `with ${isLimited ? "matched" : "found"} as ${isReadInOrder ? "not materialized" : "materialized"} (
      select * from (select s.branch as id, s.sorted_name, ${toDistance({ near: isByDistance(search) ? near : null, values })} as distance
        from site_branches s where ${conditions.join("\n        and ")}) n
      ${isNearAnywhere(search) ? `where n.distance <= ${nearMetres}` : ""}),
    ${found}
    counted as materialized (select count(*)::int as total from found)`;
  const total = "(select total from counted)";
  const ofPage = selectPage({ inOrder, order, pageSize, skipped: (page - 1) * pageSize, values });
  const limit = getMaxPriced(search);
  const selected =
    sort === "price"
      ? `select * from (${inOrder} limit ${limit}) a where ${total} <= ${limit} union all select * from (${ofPage}) b where ${total} > ${limit}`
      : ofPage;
  const ids = isCachedList(search)
    ? `array(select f.id from (${inOrder} limit ${isLimited ? maxFreeBranches : maxCachedBranches}) f)`
    : "null";
  const text = `${counted}, page as (select f.id, row_number() over (order by ${order}) as position from (${selected}) f)
    select ${total} as total, ${ids} as ids,
      coalesce((select json_agg(r) from (${buildRowsSelect({ stay: search, now, values })}) r), '[]') as rows`;
  return { text, values: values.values };
}

/** The rows of branches in the order of their ids; without those that are not visible any more. */
export function buildRowsStatement({ ids, search, now }: { ids: readonly number[]; search: ListingSearch; now: Date }) {
  const values = new SqlValues();
  const text = `with page as (select s.branch as id, i.position
      from unnest(${values.add([...ids])}::bigint[]) with ordinality i (id, position) join site_branches s on s.branch = i.id)
    select coalesce((select json_agg(r) from (${buildRowsSelect({ stay: search, now, values })}) r), '[]') as rows`;
  return { text, values: values.values };
}

/** The slots of branches; without those that are not visible any more or do not offer the service. */
export function buildSlotsStatement({
  ids,
  stay: { service, vehicleType },
  now,
}: {
  ids: readonly number[];
  stay: Pick<ListedStay, "service" | "vehicleType">;
  now: Date;
}) {
  const values = new SqlValues();
  const text = `select s.branch as id, slots.total, slots.occupied from site_branches s
      cross join lateral (${countSlots({ branch: "s.branch", service, vehicleType, now, values })}) slots
    where s.branch = any(${values.add([...ids])}::bigint[]) and ${toServiceCondition(service)}`;
  return { text, values: values.values };
}

/** A search with more has no cached positions. */
const maxPositions = 1_500;

/**
 * All that a search by distance finds within `margin` degrees of the position in each direction, in the order of names: at most
 * `maxPositions`, or null.
 */
export function buildPositionsStatement({ search, margin, now }: { search: ListingSearch; margin: number; now: Date }) {
  const values = new SqlValues();
  const conditions = [
    ...toSearchConditions({ search, margin, values }),
    ...toFilterConditions({ search, now, values }),
  ];
  const text = `with found as materialized (select s.branch as id, s.sorted_name, s.latitude, s.longitude
      from site_branches s where ${conditions.join("\n        and ")} limit ${maxPositions + 1})
    select case when count(*) <= ${maxPositions} then
      coalesce(json_agg(json_build_array(f.id, f.latitude, f.longitude) order by f.sorted_name, f.id), '[]') end as positions from found f`;
  return { text, values: values.values };
}
