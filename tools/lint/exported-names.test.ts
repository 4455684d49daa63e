import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { after, test } from "node:test";
import { isRejectedName } from "#tools/lint/exported-names.ts";

const root = path.join(import.meta.dirname, "..", "..");
const folder = mkdtempSync(path.join(tmpdir(), "chaavi-lint-"));
after(() => rmSync(folder, { recursive: true }));

/** The names that the linter reports in a file with this source. */
function lint(source: string): string[] {
  const plugin = path.join(root, "tools/lint/exported-names.ts");
  const config = { jsPlugins: [plugin], categories: {}, rules: { "glossary/exported-names": "error" } };
  writeFileSync(path.join(folder, "config.json"), JSON.stringify(config));
  writeFileSync(path.join(folder, "source.ts"), source);
  const linter = path.join(root, "node_modules/oxlint/bin/oxlint");
  const { stdout } = spawnSync(process.execPath, [linter, "--config", "config.json", "--format", "json", "source.ts"], {
    cwd: folder,
    encoding: "utf8",
  });
  const { diagnostics } = JSON.parse(stdout) as { diagnostics: { message: string }[] };
  return diagnostics.map(({ message }) => /"(\w+)"/.exec(message)?.[1] ?? message);
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
