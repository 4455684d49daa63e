// Parking slots of a branch and their occupancy (docs/rules/slots.md).
import { useQuery } from "@tanstack/react-query";
import type { WireRow } from "#domain/schema/registry.ts";
import type { Filter } from "#domain/schema/collection.ts";
import { acceptsVehicleType } from "#domain/parking/slots.ts";
import { parkingSequence } from "#domain/parking/states.ts";
import { countQuery, itemsQuery } from "#web/api/items.ts";
import { useBranch } from "#web/api/use-session.ts";
import { createSlotFields } from "#web/product/slots/chosen-slot.ts";

export type SlotBlock = WireRow<"Slot_Blocks">;

/** Services with slots of their own. */
export type SlotService = "is_parking" | "is_valet_and_parking";

export function blocksQuery(branch: number, service: SlotService = "is_parking") {
  return itemsQuery("Slot_Blocks", {
    filter: { branch: { _eq: branch }, service: { _eq: service } },
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

/** The form field `vehicle_type` as an id; null if none is chosen. */
export function parseVehicleType(value: unknown): number | null {
  return Number(value) || null;
}

/** Blocks in which a vehicle of the type may park; all blocks if `vehicleType` is undefined. */
export function filterBlocks(blocks: readonly SlotBlock[], vehicleType: number | null | undefined): SlotBlock[] {
  return blocks.filter(
    ({ vehicle_types }) =>
      vehicleType === undefined || acceptsVehicleType({ vehicleTypes: vehicle_types, vehicleType }),
  );
}

/**
 * Slots for a vehicle type, or all. Undefined while loading and for a branch without such slots. Subscribe the page to
 * Parking_Information.
 */
export function useSlotCounts(
  vehicleType?: number | null,
): { total: number; occupied: number; free: number } | undefined {
  const { branch } = useBranch();
  const { data: allBlocks = [] } = useQuery(blocksQuery(branch.id));
  const blocks = filterBlocks(allBlocks, vehicleType);
  const prefixes = blocks.map(({ slot_prefix }) => slot_prefix ?? "");
  const isLimited = blocks.length < allBlocks.length;
  const { data: occupied } = useQuery(
    countQuery("Parking_Information", {
      ...occupiedSlotsFilter(branch.id),
      ...(isLimited && { slot_prefix: { _in: prefixes } }),
    }),
  );
  const total = blocks.reduce((sum, block) => sum + block.total_slots, 0);
  if (total === 0 || occupied === undefined) return undefined;
  return { total, occupied, free: Math.max(0, total - occupied) };
}

/** Fields of a form that checks a vehicle in, and whether it contains a `SlotField`: where staff choose the slot. */
export function useSlotFields(): { isSlotChosen: boolean; slotFields: ReturnType<typeof createSlotFields> } {
  const { branch } = useBranch();
  const { data: blocks = [] } = useQuery(blocksQuery(branch.id));
  const isSlotChosen = branch.parking_config?.["slot_type"] === "specific_slot" && blocks.length > 0;
  return { isSlotChosen, slotFields: createSlotFields({ isRequired: isSlotChosen }) };
}
