// Statements and round trips of the writes that a gate makes most, which decide how long they take and what they cost. The numbers are
// exact: a statement that is added is noticed, one that is saved lowers them.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { buildApp } from "#server/app.ts";
import { startApp, testConfig, type TestClient } from "#tests/support/app.ts";
import { countRoundTrips, type RoundTrips } from "#tests/support/count-round-trips.ts";
import { createFactories } from "#tests/support/factories.ts";

const { asUser, sql } = await startApp();
const make = createFactories(sql);
const { counted, take } = countRoundTrips(sql);
const app = await buildApp({ sql: counted, config: testConfig });
await app.ready();
after(() => app.close());

let gate: TestClient;
let requests = 0;

before(async () => {
  const branch = await make.branch({ slots: 1000, rate: "20.00" });
  gate = await asUser(await make.user("staff", { branch }));
});

async function countWrite({ url, hasKey = false }: { url: string; hasKey?: boolean }): Promise<RoundTrips> {
  const counts: RoundTrips[] = [];
  // The first requests load the session and prepare statements.
  for (let attempt = 0; attempt < 3; attempt += 1) {
    requests += 1;
    take();
    const response = await app.inject({
      method: "POST",
      url,
      headers: { authorization: `Bearer ${gate.token}`, ...(hasKey ? { "idempotency-key": `key-${requests}` } : {}) },
      payload: { vehicle_no: make.plate(), phone_no: `98${String(requests).padStart(8, "0")}` },
    });
    assert.equal(response.statusCode, 200, response.body);
    counts.push(take());
  }
  return counts.at(-1)!;
}

const checkIn = "/actions/parking/check-in";
const create = "/items/Parking_Main_Information";

test("a check-in of a new customer takes 18 statements in 7 round trips", async () => {
  assert.deepEqual(await countWrite({ url: checkIn }), { statements: 18, roundTrips: 7 });
});

test("the key of a check-in takes two more statements and no round trip", async () => {
  assert.deepEqual(await countWrite({ url: checkIn, hasKey: true }), { statements: 20, roundTrips: 7 });
});

test("a created row takes 8 statements in 4 round trips, with a key 10 in 4", async () => {
  assert.deepEqual(await countWrite({ url: create }), { statements: 8, roundTrips: 4 });
  assert.deepEqual(await countWrite({ url: create, hasKey: true }), { statements: 10, roundTrips: 4 });
});
