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
