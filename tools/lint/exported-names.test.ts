import assert from "node:assert/strict";
import { test } from "node:test";
import { isRejectedName } from "#tools/lint/exported-names.ts";
import { runLint } from "#tools/lint/run-lint.ts";

/** The names that the linter reports in a file with this source. */
function lint(source: string): string[] {
  return runLint({ file: "exported-names.ts", rule: "glossary/exported-names", source }).map(
    ({ message }) => /"(\w+)"/.exec(message)?.[1] ?? message,
  );
}

test("rejects words without a meaning of their own, in any case and as whole names only", () => {
  for (const name of ["Told", "told", "house", "Place", "nobody", "NOBODY"]) assert.ok(isRejectedName(name), name);
  for (const name of ["Actor", "findBranch", "foundEntries", "placeOrder", "services"])
    assert.ok(!isRejectedName(name), name);
});

test("reports every form of export, and no local name", () => {
  const source = `
    export const told = 1, label = 2;
    export function asked() {}
    export class House {}
    export interface Given { kept: string }
    export type Place = string;
    const kept = 3;
    const total = kept;
    export { total as taken, label as title };
  `;
  assert.deepEqual(lint(source).toSorted(), ["Given", "House", "Place", "asked", "taken", "told"]);
});

test("accepts exports in the terms of the glossary", () => {
  assert.deepEqual(lint("export const balanceDue = 1; export interface VisitorRecord { told: string }"), []);
});
