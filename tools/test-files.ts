import { spawn } from "node:child_process";
import type { TestOutcome } from "#tools/test-events.ts";
import { printProgress, type TestTally } from "#tools/test-report.ts";

export interface RunFilesOptions {
  files: string[];
  /** Files that need a process of their own; they run first. */
  serialFiles: readonly string[];
  /** Runs only tests whose name contains one of these texts; all by default. */
  names?: string[];
  /** Files per process, which share the cost of loading the product. */
  filesPerProcess: number;
  /** Concurrent processes. */
  concurrency: number;
  /** Time in ms without output after which a process counts as hanging. */
  silenceTimeoutMs: number;
  tally: TestTally;
  signal: AbortSignal;
}

/** Outcomes of the tests of one file so far. */
interface FileRun {
  passed: number;
  failed: number;
  skipped: number;
  output: string;
  failures: { name: string; text: string }[];
}

/** Runs test files in batches, one file after the other in each process, and adds the outcomes to the tally. */
export async function runFiles({
  files,
  serialFiles,
  filesPerProcess,
  concurrency,
  ...options
}: RunFilesOptions): Promise<void> {
  const sharedFiles = files.filter((file) => !serialFiles.includes(file));
  const serialBatches = files.filter((file) => serialFiles.includes(file)).map((file) => [file]);
  await runWithConcurrency({
    concurrency,
    items: [...serialBatches, ...splitIntoBatches({ files: sharedFiles, filesPerProcess })],
    run: (batch) => runBatch({ batch, ...options }),
  });
}

/** Processes items with limited concurrency. */
export async function runWithConcurrency<Work>({
  concurrency,
  items,
  run,
}: {
  concurrency: number;
  items: readonly Work[];
  run: (item: Work) => Promise<void>;
}): Promise<void> {
  const pending = items.values();
  async function lane(): Promise<void> {
    for (const item of pending) await run(item);
  }
  await Promise.all(Array.from({ length: concurrency }, lane));
}

/** Distributes neighbouring files over the batches, since they take similarly long. */
function splitIntoBatches({
  files,
  filesPerProcess,
}: {
  files: readonly string[];
  filesPerProcess: number;
}): string[][] {
  const count = Math.ceil(files.length / filesPerProcess);
  return Array.from({ length: count }, (_, batch) => files.filter((_file, index) => index % count === batch));
}

async function runBatch({
  batch,
  names = [],
  silenceTimeoutMs,
  tally,
  signal,
}: { batch: readonly string[] } & Pick<
  RunFilesOptions,
  "names" | "silenceTimeoutMs" | "tally" | "signal"
>): Promise<void> {
  const child = spawn(
    process.execPath,
    [
      "--test-reporter=./tools/test-events.ts",
      ...names.map((name) => `--test-name-pattern=/${escapePattern(name)}/i`),
      "tools/test-batch.ts",
      ...batch,
    ],
    { stdio: ["ignore", "pipe", "pipe", "ipc"], signal },
  );
  let current = createFileRun();
  let finishedFiles = 0;
  let failed = 0;
  let output = "";
  const silenceTimer = setTimeout(() => {
    output += `\nNo output for ${silenceTimeoutMs / 1_000} s.`;
    child.kill("SIGKILL");
  }, silenceTimeoutMs);
  child.on("message", ({ name, status, ms, text }: TestOutcome) => {
    silenceTimer.refresh();
    if (status === "over") {
      finishedFiles += 1;
      close({ file: name, ms });
      return;
    }
    current[status] += 1;
    if (status !== "failed") return;
    failed += 1;
    current.failures.push({ name, text });
  });
  for (const stream of [child.stdout!, child.stderr!])
    stream.on("data", (chunk: Buffer) => {
      current.output += chunk.toString();
      output += chunk.toString();
    });
  const exitReason = await new Promise<string>((resolve) => {
    child.once("error", (error) => resolve(error.message));
    child.once("close", (code, killSignal) => resolve(killSignal ?? String(code)));
  });
  clearTimeout(silenceTimer);
  // Reports failures after the last file, or before one has ended.
  if (current.passed + current.failed + current.skipped > 0) close({ file: batch.join(", "), ms: 0 });
  // Something other than a test failed, or a file was skipped.
  const isComplete = exitReason === "0" && (names.length > 0 || finishedFiles === batch.length);
  if (!isComplete && failed === 0 && !signal.aborted) {
    tally.failed += 1;
    tally.failures.push({ name: batch.join(", "), text: `The process ended with ${exitReason}.\n${output}` });
  }

  function close({ file, ms }: { file: string; ms: number }): void {
    const { passed, failed: failedCount, skipped, failures, output: fileOutput } = current;
    current = createFileRun();
    if (passed + failedCount + skipped === 0) return;
    tally.passed += passed;
    tally.failed += failedCount;
    tally.skipped += skipped;
    for (const { name, text } of failures) tally.failures.push({ name: `${file} › ${name}`, text });
    if (failedCount > 0 && fileOutput) tally.failures.push({ name: `${file}, output`, text: fileOutput });
    const counts = [
      `${passed} passed`,
      failedCount > 0 && `${failedCount} failed`,
      skipped > 0 && `${skipped} skipped`,
    ];
    printProgress({ isGood: failedCount === 0, name: file, text: counts.filter(Boolean).join(", "), ms });
  }
}

function createFileRun(): FileRun {
  return { passed: 0, failed: 0, skipped: 0, output: "", failures: [] };
}

function escapePattern(name: string): string {
  return name.replaceAll(/[$()*+./?[\\\]^{|}]/g, "\\$&");
}
