import assert from "node:assert/strict";
import { test } from "node:test";
import { listMailedFigures } from "#domain/reports/schedules/mailed-figures.ts";
import { isMailableReport, mailableReports } from "#domain/reports/schedules/mailable-reports.ts";
import { getReport, reportNames } from "#domain/reports/reports.ts";

const zone = "Asia/Kolkata";
const row = (group: string, net: number) => ({
  values: { group, payments: 2, received: net, refunded: 0, net, settled: 0 },
});

test("a mail has totals with their change, and the rows", () => {
  const definition = getReport("revenue");
  const totals = { payments: 4, received: 50_000, refunded: 0, net: 50_000, settled: 0 };
  const lines = listMailedFigures({
    definition,
    data: { rows: [row("Cash", 40_000), row("Online", 10_000)], totals },
    previous: { ...totals, net: 40_000, payments: 0 },
    zone,
  });
  assert.deepEqual(lines, [
    "Payments: 4",
    "Received: ₹500.00 (no change)",
    "Refunded: ₹0.00 (no change)",
    "Net: ₹500.00 (25 % more)",
    "Accounts settled: ₹0.00 (no change)",
    "",
    "Cash: ₹400.00",
    "Online: ₹100.00",
  ]);
});

test("a report without totals is its rows, and many rows are for the page", () => {
  const lines = listMailedFigures({
    definition: getReport("day-sheet"),
    data: { rows: [{ values: { section: "Owed by vehicles", line: "Opening balance", amount: 12_050 } }] },
    previous: null,
    zone,
  });
  assert.deepEqual(lines, ["Opening balance, Owed by vehicles: ₹120.50"]);
  const rows = Array.from({ length: 41 }, (_, index) => row(`Block ${index}`, 100));
  const many = listMailedFigures({
    definition: getReport("revenue"),
    data: { rows, totals: { net: 4_100 } },
    previous: null,
    zone,
  });
  assert.deepEqual(many, ["Net: ₹41.00"]);
  assert.deepEqual(listMailedFigures({ definition: getReport("revenue"), data: { rows: [] }, previous: null, zone }), [
    "No entries in this period.",
  ]);
});

test("reports with plates, phone numbers or names of visitors are not mailed", () => {
  assert.deepEqual(
    reportNames.filter((name) => !mailableReports.includes(name)),
    ["exception-entries", "payments", "visits", "valet-tickets", "people-entries", "charges"],
  );
  for (const name of reportNames) if (getReport(name).isPersonal) assert.ok(!mailableReports.includes(name), name);
  assert.equal(isMailableReport({ report: "visitors", group: "person" }), false);
  assert.equal(isMailableReport({ report: "visitors", group: "day" }), true);
});
