// §4: the provider's settlement file against the ledger of the company; nothing of other companies, and nothing changes.
import assert from "node:assert/strict";
import { before, test } from "node:test";
import { z } from "zod";
import { type Reconciliation, reconciliation } from "#domain/payments/reconciliation/reconciliation.ts";
import { pressProviderAction, startPaymentsApp, waitUntil } from "#tests/support/payments-app.ts";
import type { TestClient } from "#tests/support/app.ts";

const { asUser, sql, address, factories: make, branch: createBranch } = await startPaymentsApp();
const today = new Date().toLocaleDateString("en-CA", { timeZone: "Asia/Kolkata" });
let admin: TestClient;
let manager: TestClient;
let paid: { transaction: string; id: number }[];

before(async () => {
  const branch = await createBranch();
  admin = await asUser(await make.user("admin", { branch }));
  manager = await asUser(await make.user("manager", { branch }));
  const gate = await asUser(await make.user("staff", { branch }));
  paid = [];
  for (let count = 0; count < 2; count += 1) {
    const { data } = await gate.post("/actions/parking/check-in", { vehicle_no: make.plate(), phone_no: "9840012345" });
    await sql`update "Parking_Information" set in_time = now() - interval '50 minutes' where id = ${data.id}`;
    const started = (await gate.post(`/actions/payments/parking/${data.id}/start`)).data;
    await pressProviderAction(started.url, "succeed");
    paid.push({ transaction: started.transaction, id: started.id });
  }
  await waitUntil(
    async () => (await sql`select count(*)::int as count from payment_attempts where state = 'success'`)[0]!["count"],
    (count) => count === 2,
  );
});

const replySchema = z.object({ data: reconciliation.optional() });
const noReply: Reconciliation = { lines: 0, matched: 0, inFile: 0, recorded: 0, differences: [] };

async function reconcile(rows: readonly string[], { by = admin, from = today, to = today } = {}) {
  const form = new FormData();
  form.set("file", new Blob([["Merchant Transaction ID,Transaction Amount,Type", ...rows].join("\n")]), "file.csv");
  const response = await fetch(`${address}/actions/payments/reconcile?from=${from}&to=${to}`, {
    method: "POST",
    headers: { authorization: `Bearer ${by.token}` },
    body: form,
  });
  const { data = noReply } = replySchema.parse(await response.json());
  return { status: response.status, data };
}

test("a file that agrees has no differences; each difference is listed with both amounts", async () => {
  const [first, second] = paid.map(({ transaction }) => transaction);
  const { data } = await reconcile([`${first},40.00,PAYMENT`, `${second},40.00,PAYMENT`]);
  assert.deepEqual(data, { lines: 2, matched: 2, inFile: 8_000, recorded: 8_000, differences: [] });
  const { data: other } = await reconcile([`${first},39.99,PAYMENT`, "P-NOWHERE,10.00,PAYMENT"]);
  assert.deepEqual(
    other.differences.map(({ reason, reference, inFile, recorded }) => [reason, reference, inFile, recorded]),
    [
      ["amount", first, 3_999, 4_000],
      ["unknown", "P-NOWHERE", 1_000, null],
      ["missing", second, null, 4_000],
    ],
  );
});

test("on other days nothing is missing, and what is in the file is found", async () => {
  const { data } = await reconcile([`${paid[0]!.transaction},40.00,PAYMENT`], { from: "2026-01-01", to: "2026-01-31" });
  assert.deepEqual([data.matched, data.recorded, data.differences.length], [1, 0, 0]);
});

test("only who configures payments compares; payments of another company are not known there", async () => {
  const row = [`${paid[0]!.transaction},40.00,PAYMENT`];
  assert.equal((await reconcile(row, { by: manager })).status, 403);
  const stranger = await asUser(await make.user("admin", { branch: await createBranch() }));
  const { data } = await reconcile(row, { by: stranger });
  assert.deepEqual(
    data.differences.map(({ reason, attempt, recorded }) => [reason, attempt, recorded]),
    [["unknown", null, null]],
  );
});

test("a period that is not one, and a file without the columns are refused", async () => {
  assert.equal((await reconcile(["a,1,PAYMENT"], { from: "yesterday" })).status, 400);
  assert.equal((await reconcile(["a,1,PAYMENT"], { from: "2026-02-01", to: "2026-01-01" })).status, 400);
  const form = new FormData();
  form.set("file", new Blob(["Name,Fee\na,1"]), "file.csv");
  const response = await fetch(`${address}/actions/payments/reconcile?from=${today}&to=${today}`, {
    method: "POST",
    headers: { authorization: `Bearer ${admin.token}` },
    body: form,
  });
  assert.equal(response.status, 400);
  assert.match(await response.text(), /Missing: Merchant transaction ID, Transaction amount/);
});
