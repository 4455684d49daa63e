// Names of vehicle types, which changes refer to by their ids.
import { useQuery } from "@tanstack/react-query";
import { itemsQuery } from "#web/api/items.ts";

export type GetTypeName = (id: unknown) => string;

/** A type that no longer exists is unknown. */
export function useVehicleTypeName(): GetTypeName {
  const { data: types = [] } = useQuery(itemsQuery("Vehicle_Type", { sort: ["sort", "id"] }));
  return (id) => (id === null ? "nothing" : (types.find((type) => type.id === Number(id))?.name ?? "an unknown type"));
}
