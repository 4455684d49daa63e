import assert from "node:assert/strict";
import { test } from "node:test";
import { getFirstHeader } from "#domain/reports/columns.ts";
import { formatReportFileName } from "#domain/reports/file-name.ts";
import { getReport } from "#domain/reports/reports.ts";

test("names a file after report, branch and period", () => {
  const range = { from: "2026-11-01", to: "2026-11-30" };
  const name = formatReportFileName({ report: "revenue", branch: 'Bahnhof / "Süd"\r\n', range, format: "csv" });
  assert.equal(name, "revenue-bahnhof-s-d-2026-11-01-2026-11-30.csv");
  const day = { from: "2026-11-24", to: "2026-11-24" };
  assert.equal(
    formatReportFileName({ report: "daySheet", branch: null, range: day, format: "xlsx" }),
    "daysheet-all-branches-2026-11-24.xlsx",
  );
});

test("the first column is headed by the group", () => {
  const definition = getReport("revenue");
  assert.equal(getFirstHeader({ definition, group: "" }), "Day");
  assert.equal(getFirstHeader({ definition, group: "channel" }), "Payment channel");
});
