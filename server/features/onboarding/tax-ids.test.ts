// §5 §8 GSTIN and PAN with a simulated register over HTTP: only 'Active' passes, and an outage is not a rejection.
import assert from "node:assert/strict";
import { before, beforeEach, test } from "node:test";
import { computeGstinCheckCharacter } from "#domain/gstin.ts";
import { type TestClient, startApp } from "#tests/support/app.ts";
import { eventually } from "#tests/support/eventually.ts";
import { createFactories } from "#tests/support/factories.ts";
import { startSimulatedIntegrations } from "#tests/support/simulators.ts";

const simulated = await startSimulatedIntegrations();
const { faults } = simulated;
const app = await startApp({ integrations: simulated.integrations, runsJobs: true });
const { sql, asUser, clock } = app;
const make = createFactories(sql);
let admin: TestClient;
let count = 1_000;

/** Creates an unused GSTIN; the simulated register responds by its entity digit. */
function createGstin(entity = "1"): string {
  const first14 = `33AABCP${(count += 1)}B${entity}Z`;
  return first14 + computeGstinCheckCharacter(first14);
}

before(async () => {
  admin = await asUser(await make.user("admin", { branch: await make.branch() }));
});
beforeEach(() => {
  clock.now = new Date("2026-11-21T06:00:00Z");
  faults.set("tax-ids", "none");
});
const readLatestCheck = async (): Promise<{ state: string; sealed: string | null }> => {
  const [row] = await sql<{ state: string; sealed: string | null }[]>`
    select state, sealed from tax_id_checks order by checked_at desc, number_hash limit 1`;
  return row!;
};

test("returns the register's details of an active GSTIN", async () => {
  const number = createGstin();
  const { status, data } = await admin.post("/verify-gst", { gstin: number.toLowerCase() });
  assert.equal(status, 200);
  assert.equal(data.gstin, number);
  assert.deepEqual([data.status, data.valid, data.state_code], ["Active", true, "33"]);
  assert.match(data.legal_name, /PRIVATE LIMITED/);
});

for (const [entity, status, code] of [
  ["2", 422, "GSTIN_NOT_ACTIVE"],
  ["3", 422, "GSTIN_NOT_ACTIVE"],
  ["4", 422, "GSTIN_VERIFICATION_FAILED"],
  ["5", 503, "GSTIN_UNAVAILABLE"],
  ["6", 503, "GSTIN_UNAVAILABLE"],
] as const)
  test(`answers ${code} for entity ${entity}`, async () => {
    const response = await admin.post("/verify-gst", { gstin: createGstin(entity) });
    assert.deepEqual([response.status, response.code], [status, code]);
  });

for (const fault of ["down", "reset", "error-500", "malformed"] as const)
  test(`the register is ${fault}: reports it as unavailable and retries until it responds`, async () => {
    await sql`delete from tax_id_checks`;
    const number = createGstin();
    faults.set("tax-ids", fault);
    assert.equal((await admin.post("/verify-gst", { gstin: number })).code, "GSTIN_UNAVAILABLE");
    const stored = await readLatestCheck();
    assert.equal(stored.state, "unavailable");
    assert.doesNotMatch(JSON.stringify(stored), new RegExp(number));
    faults.set("tax-ids", "none");
    await sql`update graphile_worker._private_jobs set run_at = now()`;
    await sql`select pg_notify('jobs:insert', '{"r":1,"count":1}')`;
    await eventually(async () => assert.deepEqual({ ...(await readLatestCheck()) }, { state: "active", sealed: null }));
    // The result is cached now, although the register is down again.
    faults.set("tax-ids", "down");
    assert.equal((await admin.post("/verify-gst", { gstin: number })).status, 200);
  });

test("caches a result for one day", async () => {
  const [number, client] = [createGstin(), await make.user("platform")];
  const verify = async () => (await asUser(client)).post("/verify-gst", { gstin: number });
  assert.equal((await verify()).status, 200);
  faults.set("tax-ids", "down");
  clock.now = new Date(clock.now!.getTime() + 24 * 3_600_000 - 1);
  assert.equal((await verify()).status, 200);
  clock.now = new Date(clock.now.getTime() + 1);
  assert.equal((await verify()).code, "GSTIN_UNAVAILABLE");
});

test("rejects an invalid number without a request to the register", async () => {
  faults.set("tax-ids", "down");
  for (const value of ["33AABCP0001B1ZN", "", "x", 5, null, undefined]) {
    const response = await admin.post("/verify-gst", { gstin: value });
    assert.equal(response.code, "FAILED_VALIDATION", String(value));
  }
  const { errors } = await admin.post("/verify-pan", { pan: "AABCP0001" });
  assert.equal(errors[0]!.message, "*Invalid PAN number format");
});

test("checks a PAN and never shows or stores it in full", async () => {
  await sql`delete from tax_id_checks`;
  const { status, data, text } = await admin.post("/verify-pan", { pan: "aabcp0001b", name: "Any" });
  assert.equal(status, 200);
  assert.deepEqual([data.pan_masked, data.category], ["AA••••••1B", "Company"]);
  assert.doesNotMatch(text, /AABCP0001B/);
  assert.equal((await admin.post("/verify-pan", { pan: "AABCP0004B" })).code, "PAN_VERIFICATION_FAILED");
  assert.equal((await admin.post("/verify-pan", { pan: "AABCP0005B" })).code, "PAN_UNAVAILABLE");
  for (const { row } of await sql`select to_jsonb(t)::text as row from tax_id_checks t`)
    assert.doesNotMatch(String(row), /AABCP000/);
});

test("rejects other roles and limits the checks per user", async () => {
  const branch = await make.branch();
  for (const caller of [
    await asUser(),
    await asUser(await make.user("staff", { branch })),
    await asUser(await make.user("customer")),
  ])
    assert.equal((await caller.post("/verify-gst", { gstin: createGstin() })).code, "FORBIDDEN");
  const manager = await asUser(await make.user("manager", { branch }));
  for (let attempt = 0; attempt < 30; attempt += 1)
    assert.equal((await manager.post("/verify-gst", { gstin: createGstin() })).status, 200);
  assert.equal((await manager.post("/verify-gst", { gstin: createGstin() })).code, "REQUESTS_EXCEEDED");
});

test("reports the register as unavailable if the service key is wrong", async () => {
  const wrong = { ...simulated.integrations.taxIds!, secret: "wrong" };
  const other = await startApp({ integrations: { taxIds: wrong } });
  const branch = await createFactories(other.sql).branch();
  const client = await other.asUser(await createFactories(other.sql).user("admin", { branch }));
  assert.equal((await client.post("/verify-gst", { gstin: createGstin() })).code, "GSTIN_UNAVAILABLE");
});
