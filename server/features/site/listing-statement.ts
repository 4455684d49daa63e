// The statement of a listing: the number of branches found and the rows of one page, in one round trip.
import type { ListingSearch } from "#domain/site/site-data.ts";
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
import { buildRowsSelect, type ListedRow } from "#server/features/site/listing-rows.ts";

export const listingPageSize = 20;
/** Prices are computed for as many branches; a longer list is sorted by name instead. */
export const maxPricedBranches = 500;
/** With the filter "free now" more are not counted, since the slots of each are. */
export const maxFreeBranches = 500;

export interface ListingRows {
  total: number;
  rows: ListedRow[];
}

/** Conditions of what is searched for, without the filters. */
function toSearchConditions({ search, values }: { search: ListingSearch; values: SqlValues }): string[] {
  const { service, entityType, state, near, sort } = search;
  const isNearAnywhere = near !== null && state === null && sort === "distance";
  return [
    toServiceCondition(service),
    ...(entityType === null ? [] : [`s.entity_type = ${values.add(entityType)}::text`]),
    ...toPlaceConditions({ search, values }),
    ...toWordConditions({ words: search.words, values }),
    ...(isNearAnywhere ? toBoxConditions({ near, values }) : []),
  ];
}

/**
 * The rows of one page. The limits are constants of the text, of which there are few: with them PostgreSQL knows that it need
 * not sort all, and that a kept plan is as good as a new one.
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

/**
 * The total is that of all branches found, also beyond the last page, unless `isTotalLimited`. By price, all rows are returned, up to a maximum: prices
 * are not computed by the database. Only by name and without words, all branches of a service are not sorted: those of the page
 * are read in order, and the others only counted.
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
    ...(except === undefined ? [] : [`s.branch <> ${values.add(except)}::int`]),
  ];
  const isByDistance = sort === "distance" && near !== null;
  const order = isByDistance ? "f.distance nulls last, f.sorted_name, f.id" : "f.sorted_name, f.id";
  const isNearAnywhere = isByDistance && state === null;
  const isReadInOrder = !isByDistance && state === null && words === "";
  const skipped = (page - 1) * pageSize;
  const inOrder = `select * from found f order by ${order}`;
  const isPriced = `(select total from counted) <= ${maxPricedBranches}`;
  const selected =
    sort === "price"
      ? `select * from (${inOrder} limit ${maxPricedBranches} offset case when ${isPriced} then 0 else ${values.add(skipped)}::int end) f
      order by ${order} limit case when ${isPriced} then ${maxPricedBranches} else ${pageSize} end`
      : selectPage({ inOrder, order, pageSize, skipped, values });
  const isLimited = isTotalLimited(search);
  // In the order of the list, so that slots are counted only until there are enough.
  const found = isLimited
    ? `found as not materialized (select * from (select * from matched f order by ${order}) f
      where ${toFreeCondition({ branch: "f.id", search, now, values })}),`
    : "";
  const text = `with ${isLimited ? "matched" : "found"} as ${isReadInOrder ? "not materialized" : "materialized"} (
      select * from (select s.branch as id, s.sorted_name, ${toDistance({ near, values })} as distance
        from site_branches s where ${conditions.join("\n        and ")}) n
      ${isNearAnywhere ? `where n.distance <= ${nearMetres}` : ""}),
    ${found}
    counted as materialized (select count(*)::int as total from ${isLimited ? `(select from found limit ${maxFreeBranches + 1}) f` : "found"}),
    page as (select f.id, f.distance, row_number() over (order by ${order}) as position from (${selected}) f)
    select (select total from counted) as total,
      coalesce((select json_agg(r) from (${buildRowsSelect({ stay: search, now, values })}) r), '[]') as rows`;
  return { text, values: values.values };
}
