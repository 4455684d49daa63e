import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { allocateSlot, isSlotFree, lowestFreeNumber, mayResize } from "#domain/rules/slots.ts";
import type { Block, Slot } from "#domain/rules/slots.ts";
import { markdownTable } from "#tests/support/markdown-table.ts";

const words = (text = "") => text.split(" ").filter((word) => word !== "");
const blockOf = (text: string): Block => {
  const [prefix = "", total] = text.split(":");
  return { prefix, total: Number(total) };
};

test("the worked examples of docs/rules/slots.md", () => {
  for (const row of markdownTable({ file: "docs/rules/slots.md", heading: "Worked examples" })) {
    const blocks = words(row["blocks"]).map(blockOf);
    const taken = words(row["taken"]).map((word): Slot => {
      const prefix = word.slice(0, -1);
      return { prefix, number: Number(word.slice(-1)) };
    });
    const { prefix, number } = allocateSlot({ blocks, taken, preferredPrefix: row["asked for"] || undefined });
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
      taken: fc.subarray(
        blocks.flatMap(({ prefix, total }) =>
          Array.from({ length: total }, (_, index) => ({ prefix, number: index + 1 })),
        ),
      ),
    }),
  );

test("a slot is given while there is one, is free, is the lowest of its block, and none is free when none is given", () => {
  fc.assert(
    fc.property(site, ({ blocks, taken }) => {
      const total = blocks.reduce((sum, block) => sum + block.total, 0);
      const slot = allocateSlot({ blocks, taken });
      assert.equal(slot.number > 0, taken.length < total);
      if (slot.number === 0) return;
      assert.ok(isSlotFree({ blocks, taken, slot }));
      for (let number = 1; number < slot.number; number++)
        assert.ok(!isSlotFree({ blocks, taken, slot: { prefix: slot.prefix, number } }));
    }),
  );
});

test("filling a site gives every slot once, then none", () => {
  fc.assert(
    fc.property(site, ({ blocks }) => {
      const taken: Slot[] = [];
      for (let slot = allocateSlot({ blocks, taken }); slot.number > 0; slot = allocateSlot({ blocks, taken }))
        taken.push(slot);
      assert.equal(new Set(taken.map(({ prefix, number }) => `${prefix}/${number}`)).size, taken.length);
      assert.equal(
        taken.length,
        blocks.reduce((sum, block) => sum + block.total, 0),
      );
    }),
  );
});

test("a block is not made smaller than what is taken in it", () => {
  const taken = [{ prefix: "A", number: 5 }];
  assert.ok(mayResize({ taken, block: { prefix: "A", total: 5 } }));
  assert.ok(!mayResize({ taken, block: { prefix: "A", total: 4 } }));
  assert.ok(mayResize({ taken, block: { prefix: "B", total: 0 } }));
  assert.equal(lowestFreeNumber({ taken: new Set(), total: 0 }), 0);
});

test("a slot outside its block, or of no block, is not free", () => {
  const blocks = [{ prefix: "A", total: 2 }];
  for (const slot of [
    { prefix: "A", number: 3 },
    { prefix: "A", number: 0 },
    { prefix: "B", number: 1 },
  ])
    assert.ok(!isSlotFree({ blocks, taken: [], slot }));
});
