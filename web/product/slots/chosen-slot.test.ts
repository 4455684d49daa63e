// The chosen slot as form values, and its state.
import assert from "node:assert/strict";
import { test } from "node:test";
import {
  findNextSlot,
  formatBlockName,
  getSlotState,
  parseChosenSlot,
  toBlockValue,
  type OccupiedSlot,
  type SlotState,
} from "#web/product/slots/chosen-slot.ts";

test("form values become the two fields of an entry", () => {
  for (const prefix of ["A", "", "B|1", "block:"]) {
    const slot_block = toBlockValue(prefix);
    assert.deepEqual(parseChosenSlot({ slot_block, slot_no: "12" }), { slot_prefix: prefix, slot_no: 12 });
    assert.deepEqual(parseChosenSlot({ slot_block, slot_no: null }), { slot_prefix: prefix });
  }
  assert.deepEqual(parseChosenSlot({ slot_block: null, slot_no: "12" }), {});
  assert.deepEqual(parseChosenSlot({ slot_block: "", slot_no: "" }), {});
  assert.equal(toBlockValue(null), toBlockValue(""));
});

test("a block with a name is called by it, one with a letter only by its kind as well", () => {
  assert.deepEqual(["A", "12", "Basement", "Block B"].map(formatBlockName), [
    "Block A",
    "Block 12",
    "Basement",
    "Block B",
  ]);
});

const occupied: OccupiedSlot[] = [
  { prefix: "A", number: 1, vehicle: "TN09AB1111" },
  { prefix: "A", number: 3, vehicle: "TN09AB3333" },
  { prefix: "B", number: 2, vehicle: "TN09AB2222" },
  { prefix: "B", number: 4, vehicle: "TN09AB4444", isKept: true },
];
const cases: { prefix: string; total: number; number: string; state: SlotState }[] = [
  { prefix: "A", total: 4, number: "", state: { kind: "open", free: 2, lowest: 2 } },
  { prefix: "B", total: 4, number: "", state: { kind: "open", free: 2, lowest: 1 } },
  { prefix: "B", total: 4, number: "4", state: { kind: "kept", vehicle: "TN09AB4444" } },
  { prefix: "A", total: 1, number: "", state: { kind: "full" } },
  { prefix: "A", total: 0, number: "", state: { kind: "full" } },
  { prefix: "A", total: 4, number: "x", state: { kind: "open", free: 2, lowest: 2 } },
  { prefix: "A", total: 4, number: "0", state: { kind: "outside" } },
  { prefix: "A", total: 4, number: "5", state: { kind: "outside" } },
  { prefix: "A", total: 4, number: "4", state: { kind: "free" } },
  { prefix: "A", total: 4, number: "2", state: { kind: "free" } },
  { prefix: "A", total: 4, number: "3", state: { kind: "occupied", vehicle: "TN09AB3333" } },
  { prefix: "B", total: 4, number: "3", state: { kind: "free" } },
];

for (const { prefix, total, number, state } of cases)
  test(`${prefix} of ${total}, number "${number}": ${state.kind}`, () =>
    assert.deepEqual(getSlotState({ block: { prefix, total }, occupied, number }), state));

test("without a choice the lowest free slot of the first block that is not full is given", () => {
  const [a, b] = [
    { prefix: "A", total: 3 },
    { prefix: "B", total: 4 },
  ];
  assert.equal(findNextSlot({ blocks: [a, b], occupied }), "A2");
  assert.equal(findNextSlot({ blocks: [b, a], occupied }), "B1");
  const standing = [...occupied, { prefix: "A", number: 2, vehicle: "" }];
  assert.equal(findNextSlot({ blocks: [a, b], occupied: standing }), "B1");
  assert.equal(findNextSlot({ blocks: [a], occupied: standing }), undefined);
});
