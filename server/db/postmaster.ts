import { spawn, type ChildProcess } from "node:child_process";
import { closeSync, existsSync, openSync, readFileSync, renameSync } from "node:fs";
import type { Socket } from "node:net";
import path from "node:path";
import type { Programs, SystemUser } from "#server/db/postgres-home.ts";
import { holdsWithin, isAlive } from "#server/db/processes.ts";
import { PlainError } from "#server/plain-error.ts";

export interface Cluster {
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

/** How long PostgreSQL may take to recover after a crash, and to stop, in ms. */
export const patience = { start: 300_000, stop: 60_000, leftOver: 30_000 };

/** The postmaster's own file: pid, folder, start, port, socket, address, shared memory, state, a line each. */
export function postmasterFile(folder: string): string[] {
  try {
    return readFileSync(path.join(folder, "postmaster.pid"), "utf8").split("\n");
  } catch {
    return [];
  }
}

/** Asks to stop at once (SIGINT, a fast shutdown), then without the last checkpoint (SIGQUIT). */
export async function end({ pid, ms }: { pid: number; ms: number }): Promise<void> {
  for (const signal of ["SIGINT", "SIGQUIT", "SIGKILL"] as const) {
    try {
      process.kill(pid, signal);
    } catch {
      return;
    }
    if (await holdsWithin({ ms, condition: () => !isAlive(pid) })) return;
  }
}

/** Starts the postmaster and waits until it takes connections; in a session of its own, so that Ctrl-C reaches us first. */
export async function launch(cluster: Cluster): Promise<{ child: ChildProcess; watchdog: ChildProcess }> {
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
