// A request that waits for a locked row releases its connection after a short time, a branch never holds all
// connections, and rejected requests get a retry time. The control is the same server with one pool and no limits.
import assert from "node:assert/strict";
import { describe, test } from "node:test";
import type { FastifyInstance } from "fastify";
import { createServices, runInTransaction } from "#server/context.ts";
import { createPool } from "#server/db/pool.ts";
import { isLockTimeout } from "#server/db/transaction.ts";
import { loadSession } from "#server/items/access/session.ts";
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
import { createFactories, type CreatedBranch, type CreatedUser } from "#tests/support/factories.ts";

const poolSize = 20;
const { app, sql, url } = await startApp({ poolSize });
const unlimitedApp = await startAppWithoutLimits({ url, poolSize });
const factories = createFactories(sql);
const locks = createLockControl({ url });

const createGates = async ({ branch, count }: { branch: CreatedBranch; count: number }): Promise<CreatedUser[]> => {
  const gates: CreatedUser[] = [];
  for (let index = 0; index < count; index += 1) gates.push(await factories.user("staff", { branch }));
  return gates;
};
const busy = await factories.branch();
const busyGates = await createGates({ branch: busy, count: 25 });
const otherBranch = await factories.branch();
const [otherGate] = (await createGates({ branch: otherBranch, count: 1 })) as [CreatedUser];

const checkIn = ({ server, user }: { server: FastifyInstance; user: CreatedUser }): Promise<LoadResponse> =>
  sendRequest({
    server,
    user,
    method: "POST",
    path: "/actions/parking/check-in",
    body: { vehicle_no: factories.plate(), phone_no: "9840012345" },
  });
const lockCounter = `select from counters where branch = ${busy.id} for update`;
const readPublicPage = (server: FastifyInstance): Promise<LoadResponse> =>
  sendRequest({ server, path: "/items/Companies?limit=1" });

describe("25 check-ins of a branch whose counter is locked", () => {
  test("hold the branch's share of the connections: reads and another tenant's check-in succeed", async () => {
    for (const user of [busyGates[0]!, otherGate]) assert.equal((await checkIn({ server: app, user })).status, 200);
    const release = await locks.hold(lockCounter);
    const requests = busyGates.map((user) => checkIn({ server: app, user }));
    await eventually(async () => assert.equal(await locks.countWaiting(), 4));
    assert.equal((await readPublicPage(app)).status, 200);
    assert.equal((await checkIn({ server: app, user: otherGate })).status, 200);
    assert.ok((await locks.countWaiting()) <= 4);
    await release();
    for (const { status } of await Promise.all(requests)) assert.ok(status === 200 || status === 503, String(status));
  });

  test("control: without shares they hold every connection, and a read waits behind them", async () => {
    const release = await locks.hold(lockCounter);
    const answered: string[] = [];
    const requests = busyGates.map((user) => checkIn({ server: unlimitedApp, user }));
    await eventually(async () => assert.equal(await locks.countWaiting(), poolSize));
    const read = readPublicPage(unlimitedApp).finally(() => answered.push("read"));
    // Many times as long as a response takes.
    for (const server of repeat(10, () => app)) assert.equal((await readPublicPage(server)).status, 200);
    assert.deepEqual(answered, []);
    await release();
    await Promise.all([read, ...requests]);
  });
});

test("a request that cannot get its lock is rejected with SERVER_BUSY and a retry time", async () => {
  const release = await locks.hold(lockCounter);
  assert.deepEqual(await checkIn({ server: app, user: busyGates[0]! }), {
    status: 503,
    code: "SERVER_BUSY",
    retryAfter: "2",
  });
  await release();
  assert.equal((await checkIn({ server: app, user: busyGates[0]! })).status, 200);
});

test("a transaction that cannot get its lock is retried once before it is rejected", async () => {
  const pool = createPool(url, { max: 2, lockTimeoutMs: 100 });
  beforeDatabaseCleanup(() => pool.end());
  const services = createServices({ sql: pool, config: testConfig, clock: () => new Date() });
  const session = (await loadSession({ sql: pool, userId: busyGates[0]!.id }))!;
  let attempts = 0;
  const touch = (isReleasedAfter: number, release: () => Promise<void>): Promise<number> =>
    runInTransaction({
      services,
      session,
      origin: { ip: null, userAgent: null },
      work: async (ctx) => {
        attempts += 1;
        if (attempts > isReleasedAfter) await release();
        return (await ctx.tx.unsafe(lockCounter)).length;
      },
    });
  const release = await locks.hold(lockCounter);
  await assert.rejects(touch(Number.POSITIVE_INFINITY, release), (error) => isLockTimeout(error));
  assert.equal(attempts, 2);
  attempts = 0;
  assert.ok((await touch(1, release)) > 0);
  assert.equal(attempts, 2);
});
