// Occupancy of slots, so that no two vehicles share one.
import { acceptsVehicleType, emptySlot, type SlotBlock, type Slot } from "#domain/parking/slots.ts";

/** By 'branch prefix': end of the occupancy of each slot in ms since 1970; the first is slot 1. */
export type SlotOccupancy = Map<string, Float64Array>;

/**
 * Allocates the lowest slot number that is free at `at`, in the first block for the vehicle type with one, as specified in
 * docs/rules/slots.md.
 */
export function allocateFreeSlot(options: {
  occupancy: SlotOccupancy;
  branch: number;
  blocks: readonly SlotBlock[];
  vehicleType: number | null;
  at: number;
  until: number;
}): Slot {
  const { occupancy, branch, blocks, vehicleType, at, until } = options;
  for (const { prefix, total, vehicleTypes } of blocks) {
    if (!acceptsVehicleType({ vehicleTypes, vehicleType })) continue;
    const key = `${branch} ${prefix}`;
    const occupiedUntil = occupancy.get(key) ?? new Float64Array(total);
    occupancy.set(key, occupiedUntil);
    const index = occupiedUntil.findIndex((end) => end <= at);
    if (index < 0) continue;
    occupiedUntil[index] = until;
    return { prefix, number: index + 1 };
  }
  return emptySlot;
}
