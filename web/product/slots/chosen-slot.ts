// The slot that staff choose, as values of a form, and what is known about it now.
import { findLowestFreeNumber } from "#domain/parking/slots.ts";
import { integer, text } from "#domain/schema/fields.ts";

/** Fields of a form that contains a `SlotField`. */
export function createSlotFields({ isRequired = false }: { isRequired?: boolean } = {}) {
  return {
    slot_block: text({ label: "Block", required: isRequired }),
    slot_no: integer({ label: "Slot", required: isRequired, min: 1, max: 999_999 }),
  };
}

// A block without a slot prefix needs a value that differs from that of no block.
const blockValueStart = "block:";

/** Value of `slot_block` for a block. */
export function toBlockValue(prefix: string | null): string {
  return `${blockValueStart}${prefix ?? ""}`;
}

/** Form values of the slot of a row; empty without one. */
export function getInitialSlot({ slot_prefix, slot_no }: { slot_prefix: string | null; slot_no: number | null }) {
  return slot_no ? { slot_block: toBlockValue(slot_prefix), slot_no: String(slot_no) } : {};
}

/** The two fields of an entry. Without a number its block gives the lowest free one; empty without a block. */
export function parseChosenSlot(values: { [name: string]: unknown }): { slot_prefix?: string; slot_no?: number } {
  const { slot_block: block, slot_no: number } = values;
  if (typeof block !== "string" || !block.startsWith(blockValueStart)) return {};
  const slot = { slot_prefix: block.slice(blockValueStart.length) };
  return typeof number === "string" && number !== "" ? { ...slot, slot_no: Number(number) } : slot;
}

/** 'Block A', but 'Basement' and 'Block B' as they are called. */
export function formatBlockName(name: string): string {
  return name.length <= 2 ? `Block ${name}` : name;
}

export interface OccupiedSlot {
  prefix: string;
  number: number;
  /** The vehicle number, if known. */
  vehicle: string;
  /** The vehicle has a pass with this slot, and stands elsewhere. */
  isKept?: boolean;
}

export type SlotState =
  | { kind: "full" }
  /** No number is typed yet. */
  | { kind: "open"; free: number; lowest: number }
  | { kind: "outside" }
  | { kind: "occupied" | "kept"; vehicle: string }
  | { kind: "free" };

/** 'B12': the slot that is given without a choice, the lowest free one of the first block that has one; undefined if all are full. */
export function findNextSlot({
  blocks,
  occupied,
}: {
  blocks: readonly { prefix: string; total: number }[];
  occupied: readonly OccupiedSlot[];
}): string | undefined {
  for (const block of blocks) {
    const state = getSlotState({ block, occupied, number: "" });
    if (state.kind === "open") return `${block.prefix}${state.lowest}`;
  }
  return undefined;
}

/** State of the typed number in its block; of the whole block without a number. */
export function getSlotState({
  block,
  occupied,
  number,
}: {
  block: { prefix: string; total: number };
  occupied: readonly OccupiedSlot[];
  number: string;
}): SlotState {
  const inBlock = occupied.filter(({ prefix }) => prefix === block.prefix);
  if (/^\d+$/.test(number)) {
    const typed = Number(number);
    if (typed < 1 || typed > block.total) return { kind: "outside" };
    const other = inBlock.find((slot) => slot.number === typed);
    return other ? { kind: other.isKept ? "kept" : "occupied", vehicle: other.vehicle } : { kind: "free" };
  }
  const numbers = new Set(inBlock.map((slot) => slot.number));
  const lowest = findLowestFreeNumber({ occupied: numbers, total: block.total });
  return lowest === 0 ? { kind: "full" } : { kind: "open", free: block.total - numbers.size, lowest };
}
