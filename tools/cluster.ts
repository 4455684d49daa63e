// npm run cluster: several servers behind HAProxy on PostgreSQL under Patroni, all on this machine and by the files of deploy/, for
// trying. SERVERS is the number of servers. Lines typed meanwhile are commands that make the primary fail.
import { createInterface } from "node:readline";
import { setTimeout as wait } from "node:timers/promises";
import { loadConfig } from "#server/config.ts";
import { findFreePort } from "#server/db/embedded/embedded.ts";
import { formatStartupError, OperatorError } from "#server/operator-error.ts";
import { startServerProcess } from "#tests/support/server-process.ts";
import { DatabaseCluster } from "#tools/cluster/database-cluster.ts";
import { describeMissing, findClusterPrograms } from "#tools/cluster/programs.ts";
import { WriteProbe } from "#tools/cluster/write-probe.ts";
import { demoPassword } from "#tools/demo/people.ts";
import { onShutdown } from "#tools/shutdown.ts";
import { startMissingSimulators } from "#tools/simulated-services.ts";
import { buildWeb } from "#tools/web-build.ts";

/** As many as deploy/haproxy.cfg has. */
const maxServers = 4;
/** Largest time, in ms, to another primary, and to complete redundancy. */
const failoverMs = 120_000;
/** Until Patroni has noticed what a command did. */
const settleMs = 10_000;

const cleanup: (() => Promise<unknown>)[] = [];
const shutdown = onShutdown(async () => {
  for (const step of cleanup.toReversed())
    await step().catch((error: unknown) => console.error(formatStartupError(error)));
});
const log = (line: string): void => console.log(`· ${line}`);

async function start(): Promise<void> {
  const found = findClusterPrograms();
  if ("missing" in found) throw new OperatorError(describeMissing(found.missing));
  const count = Number(process.env["SERVERS"] ?? 2);
  if (!(Number.isInteger(count) && count >= 1 && count <= maxServers))
    throw new OperatorError(`SERVERS is "${process.env["SERVERS"]}": give a number from 1 to ${maxServers}.`);
  const { port } = loadConfig({ env: process.env });
  await buildWeb({ log });
  const onStep = (step: () => Promise<void>): unknown => cleanup.push(step);
  const simulated = await startMissingSimulators({ env: process.env, port: port + 1, onStep });
  const ports: number[] = [];
  for (let server = 1; server <= count; server += 1) ports.push(await findFreePort());
  log("Starting etcd, three nodes of PostgreSQL and the proxy");
  const cluster = await DatabaseCluster.start({
    programs: found.programs,
    http: { listen: `127.0.0.1:${port}`, servers: ports.map((one) => `127.0.0.1:${one}`) },
  });
  cleanup.push(() => cluster.stop());
  const env = {
    ...simulated.env,
    DATABASE_URL: cluster.url,
    REPLICA_DATABASE_URL: cluster.replicaUrl,
    // One folder for the files and keys of all servers, as with a shared volume; or STORAGE=s3 with its settings.
    DATA_DIR: cluster.createSharedFolder("data"),
    HOST: "127.0.0.1",
    PUBLIC_URL: `http://localhost:${port}`,
    TRUST_PROXY: "1",
  };
  for (const [index, one] of ports.entries()) {
    const name = `server-${index + 1}`;
    log(`Starting ${name}${index === 0 ? ", with the demo data" : ""}`);
    const args = index === 0 ? [] : ["--no-demo"];
    const server = await startServerProcess({ ...env, PORT: String(one) }, { args });
    cleanup.push(() => server.kill("SIGTERM"));
    void server.exited.then(() => !shutdown.hasBegun() && log(`${name} has ended:\n${server.output().slice(-2_000)}`));
  }
  console.log(
    `\nChaavi is running at ${env.PUBLIC_URL}, on ${count} servers; the password of the demo is ${demoPassword}.`,
  );
  console.log(`Logs: ${cluster.folder}. Database: ${cluster.url}\n`);
  console.log(`Type one of ${Object.keys(commands).join(", ")}. Ctrl-C ends and removes everything.`);
  await readCommands(cluster);
}

const commands: { [name: string]: (cluster: DatabaseCluster) => Promise<void> } = {
  switchover: async (cluster) => cluster.switchOver(),
  crash: async (cluster) => cluster.killPostmaster((await cluster.findPrimary())!),
  gone: async (cluster) => {
    const name = (await cluster.findPrimary())!;
    cluster.freezeNode(name);
    await cluster.waitUntil(failoverMs, (all) => all.some((one) => one.role === "leader" && one.name !== name));
    log(`${name} is replaced; it starts again`);
    cluster.killNode(name);
    cluster.startNode(name);
  },
};

async function readCommands(cluster: DatabaseCluster): Promise<void> {
  for await (const line of createInterface({ input: process.stdin })) {
    const command = commands[line.trim()];
    if (!command) continue;
    const probe = new WriteProbe(cluster.url);
    try {
      await command(cluster);
      await wait(settleMs);
      await cluster.waitUntilComplete(failoverMs);
      console.table(await cluster.readMembers());
      log(`The primary is ${await cluster.findPrimary()}. No commit for ${probe.takeLongestMs()} ms.`);
    } catch (error) {
      log(formatStartupError(error));
    } finally {
      await probe.stop();
    }
  }
}

await shutdown.run(start);
