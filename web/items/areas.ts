// §3 Areas: those the platform knows, as forms offer them.
import type { Filter } from "#domain/collection.ts";
import { itemsQuery } from "#web/items/items.ts";

export interface AreaWire {
  id: number;
  area_name: string;
  city: string | null;
}

/** By name; all of them unless said otherwise. */
export function areasQuery({ filter, limit = -1 }: { filter?: Filter; limit?: number } = {}) {
  const fields = ["id", "area_name", "city"];
  return itemsQuery<AreaWire>("Areas", { ...(filter ? { filter } : {}), fields, sort: ["area_name"], limit });
}

/** 'T. Nagar, Chennai' by its id, for a list to choose from. */
export function areaOption({ id, area_name, city }: AreaWire): { value: string; label: string } {
  return { value: String(id), label: [area_name, city].filter(Boolean).join(", ") };
}
