import { spawn } from "node:child_process";
import path from "node:path";
import type { Outcome } from "#tools/test-events.ts";
import { printProgress, type Tally } from "#tools/test-report.ts";

export interface FilesToRun {
  files: string[];
  /** Those of them that share a process with no other. */
  alone: readonly string[];
  /** Only tests with one of these words in their name; all of them without. */
  names?: string[];
  /** How many files share a process, and with it what it costs to load the product. */
  inOne: number;
  /** How many processes run at a time. */
  atATime: number;
  /** How long, in ms, a process may be silent before it is taken to hang. */
  silence: number;
  tally: Tally;
  signal: AbortSignal;
}

/** What became of one file's tests so far. */
interface FileRun {
  file: string;
  passed: number;
  failed: number;
  skipped: number;
  ms: number;
  output: string;
  failures: { name: string; text: string }[];
}

/** Runs test files, a few in each process, one file after the other there; adds what became of their tests to the tally. */
export async function runFiles({ files, alone, inOne, atATime, ...options }: FilesToRun): Promise<void> {
  const together = files.filter((file) => !alone.includes(file));
  const apart = files.filter((file) => alone.includes(file)).map((file) => [file]);
  await inLanes({
    lanes: atATime,
    work: [...dealtOut({ files: together, inOne }), ...apart],
    run: (batch) => runBatch({ batch, ...options }),
  });
}

/** Does one piece of work after the other in each of several lanes. */
export async function inLanes<Work>({
  lanes,
  work,
  run,
}: {
  lanes: number;
  work: readonly Work[];
  run: (piece: Work) => Promise<void>;
}): Promise<void> {
  const waiting = work.values();
  async function lane(): Promise<void> {
    for (const piece of waiting) await run(piece);
  }
  await Promise.all(Array.from({ length: lanes }, lane));
}

/** Neighbours are of a kind, and take as long: each comes into a batch of its own. */
function dealtOut({ files, inOne }: { files: readonly string[]; inOne: number }): string[][] {
  const count = Math.ceil(files.length / inOne);
  return Array.from({ length: count }, (_, batch) => files.filter((_file, at) => at % count === batch));
}

async function runBatch({
  batch,
  names = [],
  silence,
  tally,
  signal,
}: { batch: readonly string[] } & Pick<FilesToRun, "names" | "silence" | "tally" | "signal">): Promise<void> {
  const child = spawn(
    process.execPath,
    [
      "--test",
      "--test-isolation=none",
      "--test-reporter=./tools/test-events.ts",
      ...names.map((name) => `--test-name-pattern=/${escaped(name)}/i`),
      ...batch,
    ],
    { stdio: ["ignore", "pipe", "pipe", "ipc"], signal },
  );
  let current: FileRun | undefined;
  let failed = 0;
  let output = "";
  const hung = setTimeout(() => {
    output += `\nNothing was heard for ${silence / 1_000} s.`;
    child.kill("SIGKILL");
  }, silence);
  child.on("message", (outcome: Outcome) => {
    hung.refresh();
    // A test that a file gets from elsewhere is that file's.
    const told = path.relative(".", outcome.file);
    const file = batch.includes(told) ? told : (current?.file ?? batch[0]!);
    if (current && current.file !== file) close(current);
    if (current?.file !== file) current = begun(file);
    add({ outcome, to: current });
    if (outcome.became === "failed") failed += 1;
  });
  for (const stream of [child.stdout!, child.stderr!])
    stream.on("data", (chunk: Buffer) => {
      if (current) current.output += chunk.toString();
      output += chunk.toString();
    });
  const ending = await new Promise<string>((resolve) => {
    child.once("error", (error) => resolve(error.message));
    child.once("close", (code, killed) => resolve(killed ?? String(code)));
  });
  clearTimeout(hung);
  if (current) close(current);
  // It came to no end, or something failed that is no test's.
  if (ending !== "0" && failed === 0 && !signal.aborted) {
    tally.failed += 1;
    tally.failures.push({ name: batch.join(", "), text: `The process ended with ${ending}.\n${output}` });
  }

  function close({ file, ms, ...ran }: FileRun): void {
    const { passed, failed: bad, skipped } = ran;
    tally.passed += passed;
    tally.failed += bad;
    tally.skipped += skipped;
    for (const { name, text } of ran.failures) tally.failures.push({ name: `${file} › ${name}`, text });
    if (bad > 0 && ran.output) tally.failures.push({ name: `${file}, what it printed`, text: ran.output });
    const counts = [`${passed} passed`, bad > 0 && `${bad} failed`, skipped > 0 && `${skipped} skipped`];
    printProgress({ isGood: bad === 0, name: file, text: counts.filter(Boolean).join(", "), ms });
  }
}

function begun(file: string): FileRun {
  return { file, passed: 0, failed: 0, skipped: 0, ms: 0, output: "", failures: [] };
}

function add({ outcome, to }: { outcome: Outcome; to: FileRun }): void {
  to[outcome.became] += 1;
  to.ms += outcome.ms;
  if (outcome.became === "failed") to.failures.push({ name: outcome.name, text: outcome.text });
}

function escaped(name: string): string {
  return name.replaceAll(/[$()*+./?[\\\]^{|}]/g, "\\$&");
}
