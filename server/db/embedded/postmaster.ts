import { spawn, type ChildProcess } from "node:child_process";
import { closeSync, existsSync, openSync, readFileSync, renameSync } from "node:fs";
import { Socket } from "node:net";
import path from "node:path";
import type { Programs, SystemUser } from "#server/db/embedded/postgres-files.ts";
import { waitUntil, isAlive } from "#server/db/embedded/processes.ts";
import { OperatorError } from "#server/operator-error.ts";

export interface Cluster {
  folder: string;
  lockFile: string;
  logFile: string;
  port: number;
  programs: Programs;
  user: SystemUser | undefined;
  settings: { [name: string]: string };
  /** Folders to remove at the end. */
  temporaryFolders: string[];
}

/** Time-outs in ms for the start, including crash recovery, and for stopping. */
export const timeoutsMs = { start: 300_000, stop: 60_000, leftOver: 30_000 };

/** Lines of postmaster.pid: pid, folder, start time, port, socket, address, shared memory, state. */
export function readPostmasterFile(folder: string): string[] {
  try {
    return readFileSync(path.join(folder, "postmaster.pid"), "utf8").split("\n");
  } catch {
    return [];
  }
}

/** Stops with a fast shutdown (SIGINT), then without the final checkpoint (SIGQUIT), then with SIGKILL. */
export async function stopPostmaster({ pid, ms }: { pid: number; ms: number }): Promise<void> {
  for (const signal of ["SIGINT", "SIGQUIT", "SIGKILL"] as const) {
    try {
      process.kill(pid, signal);
    } catch {
      return;
    }
    if (await waitUntil({ ms, condition: () => !isAlive(pid) })) return;
  }
}

/**
 * Starts the postmaster and waits until it accepts connections; in a separate session, so that Ctrl-C reaches this
 * process first.
 */
export async function startPostmaster(cluster: Cluster): Promise<{ child: ChildProcess; watchdog: ChildProcess }> {
  const { folder, logFile, port, programs, user, settings } = cluster;
  const args = ["-D", folder, "-p", String(port)];
  for (const [name, value] of Object.entries(settings)) args.push("-c", `${name}=${value}`);
  const deadline = performance.now() + timeoutsMs.start;
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
    const watchdog = startWatchdog({ pid: child.pid, cluster });
    const hasEnded = (): boolean => child.pid === undefined || child.exitCode !== null || child.signalCode !== null;
    const isReady = (): boolean => {
      const file = readPostmasterFile(folder);
      return file[0] === String(child.pid) && file[7]?.trim() === "ready";
    };
    const ms = Math.max(0, deadline - performance.now());
    await waitUntil({ ms, condition: () => isReady() || hasEnded() });
    if (!hasEnded()) return { child, watchdog };
    watchdog.kill("SIGKILL");
    const startupError = readLogError(logFile);
    // The remaining processes of a killed postmaster need a moment to exit.
    const isOldProcessRunning = /pre-existing shared memory block|postmaster.pid" already exists/.test(startupError);
    if (!isOldProcessRunning || performance.now() > deadline)
      throw new OperatorError(`PostgreSQL did not start: ${startupError}`);
    await waitUntil({ ms: 200, condition: () => false });
  }
}

function readLogError(logFile: string): string {
  const lines = readFileSync(logFile, "utf8").split("\n");
  const fatal = lines.findLast((line) => /FATAL|PANIC|error while loading/.test(line));
  return fatal?.replace(/^.*?(FATAL|PANIC):\s*/, "") ?? lines.filter(Boolean).at(-1) ?? `see ${logFile}`;
}

/**
 * Starts a shell that stops PostgreSQL when this process ends, which it detects as the end of its input; this works
 * even after a kill -9.
 */
function startWatchdog({ pid, cluster }: { pid: number | undefined; cluster: Cluster }): ChildProcess {
  const script =
    'read _; kill -INT "$1"; shift; [ $# = 0 ] && exit; while kill -0 "$0"; do sleep 0.1; done; rm -rf "$@"';
  const args = ["-c", script, `${pid}`, `${pid}`, ...cluster.temporaryFolders];
  const child = spawn("/bin/sh", args, { cwd: "/", detached: true, stdio: ["pipe", "ignore", "ignore"] });
  child.once("error", () => {});
  child.unref();
  // A pipe to a child is a socket.
  if (child.stdin instanceof Socket) child.stdin.unref();
  return child;
}
