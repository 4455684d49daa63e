// The statement of a listing: the number of branches found and the rows of one page, in one round trip.
import { offeredServices } from "#domain/site/site-labels.ts";
import type { ListingSearch } from "#domain/site/site-data.ts";
import {
  toBoxConditions,
  toDistance,
  toFilterConditions,
  toPlaceConditions,
  toServiceCondition,
  toWordConditions,
  visibleBranches,
  nearMetres,
} from "#server/features/site/listing-conditions.ts";
import { SqlValues } from "#server/features/site/sql-values.ts";
import { buildRowsSelect, type ListedRow } from "#server/features/site/listing-rows.ts";

export const listingPageSize = 20;
/** Prices are computed for as many branches; a longer list is sorted by name instead. */
export const maxPricedBranches = 500;

export interface ListingRows {
  total: number;
  rows: ListedRow[];
}

/** Conditions of what is searched for, without the filters. */
function toSearchConditions({ search, values }: { search: ListingSearch; values: SqlValues }): string[] {
  const { service, entityType, state, near, sort } = search;
  const isNearAnywhere = near !== null && state === null && sort === "distance";
  return [
    ...(offeredServices.includes(service) ? [toServiceCondition(service)] : ["false"]),
    ...(entityType === null ? [] : [`b.entity_type = ${values.add(entityType)}::text`]),
    ...toPlaceConditions({ search, values }),
    ...toWordConditions({ words: search.words, values }),
    ...(isNearAnywhere ? toBoxConditions({ near, values }) : []),
  ];
}

export interface ListingOptions {
  /** A branch that is left out. */
  except?: number;
  pageSize?: number;
}

/**
 * All that match are found before they are sorted, so that the total is theirs also beyond the last page. By price, all
 * rows are returned, up to a maximum: prices are not computed by the database.
 */
export function buildListingStatement(search: ListingSearch, options: ListingOptions = {}) {
  const values = new SqlValues();
  const { except, pageSize = listingPageSize } = options;
  const { near, page, sort } = search;
  const conditions = [
    ...toSearchConditions({ search, values }),
    ...toFilterConditions({ search, values }),
    ...(except === undefined ? [] : [`b.id <> ${values.add(except)}::int`]),
  ];
  const order = sort === "distance" && near ? "f.distance nulls last, f.sorted_name, f.id" : "f.sorted_name, f.id";
  const isNearAnywhere = near !== null && search.state === null && sort === "distance";
  const [limit, offset] = [values.add(pageSize), values.add((page - 1) * pageSize)];
  const isPriced = sort === "price" ? `(select count(*) from found) <= ${maxPricedBranches}` : "false";
  const text = `with found as materialized (
      select * from (select b.id, lower(b.name) as sorted_name, ${toDistance({ near, values })} as distance
        from ${visibleBranches} ${conditions.map((condition) => `and ${condition}`).join("\n        ")}) n
      ${isNearAnywhere ? `where n.distance <= ${nearMetres}` : ""}),
    page as (select f.id, f.distance, row_number() over (order by ${order}) as position from (select * from found f
      order by ${order} limit case when ${isPriced} then ${maxPricedBranches} else ${limit}::int end
      offset case when ${isPriced} then 0 else ${offset}::int end) f)
    select (select count(*)::int from found) as total,
      coalesce((select json_agg(r) from (${buildRowsSelect({ stay: search, values })}) r), '[]') as rows`;
  return { text, values: values.values };
}
