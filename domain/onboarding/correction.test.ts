import assert from "node:assert/strict";
import { test } from "node:test";
import { diffRows, getCorrectableFields } from "#domain/onboarding/correction.ts";
import { reviewedFields } from "#domain/onboarding/onboarding-review.ts";

test("only fields with a remark can be corrected, or all if there is a note, which may be about any field", () => {
  const remarks = [
    { field: "pincode", remark: "Of another city" },
    { field: "gstin", remark: "Of another company" },
  ];
  assert.deepEqual(getCorrectableFields({ kind: "branch", remarks, note: null }), ["gstin", "pincode"]);
  for (const of of [
    { remarks, note: "The document cannot be read" },
    { remarks: [], note: null },
  ])
    assert.deepEqual(getCorrectableFields({ kind: "branch", ...of }), [...reviewedFields.branch]);
});

test("a remark about one coordinate is about the pin on the map", () => {
  for (const field of ["latitude", "longitude"])
    assert.deepEqual(getCorrectableFields({ kind: "branch", remarks: [{ field, remark: "In the sea" }], note: null }), [
      "latitude",
      "longitude",
    ]);
});

test("returns the changed fields; empty and missing values are equal", () => {
  const before = { gstin: null, pincode: "600001", tags: [1, 2], is_parking: true };
  const rows: [object, object][] = [
    [{ gstin: "" }, {}],
    [{ pincode: "600017" }, { pincode: ["600001", "600017"] }],
    [{ tags: [1, 2], is_parking: true }, {}],
    [{ tags: [2] }, { tags: [[1, 2], [2]] }],
  ];
  for (const [after, changes] of rows) assert.deepEqual(diffRows({ before, after: { ...after } }), changes);
});
