import { spawn } from "node:child_process";
import type { Outcome } from "#tools/test-events.ts";
import { printProgress, type Tally } from "#tools/test-report.ts";

export interface FilesToRun {
  files: string[];
  /** Those of them that share a process with no other; they come first. */
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

/** What became of the tests of one file so far. */
interface FileRun {
  passed: number;
  failed: number;
  skipped: number;
  output: string;
  failures: { name: string; text: string }[];
}

/** Runs test files, a few in each process, one file after the other there; adds what became of their tests to the tally. */
export async function runFiles({ files, alone, inOne, atATime, ...options }: FilesToRun): Promise<void> {
  const together = files.filter((file) => !alone.includes(file));
  const apart = files.filter((file) => alone.includes(file)).map((file) => [file]);
  await inLanes({
    lanes: atATime,
    work: [...apart, ...dealtOut({ files: together, inOne })],
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
      "--test-reporter=./tools/test-events.ts",
      ...names.map((name) => `--test-name-pattern=/${escaped(name)}/i`),
      "tools/test-batch.ts",
      ...batch,
    ],
    { stdio: ["ignore", "pipe", "pipe", "ipc"], signal },
  );
  let current = begun();
  let over = 0;
  let failed = 0;
  let output = "";
  const hung = setTimeout(() => {
    output += `\nNothing was heard for ${silence / 1_000} s.`;
    child.kill("SIGKILL");
  }, silence);
  child.on("message", ({ name, became, ms, text }: Outcome) => {
    hung.refresh();
    if (became === "over") {
      over += 1;
      close({ file: name, ms });
      return;
    }
    current[became] += 1;
    if (became !== "failed") return;
    failed += 1;
    current.failures.push({ name, text });
  });
  for (const stream of [child.stdout!, child.stderr!])
    stream.on("data", (chunk: Buffer) => {
      current.output += chunk.toString();
      output += chunk.toString();
    });
  const ending = await new Promise<string>((resolve) => {
    child.once("error", (error) => resolve(error.message));
    child.once("close", (code, killed) => resolve(killed ?? String(code)));
  });
  clearTimeout(hung);
  // What failed when the files were over, or before one was.
  if (current.passed + current.failed + current.skipped > 0) close({ file: batch.join(", "), ms: 0 });
  // Something failed that is no test's, or a file was left out.
  const isWhole = ending === "0" && (names.length > 0 || over === batch.length);
  if (!isWhole && failed === 0 && !signal.aborted) {
    tally.failed += 1;
    tally.failures.push({ name: batch.join(", "), text: `The process ended with ${ending}.\n${output}` });
  }

  function close({ file, ms }: { file: string; ms: number }): void {
    const { passed, failed: bad, skipped, failures, output: printed } = current;
    current = begun();
    if (passed + bad + skipped === 0) return;
    tally.passed += passed;
    tally.failed += bad;
    tally.skipped += skipped;
    for (const { name, text } of failures) tally.failures.push({ name: `${file} › ${name}`, text });
    if (bad > 0 && printed) tally.failures.push({ name: `${file}, what it printed`, text: printed });
    const counts = [`${passed} passed`, bad > 0 && `${bad} failed`, skipped > 0 && `${skipped} skipped`];
    printProgress({ isGood: bad === 0, name: file, text: counts.filter(Boolean).join(", "), ms });
  }
}

function begun(): FileRun {
  return { passed: 0, failed: 0, skipped: 0, output: "", failures: [] };
}

function escaped(name: string): string {
  return name.replaceAll(/[$()*+./?[\\\]^{|}]/g, "\\$&");
}
