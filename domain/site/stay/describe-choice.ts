// What is chosen of a listing, in words: its form is closed on a phone.
import { formatDateTime } from "#domain/dates.ts";
import { listingFilterLabels, listingSortLabels } from "#domain/site/listing-labels.ts";
import { formatStay } from "#domain/site/page-texts.ts";
import type { ListingSearch, SiteVehicleType } from "#domain/site/site-data.ts";

/** 'now for 3 h', '2026-11-18 10:00 for 2 h, Car, Free slots now, by price for my stay'. */
export function describeChoice({
  search: { from, until, isDefaultStay, vehicleType, filters, sort },
  vehicleTypes,
}: {
  search: Pick<ListingSearch, "from" | "until" | "isDefaultStay" | "vehicleType" | "filters" | "sort">;
  vehicleTypes: readonly SiteVehicleType[];
}): string {
  return [
    `${isDefaultStay ? "now" : formatDateTime({ at: from })} for ${formatStay({ from, until })}`,
    ...vehicleTypes.flatMap(({ id, name }) => (id === vehicleType ? name : [])),
    ...filters.map((filter) => listingFilterLabels[filter]),
    ...(sort === "name" ? [] : [`by ${listingSortLabels[sort].toLowerCase()}`]),
  ].join(", ");
}
