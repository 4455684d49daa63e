import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { parkingLabel } from "#domain/rules/status-label.ts";
import { parkingSequence } from "#domain/states/parking.ts";
import { markdownTable } from "#tests/support/markdown-table.ts";

test("the labels of docs/rules/parking-states.md", () => {
  for (const row of markdownTable({ file: "docs/rules/parking-states.md", heading: "Labels" })) {
    const shown = parkingLabel({
      sequence: Number(row["sequence"]),
      isInvited: row["invited"] === "yes",
      isWaiting: row["waiting"] === "yes",
      isPrepayVehicle: row["pre-pay vehicle"] === "yes",
    });
    assert.deepEqual(shown, { label: row["label"], colour: row["colour"] }, JSON.stringify(row));
  }
});

test("every state has words and a colour, and how an entry came in changes the words of the pending one alone", () => {
  const flags = { isInvited: fc.boolean(), isWaiting: fc.boolean(), isPrepayVehicle: fc.boolean() };
  const plain = { isInvited: false, isWaiting: false, isPrepayVehicle: false };
  fc.assert(
    fc.property(fc.constantFrom(...Object.values(parkingSequence)), fc.record(flags), (sequence, entry) => {
      const [shown, known] = [parkingLabel({ sequence, ...entry }), parkingLabel({ sequence, ...plain })];
      assert.ok(shown.label && shown.colour);
      assert.equal(shown.colour, known.colour);
      if (sequence !== parkingSequence.pending) assert.equal(shown.label, known.label);
    }),
  );
});
