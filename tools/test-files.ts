import { runTestProcess, type RunTestProcessOptions } from "#tools/test-process.ts";

export interface RunFilesOptions extends RunTestProcessOptions {
  /** Files that need a process of their own; they run first. */
  serialFiles: readonly string[];
  /** Files per process, which share the cost of loading the product. */
  filesPerProcess: number;
  /** Concurrent processes. */
  concurrency: number;
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
    run: (batch) => runBatch({ ...options, files: batch }),
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

/** Runs the files in one process. If it hangs or ends early, a new process runs the files after the interrupted one. */
async function runBatch({ files, ...options }: RunTestProcessOptions): Promise<void> {
  let remaining = files;
  while (remaining.length > 0) remaining = await runTestProcess({ ...options, files: remaining });
}
