// A bench from its first line to its end: what it started is undone, the last first, however it ends.
import { cpus, loadavg } from "node:os";
import { textOf } from "#server/plain-error.ts";
import { onEnd } from "#tools/ending.ts";

/** What is to be undone at the end, the last first. */
export type Undo = (() => unknown)[];

export interface Bench {
  undo: Undo;
  /** Since the bench began. */
  seconds: () => number;
  log: (line: string) => void;
}

/** Runs a bench and ends the process, with 1 where it failed. */
export async function runBench(work: (bench: Bench) => Promise<void>): Promise<void> {
  const undo: Undo = [];
  const ending = onEnd(async () => {
    for (const step of undo.toReversed()) await step();
  });
  const begun = performance.now();
  const seconds = (): number => (performance.now() - begun) / 1000;
  const log = (line: string): void => console.log(`· ${line} (${seconds().toFixed(0)} s)`);
  try {
    await work({ undo, seconds, log });
    await ending.begin(0);
  } catch (error) {
    console.error(textOf(error));
    await ending.begin(1);
  }
}

/** What `--only=` says: the measures with it in their names are taken; empty takes all. */
export const only = process.argv.find((arg) => arg.startsWith("--only="))?.slice("--only=".length) ?? "";

/** Of a report: the day, and the machine it was measured on. */
export function dayAndMachine(): string {
  const [cpu] = cpus();
  return `${new Date().toISOString().slice(0, 10)}, ${cpus().length} cores${cpu?.model ? ` (${cpu.model.trim()})` : ""}, Node ${process.versions.node}`;
}

export const loadNow = (): string => loadavg()[0]!.toFixed(1);
