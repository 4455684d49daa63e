// Parking slots of a branch and their occupancy (docs/rules/slots.md).
import type { WireRow } from "#domain/schema/registry.ts";
import type { Filter } from "#domain/schema/collection.ts";
import { parkingSequence } from "#domain/parking/states.ts";
import { itemsQuery } from "#web/api/items.ts";

export type SlotBlock = WireRow<"Slot_Blocks">;

export function blocksQuery(branch: number) {
  return itemsQuery("Slot_Blocks", {
    filter: { branch: { _eq: branch }, service: { _eq: "is_parking" } },
    sort: ["sort", "id"],
  });
}

/** Entries that occupy a slot, or reserve one until check-in. */
export function occupiedSlotsFilter(branch: number): Filter {
  return {
    branch: { _eq: branch },
    parking_status_id: { _in: [parkingSequence.in, parkingSequence.pending] },
    slot_no: { _gt: 0 },
    out_time: { _null: true },
  };
}
