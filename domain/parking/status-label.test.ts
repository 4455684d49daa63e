import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { getParkingLabel } from "#domain/parking/status-label.ts";
import { parkingSequence } from "#domain/parking/states.ts";
import { readMarkdownTable } from "#tests/support/markdown-table.ts";

test("returns the labels of docs/rules/parking-states.md", () => {
  for (const row of readMarkdownTable({ file: "docs/rules/parking-states.md", heading: "Labels" })) {
    const label = getParkingLabel({
      sequence: Number(row["sequence"]),
      isInvited: row["invited"] === "yes",
      isWaiting: row["waiting"] === "yes",
      isApproved: row["approved"] === "yes",
      isPrepayVehicle: row["pre-pay vehicle"] === "yes",
      isBooked: row["booked"] === "yes",
      isRejected: row["rejected"] === "yes",
    });
    assert.deepEqual(label, { label: row["label"], colour: row["colour"] }, JSON.stringify(row));
  }
});

test("every state has a label and colour, and the kind of entry changes the pending label, and a rejection the cancelled one", () => {
  const flags = {
    isInvited: fc.boolean(),
    isWaiting: fc.boolean(),
    isApproved: fc.boolean(),
    isPrepayVehicle: fc.boolean(),
    isBooked: fc.boolean(),
    isRejected: fc.boolean(),
  };
  const plain = {
    isInvited: false,
    isWaiting: false,
    isApproved: false,
    isPrepayVehicle: false,
    isBooked: false,
    isRejected: false,
  };
  fc.assert(
    fc.property(fc.constantFrom(...Object.values(parkingSequence)), fc.record(flags), (sequence, entry) => {
      const [label, plainLabel] = [getParkingLabel({ sequence, ...entry }), getParkingLabel({ sequence, ...plain })];
      assert.ok(label.label && label.colour);
      assert.equal(label.colour, plainLabel.colour);
      const isRejected = sequence === parkingSequence.cancelled && entry.isRejected;
      if (isRejected) assert.equal(label.label, "Rejected");
      else if (sequence !== parkingSequence.pending) assert.equal(label.label, plainLabel.label);
    }),
  );
});
