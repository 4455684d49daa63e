// PostgreSQL stops or falls silent while jobs run: jobs queued before and after are done soon after it is back, and the
// server recovers without a restart. OUTAGE_SECONDS is the duration of the outage.
import assert from "node:assert/strict";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { after, before, test } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import { anonymous } from "#domain/access/roles.ts";
import { createServices, createWriteContext } from "#server/context.ts";
import type { Sql } from "#server/db/pool.ts";
import { queueMail } from "#server/messaging/outbox.ts";
import { startSimulators, type Simulators } from "#simulators/start-simulators.ts";
import { testConfig, testKeys } from "#tests/support/app.ts";
import { createTestDatabase } from "#tests/support/database.ts";
import { eventually } from "#tests/support/eventually.ts";
import { type ServerProcess, startServerProcess } from "#tests/support/server-process.ts";
import { TcpProxy } from "#tests/support/tcp-proxy.ts";

const outageMs = Number(process.env["OUTAGE_SECONDS"] ?? 0) * 1_000;
const dataDir = mkdtempSync(path.join(tmpdir(), "chaavi-job-outage-"));
/** Ten seconds until a silent connection is closed, ten until the job of a lost process is released, and the work itself. */
const soonMs = 30_000;
let sql: Sql;
let proxy: TcpProxy;
let simulators: Simulators;
let server: ServerProcess;

before(async () => {
  const database = await createTestDatabase({ max: 2 });
  sql = database.sql;
  proxy = await TcpProxy.createTo(database.url);
  simulators = await startSimulators();
  // A mail that was accepted and not yet confirmed: its job is running.
  simulators.faults.set("mail", "slow");
  simulators.faults.slowMs = 1_000;
  server = await startServerProcess({
    DATA_DIR: dataDir,
    DATABASE_URL: proxy.getProxiedUrl(database.url),
    ...testKeys,
    ...simulators.settings.mail,
  });
});

after(async () => {
  await server.kill();
  await proxy.stop();
  await simulators.stop();
  rmSync(dataDir, { recursive: true, force: true });
});

/** Like another server with an intact connection to the database. */
async function queue(to: string): Promise<void> {
  const services = createServices({ sql, config: testConfig, clock: () => new Date() });
  await sql.begin((tx) => {
    const ctx = createWriteContext({ services, tx, actor: anonymous, origin: { ip: null, userAgent: null } });
    return queueMail({ ctx, branch: null, to, template: "test", values: {} });
  });
}

const waitUntilAccepted = (to: string): Promise<void> =>
  eventually(() => assert.ok(simulators.journal.list(to).length > 0, `${to}: the mail is in transit`));

async function waitUntilAllDone(): Promise<void> {
  const backAt = performance.now();
  await eventually(
    async () => {
      const rows = await sql`select recipient from "Outbox" where status <> 'sent' order by id`;
      assert.deepEqual([...rows], [], server.output());
      const jobs = await sql`select id from graphile_worker._private_jobs where locked_at is not null`;
      assert.deepEqual([...jobs], []);
    },
    { timeoutMs: soonMs },
  );
  console.log(`all is done ${Math.round(performance.now() - backAt)} ms after the database is back`);
}

test("a stopped database: running and newly queued jobs are done once it is back", async () => {
  await queue("before-stop@example.com");
  await waitUntilAccepted("before-stop@example.com");
  await proxy.stop();
  await queue("during-stop@example.com");
  await eventually(() => assert.match(server.output(), /Failed task \d+ \(deliver-mail/), { timeoutMs: soonMs });
  await sleep(outageMs);
  await proxy.start();
  await queue("after-stop@example.com");
  await waitUntilAllDone();
  assert.ok(server.isRunning(), server.output());
});

test("an unreachable database: its jobs continue without the lost connections", async () => {
  await queue("before-silence@example.com");
  await waitUntilAccepted("before-silence@example.com");
  proxy.freeze();
  await queue("during-silence@example.com");
  proxy.failOver();
  await queue("after-silence@example.com");
  await waitUntilAllDone();
  assert.ok(server.isRunning(), server.output());
});

test("a job assigned to this server whose response was lost is done", async () => {
  const locked = () => sql`select id from graphile_worker._private_jobs where locked_at is not null`;
  let isAssigned = false;
  // If the queue was polled in between, that request hangs and the job is not fetched.
  for (let attempt = 1; !isAssigned && attempt <= 5; attempt += 1) {
    proxy.freezeAnswers();
    await queue(`unheard${attempt}@example.com`);
    const assigned = eventually(async () => assert.equal((await locked()).length, 1), { timeoutMs: 4_000 });
    isAssigned = await assigned.then(
      () => true,
      () => false,
    );
    if (!isAssigned) {
      proxy.thaw();
      await waitUntilAllDone();
    }
  }
  assert.ok(isAssigned);
  proxy.failOver();
  await waitUntilAllDone();
  assert.ok(server.isRunning(), server.output());
});

test("the server then shuts down gracefully", async () => {
  const requestedAt = performance.now();
  await server.kill("SIGTERM");
  const tookMs = performance.now() - requestedAt;
  assert.ok(tookMs < 15_000, `it took ${tookMs} ms`);
  const left =
    await sql`select 1 from pg_stat_activity where application_name = 'chaavi jobs' and datname = current_database()`;
  assert.equal(left.length, 0);
});
