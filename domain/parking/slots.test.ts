import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import {
  acceptsVehicleType,
  allocateSlot,
  isSlotFree,
  findLowestFreeNumber,
  canResizeBlock,
} from "#domain/parking/slots.ts";
import type { SlotBlock, Slot } from "#domain/parking/slots.ts";
import { readMarkdownTable } from "#tests/support/markdown-table.ts";

const splitWords = (text = "") => text.split(" ").filter((word) => word !== "");
const parseBlock = (text: string): SlotBlock => {
  const [, prefix = "", total, types] = /^(.*):(\d+)(?:\((.*)\))?$/.exec(text) ?? [];
  return { prefix, total: Number(total), ...(types && { vehicleTypes: types.split(",").map(Number) }) };
};

test("allocates the worked examples of docs/rules/slots.md", () => {
  const file = "docs/rules/slots.md";
  const rows = ["Worked examples", "Vehicle types"].flatMap((heading) => readMarkdownTable({ file, heading }));
  for (const row of rows) {
    const blocks = splitWords(row["blocks"]).map(parseBlock);
    const occupied = splitWords(row["taken"]).map((word): Slot => {
      const prefix = word.slice(0, -1);
      return { prefix, number: Number(word.slice(-1)) };
    });
    const { prefix, number } = allocateSlot({
      blocks,
      occupied,
      preferredPrefix: row["asked for"] || undefined,
      vehicleType: Number(row["type"]) || null,
    });
    assert.equal(`${prefix}${number}`, row["gets"], JSON.stringify(row));
  }
});

const site = fc
  .uniqueArray(fc.record({ prefix: fc.constantFrom("", "A", "B", "C"), total: fc.nat(12) }), {
    selector: ({ prefix }) => prefix,
  })
  .chain((blocks) =>
    fc.record({
      blocks: fc.constant(blocks),
      occupied: fc.subarray(
        blocks.flatMap(({ prefix, total }) =>
          Array.from({ length: total }, (_, index) => ({ prefix, number: index + 1 })),
        ),
      ),
    }),
  );

test("allocates the lowest free slot of a block as long as one is free", () => {
  fc.assert(
    fc.property(site, ({ blocks, occupied }) => {
      const total = blocks.reduce((sum, block) => sum + block.total, 0);
      const slot = allocateSlot({ blocks, occupied });
      assert.equal(slot.number > 0, occupied.length < total);
      if (slot.number === 0) return;
      assert.ok(isSlotFree({ blocks, occupied, slot }));
      for (let number = 1; number < slot.number; number++)
        assert.ok(!isSlotFree({ blocks, occupied, slot: { prefix: slot.prefix, number } }));
    }),
  );
});

test("never allocates a slot of a block for other vehicle types", () => {
  const types = fc.option(fc.constantFrom(1, 2, 3), { nil: null });
  const limits = fc.array(fc.subarray([1, 2, 3]), { minLength: 4, maxLength: 4 });
  fc.assert(
    fc.property(site, types, limits, ({ blocks, occupied }, vehicleType, allowed) => {
      const limited = blocks.map((block, index) => ({ ...block, vehicleTypes: allowed[index]! }));
      const mayPark = limited.filter(({ vehicleTypes }) => acceptsVehicleType({ vehicleTypes, vehicleType }));
      const slot = allocateSlot({ blocks: limited, occupied, vehicleType });
      const isFree = mayPark.some(
        ({ prefix, total }) => occupied.filter((one) => one.prefix === prefix).length < total,
      );
      assert.equal(slot.number > 0, isFree);
      assert.ok(slot.number === 0 || mayPark.some(({ prefix }) => prefix === slot.prefix));
    }),
  );
});

test("filling a site allocates every slot exactly once, then none", () => {
  fc.assert(
    fc.property(site, ({ blocks }) => {
      const occupied: Slot[] = [];
      for (let slot = allocateSlot({ blocks, occupied }); slot.number > 0; slot = allocateSlot({ blocks, occupied }))
        occupied.push(slot);
      assert.equal(new Set(occupied.map(({ prefix, number }) => `${prefix}/${number}`)).size, occupied.length);
      assert.equal(
        occupied.length,
        blocks.reduce((sum, block) => sum + block.total, 0),
      );
    }),
  );
});

test("a block cannot shrink below its highest occupied slot", () => {
  const occupied = [{ prefix: "A", number: 5 }];
  assert.ok(canResizeBlock({ occupied, block: { prefix: "A", total: 5 } }));
  assert.ok(!canResizeBlock({ occupied, block: { prefix: "A", total: 4 } }));
  assert.ok(canResizeBlock({ occupied, block: { prefix: "B", total: 0 } }));
  assert.equal(findLowestFreeNumber({ occupied: new Set(), total: 0 }), 0);
});

test("a slot outside its block or of an unknown block is not free", () => {
  const blocks = [{ prefix: "A", total: 2 }];
  for (const slot of [
    { prefix: "A", number: 3 },
    { prefix: "A", number: 0 },
    { prefix: "B", number: 1 },
  ])
    assert.ok(!isSlotFree({ blocks, occupied: [], slot }));
});
