// One process that runs test files one after the other (tools/test-batch.ts), and what its end means for each of them.
import { spawn } from "node:child_process";
import type { TestMessage } from "#tools/test-events.ts";
import { printProgress, type TestTally } from "#tools/test-report.ts";

export interface RunTestProcessOptions {
  files: readonly string[];
  /** Runs only tests whose name contains one of these texts; all by default. */
  names?: string[];
  /** Time in ms without a message after which a process counts as hanging. */
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

const createFileRun = (): FileRun => ({ passed: 0, failed: 0, skipped: 0, output: "", failures: [] });

/**
 * Runs the files and adds the outcomes to the tally. A process that hangs or ends early is a failure of the file that
 * was running; returns the files it did not get to.
 */
export async function runTestProcess({
  files,
  names = [],
  silenceTimeoutMs,
  tally,
  signal,
}: RunTestProcessOptions): Promise<string[]> {
  const child = spawn(
    process.execPath,
    [
      "--test-reporter=./tools/test-events.ts",
      ...names.map((name) => `--test-name-pattern=/${escapePattern(name)}/i`),
      "tools/test-batch.ts",
      ...files,
    ],
    { stdio: ["ignore", "pipe", "pipe", "ipc"], signal },
  );
  const unfinished = new Set(files);
  let current = createFileRun();
  let running: { file: string; test?: string } = { file: files[0]! };
  let failed = 0;
  let output = "";
  const silenceTimer = setTimeout(() => {
    output += `\nNo test began or ended for ${silenceTimeoutMs / 1_000} s.`;
    child.kill("SIGKILL");
  }, silenceTimeoutMs);
  child.on("message", (message: TestMessage) => {
    silenceTimer.refresh();
    const { name, status } = message;
    if (status === "loading" || status === "file") running = { file: name };
    else if (status === "test") running.test = name;
    else if (status === "over") {
      unfinished.delete(name);
      addToTally({ tally, run: current, file: name, ms: message.ms });
      current = createFileRun();
    } else {
      current[status] += 1;
      if (status !== "failed") return;
      failed += 1;
      current.failures.push({ name, text: message.text });
    }
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
  const [nextFile] = unfinished;
  const interruptedFile = unfinished.has(running.file) ? running.file : nextFile;
  // Outcomes that were not followed by the end of their file count for the interrupted one; another one runs again.
  if (nextFile === interruptedFile)
    addToTally({ tally, run: current, file: interruptedFile ?? files.join(", "), ms: 0 });
  const hasEnded = exitReason === "0" || (exitReason === "1" && failed > 0);
  if (signal.aborted || (hasEnded && (names.length > 0 || unfinished.size === 0))) return [];
  // Something other than a test failed, or a file was skipped.
  const name = interruptedFile ?? files.join(", ");
  const lastTest = running.test === undefined ? "" : `The last test that began: ${running.test}\n`;
  tally.failed += 1;
  tally.failures.push({ name, text: `The process ended with ${exitReason}.\n${lastTest}${output}` });
  printProgress({ isGood: false, name, text: "interrupted", ms: 0 });
  return [...unfinished].filter((file) => file !== interruptedFile);
}

function addToTally({ tally, run, file, ms }: { tally: TestTally; run: FileRun; file: string; ms: number }): void {
  const { passed, failed, skipped, failures, output } = run;
  if (passed + failed + skipped === 0) return;
  tally.passed += passed;
  tally.failed += failed;
  tally.skipped += skipped;
  for (const { name, text } of failures) tally.failures.push({ name: `${file} › ${name}`, text });
  if (failed > 0 && output) tally.failures.push({ name: `${file}, output`, text: output });
  const counts = [`${passed} passed`, failed > 0 && `${failed} failed`, skipped > 0 && `${skipped} skipped`];
  printProgress({ isGood: failed === 0, name: file, text: counts.filter(Boolean).join(", "), ms });
}

function escapePattern(name: string): string {
  return name.replaceAll(/[$()*+./?[\\\]^{|}]/g, "\\$&");
}
