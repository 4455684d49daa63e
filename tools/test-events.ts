// Messages in which a test process reports to its parent what it runs, and the outcome of each test.
import type { TestEvent } from "node:test/reporters";
import { inspect } from "node:util";

/**
 * Sent before a file is loaded, before the hooks and tests of a file, and before each test. Not by the reporter: it would
 * be heard of only after a test that never yields.
 */
export interface TestProgress {
  status: "loading" | "file" | "test";
  name: string;
}

/** Sent by a test process that has run its file and is ready for another one. */
export interface FileRequest {
  status: "next";
}

/** The reply to a FileRequest; without a file the process ends. */
export interface FileAssignment {
  file?: string;
}

export type TestMessage = FileRequest | TestProgress | TestOutcome;

/** Outcome of a test, or of a hook of a file; `over` marks the end of a file after all of its tests. */
export interface TestOutcome {
  name: string;
  status: "passed" | "failed" | "skipped" | "over";
  /** Duration in ms. */
  ms: number;
  /** Reason of the failure. */
  text: string;
}

/** Reporter for Node's test runner that prints nothing and sends outcomes to the parent process. */
// Node loads the reporter from the default export.
// oxlint-disable-next-line import/no-default-export
export default async function* reportOutcomes(events: AsyncIterable<TestEvent>): AsyncGenerator<string> {
  for await (const event of events) for (const outcome of toOutcomes(event)) process.send!(outcome);
  yield "";
}

/** Files are suites within one test (tools/test-batch.ts), which counts only if it fails itself. */
const fileNesting = 1;

function toOutcomes(event: TestEvent): TestOutcome[] {
  if (event.type !== "test:pass" && event.type !== "test:fail") return [];
  const { name, nesting, details, skip, todo } = event.data;
  if (nesting < fileNesting && name === "files" && event.type === "test:pass") return [];
  const outcome = { name, ms: details.duration_ms, text: "" };
  const isSuite = details.type === "suite";
  const fileEnd: TestOutcome[] = isSuite && nesting === fileNesting ? [{ ...outcome, status: "over" }] : [];
  const isSkipped = skip !== undefined || todo !== undefined;
  if (event.type === "test:pass") return isSuite ? fileEnd : [{ ...outcome, status: isSkipped ? "skipped" : "passed" }];
  const error = event.data.details.error as Error & { failureType?: string; cause?: unknown };
  // A suite fails with its tests, which are counted separately; only a failing hook counts as its own failure.
  if (error.failureType === "subtestsFailed") return fileEnd;
  return [{ ...outcome, status: isSkipped ? "skipped" : "failed", text: formatTestError(error) }, ...fileEnd];
}

/** Describes why a test failed, without the stack frames of Node.js. */
export function formatTestError(error: Error & { cause?: unknown }): string {
  const cause = error.cause ?? error;
  if (cause instanceof Error) return (cause.stack ?? cause.message).replaceAll(/\n\s+at .*node:internal.*/g, "");
  return typeof cause === "string" ? cause : inspect(cause);
}
