// PostgreSQL under Patroni with etcd and HAProxy on this machine, by the files of `deploy/`: for trying (`npm run cluster`) and for
// drills, in which its nodes fail.
import { randomBytes } from "node:crypto";
import { readdirSync, readlinkSync } from "node:fs";
import path from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { z } from "zod";
import { findFreePort } from "#server/db/embedded/embedded.ts";
import { readPostmasterFile } from "#server/db/embedded/postmaster.ts";
import { createPool } from "#server/db/pool.ts";
import { OperatorError } from "#server/operator-error.ts";
import { ClusterProcesses } from "#tools/cluster/cluster-processes.ts";
import type { ClusterPrograms } from "#tools/cluster/programs.ts";

const nodeNames = ["node-1", "node-2", "node-3"] as const;
export type NodeName = (typeof nodeNames)[number];

interface DatabaseNode {
  name: NodeName;
  /** Its data. */
  folder: string;
  port: number;
  patroniPort: number;
}

/** Largest time, in ms, to the first primary and its synchronous standby. */
const startTimeoutMs = 120_000;
const deployFile = (name: string): string => fileURLToPath(new URL(`../../deploy/${name}`, import.meta.url));
const members = z.object({
  members: z.array(z.object({ name: z.enum(nodeNames), role: z.string(), state: z.string() })),
});
type Member = z.output<typeof members>["members"][number];

export interface ClusterOptions {
  programs: ClusterPrograms;
  /** Address of the balanced servers, and theirs. */
  http: { listen: string; servers: readonly string[] };
}

export class DatabaseCluster {
  readonly #processes = new ClusterProcesses();
  readonly #programs: ClusterPrograms;
  readonly #password = randomBytes(24).toString("base64url");
  readonly #nodes = new Map<NodeName, DatabaseNode>();
  #etcdPort = 0;
  #ports = { primary: 0, replicas: 0 };

  private constructor(programs: ClusterPrograms) {
    this.#programs = programs;
  }

  /** Resolves once a primary and a synchronous standby are running and the database exists; `stop` it in the end. */
  static async start({ programs, http }: ClusterOptions): Promise<DatabaseCluster> {
    const cluster = new DatabaseCluster(programs);
    try {
      await cluster.#startEtcd();
      for (const name of nodeNames) await cluster.#addNode(name);
      await cluster.#startProxy(http);
      await cluster.waitUntil(startTimeoutMs, (all) => all.filter(isStreaming).length === nodeNames.length - 1);
      await cluster.#createDatabase();
      return cluster;
    } catch (error) {
      await cluster.stop();
      throw error;
    }
  }

  /** The primary through the proxy. */
  get url(): string {
    return `postgres://chaavi:${this.#password}@127.0.0.1:${this.#ports.primary}/chaavi`;
  }

  /** A standby through the proxy. */
  get replicaUrl(): string {
    return `postgres://chaavi:${this.#password}@127.0.0.1:${this.#ports.replicas}/chaavi`;
  }

  /** As `url` or `replicaUrl`, for the administrator. */
  toAdminUrl(url: string): string {
    return url.replace("//chaavi:", "//postgres:");
  }

  /** Folder of its logs and data, removed in the end. */
  get folder(): string {
    return this.#processes.folder;
  }

  /** A folder that is removed with the cluster. */
  createSharedFolder(name: string): string {
    return this.#processes.createFolder(name);
  }

  async stop(): Promise<void> {
    await this.#processes.stop();
  }

  async #startEtcd(): Promise<void> {
    const [port, peerPort] = [await findFreePort(), await findFreePort()];
    this.#etcdPort = port;
    const [client, peer] = [`http://127.0.0.1:${port}`, `http://127.0.0.1:${peerPort}`];
    this.#processes.start({
      name: "etcd",
      program: this.#programs.etcd,
      args: [
        "--name=etcd",
        `--data-dir=${this.#processes.createFolder("etcd")}`,
        `--listen-client-urls=${client}`,
        `--advertise-client-urls=${client}`,
        `--listen-peer-urls=${peer}`,
        `--initial-advertise-peer-urls=${peer}`,
        `--initial-cluster=etcd=${peer}`,
      ],
    });
  }

  async #addNode(name: NodeName): Promise<void> {
    this.#processes.createFolder(name);
    const folder = this.#processes.createFolder(`${name}/data`);
    const node = { name, folder, port: await findFreePort(), patroniPort: await findFreePort() };
    this.#nodes.set(name, node);
    this.startNode(name);
  }

  /** Starts Patroni of a node, which starts PostgreSQL: as a standby if there is a primary. */
  startNode(name: NodeName): void {
    const { folder, port, patroniPort } = this.#nodes.get(name)!;
    const account = (kind: string, user: string) => ({
      [`PATRONI_${kind}_USERNAME`]: user,
      [`PATRONI_${kind}_PASSWORD`]: this.#password,
    });
    this.#processes.start({
      name,
      program: this.#programs.patroni,
      args: [deployFile("patroni.yml")],
      env: {
        PATRONI_NAME: name,
        PATRONI_ETCD3_HOSTS: `127.0.0.1:${this.#etcdPort}`,
        PATRONI_RESTAPI_LISTEN: `127.0.0.1:${patroniPort}`,
        PATRONI_RESTAPI_CONNECT_ADDRESS: `127.0.0.1:${patroniPort}`,
        PATRONI_POSTGRESQL_LISTEN: `127.0.0.1:${port}`,
        PATRONI_POSTGRESQL_CONNECT_ADDRESS: `127.0.0.1:${port}`,
        PATRONI_POSTGRESQL_DATA_DIR: folder,
        PATRONI_POSTGRESQL_BIN_DIR: this.#programs.postgres,
        PATRONI_POSTGRESQL_PGPASS: path.join(path.dirname(folder), "pgpass"),
        ...account("SUPERUSER", "postgres"),
        ...account("REPLICATION", "replicator"),
        ...account("REWIND", "rewinder"),
      },
    });
  }

  async #startProxy({ listen, servers }: ClusterOptions["http"]): Promise<void> {
    this.#ports = { primary: await findFreePort(), replicas: await findFreePort() };
    const nodes = [...this.#nodes.values()].flatMap(({ port, patroniPort }, index) => [
      [`NODE_${index + 1}`, `127.0.0.1:${port}`],
      [`NODE_${index + 1}_PATRONI`, String(patroniPort)],
    ]);
    this.#processes.start({
      name: "haproxy",
      program: this.#programs.haproxy,
      args: ["-db", "-f", deployFile("haproxy.cfg")],
      env: {
        HTTP_LISTEN: listen,
        DATABASE_LISTEN: `127.0.0.1:${this.#ports.primary}`,
        REPLICA_LISTEN: `127.0.0.1:${this.#ports.replicas}`,
        ...Object.fromEntries([...nodes, ...servers.map((address, index) => [`SERVER_${index + 1}`, address])]),
      },
    });
  }

  async #createDatabase(): Promise<void> {
    const admin = createPool(this.toAdminUrl(this.url).replace(/chaavi$/, "postgres"), { max: 1 });
    try {
      await admin.unsafe(`create role chaavi login password '${this.#password}'`);
      await admin.unsafe("create database chaavi owner chaavi");
    } finally {
      await admin.end();
    }
  }

  /** The state of the nodes as the first one that answers describes it; empty if none does. */
  async readMembers(): Promise<Member[]> {
    for (const { patroniPort } of this.#nodes.values()) {
      const found = await fetch(`http://127.0.0.1:${patroniPort}/cluster`, { signal: AbortSignal.timeout(1_000) })
        .then(async (response) => members.parse(await response.json()).members)
        .catch(() => undefined);
      if (found) return found;
    }
    return [];
  }

  /** The node that holds the lock; undefined while there is none. */
  async findPrimary(): Promise<NodeName | undefined> {
    return (await this.readMembers()).find(({ role }) => role === "leader" || role === "primary")?.name;
  }

  /** Resolves once the nodes are as expected; throws OperatorError with their state after the time. */
  async waitUntil(ms: number, isExpected: (all: Member[]) => boolean): Promise<void> {
    const deadline = performance.now() + ms;
    for (;;) {
      const current = await this.readMembers();
      if (current.some(({ role }) => role === "leader") && isExpected(current)) return;
      const ended = this.#processes.listEnded();
      if (ended.length > 0) throw new OperatorError(ended.join("\n"));
      if (performance.now() > deadline)
        throw new OperatorError(`The database cluster is not as expected: ${JSON.stringify(current)}`);
      await wait(200);
    }
  }

  /** All nodes run, and a synchronous standby confirms commits. */
  async waitUntilComplete(ms: number): Promise<void> {
    await this.waitUntil(
      ms,
      (all) =>
        all.filter(isStreaming).length === nodeNames.length - 1 && all.some(({ role }) => role === "sync_standby"),
    );
  }

  /** Makes the synchronous standby the primary, as for maintenance; resolves once it is. */
  async switchOver(): Promise<void> {
    const leader = await this.findPrimary();
    const { patroniPort } = this.#nodes.get(leader!)!;
    const response = await fetch(`http://127.0.0.1:${patroniPort}/switchover`, {
      method: "POST",
      body: JSON.stringify({ leader }),
    });
    if (!response.ok) throw new OperatorError(`Patroni: ${await response.text()}`);
  }

  /** Kills the postmaster of a node as a crash would; Patroni stays. */
  killPostmaster(name: NodeName): void {
    process.kill(Number(readPostmasterFile(this.#nodes.get(name)!.folder)[0]), "SIGKILL");
  }

  /** Stops a node without closing its connections, like a machine that hangs or has lost its network. */
  freezeNode(name: NodeName): void {
    this.#signalNode(name, "SIGSTOP");
  }

  /** Ends all processes of a node at once, like a machine without power. */
  killNode(name: NodeName): void {
    this.#signalNode(name, "SIGKILL");
  }

  /** Patroni first, so that it cannot react to the end of PostgreSQL. */
  #signalNode(name: NodeName, signal: NodeJS.Signals): void {
    const { folder } = this.#nodes.get(name)!;
    const pids = [this.#processes.getPid(name)!, ...findProcessesIn(folder)];
    for (const pid of pids) process.kill(pid, signal);
  }
}

function isStreaming({ role, state }: Member): boolean {
  // Patroni 3.0 reports "running" for a standby that streams.
  return role !== "leader" && (state === "streaming" || state === "running");
}

/** Processes of PostgreSQL, whose working directory is their data folder. */
function findProcessesIn(folder: string): number[] {
  const real = path.resolve(folder);
  return readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name))
    .filter((pid) => readWorkingDirectory(pid) === real)
    .map(Number);
}

function readWorkingDirectory(pid: string): string | undefined {
  try {
    return readlinkSync(`/proc/${pid}/cwd`);
  } catch {
    return undefined;
  }
}
