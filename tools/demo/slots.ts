// Which slot is taken until when, so that no two cars ever stand in one.
import { noSlot, type Block, type Slot } from "#domain/rules/slots.ts";

/** By 'branch prefix': until when each number is taken, in ms since 1970; the first is number 1. */
export type SlotBook = Map<string, Float64Array>;

/** Takes the lowest number that is free at `at` of the first block that has one, as docs/rules/slots.md has it. */
export function freeSlot(options: {
  book: SlotBook;
  branch: number;
  blocks: readonly Block[];
  at: number;
  until: number;
}): Slot {
  const { book, branch, blocks, at, until } = options;
  for (const { prefix, total } of blocks) {
    const key = `${branch} ${prefix}`;
    const taken = book.get(key) ?? new Float64Array(total);
    book.set(key, taken);
    const index = taken.findIndex((end) => end <= at);
    if (index < 0) continue;
    taken[index] = until;
    return { prefix, number: index + 1 };
  }
  return noSlot;
}
