// Runs a bench and cleans up in reverse order, however it ends.
import { cpus, loadavg } from "node:os";
import { formatStartupError } from "#server/operator-error.ts";
import { onShutdown } from "#tools/shutdown.ts";

/** Clean-up steps, run in reverse order at the end. */
export type CleanupSteps = (() => unknown)[];

export interface BenchContext {
  cleanup: CleanupSteps;
  /** Seconds since the start of the bench. */
  seconds: () => number;
  log: (line: string) => void;
}

/** Runs a bench and ends the process, with exit code 1 after an error. */
export async function runBench(work: (bench: BenchContext) => Promise<void>): Promise<void> {
  const cleanup: CleanupSteps = [];
  const shutdown = onShutdown(async () => {
    for (const step of cleanup.toReversed()) await step();
  });
  const startedAt = performance.now();
  const seconds = (): number => (performance.now() - startedAt) / 1000;
  const log = (line: string): void => console.log(`· ${line} (${seconds().toFixed(0)} s)`);
  try {
    await work({ cleanup, seconds, log });
    await shutdown.begin(0);
  } catch (error) {
    console.error(formatStartupError(error));
    await shutdown.begin(1);
  }
}

/** Value of `--only=`, which selects measures by name; empty selects all. */
export const measureFilter = process.argv.find((arg) => arg.startsWith("--only="))?.slice("--only=".length) ?? "";

/** Describes date and machine of a run. */
export function describeRun(): string {
  const [cpu] = cpus();
  return `${new Date().toISOString().slice(0, 10)}, ${cpus().length} cores${cpu?.model ? ` (${cpu.model.trim()})` : ""}, Node ${process.versions.node}`;
}

export const getLoadAverage = (): string => loadavg()[0]!.toFixed(1);
