import assert from "node:assert/strict";
import { test } from "node:test";
import { findBestAndWorst } from "#domain/reports/best-branch.ts";
import { getReport, reportNames } from "#domain/reports/reports.ts";

const find = (values: readonly (number | null)[], is: "highest" | "lowest" = "highest") =>
  findBestAndWorst({
    definition: { best: { column: "net", is } },
    rows: values.map((net, index) => ({ values: { group: `Branch ${index}`, net } })),
  });

test("marks the best and the worst of the branches that have the figure", () => {
  assert.deepEqual(find([5, 9, 1]), { best: 1, worst: 2 });
  assert.deepEqual(find([5, 9, 1], "lowest"), { best: 2, worst: 1 });
  assert.deepEqual(find([null, 4, 3]), { best: 1, worst: 2 });
  assert.deepEqual(find([-200, 0]), { best: 1, worst: 0 });
  for (const values of [[], [3], [3, 3], [null, 3], [null, null]]) assert.equal(find(values), null);
});

test("the figure is a column of a report that is read by branch", () => {
  for (const name of reportNames) {
    const { best, columns, groups } = getReport(name);
    if (best) assert.ok(Object.hasOwn(columns, best.column) && Object.hasOwn(groups ?? {}, "branch"), name);
  }
});
