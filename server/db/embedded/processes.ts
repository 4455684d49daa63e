import { getErrorCode } from "#domain/error-code.ts";
import { execFileSync } from "node:child_process";
import { readFileSync, readlinkSync, unlinkSync, writeFileSync } from "node:fs";
import { setTimeout as pause } from "node:timers/promises";

export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
  } catch (error) {
    return getErrorCode(error) === "EPERM";
  }
  return !isZombie(pid);
}

function isZombie(pid: number): boolean {
  return readProcessStat(pid)?.[0] === "Z";
}

/** Fields of /proc/<pid>/stat after the program name; undefined without /proc. */
function readProcessStat(pid: number): string[] | undefined {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, "utf8");
    return text.slice(text.lastIndexOf(")") + 2).split(" ");
  } catch {
    return undefined;
  }
}

/** Start time of the process in the system's format, since process ids are reused. */
function getProcessStartTime(pid: number): string {
  const startTicks = readProcessStat(pid)?.[19];
  if (startTicks) return startTicks;
  try {
    return execFileSync("ps", ["-o", "lstart=", "-p", String(pid)], { encoding: "utf8" }).trim();
  } catch {
    return "";
  }
}

/** True if the process is a PostgreSQL server of this folder. */
export function isPostgresServing({ pid, folder }: { pid: number; folder: string }): boolean {
  if (!isAlive(pid)) return false;
  try {
    return readlinkSync(`/proc/${pid}/cwd`) === folder;
  } catch {
    // Without /proc the arguments shown by `ps` contain the folder.
  }
  try {
    const command = execFileSync("ps", ["-o", "command=", "-p", String(pid)], { encoding: "utf8" });
    return command.includes("postgres") && command.includes(folder);
  } catch {
    return false;
  }
}

/** Polls every 20 ms until the condition is true or the time is over; returns whether it became true. */
export async function waitUntil({ ms, condition }: { ms: number; condition: () => boolean }): Promise<boolean> {
  const deadline = performance.now() + ms;
  while (!condition()) {
    if (performance.now() > deadline) return false;
    await pause(20);
  }
  return true;
}

/** Acquires the lock file for this process; returns null, or the pid of the running process that holds it. */
export function acquireLockFile(file: string): number | null {
  const ownContent = `${process.pid} ${getProcessStartTime(process.pid)}`;
  for (;;) {
    try {
      writeFileSync(file, ownContent, { flag: "wx" });
      return null;
    } catch (error) {
      if (getErrorCode(error) !== "EEXIST") throw error;
    }
    const [pid, ...startTime] = readFileSync(file, "utf8").split(" ");
    if (isAlive(Number(pid)) && getProcessStartTime(Number(pid)) === startTime.join(" ")) return Number(pid);
    unlinkSync(file);
  }
}
