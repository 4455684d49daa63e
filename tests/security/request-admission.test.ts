// Concurrent requests of one caller are queued, and each group of callers leaves connections for the others. Every
// protection has a control: the same requests without it.
import assert from "node:assert/strict";
import { test } from "node:test";
import { promisify } from "node:util";
import type { FastifyInstance } from "fastify";
import { buildApp } from "#server/app.ts";
import type { Config } from "#server/config.ts";
import { tokenKinds } from "#server/auth/token-kinds.ts";
import { startApp, testConfig } from "#tests/support/app.ts";
import { beforeDatabaseCleanup } from "#tests/support/database.ts";
import { eventually } from "#tests/support/eventually.ts";
import {
  sendRequest,
  createLockControl,
  type LoadResponse,
  startAppWithoutLimits,
  repeat,
} from "#tests/support/concurrent-requests.ts";
import { createFactories, type CreatedUser } from "#tests/support/factories.ts";
import { createAccessToken, testTokens } from "#tests/support/tokens.ts";

const poolSize = 20;
const { app, sql, url } = await startApp({ poolSize });
const unlimitedApp = await startAppWithoutLimits({ url, poolSize });
const factories = createFactories(sql);
const locks = createLockControl({ url });

const branch = await factories.branch();
const gate = await factories.user("staff", { branch });
const customer = await factories.user("customer", { contact_number: "9840077777" });

/** Another server with the same database, over the network. */
async function startListening(config: Partial<Config> = {}): Promise<{ server: FastifyInstance; at: string }> {
  const server = await buildApp({ sql, config: { ...testConfig, ...config } });
  beforeDatabaseCleanup(() => server.close());
  return { server, at: await server.listen({ port: 0, host: "127.0.0.1" }) };
}

const countConnections = ({ server }: FastifyInstance): Promise<number> =>
  promisify(server.getConnections.bind(server))();

/** Read by customers only; while it is locked, their requests are not answered. */
const presets = "/presets?limit=1";
const lockPresets = `lock table "presets" in access exclusive mode`;
const readPresets = (server: FastifyInstance, user: CreatedUser): Promise<LoadResponse> =>
  sendRequest({ server, user, path: presets });
const checkIn = (server: FastifyInstance): Promise<LoadResponse> =>
  sendRequest({
    server,
    user: gate,
    method: "POST",
    path: "/actions/parking/check-in",
    body: { vehicle_no: factories.plate(), phone_no: "9840012345" },
  });

/** 40 unanswered requests of one customer and one check-in at another tenant's gate: which were answered before it. */
async function checkInUnderLoad({ server, busy }: { server: FastifyInstance; busy: number }) {
  await checkIn(server);
  const release = await locks.hold(lockPresets);
  const answered: string[] = [];
  const attack = repeat(40, () => readPresets(server, customer).finally(() => answered.push("attack")));
  await eventually(async () => assert.equal(await locks.countWaiting(), busy));
  const gateResponse = checkIn(server).finally(() => answered.push("check-in"));
  return { release, answered, attack, gateAnswer: gateResponse };
}

test("40 concurrent requests of one customer hold four connections, and another tenant's check-in succeeds", async () => {
  const { release, gateAnswer, attack } = await checkInUnderLoad({ server: app, busy: 4 });
  assert.equal((await gateAnswer).status, 200);
  assert.ok((await locks.countWaiting()) <= 4);
  await release();
  const responses = await Promise.all(attack);
  // The first may have waited too long for the lock.
  for (const { status } of responses) assert.ok(status === 200 || status === 503, String(status));
});

test("control: without the limits they hold every connection, and the check-in comes after them", async () => {
  const { release, answered, gateAnswer, attack } = await checkInUnderLoad({ server: unlimitedApp, busy: poolSize });
  await release();
  await Promise.all([gateAnswer, ...attack]);
  assert.ok(answered.indexOf("check-in") >= poolSize, `after ${answered.indexOf("check-in")}`);
});

test("requests over a user's limit wait, and those over the queue are rejected immediately", async () => {
  const release = await locks.hold(lockPresets);
  const responses: LoadResponse[] = [];
  const requests = repeat(4 + 64 + 3, () => readPresets(app, customer).then((response) => responses.push(response)));
  await eventually(() => assert.equal(responses.filter(({ status }) => status === 429).length, 3));
  await release();
  await Promise.all(requests);
  const rejected = responses.filter(({ status }) => status === 429);
  assert.equal(rejected.length, 3);
  for (const { code, retryAfter } of rejected) assert.deepEqual([code, retryAfter], ["TOO_MANY_REQUESTS", "2"]);
});

test("customers together leave connections to the gates, whatever their number", async () => {
  const customers: CreatedUser[] = [];
  for (let index = 0; index < 12; index += 1)
    customers.push(await factories.user("customer", { contact_number: `98400880${String(index).padStart(2, "0")}` }));
  const release = await locks.hold(lockPresets);
  const requests = customers.flatMap((one) => repeat(4, () => readPresets(app, one)));
  await eventually(async () => assert.equal(await locks.countWaiting(), 6));
  assert.equal((await checkIn(app)).status, 200);
  assert.equal(
    (await sendRequest({ server: app, user: gate, path: "/items/Parking_Information?limit=1" })).status,
    200,
  );
  assert.ok((await locks.countWaiting()) <= 6);
  await release();
  await Promise.all(requests);
});

/** A server with a fixed busy state, on which a customer has just exceeded their share. */
async function startPacedServer({ isBusy }: { isBusy: boolean }) {
  let now = 0;
  const pacing = { now: () => now, isBusy: () => isBusy };
  const paced = await buildApp({ sql, config: { ...testConfig, isRequestPacingEnabled: true }, pacing });
  beforeDatabaseCleanup(() => paced.close());
  for (let round = 0; round < 4; round += 1) {
    const release = await locks.hold(lockPresets);
    const reads = repeat(3, () => readPresets(paced, customer));
    await eventually(async () => assert.equal(await locks.countWaiting(), 3));
    now += 1_000;
    await release();
    await Promise.all(reads);
  }
  return { paced, passes: (ms: number) => (now += ms) };
}

test("while the server is busy a caller over their share is delayed, and others are not", async () => {
  const { paced, passes } = await startPacedServer({ isBusy: true });
  let isAnswered = false;
  const delayed = readPresets(paced, customer).finally(() => (isAnswered = true));
  assert.equal((await checkIn(paced)).status, 200);
  assert.equal((await readPresets(paced, gate)).status, 200);
  assert.ok(!isAnswered);
  passes(1_000);
  assert.equal((await delayed).status, 200);
});

test("control: while the server is not busy the same caller is answered immediately", async () => {
  const { paced } = await startPacedServer({ isBusy: false });
  assert.equal((await readPresets(paced, customer)).status, 200);
});

test("clients that disconnect while waiting leave the queue, and others take their place", async () => {
  const { paced, passes } = await startPacedServer({ isBusy: true });
  const serverUrl = await paced.listen({ port: 0, host: "127.0.0.1" });
  const headers = { authorization: `Bearer ${await createAccessToken(customer)}` };
  const hangUp = new AbortController();
  const statuses: number[] = [];
  const requests = repeat(64 + 1, async () => {
    const response = await fetch(`${serverUrl}${presets}`, { headers, signal: hangUp.signal });
    statuses.push(response.status);
  });
  // The queue is full once one is rejected; with the clock stopped none of them starts.
  await eventually(() => assert.deepEqual(statuses, [429]));
  hangUp.abort();
  await Promise.allSettled(requests);
  // A rejected client may keep its connection.
  await eventually(async () => assert.ok((await countConnections(paced)) <= 1));
  const lateResponse: LoadResponse[] = [];
  const lateRequests = repeat(64 + 1, () =>
    readPresets(paced, customer).then((response) => lateResponse.push(response)),
  );
  await eventually(() => assert.ok(lateResponse.length > 0));
  passes(60_000);
  await Promise.all(lateRequests);
  assert.equal(lateResponse.filter(({ status }) => status === 200).length, 64);
});

test("a client that is rejected repeatedly is answered after others that came later", async () => {
  const now = 0;
  const paced = await buildApp({
    sql,
    config: { ...testConfig, isRequestPacingEnabled: true },
    pacing: { now: () => now, isBusy: () => false },
  });
  beforeDatabaseCleanup(() => paced.close());
  const rejected = (server: FastifyInstance, address: string): Promise<LoadResponse> =>
    sendRequest({ server, path: "/items/Companies?limit=x", address });
  for (const [server, expected] of [
    [paced, ["other", "refused"]],
    [app, ["refused", "other"]],
  ] as const) {
    for (let count = 0; count < 60; count += 1)
      assert.equal((await rejected(server, "203.0.113.60")).code, "INVALID_QUERY");
    const answered: string[] = [];
    const lateResponse = rejected(server, "203.0.113.60").then(() => answered.push("refused"));
    await rejected(server, "203.0.113.61");
    answered.push("other");
    await lateResponse;
    assert.deepEqual(answered, expected);
  }
});

test("lists of very many rows: one company has a share of the queue, and another company's list is still accepted", async () => {
  const release = await locks.hold(lockPresets);
  const other = await factories.user("staff", { branch: await factories.branch() });
  const everything = (user: CreatedUser): Promise<LoadResponse> =>
    sendRequest({ server: unlimitedApp, user, path: "/presets?limit=-1" });
  const responses: LoadResponse[] = [];
  const requests = repeat(70, () => everything(gate).then((response) => responses.push(response)));
  await eventually(() => assert.equal(responses.length, 50));
  assert.deepEqual([...new Set(responses.map(({ code }) => code))], ["REQUESTS_EXCEEDED"]);
  const others = everything(other);
  await release();
  await Promise.all(requests);
  assert.equal((await others).status, 200);
  assert.deepEqual(
    responses.slice(50).map(({ status }) => status),
    repeat(20, () => 200),
  );
});

test("anonymous requests are counted by address, and so are invalid tokens", async () => {
  const small = await buildApp({ sql, config: { ...testConfig, requestsPerAddress: 2 } });
  beforeDatabaseCleanup(() => small.close());
  const release = await locks.hold(`lock table "Branch_Banner_Images" in access exclusive mode`);
  const path = "/items/Branch_Banner_Images?limit=1";
  const requests = repeat(9, (index) =>
    sendRequest({
      server: small,
      path: index % 2 ? path : `${path}&access_token=forged.${index}`,
      address: "203.0.113.50",
    }),
  );
  await eventually(async () => assert.equal(await locks.countWaiting(), 2));
  const other = sendRequest({ server: small, path, address: "203.0.113.51" });
  await eventually(async () => assert.equal(await locks.countWaiting(), 3));
  await release();
  assert.equal((await other).status, 200);
  for (const { status } of await Promise.all(requests)) assert.ok(status === 200 || status === 403, String(status));
});

test("a disconnected client frees its slot only when its work is done", async () => {
  const { server, at } = await startListening();
  const release = await locks.hold(lockPresets);
  const headers = { authorization: `Bearer ${await createAccessToken(customer)}` };
  async function hangUp(): Promise<void> {
    const controller = new AbortController();
    const response = fetch(`${at}${presets}`, { headers, signal: controller.signal });
    // Its request has been sent before it disconnects.
    await eventually(async () => assert.ok((await locks.countWaiting()) > 0));
    controller.abort();
    await response.catch(() => undefined);
  }
  await Promise.all(repeat(20, hangUp));
  // The client is gone, and its work still runs.
  const lateResponse = readPresets(server, customer);
  assert.ok((await locks.countWaiting()) <= 4);
  await release();
  assert.equal((await lateResponse).status, 200);
});

test("an internal request of a request needs no second slot", async () => {
  const query = "{ users_me { id } server_info }";
  const responses = await Promise.all(
    repeat(12, () =>
      sendRequest({ server: app, user: gate, method: "POST", path: "/graphql/system", body: { query } }),
    ),
  );
  assert.deepEqual([...new Set(responses.map(({ status }) => status))], [200]);
});

test("an open stream holds no slot", async () => {
  const { at } = await startListening({ requestsPerAddress: 1 });
  const ending = new AbortController();
  for (let stream = 0; stream < 3; stream += 1) {
    const payload = { id: gate.id, version: 1, session: null, until: null };
    const ticket = await testTokens.issue({ kind: tokenKinds.liveStream, payload });
    const response = await fetch(`${at}/live?collections=Parking_Information&ticket=${ticket}`, {
      signal: ending.signal,
    });
    assert.equal(response.status, 200);
  }
  assert.equal((await fetch(`${at}/items/Companies?limit=1`)).status, 200);
  ending.abort();
});
