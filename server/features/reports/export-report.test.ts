// §2 /reporting/{menu}: files of reports through the app, and their events in the security log.
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { before, test } from "node:test";
import { createPool } from "#server/db/pool.ts";
import { startApp, type TestClient } from "#tests/support/app.ts";
import { eventually } from "#tests/support/eventually.ts";
import { createFactories, type CreatedBranch } from "#tests/support/factories.ts";

const { asUser, sql, url } = await startApp();
const make = createFactories(sql);
let branch: CreatedBranch;
let manager: TestClient;

before(async () => {
  branch = await make.branch({ name: "Panagal Park" });
  manager = await asUser(await make.user("manager", { branch }));
  await sql`insert into payments (branch, company, mode, reference, amount, received_at)
    select ${branch.id}, company, 'cash', 'one', 1234.5, '2026-11-01T10:00:00+05:30' from "Branch" where id = ${branch.id}`;
});

const period = "from=2026-11-01&to=2026-11-30";

test("a report is sent as a file, which the security log records", async () => {
  const { status, text, headers } = await manager.get(`/actions/reports/revenue/file?${period}&group=channel`);
  assert.equal(status, 200, text);
  assert.equal(headers["content-type"], "text/csv; charset=utf-8");
  assert.equal(headers["content-disposition"], 'attachment; filename="revenue-panagal-park-2026-11-01-2026-11-30.csv"');
  assert.match(
    text,
    /^\uFEFF?Payment channel,Payments,Received,Refunded,Net,Accounts settled\r\nCash,1,1234\.50,0\.00,1234\.50,0\.00\r\n/,
  );
  await eventually(async () => {
    const [event] = await sql`select subject from "Security_Events" where kind = 'export_created'`;
    assert.equal(event?.["subject"], "revenue");
  });
});

test("a list of entries is read day by day, with the total of all", async () => {
  const days = await make.branch();
  const reader = await asUser(await make.user("manager", { branch: days }));
  for (const [day, amount] of [
    ["02", 10],
    ["01", 20],
    ["03", 30],
  ])
    await sql`insert into payments (branch, company, mode, kind, channel, reference, amount, received_at)
      values (${days.id}, ${days.company}, 'cash', 'payment', 'cash', ${`R${day}`}, ${amount!}, ${`2026-11-${day}T23:59:59+05:30`})`;
  const { text } = await reader.get(`/actions/reports/payments/file?${period}`);
  const lines = text.trim().split("\r\n");
  assert.deepEqual(
    lines.slice(1).map((line) => [line.slice(0, 10), line.match(/[0-9]+\.00/)?.[0]]),
    [
      ["2026-11-01", "20.00"],
      ["2026-11-02", "10.00"],
      ["2026-11-03", "30.00"],
      ["Total,,,,,", "60.00"],
    ],
  );
});

test("unknown reports, formats and parameters are rejected", async () => {
  const cases: [path: string, code: string][] = [
    [`toString/file?${period}`, "ROUTE_NOT_FOUND"],
    [`revenue/file?${period}&format=pdf`, "INVALID_QUERY"],
    ["revenue/file?from=2026-02-30", "INVALID_QUERY"],
    [`revenue/file?${period}&branch=all`, "FORBIDDEN"],
  ];
  for (const [path, code] of cases) assert.equal((await manager.get(`/actions/reports/${path}`)).code, code, path);
});

/** Prints the growth of the memory in MB while a workbook of all payments of a branch is read and written; its heap is limited to 60 MB, with young objects of 4 MB. */
const measure = `
  import { createPool } from "#server/db/pool.ts";
  import { createReportFile } from "#server/features/reports/export-report.ts";
  import { createReportQuery } from "#server/features/reports/report-query.ts";
  const [url, branch] = process.argv.slice(-2);
  const sql = createPool(url);
  async function write(range) {
    const services = { sql, clock: () => new Date("2027-01-01T00:00:00Z") };
    const query = await createReportQuery({ services, place: { branch: Number(branch) }, range, group: "", filters: {} });
    let bytes = 0;
    let peak = 0;
    for await (const chunk of await createReportFile({ name: "payments", query, format: "xlsx" })) {
      bytes += chunk.length;
      peak = Math.max(peak, process.memoryUsage.rss());
    }
    return { bytes, peak };
  }
  await write({ from: "2026-02-01", to: "2026-02-02" });
  const before = process.memoryUsage.rss();
  const { bytes, peak } = await write({ from: "2026-01-01", to: "2026-12-31" });
  console.log(JSON.stringify({ bytes, megabytes: (peak - before) / 1024 / 1024 }));
  await sql.end();
`;

test("a workbook of 200,000 payments is read and written within 60 MB of memory", async () => {
  const other = await make.branch();
  // On a busy machine this may take longer than a request may.
  const bulkConnection = createPool(url, { max: 1, statementTimeoutMs: 0 });
  await bulkConnection`alter table payments disable trigger report_marks_insert`;
  await bulkConnection`insert into payments (branch, company, mode, kind, channel, reference, amount, received_at)
    select ${other.id}, ${other.company}, 'cash', 'payment', 'cash', 'R-' || n, 40, '2026-01-01T06:00:00Z'::timestamptz + n * interval '150 seconds' from generate_series(1, 200000) n`;
  await bulkConnection`alter table payments enable always trigger report_marks_insert`;
  await bulkConnection.end();
  const { stdout, stderr } = spawnSync(
    process.execPath,
    [
      "--max-old-space-size=60",
      "--max-semi-space-size=4",
      "--input-type=module",
      "--eval",
      measure,
      "--",
      url,
      String(other.id),
    ],
    { encoding: "utf8" },
  );
  assert.ok(stdout, stderr);
  const { bytes, megabytes }: { bytes: number; megabytes: number } = JSON.parse(stdout);
  assert.ok(bytes > 4_000_000, `${bytes} bytes`);
  assert.ok(megabytes < 60, `${megabytes} MB`);
});
