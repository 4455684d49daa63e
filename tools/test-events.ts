// How a process that runs test files tells the one that started it what became of each test.
import type { TestEvent } from "node:test/reporters";
import { inspect } from "node:util";

/** What became of one test, or of a hook of the file's own. */
export interface Outcome {
  file: string;
  name: string;
  became: "passed" | "failed" | "skipped";
  /** How long it took, in ms; 0 of a test within another, whose time is the other's. */
  ms: number;
  /** Why it failed. */
  text: string;
}

/** A reporter of Node's test runner that writes nothing: it sends outcomes to the parent process. */
// Node takes the reporter from the default export.
// oxlint-disable-next-line import/no-default-export
export default async function* sendOutcomes(events: AsyncIterable<TestEvent>): AsyncGenerator<string> {
  for await (const event of events) {
    const outcome = outcomeOf(event);
    if (outcome) process.send!(outcome);
  }
  yield "";
}

function outcomeOf(event: TestEvent): Outcome | undefined {
  if (event.type !== "test:pass" && event.type !== "test:fail") return undefined;
  const { file = "", name, nesting, details, skip, todo } = event.data;
  const isSkipped = skip !== undefined || todo !== undefined;
  const told = { file, name, ms: nesting === 0 ? details.duration_ms : 0, text: "" };
  if (event.type === "test:pass") {
    if (details.type === "suite") return undefined;
    return { ...told, became: isSkipped ? "skipped" : "passed" };
  }
  const error = event.data.details.error as Error & { failureType?: string; cause?: unknown };
  // A suite fails with its tests, which are counted themselves; by a hook of its own it fails alone.
  if (error.failureType === "subtestsFailed") return undefined;
  return { ...told, became: isSkipped ? "skipped" : "failed", text: wordsOf(error) };
}

function wordsOf(error: Error & { cause?: unknown }): string {
  const cause = error.cause ?? error;
  if (cause instanceof Error) return (cause.stack ?? cause.message).replaceAll(/\n\s+at .*node:internal.*/g, "");
  return typeof cause === "string" ? cause : inspect(cause);
}
