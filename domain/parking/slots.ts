// §9 Slot allocation: the lowest free number of the first block that has one, else 0. Described in docs/rules/slots.md.
import { RuleViolation, type RuleArgs } from "#domain/schema/collection.ts";

export interface SlotBlock {
  /** Prefix of the slot number that identifies the block: 'B' gives B1, B2 … */
  prefix: string;
  total: number;
  /** Ids of the vehicle types that may park in the block; all types if empty. */
  vehicleTypes?: readonly number[] | null;
}
export interface Slot {
  prefix: string;
  /** From 1; 0 if no slot is free or the branch has none. */
  number: number;
}

export const emptySlot: Slot = { prefix: "", number: 0 };

/** Whether a vehicle of the type may park in a block; one without a type parks only in blocks for all types. */
export function acceptsVehicleType({
  vehicleTypes,
  vehicleType,
}: {
  vehicleTypes: readonly number[] | null | undefined;
  vehicleType: number | null;
}): boolean {
  if (!vehicleTypes || vehicleTypes.length === 0) return true;
  return vehicleType !== null && vehicleTypes.includes(vehicleType);
}

/** Rule of `Slot_Blocks`: the vehicle types are a list of different ids. */
export function validateBlockVehicleTypes({ changes }: RuleArgs): RuleViolation | undefined {
  const types = changes["vehicle_types"];
  if (types === undefined || types === null) return undefined;
  const isValid =
    Array.isArray(types) &&
    types.every((type) => Number.isSafeInteger(type) && Number(type) > 0) &&
    new Set(types).size === types.length;
  return isValid ? undefined : new RuleViolation("FAILED_VALIDATION", "vehicle_types", { type: "vehicle_types" });
}

/** Returns the lowest number from 1 to `total` that is not occupied, else 0. */
export function findLowestFreeNumber({ occupied, total }: { occupied: ReadonlySet<number>; total: number }): number {
  for (let number = 1; number <= total; number++) if (!occupied.has(number)) return number;
  return 0;
}

function getOccupiedNumbers(occupied: readonly Slot[], prefix: string): Set<number> {
  return new Set(occupied.filter((slot) => slot.prefix === prefix).map(({ number }) => number));
}

/**
 * Tries the preferred block first, then those for the vehicle type only, then those for all types. The number 0 means
 * SLOT_FULL for a branch that requires a slot, and an entry without a slot for others.
 */
export function allocateSlot({
  blocks,
  occupied,
  preferredPrefix,
  vehicleType = null,
}: {
  blocks: readonly SlotBlock[];
  occupied: readonly Slot[];
  preferredPrefix?: string | undefined;
  vehicleType?: number | null;
}): Slot {
  const rank = ({ prefix, vehicleTypes }: SlotBlock) =>
    prefix === preferredPrefix ? 0 : vehicleTypes && vehicleTypes.length > 0 ? 1 : 2;
  const candidates = blocks
    .filter(({ vehicleTypes }) => acceptsVehicleType({ vehicleTypes, vehicleType }))
    .toSorted((first, second) => rank(first) - rank(second));
  for (const { prefix, total } of candidates) {
    const number = findLowestFreeNumber({ occupied: getOccupiedNumbers(occupied, prefix), total });
    if (number > 0) return { prefix, number };
  }
  return emptySlot;
}

/** Whether a block contains the requested slot number and the slot is not occupied. */
export function isSlotFree({
  blocks,
  occupied,
  slot,
}: {
  blocks: readonly SlotBlock[];
  occupied: readonly Slot[];
  slot: Slot;
}): boolean {
  const block = blocks.find(({ prefix }) => prefix === slot.prefix);
  if (!block || slot.number < 1 || slot.number > block.total) return false;
  return !occupied.some(({ prefix, number }) => prefix === slot.prefix && number === slot.number);
}

/** §8 UPDATE_LESSER_SLOTS: a block cannot be made smaller than its highest occupied number. */
export function canResizeBlock({ occupied, block }: { occupied: readonly Slot[]; block: SlotBlock }): boolean {
  return occupied.every(({ prefix, number }) => prefix !== block.prefix || number <= block.total);
}

/** 'A12'; undefined without a slot. */
export function formatSlot(entry: { slot_prefix: string | null; slot_no: number | null }): string | undefined {
  return entry.slot_no ? `${entry.slot_prefix ?? ""}${entry.slot_no}` : undefined;
}
