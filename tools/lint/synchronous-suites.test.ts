import assert from "node:assert/strict";
import { test } from "node:test";
import { runLint } from "#tools/lint/run-lint.ts";

/** The lines of the source that the linter reports. */
function lint(source: string): number[] {
  return runLint({ file: "synchronous-suites.ts", rule: "tests/synchronous-suites", source }).map(
    ({ labels }) => labels[0]!.span.line,
  );
}

test("reports a suite with an asynchronous callback, in every form", () => {
  const source = `describe("a", async () => {});
describe("b", { concurrency: true }, async function () {});
describe.only("c", async () => {});
suite("d", async () => {});
describe("e", () => { describe("f", async () => {}); });`;
  assert.deepEqual(lint(source), [1, 2, 3, 4, 5]);
});

test("accepts asynchronous tests and hooks of a synchronous suite", () => {
  const source = `describe("a", () => {
  before(async () => {});
  test("b", async () => {});
});
runner.describe("c", async () => {});`;
  assert.deepEqual(lint(source), []);
});
