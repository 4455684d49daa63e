import path from "node:path";
import { run, type EventData } from "node:test";
import { inspect } from "node:util";
import { printProgress, type Tally } from "#tools/test-report.ts";

interface FileRun {
  passed: number;
  failed: number;
  skipped: number;
  output: string;
  failures: { name: string; text: string }[];
}

/** Runs test files, each in a process of its own, and adds what became of their tests to the tally. */
export async function runFiles(options: {
  files: string[];
  names?: string[];
  atATime: number;
  timeout: number;
  tally: Tally;
  signal: AbortSignal;
}): Promise<void> {
  const { files, names, atATime, timeout, tally, signal } = options;
  const runs = new Map<string, FileRun>();
  const runOf = (file: string | undefined): FileRun => {
    const key = file ? path.relative(".", file) : "";
    const found = runs.get(key) ?? { passed: 0, failed: 0, skipped: 0, output: "", failures: [] };
    runs.set(key, found);
    return found;
  };
  const events = run({
    files: files.map((file) => path.resolve(file)),
    concurrency: atATime,
    timeout,
    signal,
    ...(names ? { testNamePatterns: names.map(escaped) } : {}),
  });
  events.on("test:pass", (event) => addPass({ event, to: runOf(event.file) }));
  events.on("test:fail", (event) => addFailure({ event, to: runOf(event.file) }));
  events.on("test:stdout", ({ file, message }) => (runOf(file).output += message));
  events.on("test:stderr", ({ file, message }) => (runOf(file).output += message));
  events.on("test:summary", ({ file, duration_ms: ms }) => {
    if (file) closeFile({ file: path.relative(".", file), ms, ran: runOf(file), tally });
  });
  await new Promise<void>((resolve, reject) => {
    events.once("error", reject);
    events.once("end", resolve);
    events.resume();
  });
  // What has no summary never came to its end: it counts all the same.
  for (const [file, ran] of runs) closeFile({ file, ms: 0, ran, tally });

  function closeFile({ file, ms, ran, tally }: { file: string; ms: number; ran: FileRun; tally: Tally }): void {
    runs.delete(file);
    const { passed, failed, skipped } = ran;
    if (passed + failed + skipped === 0) return;
    tally.passed += passed;
    tally.failed += failed;
    tally.skipped += skipped;
    for (const { name, text } of ran.failures) tally.failures.push({ name: `${file} › ${name}`, text });
    if (failed > 0 && ran.output) tally.failures.push({ name: `${file}, what it printed`, text: ran.output });
    const counts = [`${passed} passed`, failed > 0 && `${failed} failed`, skipped > 0 && `${skipped} skipped`];
    printProgress({ isGood: failed === 0, name: file, text: counts.filter(Boolean).join(", "), ms });
  }
}

function escaped(name: string): RegExp {
  return new RegExp(name.replaceAll(/[$()*+.?[\\\]^{|}]/g, "\\$&"), "i");
}

function addPass({ event, to }: { event: EventData.TestPass; to: FileRun }): void {
  if (event.details.type === "suite" || isFileItself(event)) return;
  if (event.skip !== undefined || event.todo !== undefined) to.skipped += 1;
  else to.passed += 1;
}

function addFailure({ event, to }: { event: EventData.TestFail; to: FileRun }): void {
  const error = event.details.error as Error & { failureType?: string; cause?: unknown };
  // A suite fails with its tests, which are counted themselves; by a hook of its own it fails alone.
  if (error.failureType === "subtestsFailed") return;
  if (event.todo !== undefined) {
    to.skipped += 1;
    return;
  }
  to.failed += 1;
  to.failures.push({ name: event.name, text: wordsOf(error) });
}

/** Node reports a file without any test as one passed test with the file's name. */
function isFileItself({ name, file, nesting }: EventData.TestPass): boolean {
  return nesting === 0 && file !== undefined && path.resolve(name) === file;
}

function wordsOf(error: Error & { cause?: unknown }): string {
  const cause = error.cause ?? error;
  if (cause instanceof Error) return (cause.stack ?? cause.message).replaceAll(/\n\s+at .*node:internal.*/g, "");
  return typeof cause === "string" ? cause : inspect(cause);
}
