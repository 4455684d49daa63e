// §3 Areas as options of forms.
import type { Filter } from "#domain/schema/collection.ts";
import { itemsQuery } from "#web/api/items.ts";

export interface AreaWire {
  id: number;
  area_name: string;
  city: string | null;
}

/** Sorted by name; all areas by default. */
export function areasQuery({ filter, limit = -1 }: { filter?: Filter; limit?: number } = {}) {
  const fields = ["id", "area_name", "city"];
  return itemsQuery<AreaWire>("Areas", { ...(filter ? { filter } : {}), fields, sort: ["area_name"], limit });
}

/** Option labelled 'T. Nagar, Chennai', with the area's id as its value. */
export function toAreaOption({ id, area_name, city }: AreaWire): { value: string; label: string } {
  return { value: String(id), label: [area_name, city].filter(Boolean).join(", ") };
}
