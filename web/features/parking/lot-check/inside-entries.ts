// Vehicles that should be inside, by block and slot.
import { useQuery } from "@tanstack/react-query";
import { parkingSequence } from "#domain/parking/states.ts";
import type { InsideEntry } from "#domain/parking/exits/lot-check.ts";
import type { WireRow } from "#domain/schema/registry.ts";
import { itemsQuery } from "#web/api/items.ts";
import { useLiveCollections } from "#web/api/live-updates.ts";
import { useBranch } from "#web/api/use-session.ts";
import { formatBlockName } from "#web/product/slots/chosen-slot.ts";
import { blocksQuery } from "#web/product/slots/slots.ts";

const fields = ["id", "slot_prefix", "slot_no", "in_time", "parking_main_info.vehicle_no"] as const;
export type InsideVehicle = WireRow<"Parking_Information", typeof fields>;

export function toInsideEntry({ id, in_time: inTime, parking_main_info: record }: InsideVehicle): InsideEntry {
  return { id, inTime, vehicle: record?.vehicle_no ?? null };
}

/** Vehicles of a block in the order of their slots; those without a slot last. */
export interface VehicleGroup {
  key: number;
  name: string;
  vehicles: InsideVehicle[];
}

/** The query of the vehicles, and the vehicles by block once they are loaded. */
export function useInsideVehicles() {
  const { branch } = useBranch();
  useLiveCollections("Parking_Information");
  const { data: blocks = [] } = useQuery(blocksQuery(branch.id));
  const query = useQuery(
    itemsQuery("Parking_Information", {
      filter: {
        branch: { _eq: branch.id },
        parking_status_id: { _eq: parkingSequence.in },
        is_person: { _eq: false },
      },
      fields,
      sort: ["slot_prefix", "slot_no", "id"],
      limit: -1,
    }),
  );
  const vehicles = query.data ?? [];
  const hasBlock = (vehicle: InsideVehicle, prefix: string | null) =>
    vehicle.slot_no !== null && (vehicle.slot_prefix ?? "") === (prefix ?? "");
  const groups: VehicleGroup[] = blocks.map((block) => ({
    key: block.id,
    name: formatBlockName(block.zone_or_block),
    vehicles: vehicles.filter((vehicle) => hasBlock(vehicle, block.slot_prefix)),
  }));
  const grouped = new Set(groups.flatMap((group) => group.vehicles));
  const others = { key: 0, name: "Without a slot", vehicles: vehicles.filter((vehicle) => !grouped.has(vehicle)) };
  return { query, vehicles, groups: [...groups, others].filter((group) => group.vehicles.length > 0) };
}
