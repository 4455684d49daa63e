// §6: a role is added in two files, the declaration of roles and that of their capabilities; everything else follows.
import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import path from "node:path";
import { test } from "node:test";

const root = path.join(import.meta.dirname, "..");

test("a role added to the declarations gets its capabilities and rows without any other change", async () => {
  const args = ["--import", "./tests/support/declare-role.ts", "tests/support/added-role-checks.ts"];
  // Otherwise the child would report to the runner of this test.
  const { NODE_TEST_CONTEXT: _, ...env } = process.env;
  const child = spawn(process.execPath, args, { cwd: root, env, stdio: ["ignore", "pipe", "pipe"] });
  let output = "";
  for (const stream of [child.stdout, child.stderr]) stream.on("data", (chunk: Buffer) => (output += chunk.toString()));
  const exitCode = await new Promise((resolve) => child.once("close", resolve));
  assert.equal(exitCode, 0, output);
  assert.match(output, /pass 5\b/, output);
});
