// §2 /reporting/{menu}: files of reports through the app, and their events in the security log.
import assert from "node:assert/strict";
import { before, test } from "node:test";
import { startApp, type TestClient } from "#tests/support/app.ts";
import { eventually } from "#tests/support/eventually.ts";
import { createFactories, type CreatedBranch } from "#tests/support/factories.ts";

const { asUser, sql } = await startApp();
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

test("unknown reports, formats and parameters are rejected", async () => {
  const cases: [path: string, code: string][] = [
    [`toString/file?${period}`, "ROUTE_NOT_FOUND"],
    [`revenue/file?${period}&format=pdf`, "INVALID_QUERY"],
    ["revenue/file?from=2026-02-30", "INVALID_QUERY"],
    [`revenue/file?${period}&branch=all`, "FORBIDDEN"],
  ];
  for (const [path, code] of cases) assert.equal((await manager.get(`/actions/reports/${path}`)).code, code, path);
});
