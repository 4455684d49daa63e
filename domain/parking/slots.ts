// §9 Slot allocation: the lowest free number of the first block that has one, else 0. Described in docs/rules/slots.md.

export interface SlotBlock {
  /** Prefix of the slot number that identifies the block: 'B' gives B1, B2 … */
  prefix: string;
  total: number;
}
export interface Slot {
  prefix: string;
  /** From 1; 0 if no slot is free or the branch has none. */
  number: number;
}

export const emptySlot: Slot = { prefix: "", number: 0 };

/** Returns the lowest number from 1 to `total` that is not occupied, else 0. */
export function findLowestFreeNumber({ occupied, total }: { occupied: ReadonlySet<number>; total: number }): number {
  for (let number = 1; number <= total; number++) if (!occupied.has(number)) return number;
  return 0;
}

function getOccupiedNumbers(occupied: readonly Slot[], prefix: string): Set<number> {
  return new Set(occupied.filter((slot) => slot.prefix === prefix).map(({ number }) => number));
}

/**
 * Tries the preferred block first, then the others in order. The number 0 means SLOT_FULL for a branch that requires a
 * slot, and an entry without a slot for others.
 */
export function allocateSlot({
  blocks,
  occupied,
  preferredPrefix,
}: {
  blocks: readonly SlotBlock[];
  occupied: readonly Slot[];
  preferredPrefix?: string | undefined;
}): Slot {
  const preferred = blocks.filter(({ prefix }) => prefix === preferredPrefix);
  const others = blocks.filter(({ prefix }) => prefix !== preferredPrefix);
  for (const { prefix, total } of [...preferred, ...others]) {
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
