// Processor time of measures on a machine that has other work: of this process, and of the connections of a pool to a PostgreSQL beside it.
import { existsSync, readFileSync } from "node:fs";
import type { Sql } from "#server/db/pool.ts";

/** Linux counts it in hundredths of a second. */
const tickMs = 10;

/** Processor time in ms so far; null where the system or the PostgreSQL does not tell. */
export async function readProcessorTime({ admin, name }: { admin: Sql; name: string }): Promise<number | null> {
  const connections = await admin<{ pid: number }[]>`select pid from pg_stat_activity where application_name = ${name}`;
  const files = connections.map(({ pid }) => `/proc/${pid}/stat`);
  if (!files.every((file) => existsSync(file))) return null;
  const { user, system } = process.cpuUsage();
  return files.reduce((sum, file) => sum + readTicks(file) * tickMs, (user + system) / 1_000);
}

/** After the name of the program in brackets, user and system time are the 12th and 13th value. */
function readTicks(file: string): number {
  const text = readFileSync(file, "utf8");
  const values = text.slice(text.lastIndexOf(")") + 2).split(" ");
  return Number(values[11]) + Number(values[12]);
}

interface HostTime {
  /** Of all processors, in ticks. */
  total: number;
  /** What the host of this virtual machine gave to others while it had work. */
  stolen: number;
}

/** Of the whole machine so far; null where the system does not tell. */
function readHostTime(): HostTime | null {
  if (!existsSync("/proc/stat")) return null;
  // user, nice, system, idle, iowait, irq, softirq, steal: what follows is part of the first two.
  const ticks = readFileSync("/proc/stat", "utf8").split("\n", 1)[0]!.trim().split(/\s+/).slice(1, 9).map(Number);
  return { total: ticks.reduce((sum, count) => sum + count, 0), stolen: ticks[7] ?? 0 };
}

/** More of the processors for others is seen in each latency. */
const maxStolenShare = 0.03;
const maxAttempts = 3;

/** Runs a round, again if the host gave too much of the processors to others meanwhile; the last one counts in any case. */
export async function runUndisturbed<Result>(run: () => Promise<Result>): Promise<Result> {
  for (let attempt = 1; ; attempt += 1) {
    const before = readHostTime();
    const result = await run();
    const after = readHostTime();
    if (!before || !after || attempt >= maxAttempts) return result;
    if (after.stolen - before.stolen <= maxStolenShare * (after.total - before.total)) return result;
  }
}
