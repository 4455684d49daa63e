// The primary of a real cluster is replaced, crashes and disappears while vehicles check in and pay through the proxy: nothing that was
// acknowledged is lost or made twice, and every live page is right again soon. `npm run soak` repeats all drills (ROUNDS, and DRILL for
// a part of a name); RATE is the number of requests a second that are asked for.
import assert from "node:assert/strict";
import { mkdirSync } from "node:fs";
import path from "node:path";
import { test } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import { createPool, type Sql } from "#server/db/pool.ts";
import { testKeys } from "#tests/support/app.ts";
import { beforeDatabaseCleanup } from "#tests/support/database.ts";
import { type DrillGate, DrillLoad } from "#tests/support/drill-load.ts";
import { createFactories } from "#tests/support/factories.ts";
import { LivePage } from "#tests/support/live-page.ts";
import { type ServerProcess, startServerProcess } from "#tests/support/server-process.ts";
import { findFreePort } from "#server/db/embedded/embedded.ts";
import { DatabaseCluster } from "#tools/cluster/database-cluster.ts";
import { describeMissing, findClusterPrograms } from "#tools/cluster/programs.ts";
import { WriteProbe } from "#tools/cluster/write-probe.ts";

const rounds = Number(process.env["ROUNDS"] ?? 0);
const rate = Number(process.env["RATE"] ?? 40);
const branchCount = 8;
const lanes = 24;
/** Load before and after a failure, in ms. */
const loadMs = rounds > 0 ? 10_000 : 3_000;
/** A live page is right within this time, in ms. */
const pageTimeoutMs = 30_000;
const failoverMs = 120_000;

interface Drill {
  name: string;
  fail: (cluster: DatabaseCluster) => Promise<void>;
}

const switchover: Drill = { name: "switchover", fail: (cluster) => cluster.switchOver() };
const crash: Drill = {
  name: "the postmaster is killed",
  fail: async (cluster) => cluster.killPostmaster((await cluster.findPrimary())!),
};
const gone: Drill = {
  name: "the machine is gone",
  fail: async (cluster) => {
    const name = (await cluster.findPrimary())!;
    cluster.freezeNode(name);
    await cluster.waitUntil(failoverMs, (all) => all.some((one) => one.role === "leader" && one.name !== name));
    cluster.killNode(name);
    cluster.startNode(name);
  },
};
// In the suite only what takes seconds.
const drills =
  rounds > 0
    ? Array.from({ length: rounds }, () => [switchover, crash, gone])
        .flat()
        .filter(({ name }) => name.includes(process.env["DRILL"] ?? ""))
    : [switchover, crash];

const found = findClusterPrograms();
const skip = "missing" in found ? describeMissing(found.missing) : false;
let cluster: DatabaseCluster;
let sql: Sql;
let probe: WriteProbe;
const servers: ServerProcess[] = [];
let load: DrillLoad;
let gates: DrillGate[];
let pages: LivePage[] = [];

// Before the limit on the time that a process may take to end.
beforeDatabaseCleanup(async () => {
  await Promise.all(pages.map((page) => page.close()));
  await Promise.all(servers.map((server) => server.kill()));
  await probe?.stop();
  await sql?.end({ timeout: 1 });
  await cluster?.stop();
});

test("two servers start on a cluster", { skip }, async () => {
  assert.ok("programs" in found);
  const [port, ...ports] = [await findFreePort(), await findFreePort(), await findFreePort()];
  cluster = await DatabaseCluster.start({
    programs: found.programs,
    http: { listen: `127.0.0.1:${port}`, servers: ports.map((one) => `127.0.0.1:${one}`) },
  });
  const dataDir = path.join(cluster.folder, "data");
  mkdirSync(dataDir);
  const env = {
    DATABASE_URL: cluster.url,
    REPLICA_DATABASE_URL: cluster.replicaUrl,
    DATA_DIR: dataDir,
    ...testKeys,
    TRUST_PROXY: "1",
    // One user acts for all gates of a branch.
    REQUESTS_PER_PERSON: "0",
    REQUESTS_PER_ADDRESS: "0",
    REQUEST_PACING: "off",
  };
  for (const one of ports) servers.push(await startServerProcess({ ...env, PORT: String(one) }));
  sql = createPool(cluster.url, { max: 2 });
  probe = new WriteProbe(cluster.url);
  load = new DrillLoad(`http://127.0.0.1:${port}`);
  const make = createFactories(sql);
  gates = [];
  for (let count = 0; count < branchCount; count += 1) {
    const branch = await make.branch({ rate: "20.00", slots: 5_000 });
    gates.push({ branch: branch.id, email: (await make.user("staff", { branch })).email });
  }
  pages = [];
  for (const { branch, email } of gates) {
    const acceptedAt = () => load.acceptedAt.get(branch) ?? [];
    pages.push(
      new LivePage({ address: `http://127.0.0.1:${port}`, branch, token: await load.logIn(email), acceptedAt }),
    );
  }
  for (const page of pages) page.open();
  await cluster.waitUntilComplete(failoverMs);
});

for (const [index, { name, fail }] of drills.entries())
  test(`${index + 1}: ${name}: nothing acknowledged is lost, and live pages are right again`, { skip }, async () => {
    const [entriesBefore, paymentsBefore, repeatedBefore] = [load.accepted.size, load.payments, load.repeated];
    load.refused.clear();
    const close = await load.open({ gates, lanes, rate });
    await sleep(loadMs);
    const perSecond = Math.round(
      (load.accepted.size + load.payments - entriesBefore - paymentsBefore) / (loadMs / 1_000),
    );
    for (const page of pages) page.slowestMs = 0;
    load.takeLongestPauseMs();
    probe.takeLongestMs();
    await fail(cluster);
    await sleep(loadMs);
    await cluster.waitUntilComplete(failoverMs);
    await close().catch((error: unknown) => {
      for (const server of servers) console.log(server.output().split("\n").filter(isErrorLine).join("\n"));
      throw error;
    });
    const closedAt = performance.now();
    const [noCommitMs, noAnswerMs] = [probe.takeLongestMs(), load.takeLongestPauseMs()];
    const counted = await load.assertNothingLost(sql);
    await waitUntilRight();
    const pagesRightMs = Math.round(performance.now() - closedAt);
    const slowestPageMs = Math.round(Math.max(...pages.map(({ slowestMs }) => slowestMs)));
    console.log({
      drill: name,
      perSecond,
      noCommitMs,
      noAnswerMs,
      entries: load.accepted.size - entriesBefore,
      payments: load.payments - paymentsBefore,
      total: counted,
      repeated: load.repeated - repeatedBefore,
      refused: Object.fromEntries(load.refused),
      slowestAnswerMs: Math.round(load.slowestMs),
      slowestPageMs,
      pagesRightMs,
    });
    assert.ok(slowestPageMs < pageTimeoutMs, `a live page was wrong for ${slowestPageMs} ms`);
    for (const server of servers) assert.ok(server.isRunning(), server.output());
  });

/** An unexpected error in the log of a server. */
const isErrorLine = (line: string): boolean => line.includes('"level":50');

/** Every page shows the number of entries in the database. */
async function waitUntilRight(): Promise<void> {
  const rows = await sql<{ branch: number; count: number }[]>`
    select branch, count(*)::int as count from "Parking_Information" group by branch`;
  const counts = new Map(rows.map(({ branch, count }) => [branch, count]));
  const deadline = performance.now() + pageTimeoutMs;
  const isRight = (): boolean => pages.every((page) => page.shown === counts.get(page.branch));
  while (!isRight()) {
    assert.ok(
      performance.now() < deadline,
      JSON.stringify(pages.map(({ branch, shown }) => [branch, shown, counts.get(branch)])),
    );
    await sleep(50);
  }
}
