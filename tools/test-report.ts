export interface TestCounts {
  passed: number;
  failed: number;
  skipped: number;
}

export interface TestFailure {
  name: string;
  text: string;
}

interface FileTally extends TestCounts {
  failures: TestFailure[];
}

export interface TestTally extends FileTally {
  /** What has been added of each test file. */
  files: Map<string, FileTally>;
  /** Failures of files that passed when they ran again. */
  flaky: TestFailure[];
}

const createFileTally = (): FileTally => ({ passed: 0, failed: 0, skipped: 0, failures: [] });

export const createTally = (): TestTally => ({ ...createFileTally(), files: new Map(), flaky: [] });

/** Adds outcomes of tests of a file. */
export function addToTally({ tally, file, outcomes }: { tally: TestTally; file: string; outcomes: FileTally }): void {
  const ofFile = tally.files.get(file) ?? createFileTally();
  tally.files.set(file, ofFile);
  for (const sum of [tally, ofFile]) {
    for (const kind of ["passed", "failed", "skipped"] as const) sum[kind] += outcomes[kind];
    sum.failures.push(...outcomes.failures);
  }
}

/** Replaces the outcomes of a file that has failed by those of its second run, in which it passed. */
export function replaceFailed({ tally, file, again }: { tally: TestTally; file: string; again: TestCounts }): void {
  const first = tally.files.get(file)!;
  for (const kind of ["passed", "failed", "skipped"] as const) tally[kind] += again[kind] - first[kind];
  tally.failures = tally.failures.filter((failure) => !first.failures.includes(failure));
  tally.flaky.push(...first.failures);
}

/** The summary line, which is parsed by scripts. */
export function formatSummary({ passed, failed, skipped }: TestCounts): string {
  return `${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ""}`;
}

export function printProgress(options: { isGood: boolean; name: string; text?: string; ms: number }): void {
  const { isGood, name, text = "", ms } = options;
  console.log(`  ${isGood ? "✓" : "✗"} ${name}  ${text}${text ? "  " : ""}${(ms / 1000).toFixed(1)} s`);
}

/** Prints all failures together at the end, also those of files that passed when they ran again. */
export function printFailures({ failures, flaky }: TestTally): void {
  for (const { name, text } of failures) printFailure({ name: `✗ ${name}`, text });
  for (const { name, text } of flaky) printFailure({ name: `~ ${name} (flaky: passed when its file ran again)`, text });
}

const printFailure = ({ name, text }: TestFailure): void =>
  console.log(`\n${name}\n${text.trimEnd().replaceAll(/^/gm, "    ")}`);
