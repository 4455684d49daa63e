// The slots of a branch's parking, and which of them are taken (docs/rules/slots.md).
import type { Filter } from "#domain/collection.ts";
import { parkingSequence } from "#domain/states/parking.ts";
import { itemsQuery } from "#web/items/items.ts";

export interface Block {
  id: number;
  zone_or_block: string;
  slot_prefix: string | null;
  total_slots: number;
}

export function blocksQuery(branch: number) {
  return itemsQuery<Block>("Slot_Blocks", {
    filter: { branch: { _eq: branch }, service: { _eq: "is_parking" } },
    sort: ["sort", "id"],
  });
}

/** Entries that stand in a slot, or keep one for a vehicle still to come. */
export function takenSlotsFilter(branch: number): Filter {
  return {
    branch: { _eq: branch },
    parking_status_id: { _in: [parkingSequence.in, parkingSequence.pending] },
    slot_no: { _gt: 0 },
    out_time: { _null: true },
  };
}
