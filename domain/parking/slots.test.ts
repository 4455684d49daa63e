import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { allocateSlot, isSlotFree, findLowestFreeNumber, canResizeBlock } from "#domain/parking/slots.ts";
import type { SlotBlock, Slot } from "#domain/parking/slots.ts";
import { readMarkdownTable } from "#tests/support/markdown-table.ts";

const splitWords = (text = "") => text.split(" ").filter((word) => word !== "");
const parseBlock = (text: string): SlotBlock => {
  const [prefix = "", total] = text.split(":");
  return { prefix, total: Number(total) };
};

test("allocates the worked examples of docs/rules/slots.md", () => {
  for (const row of readMarkdownTable({ file: "docs/rules/slots.md", heading: "Worked examples" })) {
    const blocks = splitWords(row["blocks"]).map(parseBlock);
    const occupied = splitWords(row["taken"]).map((word): Slot => {
      const prefix = word.slice(0, -1);
      return { prefix, number: Number(word.slice(-1)) };
    });
    const { prefix, number } = allocateSlot({ blocks, occupied, preferredPrefix: row["asked for"] || undefined });
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
