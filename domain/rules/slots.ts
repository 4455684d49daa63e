// §9 Slot allocation: the lowest free number of the first block that has one, else 0. Prose: docs/rules/slots.md.

export interface Block {
  /** Stands before the number on the ticket and tells blocks apart: 'B' gives B1, B2 … */
  prefix: string;
  total: number;
}
export interface Slot {
  prefix: string;
  /** From 1; 0 where no slot is free or the branch has none. */
  number: number;
}

export const noSlot: Slot = { prefix: "", number: 0 };

/** The lowest number from 1 to `total` that is not taken, else 0. */
export function lowestFreeNumber({ taken, total }: { taken: ReadonlySet<number>; total: number }): number {
  for (let number = 1; number <= total; number++) if (!taken.has(number)) return number;
  return 0;
}

function numbersTaken(taken: readonly Slot[], prefix: string): Set<number> {
  return new Set(taken.filter((slot) => slot.prefix === prefix).map(({ number }) => number));
}

/**
 * Blocks are tried in their order, the preferred one first. A number 0 is SLOT_FULL for a branch that requires a slot,
 * and an entry without a slot for others.
 */
export function allocateSlot({
  blocks,
  taken,
  preferredPrefix,
}: {
  blocks: readonly Block[];
  taken: readonly Slot[];
  preferredPrefix?: string | undefined;
}): Slot {
  const preferred = blocks.filter(({ prefix }) => prefix === preferredPrefix);
  const others = blocks.filter(({ prefix }) => prefix !== preferredPrefix);
  for (const { prefix, total } of [...preferred, ...others]) {
    const number = lowestFreeNumber({ taken: numbersTaken(taken, prefix), total });
    if (number > 0) return { prefix, number };
  }
  return noSlot;
}

/** For a slot somebody asked for by name: whether a block has that number and nobody stands there. */
export function isSlotFree({
  blocks,
  taken,
  slot,
}: {
  blocks: readonly Block[];
  taken: readonly Slot[];
  slot: Slot;
}): boolean {
  const block = blocks.find(({ prefix }) => prefix === slot.prefix);
  if (!block || slot.number < 1 || slot.number > block.total) return false;
  return !taken.some(({ prefix, number }) => prefix === slot.prefix && number === slot.number);
}

/** §8 UPDATE_LESSER_SLOTS: a block cannot be made smaller than the highest number that is taken in it. */
export function mayResize({ taken, block }: { taken: readonly Slot[]; block: Block }): boolean {
  return taken.every(({ prefix, number }) => prefix !== block.prefix || number <= block.total);
}
