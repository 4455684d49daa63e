import assert from "node:assert/strict";
import { test } from "node:test";
import { changesBetween, correctableFields } from "#domain/rules/correction.ts";
import { reviewedFields } from "#domain/rules/onboarding-review.ts";

test("exactly what was remarked on may be corrected, and all of it where there is a note alone", () => {
  const remarks = [
    { field: "pincode", remark: "Of another city" },
    { field: "gstin", remark: "Of another company" },
  ];
  assert.deepEqual(correctableFields({ kind: "branch", remarks }), ["gstin", "pincode"]);
  assert.deepEqual(correctableFields({ kind: "company", remarks: [] }), [...reviewedFields.company]);
});

test("changed is what differs: empty and absent are the same", () => {
  const before = { gstin: null, pincode: "600001", tags: [1, 2], is_parking: true };
  const rows: [object, object][] = [
    [{ gstin: "" }, {}],
    [{ pincode: "600017" }, { pincode: ["600001", "600017"] }],
    [{ tags: [1, 2], is_parking: true }, {}],
    [{ tags: [2] }, { tags: [[1, 2], [2]] }],
  ];
  for (const [after, changes] of rows) assert.deepEqual(changesBetween({ before, after: { ...after } }), changes);
});
