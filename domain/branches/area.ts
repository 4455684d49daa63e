// §2: area lists get an 'Others' option with a fixed id; an area that is not on the list is requested.
import { isSamePlace } from "#domain/branches/place-names.ts";

/** No row has the id 0. */
export const otherArea = { id: 0, area_name: "Others" } as const;

const withoutSpaces = (name: string): string => name.replace(/\s+/g, "").toLowerCase();

/** Whether the area is among those of its state, also under another name of the city; case and spaces do not matter. */
export function isAreaListed({
  areas,
  name,
  city,
}: {
  areas: readonly { area_name: string; city: string | null }[];
  name: string;
  city: string;
}): boolean {
  return areas.some(
    (area) => withoutSpaces(area.area_name) === withoutSpaces(name) && isSamePlace(area.city ?? "", city),
  );
}
