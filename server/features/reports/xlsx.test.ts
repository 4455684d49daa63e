// Workbooks of reports: cell by cell as another library reads them, and of any size within the same memory.
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { test } from "node:test";
import { readSheet } from "read-excel-file/node";
import type { ReportValue } from "#domain/reports/report.ts";
import { createCsvChunks } from "#server/features/reports/report-csv.ts";
import { createXlsxChunks, type SheetColumn } from "#server/features/reports/xlsx.ts";

const columns: SheetColumn[] = [
  { label: "Name & place", type: "text" },
  { label: "Day", type: "date" },
  { label: "In", type: "time" },
  { label: "Charge", type: "money" },
  { label: "Entries", type: "count" },
  { label: "Share", type: "percent" },
];
const rows: readonly ReportValue[][] = [
  ["=1+1", "2026-11-24", "2026-11-24T05:10:00.000Z", 123450, 7, 12.5],
  ['<Ravi> "A" & Söhne\u0001', "2028-02-29", "2026-11-23T18:30:00.000Z", -50, 0, 0],
  ["  spaces  ", null, null, null, null, null],
];
const zone = "Asia/Kolkata";

async function* toStream<T>(items: readonly T[]): AsyncGenerator<T> {
  yield* items;
}

test("a workbook has texts, numbers, days and times of the branch as typed cells", async () => {
  const chunks: Uint8Array[] = [];
  for await (const chunk of createXlsxChunks({ name: "Revenue: day/week", columns, rows: toStream(rows), zone }))
    chunks.push(chunk);
  const cells = await readSheet(Buffer.concat(chunks), { trim: false });
  assert.deepEqual(cells, [
    ["Name & place", "Day", "In", "Charge", "Entries", "Share"],
    ["=1+1", new Date("2026-11-24T00:00:00Z"), new Date("2026-11-24T10:40:00Z"), 1234.5, 7, 12.5],
    ['<Ravi> "A" & Söhne', new Date("2028-02-29T00:00:00Z"), new Date("2026-11-24T00:00:00Z"), -0.5, 0, 0],
    ["  spaces  ", null, null, null, null, null],
  ]);
});

test("a CSV file has amounts in rupees and no formulas", async () => {
  let text = "";
  for await (const chunk of createCsvChunks({ columns, rows: toStream(rows.slice(0, 1)), zone })) text += chunk;
  assert.equal(
    text,
    "\uFEFFName & place,Day,In,Charge,Entries,Share\r\n'=1+1,2026-11-24,2026-11-24 10:40,1234.50,7,12.5\r\n",
  );
});

/** Prints the growth of the memory in MB while a workbook is written. */
const measure = `
  import { createXlsxChunks } from "#server/features/reports/xlsx.ts";
  const columns = ["text", "text", "time", "time", "minutes", "money", "money", "text"].map((type, index) => ({ label: "C" + index, type }));
  async function* makeRows(count) {
    for (let row = 0; row < count; row += 1) {
      const at = new Date(1.76e12 + row * 60000).toISOString();
      yield ["R-" + row, "TN 09 AB " + row, at, at, row % 500, row * 7, row % 3, "Staff " + (row % 40)];
    }
  }
  async function write(count) {
    let bytes = 0;
    let peak = 0;
    for await (const chunk of createXlsxChunks({ name: "Entries", columns, rows: makeRows(count), zone: "Asia/Kolkata" })) {
      bytes += chunk.length;
      peak = Math.max(peak, process.memoryUsage.rss());
    }
    return { bytes, peak };
  }
  await write(2000);
  const before = process.memoryUsage.rss();
  const { bytes, peak } = await write(200000);
  console.log(JSON.stringify({ bytes, megabytes: (peak - before) / 1024 / 1024 }));
`;

test("200,000 rows are written within 60 MB of memory", () => {
  const { stdout, stderr } = spawnSync(process.execPath, ["--input-type=module", "--eval", measure], {
    encoding: "utf8",
  });
  assert.ok(stdout, stderr);
  const { bytes, megabytes }: { bytes: number; megabytes: number } = JSON.parse(stdout);
  assert.ok(bytes > 5_000_000, `${bytes} bytes`);
  assert.ok(megabytes < 60, `${megabytes} MB`);
});
