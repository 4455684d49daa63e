// §3 Areas as options of forms.
import type { WireRow } from "#domain/schema/registry.ts";
import type { Filter } from "#domain/schema/collection.ts";
import { itemsQuery } from "#web/api/items.ts";

const areaFields = ["id", "area_name", "city"] as const;
export type Area = WireRow<"Areas", typeof areaFields>;

/** Sorted by name; all areas by default. */
export function areasQuery({ filter, limit = -1 }: { filter?: Filter; limit?: number } = {}) {
  return itemsQuery("Areas", { ...(filter ? { filter } : {}), fields: areaFields, sort: ["area_name"], limit });
}

/** Option labelled 'T. Nagar, Chennai', with the area's id as its value. */
export function toAreaOption({ id, area_name, city }: Area): { value: string; label: string } {
  return { value: String(id), label: [area_name, city].filter(Boolean).join(", ") };
}
