import { runTestProcess, type RunTestProcessOptions } from "#tools/test-process.ts";
import { createTally, replaceFailed } from "#tools/test-report.ts";

export interface RunFilesOptions extends Omit<RunTestProcessOptions, "queue"> {
  files: readonly string[];
  /** Files that need a process of their own; they run first. */
  serialFiles: readonly string[];
  /** Files that mostly wait for time-outs: one process runs them beside the others. */
  waitingFiles?: readonly string[];
  /** Files that take longest: they start before the others, so that no process runs alone in the end. */
  longFiles?: readonly string[];
  /** Concurrent processes. */
  concurrency: number;
  /** So many failed files at most run again, alone; more have not failed by chance. None by default. */
  maxRetriedFiles?: number;
  /** A failed file has to pass in each of so many further runs. */
  retryRuns?: number;
}

/** Runs test files in concurrent processes, which take them from a queue, and adds the outcomes to the tally. */
export async function runFiles({
  files,
  serialFiles,
  waitingFiles = [],
  longFiles = [],
  concurrency,
  maxRetriedFiles = 0,
  retryRuns = 1,
  ...options
}: RunFilesOptions): Promise<void> {
  const select = (selection: readonly string[]): string[] => selection.filter((file) => files.includes(file));
  const serialQueues = select(serialFiles).map((file) => [file]);
  const waitingQueue = select(waitingFiles);
  const sharedFiles = files.filter((file) => ![serialFiles, waitingFiles, longFiles].flat().includes(file));
  const queue = [...select(longFiles), ...sharedFiles];
  // A second process is worth loading the product again only for more files than these.
  const processes = Math.min(concurrency, Math.ceil(queue.length / (options.filesPerProcess / 2)));
  await Promise.all([
    runQueue({ ...options, queue: waitingQueue }),
    runWithConcurrency({
      concurrency,
      items: [...serialQueues, ...Array.from({ length: processes }, () => queue)],
      run: (pending) => runQueue({ ...options, queue: pending }),
    }),
  ]);
  await retryFailedFiles({ files, maxRetriedFiles, retryRuns, ...options });
}

/** A file that passes in all further runs counts as passed; its failures are reported as flaky. */
async function retryFailedFiles({
  files,
  maxRetriedFiles,
  retryRuns,
  tally,
  ...options
}: Omit<RunTestProcessOptions, "queue"> &
  Required<Pick<RunFilesOptions, "files" | "maxRetriedFiles" | "retryRuns">>): Promise<void> {
  const failed = files.filter((file) => (tally.files.get(file)?.failed ?? 0) > 0);
  if (failed.length > maxRetriedFiles) return;
  for (const file of failed) {
    for (let remaining = retryRuns; remaining > 0; remaining -= 1) {
      const again = createTally();
      await runQueue({ ...options, queue: [file], tally: again });
      if (again.failed > 0 || again.passed === 0) break;
      if (remaining === 1) replaceFailed({ tally, file, again });
    }
  }
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

/** Runs the queued files, in one process after the other. */
async function runQueue(options: RunTestProcessOptions): Promise<void> {
  while (options.queue.length > 0 && !options.signal.aborted) await runTestProcess(options);
}
