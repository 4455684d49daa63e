// How a process that runs test files tells the one that started it what became of each test.
import type { TestEvent } from "node:test/reporters";
import { inspect } from "node:util";

/** What became of one test, or of a hook of a file's own; `over` is a whole file, after all of its tests. */
export interface Outcome {
  name: string;
  became: "passed" | "failed" | "skipped" | "over";
  /** How long it took, in ms. */
  ms: number;
  /** Why it failed. */
  text: string;
}

/** A reporter of Node's test runner that writes nothing: it sends outcomes to the parent process. */
// Node takes the reporter from the default export.
// oxlint-disable-next-line import/no-default-export
export default async function* sendOutcomes(events: AsyncIterable<TestEvent>): AsyncGenerator<string> {
  for await (const event of events) for (const outcome of outcomesOf(event)) process.send!(outcome);
  yield "";
}

/** Files are suites within one suite (tools/test-batch.ts). */
const fileNesting = 1;

function outcomesOf(event: TestEvent): Outcome[] {
  if (event.type !== "test:pass" && event.type !== "test:fail") return [];
  const { name, nesting, details, skip, todo } = event.data;
  const told = { name, ms: details.duration_ms, text: "" };
  const isSuite = details.type === "suite";
  const over: Outcome[] = isSuite && nesting === fileNesting ? [{ ...told, became: "over" }] : [];
  const isSkipped = skip !== undefined || todo !== undefined;
  if (event.type === "test:pass") return isSuite ? over : [{ ...told, became: isSkipped ? "skipped" : "passed" }];
  const error = event.data.details.error as Error & { failureType?: string; cause?: unknown };
  // A suite fails with its tests, which are counted themselves; by a hook of its own it fails alone.
  if (error.failureType === "subtestsFailed") return over;
  return [{ ...told, became: isSkipped ? "skipped" : "failed", text: wordsOf(error) }, ...over];
}

function wordsOf(error: Error & { cause?: unknown }): string {
  const cause = error.cause ?? error;
  if (cause instanceof Error) return (cause.stack ?? cause.message).replaceAll(/\n\s+at .*node:internal.*/g, "");
  return typeof cause === "string" ? cause : inspect(cause);
}
