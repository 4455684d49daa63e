import { spawn, type ChildProcess } from "node:child_process";
import { randomBytes } from "node:crypto";
import { existsSync, mkdirSync, readFileSync, realpathSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { createServer, type AddressInfo } from "node:net";
import path from "node:path";
import { makeDataFolder } from "#server/config.ts";
import { connect } from "#server/db/pool.ts";
import { clusterFolder, giveTo, programsFor, systemUser, type SystemUser } from "#server/db/postgres-home.ts";
import { end, launch, patience, postmasterFile, type Cluster } from "#server/db/postmaster.ts";
import { isPostgresOf, takeLock } from "#server/db/processes.ts";
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

/** The address of the database that another process serves from this data folder; undefined when none does. */
export function runningUrl(dataDir: string): string | undefined {
  const link = path.join(dataDir, "postgres");
  if (!existsSync(link)) return undefined;
  const folder = realpathSync(link);
  const [pid, , , port] = postmasterFile(folder);
  if (!pid || !isPostgresOf({ pid: Number(pid), folder })) return undefined;
  return `${serverUrl({ folder, port: Number(port) })}/chaavi`;
}

function serverUrl({ folder, port }: { folder: string; port: number }): string {
  const password = readFileSync(path.join(folder, "chaavi.password"), "utf8").trim();
  return `postgres://chaavi:${password}@127.0.0.1:${port}`;
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
  const server = serverUrl(cluster);
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

async function createDatabase(server: string): Promise<void> {
  const sql = connect(`${server}/postgres`, { max: 1 });
  try {
    const [found] = await sql`select 1 from pg_database where datname = 'chaavi'`;
    if (!found) await sql`create database chaavi`;
  } finally {
    await sql.end();
  }
}
