import { spawn, type ChildProcess } from "node:child_process";
import { randomBytes } from "node:crypto";
import { existsSync, mkdirSync, openSync, closeSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { createServer, type AddressInfo, type Socket } from "node:net";
import path from "node:path";
import { makeDataFolder } from "#server/config.ts";
import { connect } from "#server/db/pool.ts";
import {
  clusterFolder,
  giveTo,
  programsFor,
  systemUser,
  type Programs,
  type SystemUser,
} from "#server/db/postgres-home.ts";
import { holdsWithin, isAlive, isPostgresOf, takeLock } from "#server/db/processes.ts";
import { PlainError } from "#server/plain-error.ts";

export interface Embedded {
  /** The address of the database `chaavi` on 127.0.0.1, with its password. */
  url: string;
  /** The pid of the postmaster as it is now; another one after it was killed and came back. */
  pid: () => number;
  /** Stops PostgreSQL; what was committed is on the disk. */
  stop: () => Promise<void>;
}

export interface EmbeddedOptions {
  dataDir: string;
  log?: (line: string) => void;
  /** Server settings on top of ours, by their PostgreSQL names. */
  settings?: { [name: string]: string };
  /** The whole data folder is removed at the end, also when this process is killed. */
  isThrowAway?: boolean;
}

interface Cluster {
  folder: string;
  lockFile: string;
  logFile: string;
  port: number;
  programs: Programs;
  user: SystemUser | undefined;
  settings: { [name: string]: string };
  /** Folders to remove at the end. */
  throwAway: string[];
}

const settingsOfOurs = {
  listen_addresses: "127.0.0.1",
  unix_socket_directories: "",
  max_connections: "200",
  shared_buffers: "256MB",
  max_wal_size: "2GB",
  random_page_cost: "1.1",
  jit: "off",
  timezone: "UTC",
  log_timezone: "UTC",
};

/** How long PostgreSQL may take to recover after a crash, and to stop, in ms. */
const patience = { start: 300_000, stop: 60_000, leftOver: 30_000 };
const restartsInARow = 5;

/**
 * Starts the PostgreSQL that comes with Chaavi on `dataDir/postgres`, made on the first call, on a free port of 127.0.0.1.
 * It ends with this process, however that ends; when it dies itself it is started again. Throws PlainError.
 */
export async function startEmbedded(options: EmbeddedOptions): Promise<Embedded> {
  const { dataDir, log = () => {} } = options;
  makeDataFolder(dataDir);
  const lockFile = path.join(dataDir, "postgres.lock");
  lockOrThrow({ lockFile, dataDir });
  try {
    const cluster = await clusterOf({ options, lockFile });
    if (!existsSync(path.join(cluster.folder, "PG_VERSION"))) {
      log("Preparing the database folder");
      await initialise(cluster);
    }
    await stopLeftOver({ cluster, log });
    return await run({ cluster, log });
  } catch (error) {
    rmSync(lockFile, { force: true });
    throw error;
  }
}

function lockOrThrow({ lockFile, dataDir }: { lockFile: string; dataDir: string }): void {
  const other = takeLock(lockFile);
  if (other === null) return;
  throw new PlainError(
    `The data folder ${dataDir} is in use by another Chaavi (process ${other}): stop that one, or set DATA_DIR to another folder.`,
  );
}

async function clusterOf({ options, lockFile }: { options: EmbeddedOptions; lockFile: string }): Promise<Cluster> {
  const { dataDir, settings = {}, isThrowAway = false } = options;
  const user = systemUser(path.join(dataDir, "postgres"));
  const folder = clusterFolder({ dataDir, user });
  return {
    folder,
    lockFile,
    logFile: path.join(dataDir, "postgres.log"),
    port: await freePort(),
    programs: programsFor(user),
    user,
    settings: { ...settingsOfOurs, ...settings },
    throwAway: isThrowAway ? [dataDir, folder] : [],
  };
}

/** A port nobody has right now. */
export async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve, reject) => server.once("error", reject).listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
}

/** Makes the cluster beside its place and then renames it: a crash half-way leaves nothing that looks finished. */
async function initialise(cluster: Cluster): Promise<void> {
  const { folder, programs, user } = cluster;
  const unfinished = `${folder}-unfinished`;
  const passwordFile = `${folder}-password`;
  rmSync(unfinished, { recursive: true, force: true });
  const password = randomBytes(24).toString("base64url");
  mkdirSync(unfinished, { mode: 0o700 });
  giveTo({ file: unfinished, user });
  writeFileSync(passwordFile, password, { mode: 0o600 });
  giveTo({ file: passwordFile, user });
  try {
    await runToEnd({
      program: programs.initdb,
      args: [
        `--pgdata=${unfinished}`,
        "--username=chaavi",
        `--pwfile=${passwordFile}`,
        "--auth=scram-sha-256",
        "--encoding=UTF8",
        "--locale=C",
        "--locale-provider=builtin",
        "--builtin-locale=C.UTF-8",
        ...(cluster.settings["fsync"] === "off" ? ["--no-sync"] : []),
      ],
      user,
    });
    renameSync(passwordFile, path.join(unfinished, "chaavi.password"));
    renameSync(unfinished, folder);
  } finally {
    rmSync(passwordFile, { force: true });
  }
}

async function runToEnd(options: { program: string; args: string[]; user: SystemUser | undefined }): Promise<void> {
  const { program, args, user } = options;
  const child = spawn(program, args, { ...user, cwd: "/", detached: true, stdio: ["ignore", "ignore", "pipe"] });
  process.once("exit", () => child.kill());
  let complaint = "";
  child.stderr.on("data", (chunk: Buffer) => (complaint += chunk.toString()));
  const code = await new Promise<number | null>((resolve, reject) =>
    child.once("error", reject).once("close", resolve),
  );
  if (code !== 0) {
    const reason = complaint.trim().split("\n").filter(Boolean).at(-1);
    throw new PlainError(`The database folder could not be made: ${reason ?? `${program} ended with ${code}`}`);
  }
}

/** The postmaster's own file: pid, folder, start, port, socket, address, shared memory, state, a line each. */
function postmasterFile(folder: string): string[] {
  try {
    return readFileSync(path.join(folder, "postmaster.pid"), "utf8").split("\n");
  } catch {
    return [];
  }
}

/** A server of ours that was killed may have left its PostgreSQL, on its way out or not: it goes before a new one starts. */
async function stopLeftOver({ cluster, log }: { cluster: Cluster; log: (line: string) => void }): Promise<void> {
  const { folder } = cluster;
  const pid = Number(postmasterFile(folder)[0]);
  if (!pid) return;
  if (isPostgresOf({ pid, folder })) {
    log("Stopping a database process that was left over");
    await end({ pid, ms: patience.leftOver });
  }
  // Its pid may by now be somebody else's, which PostgreSQL would take for a running server.
  rmSync(path.join(folder, "postmaster.pid"), { force: true });
}

/** Asks to stop at once (SIGINT, a fast shutdown), then without the last checkpoint (SIGQUIT). */
async function end({ pid, ms }: { pid: number; ms: number }): Promise<void> {
  for (const signal of ["SIGINT", "SIGQUIT", "SIGKILL"] as const) {
    try {
      process.kill(pid, signal);
    } catch {
      return;
    }
    if (await holdsWithin({ ms, condition: () => !isAlive(pid) })) return;
  }
}

async function run({ cluster, log }: { cluster: Cluster; log: (line: string) => void }): Promise<Embedded> {
  let isStopping = false;
  let restarts = 0;
  let { child: current, watchdog } = await launch(cluster);
  const guard = (child: ChildProcess): void => {
    child.once("exit", () => void comeBack());
  };
  async function comeBack(): Promise<void> {
    watchdog.kill("SIGKILL");
    if (isStopping || ++restarts > restartsInARow) return;
    log("PostgreSQL ended unexpectedly: starting it again");
    try {
      ({ child: current, watchdog } = await launch(cluster));
      guard(current);
      setTimeout(() => (restarts = 0), 60_000).unref();
      log("PostgreSQL is back");
    } catch (error) {
      log(error instanceof Error ? error.message : String(error));
    }
  }
  guard(current);
  const password = readFileSync(path.join(cluster.folder, "chaavi.password"), "utf8").trim();
  const server = `postgres://chaavi:${password}@127.0.0.1:${cluster.port}`;
  await createDatabase(server);
  async function stop(): Promise<void> {
    isStopping = true;
    if (current.exitCode === null && current.signalCode === null) await end({ pid: current.pid!, ms: patience.stop });
    watchdog.kill("SIGKILL");
    rmSync(cluster.lockFile, { force: true });
    for (const folder of cluster.throwAway) rmSync(folder, { recursive: true, force: true });
  }
  return { url: `${server}/chaavi`, pid: () => current.pid!, stop };
}

/** Starts the postmaster and waits until it takes connections; in a session of its own, so that Ctrl-C reaches us first. */
async function launch(cluster: Cluster): Promise<{ child: ChildProcess; watchdog: ChildProcess }> {
  const { folder, logFile, port, programs, user, settings } = cluster;
  const args = ["-D", folder, "-p", String(port)];
  for (const [name, value] of Object.entries(settings)) args.push("-c", `${name}=${value}`);
  const end = performance.now() + patience.start;
  for (;;) {
    if (existsSync(logFile)) renameSync(logFile, `${logFile}.1`);
    const output = openSync(logFile, "w");
    const child = spawn(programs.postgres, args, {
      ...user,
      cwd: "/",
      detached: true,
      stdio: ["ignore", output, output],
    });
    closeSync(output);
    child.once("error", () => {});
    child.unref();
    const watchdog = watch({ pid: child.pid, cluster });
    const hasEnded = (): boolean => child.pid === undefined || child.exitCode !== null || child.signalCode !== null;
    const isReady = (): boolean => {
      const file = postmasterFile(folder);
      return file[0] === String(child.pid) && file[7]?.trim() === "ready";
    };
    const ms = Math.max(0, end - performance.now());
    await holdsWithin({ ms, condition: () => isReady() || hasEnded() });
    if (!hasEnded()) return { child, watchdog };
    watchdog.kill("SIGKILL");
    const complaint = complaintIn(logFile);
    // The last processes of a killed postmaster need a moment to notice and go.
    const isEarly = /pre-existing shared memory block|postmaster.pid" already exists/.test(complaint);
    if (!isEarly || performance.now() > end) throw new PlainError(`PostgreSQL did not start: ${complaint}`);
    await holdsWithin({ ms: 200, condition: () => false });
  }
}

function complaintIn(logFile: string): string {
  const lines = readFileSync(logFile, "utf8").split("\n");
  const fatal = lines.findLast((line) => /FATAL|PANIC|error while loading/.test(line));
  return fatal?.replace(/^.*?(FATAL|PANIC):\s*/, "") ?? lines.filter(Boolean).at(-1) ?? `see ${logFile}`;
}

/**
 * A shell that waits for the end of this process, which it sees as the end of its input, and then stops PostgreSQL:
 * after a kill -9 nothing else of ours is left to do so.
 */
function watch({ pid, cluster }: { pid: number | undefined; cluster: Cluster }): ChildProcess {
  const script =
    'read _; kill -INT "$1"; shift; [ $# = 0 ] && exit; while kill -0 "$0"; do sleep 0.1; done; rm -rf "$@"';
  const args = ["-c", script, `${pid}`, `${pid}`, ...cluster.throwAway];
  const child = spawn("/bin/sh", args, { cwd: "/", detached: true, stdio: ["pipe", "ignore", "ignore"] });
  child.once("error", () => {});
  child.unref();
  (child.stdin as Socket).unref();
  return child;
}

async function createDatabase(server: string): Promise<void> {
  const sql = connect(`${server}/postgres`, { max: 1 });
  try {
    const [found] = await sql`select 1 from pg_database where datname = 'chaavi'`;
    if (!found) await sql`create database chaavi`;
  } finally {
    await sql.end();
  }
}
