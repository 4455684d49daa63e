import { spawn, type ChildProcess } from "node:child_process";
import { randomBytes } from "node:crypto";
import { existsSync, mkdirSync, readFileSync, realpathSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import path from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { createDataFolder } from "#server/config.ts";
import { createPool } from "#server/db/pool.ts";
import {
  getClusterFolder,
  changeOwner,
  getPrograms,
  getSystemUser,
  type SystemUser,
} from "#server/db/embedded/postgres-files.ts";
import {
  stopPostmaster,
  startPostmaster,
  timeoutsMs,
  readPostmasterFile,
  type Cluster,
} from "#server/db/embedded/postmaster.ts";
import { isPostgresServing, acquireLockFile } from "#server/db/embedded/processes.ts";
import { OperatorError, formatStartupError } from "#server/operator-error.ts";

export interface EmbeddedPostgres {
  /** Connection URL of the database `chaavi` on 127.0.0.1, including the password. */
  url: string;
  /** Current process id of the postmaster; changes after a restart. */
  pid: () => number;
  /** Stops PostgreSQL; committed data is on disk. */
  stop: () => Promise<void>;
}

export interface EmbeddedOptions {
  dataDir: string;
  log?: (line: string) => void;
  /** Additional server settings by their PostgreSQL names. */
  settings?: { [name: string]: string };
  /** Removes the data folder at the end, also if this process is killed. */
  isTemporary?: boolean;
}

const defaultSettings = {
  listen_addresses: "127.0.0.1",
  unix_socket_directories: "",
  max_connections: "200",
  shared_buffers: "256MB",
  max_wal_size: "2GB",
  timezone: "UTC",
  log_timezone: "UTC",
};

/** Pause between restart attempts, doubled after each failure up to `longest`. */
const restartPauseMs = { first: 500, longest: 15_000 };

/**
 * Starts the bundled PostgreSQL on `dataDir/postgres`, which is created on the first call, on a free port of 127.0.0.1.
 * It stops with this process, also if that is killed, and is restarted if it ends itself. Throws OperatorError.
 */
export async function startEmbeddedPostgres(options: EmbeddedOptions): Promise<EmbeddedPostgres> {
  const { dataDir, log = () => {} } = options;
  createDataFolder(dataDir);
  const lockFile = path.join(dataDir, "postgres.lock");
  lockDataFolder({ lockFile, dataDir });
  try {
    const cluster = await prepareCluster({ options, lockFile });
    if (!existsSync(path.join(cluster.folder, "PG_VERSION"))) {
      log("Preparing the database folder");
      await initialise(cluster);
    }
    await stopStaleProcess({ cluster, log });
    return await runCluster({ cluster, log });
  } catch (error) {
    rmSync(lockFile, { force: true });
    throw error;
  }
}

/** Connection URL of the database that another process runs on this data folder; undefined if none does. */
export function findRunningUrl(dataDir: string): string | undefined {
  const link = path.join(dataDir, "postgres");
  if (!existsSync(link)) return undefined;
  const folder = realpathSync(link);
  const [pid, , , port] = readPostmasterFile(folder);
  if (!pid || !isPostgresServing({ pid: Number(pid), folder })) return undefined;
  return `${serverUrl({ folder, port: Number(port) })}/chaavi`;
}

function serverUrl({ folder, port }: { folder: string; port: number }): string {
  const password = readFileSync(path.join(folder, "chaavi.password"), "utf8").trim();
  return `postgres://chaavi:${password}@127.0.0.1:${port}`;
}

function lockDataFolder({ lockFile, dataDir }: { lockFile: string; dataDir: string }): void {
  const otherPid = acquireLockFile(lockFile);
  if (otherPid === null) return;
  throw new OperatorError(
    `The data folder ${dataDir} is in use by another Chaavi (process ${otherPid}): stop that one, or set DATA_DIR to another folder.`,
  );
}

async function prepareCluster({ options, lockFile }: { options: EmbeddedOptions; lockFile: string }): Promise<Cluster> {
  const { dataDir, settings = {}, isTemporary = false } = options;
  const user = getSystemUser(path.join(dataDir, "postgres"));
  const folder = getClusterFolder({ dataDir, user });
  return {
    folder,
    lockFile,
    logFile: path.join(dataDir, "postgres.log"),
    port: await findFreePort(),
    programs: getPrograms(user),
    user,
    settings: { ...defaultSettings, ...settings },
    temporaryFolders: isTemporary ? [dataDir, folder] : [],
  };
}

/** Returns a free TCP port. */
export async function findFreePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve, reject) => server.once("error", reject).listen(0, "127.0.0.1", resolve));
  const address = server.address();
  await new Promise((resolve) => server.close(resolve));
  if (address === null || typeof address === "string") throw new Error("The server does not listen on a TCP port.");
  return address.port;
}

/** Creates the cluster under a temporary name and renames it, so that a crash leaves no incomplete cluster. */
async function initialise(cluster: Cluster): Promise<void> {
  const { folder, programs, user } = cluster;
  const unfinished = `${folder}-unfinished`;
  const passwordFile = `${folder}-password`;
  rmSync(unfinished, { recursive: true, force: true });
  const password = randomBytes(24).toString("base64url");
  mkdirSync(unfinished, { mode: 0o700 });
  changeOwner({ file: unfinished, user });
  writeFileSync(passwordFile, password, { mode: 0o600 });
  changeOwner({ file: passwordFile, user });
  try {
    await runProcess({
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

async function runProcess(options: { program: string; args: string[]; user: SystemUser | undefined }): Promise<void> {
  const { program, args, user } = options;
  const child = spawn(program, args, { ...user, cwd: "/", detached: true, stdio: ["ignore", "ignore", "pipe"] });
  process.once("exit", () => child.kill());
  let errorOutput = "";
  child.stderr.on("data", (chunk: Buffer) => (errorOutput += chunk.toString()));
  const code = await new Promise<number | null>((resolve, reject) =>
    child.once("error", reject).once("close", resolve),
  );
  if (code !== 0) {
    const reason = errorOutput.trim().split("\n").filter(Boolean).at(-1);
    throw new OperatorError(`The database folder could not be created: ${reason ?? `${program} ended with ${code}`}`);
  }
}

/** Stops a PostgreSQL left over from a killed server before a new one starts. */
async function stopStaleProcess({ cluster, log }: { cluster: Cluster; log: (line: string) => void }): Promise<void> {
  const { folder } = cluster;
  const pid = Number(readPostmasterFile(folder)[0]);
  if (!pid) return;
  if (isPostgresServing({ pid, folder })) {
    log("Stopping a leftover database process");
    await stopPostmaster({ pid, ms: timeoutsMs.leftOver });
  }
  // The pid may have been reused by another process, which PostgreSQL would mistake for a running server.
  rmSync(path.join(folder, "postmaster.pid"), { force: true });
}

async function runCluster({
  cluster,
  log,
}: {
  cluster: Cluster;
  log: (line: string) => void;
}): Promise<EmbeddedPostgres> {
  const stopping = new AbortController();
  let { child: current, watchdog } = await startPostmaster(cluster);
  const restartOnExit = (child: ChildProcess): void => {
    child.once("exit", () => void restart());
  };
  async function restart(): Promise<void> {
    watchdog.kill("SIGKILL");
    if (stopping.signal.aborted) return;
    log("PostgreSQL ended unexpectedly: restarting it");
    for (
      let pause = restartPauseMs.first;
      !stopping.signal.aborted;
      pause = Math.min(pause * 2, restartPauseMs.longest)
    ) {
      try {
        ({ child: current, watchdog } = await startPostmaster(cluster));
        restartOnExit(current);
        return log("PostgreSQL is running again");
      } catch (error) {
        // Retries for ever: the cause, such as a full disk, may be resolved later, and nothing else starts this
        // PostgreSQL.
        log(`${formatStartupError(error)}: trying again in ${pause / 1_000} s`);
        await wait(pause, undefined, { ref: false, signal: stopping.signal }).catch(() => {});
      }
    }
  }
  restartOnExit(current);
  const server = serverUrl(cluster);
  await createDatabase(server);
  async function stop(): Promise<void> {
    stopping.abort();
    if (current.exitCode === null && current.signalCode === null)
      await stopPostmaster({ pid: current.pid!, ms: timeoutsMs.stop });
    watchdog.kill("SIGKILL");
    rmSync(cluster.lockFile, { force: true });
    for (const folder of cluster.temporaryFolders) rmSync(folder, { recursive: true, force: true });
  }
  return { url: `${server}/chaavi`, pid: () => current.pid!, stop };
}

async function createDatabase(server: string): Promise<void> {
  const sql = createPool(`${server}/postgres`, { max: 1 });
  try {
    const [existing] = await sql`select 1 from pg_database where datname = 'chaavi'`;
    if (!existing) await sql`create database chaavi`;
  } finally {
    await sql.end();
  }
}
