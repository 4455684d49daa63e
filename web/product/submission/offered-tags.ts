// §3 Branch.tags: the tags of the platform that a branch can choose.
import { useQuery } from "@tanstack/react-query";
import { amenityNames } from "#domain/branches/amenities.ts";
import { itemsQuery } from "#web/api/items.ts";

/** Sorted by name. What is an amenity is asked there alone, unless the branch has chosen it as a tag. */
export function useOfferedTags(isChosen: (id: number) => boolean) {
  const query = useQuery(itemsQuery("Tags_Category", { fields: ["id", "Name"], sort: ["Name"], limit: -1 }));
  const amenities = amenityNames.map((name) => name.toLowerCase());
  const offered = query.data?.filter(({ id, Name }) => isChosen(id) || !amenities.includes(Name.toLowerCase()));
  return { query, offered };
}
