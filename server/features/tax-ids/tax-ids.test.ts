// §5 §8 GSTIN and PAN through the real server and a register that speaks the real wire: only 'Active' passes, and an outage
// is never taken for a refusal.
import assert from "node:assert/strict";
import { before, beforeEach, test } from "node:test";
import { gstinCheck } from "#domain/rules/gstin.ts";
import { type Caller, startApp } from "#tests/support/app.ts";
import { eventually } from "#tests/support/eventually.ts";
import { factories } from "#tests/support/make.ts";
import { simulatedOutside } from "#tests/support/simulators.ts";

const services = await simulatedOutside();
const { faults } = services;
const app = await startApp({ outside: services.outside, isWorking: true });
const { sql, as, clock } = app;
const make = factories(sql);
let admin: Caller;
let count = 1_000;

/** A GSTIN nobody asked about yet; the register answers by its entity digit. */
function gstin(entity = "1"): string {
  const first14 = `33AABCP${(count += 1)}B${entity}Z`;
  return first14 + gstinCheck(first14);
}

before(async () => {
  admin = await as(await make.user("admin", { branch: await make.branch() }));
});
beforeEach(() => {
  clock.now = new Date("2026-11-21T06:00:00Z");
  faults.set("tax-ids", "none");
});
const stateOf = async (): Promise<{ state: string; sealed: string | null }> => {
  const [row] = await sql<{ state: string; sealed: string | null }[]>`
    select state, sealed from tax_id_checks order by checked_at desc, number_hash limit 1`;
  return row!;
};

test("an active GSTIN, with what the register says of it", async () => {
  const number = gstin();
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
  test(`entity ${entity} of the register: ${code}`, async () => {
    const answer = await admin.post("/verify-gst", { gstin: gstin(entity) });
    assert.deepEqual([answer.status, answer.code], [status, code]);
  });

for (const fault of ["down", "reset", "error-500", "malformed"] as const)
  test(`the register is ${fault}: it is said to be out of reach, and asked again until it answers`, async () => {
    await sql`delete from tax_id_checks`;
    const number = gstin();
    faults.set("tax-ids", fault);
    assert.equal((await admin.post("/verify-gst", { gstin: number })).code, "GSTIN_UNAVAILABLE");
    const kept = await stateOf();
    assert.equal(kept.state, "unavailable");
    assert.doesNotMatch(JSON.stringify(kept), new RegExp(number));
    faults.set("tax-ids", "none");
    await sql`update graphile_worker._private_jobs set run_at = now()`;
    await sql`select pg_notify('jobs:insert', '{"r":1,"count":1}')`;
    await eventually(async () => assert.deepEqual({ ...(await stateOf()) }, { state: "active", sealed: null }));
    // From now on the answer is known, though the register be away again.
    faults.set("tax-ids", "down");
    assert.equal((await admin.post("/verify-gst", { gstin: number })).status, 200);
  });

test("an answer holds for a day", async () => {
  const [number, asker] = [gstin(), await make.user("platform")];
  const ask = async () => (await as(asker)).post("/verify-gst", { gstin: number });
  assert.equal((await ask()).status, 200);
  faults.set("tax-ids", "down");
  clock.now = new Date(clock.now!.getTime() + 24 * 3_600_000 - 1);
  assert.equal((await ask()).status, 200);
  clock.now = new Date(clock.now.getTime() + 1);
  assert.equal((await ask()).code, "GSTIN_UNAVAILABLE");
});

test("what cannot be such a number is refused by the field, and nobody is asked", async () => {
  faults.set("tax-ids", "down");
  for (const value of ["33AABCP0001B1ZN", "", "x", 5, null, undefined]) {
    const answer = await admin.post("/verify-gst", { gstin: value });
    assert.equal(answer.code, "FAILED_VALIDATION", String(value));
  }
  const { errors } = await admin.post("/verify-pan", { pan: "AABCP0001" });
  assert.equal(errors[0]!.message, "*Invalid PAN number format");
});

test("a PAN: valid, not found, out of reach; it is never shown or kept whole", async () => {
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

test("who has nothing to register is not let in; who asks for too many must wait", async () => {
  const branch = await make.branch();
  for (const caller of [
    await as(),
    await as(await make.user("staff", { branch })),
    await as(await make.user("customer")),
  ])
    assert.equal((await caller.post("/verify-gst", { gstin: gstin() })).code, "FORBIDDEN");
  const manager = await as(await make.user("manager", { branch }));
  for (let turn = 0; turn < 30; turn += 1)
    assert.equal((await manager.post("/verify-gst", { gstin: gstin() })).status, 200);
  assert.equal((await manager.post("/verify-gst", { gstin: gstin() })).code, "REQUESTS_EXCEEDED");
});

test("a wrong key is our mistake, and says nothing about the number", async () => {
  const wrong = { ...services.outside.taxIds!, secret: "wrong" };
  const other = await startApp({ outside: { taxIds: wrong } });
  const branch = await factories(other.sql).branch();
  const asker = await other.as(await factories(other.sql).user("admin", { branch }));
  assert.equal((await asker.post("/verify-gst", { gstin: gstin() })).code, "GSTIN_UNAVAILABLE");
});
