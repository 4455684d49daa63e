// §4: prints are counted one by one, and all but the first are duplicates.
import assert from "node:assert/strict";
import { test } from "node:test";
import { countPrints, getPrintCount, isDuplicatePrint } from "#domain/parking/slip-prints.ts";
import { RuleViolation } from "#domain/schema/collection.ts";

type Args = Parameters<typeof countPrints>[0];
const count = (before: object | null, changes: object) => countPrints({ before, changes } as unknown as Args);

test("each write adds one print, whatever was sent", () => {
  const cases: [object | null, object, object | undefined][] = [
    [{ slip_prints: null }, { slip_prints: 1 }, { slip_prints: 1 }],
    [{ slip_prints: 3 }, { slip_prints: 0 }, { slip_prints: 4 }],
    [{ slip_prints: 1, receipt_prints: 0 }, { receipt_prints: 9 }, { receipt_prints: 1 }],
    [{ slip_prints: 1 }, { name: "Asha" }, undefined],
    [null, { slip_prints: 5 }, { slip_prints: 0 }],
  ];
  for (const [before, changes, expected] of cases)
    assert.deepEqual(count(before, changes), expected, JSON.stringify([before, changes]));
});

test("a cancelled entry has no slip", () => {
  const violation = count({ parking_status_id: 4, slip_prints: 0 }, { slip_prints: 1 });
  assert.ok(violation instanceof RuleViolation && violation.code === "NO_NEXT_STATUS");
});

test("the receipt after payment is another paper than the slip", () => {
  const entry = { slip_prints: 2, receipt_prints: 1 };
  assert.deepEqual(
    ["pending", "paid"].map((payment_status) => getPrintCount({ payment_status })),
    ["slip_prints", "receipt_prints"],
  );
  assert.deepEqual(
    ["pending", "paid"].map((payment_status) => isDuplicatePrint({ ...entry, payment_status })),
    [true, false],
  );
});
