// One process that runs test files one after the other (tools/test-batch.ts), and what its end means for each of them.
import { spawn } from "node:child_process";
import type { FileAssignment, TestMessage } from "#tools/test-events.ts";
import { addToTally, printProgress, type TestTally } from "#tools/test-report.ts";

export interface RunTestProcessOptions {
  /** Files to be run, shared by concurrent processes: a process removes the first one when it is ready for it. */
  queue: string[];
  /** Files after which the process ends, since what they loaded stays in its memory. */
  filesPerProcess: number;
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
 * Runs files of the queue in a new process and adds the outcomes to the tally. A process that hangs or ends early is a
 * failure of the file that was running; the queue then continues with the next file.
 */
export async function runTestProcess({
  queue,
  filesPerProcess,
  names = [],
  silenceTimeoutMs,
  tally,
  signal,
}: RunTestProcessOptions): Promise<void> {
  const child = spawn(
    process.execPath,
    [
      "--import=./tools/test-tracking.ts",
      "--test-reporter=./tools/test-events.ts",
      ...names.map((name) => `--test-name-pattern=/${escapePattern(name)}/i`),
      "tools/test-batch.ts",
    ],
    { stdio: ["ignore", "pipe", "pipe", "ipc"], signal },
  );
  const files: string[] = [];
  const unfinished = new Set<string>();
  let current = createFileRun();
  let running: { file: string; test?: string } | undefined;
  let failed = 0;
  let output = "";
  const silenceTimer = setTimeout(() => {
    output += `\nNo test began or ended for ${silenceTimeoutMs / 1_000} s.`;
    child.kill("SIGKILL");
  }, silenceTimeoutMs);
  function assignFile(): void {
    const file = files.length < filesPerProcess ? queue.shift() : undefined;
    if (file !== undefined) {
      files.push(file);
      unfinished.add(file);
    }
    const assignment: FileAssignment = file === undefined ? {} : { file };
    // An error means that the process has ended, which is handled below.
    child.send(assignment, () => {});
  }
  child.on("message", (message: TestMessage) => {
    silenceTimer.refresh();
    if (message.status === "next") return assignFile();
    const { name, status } = message;
    if (status === "loading" || status === "file") running = { file: name };
    else if (status === "test") running!.test = name;
    else if (status === "over") {
      unfinished.delete(name);
      addRun({ tally, run: current, file: name, ms: message.ms });
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
  const interruptedFile = running && unfinished.has(running.file) ? running.file : nextFile;
  // Outcomes that were not followed by the end of their file count for the interrupted one; another one runs again.
  if (nextFile === interruptedFile) addRun({ tally, run: current, file: interruptedFile ?? files.join(", "), ms: 0 });
  const hasEnded = exitReason === "0" || (exitReason === "1" && failed > 0);
  if (signal.aborted || (hasEnded && (names.length > 0 || unfinished.size === 0))) return;
  // Something other than a test failed, or a file was skipped. A process that did not start leaves the whole queue.
  const name = interruptedFile ?? (files.join(", ") || queue.splice(0).join(", "));
  const lastTest = running?.test === undefined ? "" : `The last test that began: ${running.test}\n`;
  const failures = [{ name, text: `The process ended with ${exitReason}.\n${lastTest}${output}` }];
  addToTally({ tally, file: name, outcomes: { passed: 0, failed: 1, skipped: 0, failures } });
  printProgress({ isGood: false, name, text: "interrupted", ms: 0 });
  queue.unshift(...[...unfinished].filter((file) => file !== interruptedFile));
}

function addRun({ tally, run, file, ms }: { tally: TestTally; run: FileRun; file: string; ms: number }): void {
  const { passed, failed, skipped, output } = run;
  if (passed + failed + skipped === 0) return;
  const failures = run.failures.map(({ name, text }) => ({ name: `${file} › ${name}`, text }));
  if (failed > 0 && output) failures.push({ name: `${file}, output`, text: output });
  addToTally({ tally, file, outcomes: { passed, failed, skipped, failures } });
  const counts = [`${passed} passed`, failed > 0 && `${failed} failed`, skipped > 0 && `${skipped} skipped`];
  printProgress({ isGood: failed === 0, name: file, text: counts.filter(Boolean).join(", "), ms });
}

function escapePattern(name: string): string {
  return name.replaceAll(/[$()*+./?[\\\]^{|}]/g, "\\$&");
}
