import { execFileSync } from "node:child_process";
import { readFileSync, readlinkSync, unlinkSync, writeFileSync } from "node:fs";
import { setTimeout as pause } from "node:timers/promises";

export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
  } catch (error) {
    return (error as { code?: string }).code === "EPERM";
  }
  return !isZombie(pid);
}

function isZombie(pid: number): boolean {
  return statOf(pid)?.[0] === "Z";
}

/** The fields of /proc/<pid>/stat after the program's name; undefined where there is no /proc. */
function statOf(pid: number): string[] | undefined {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, "utf8");
    return text.slice(text.lastIndexOf(")") + 2).split(" ");
  } catch {
    return undefined;
  }
}

/** When the process began, in the system's own words: a pid alone is soon given to somebody else. */
function startOf(pid: number): string {
  const started = statOf(pid)?.[19];
  if (started) return started;
  try {
    return execFileSync("ps", ["-o", "lstart=", "-p", String(pid)], { encoding: "utf8" }).trim();
  } catch {
    return "";
  }
}

/** Whether the process is a PostgreSQL that serves this folder. */
export function isPostgresOf({ pid, folder }: { pid: number; folder: string }): boolean {
  if (!isAlive(pid)) return false;
  try {
    return readlinkSync(`/proc/${pid}/cwd`) === folder;
  } catch {
    // No /proc: what `ps` shows has the folder among the arguments.
  }
  try {
    const command = execFileSync("ps", ["-o", "command=", "-p", String(pid)], { encoding: "utf8" });
    return command.includes("postgres") && command.includes(folder);
  } catch {
    return false;
  }
}

/** Looks every 20 ms until the condition holds or the time is over; says which of the two. */
export async function holdsWithin({ ms, condition }: { ms: number; condition: () => boolean }): Promise<boolean> {
  const end = performance.now() + ms;
  while (!condition()) {
    if (performance.now() > end) return false;
    await pause(20);
  }
  return true;
}

/** Takes the lock file for this process; the pid of the living process that has it, or null when it is ours now. */
export function takeLock(file: string): number | null {
  const mine = `${process.pid} ${startOf(process.pid)}`;
  for (;;) {
    try {
      writeFileSync(file, mine, { flag: "wx" });
      return null;
    } catch (error) {
      if ((error as { code?: string }).code !== "EEXIST") throw error;
    }
    const [pid, ...start] = readFileSync(file, "utf8").split(" ");
    if (isAlive(Number(pid)) && startOf(Number(pid)) === start.join(" ")) return Number(pid);
    unlinkSync(file);
  }
}
