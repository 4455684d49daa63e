import assert from "node:assert/strict";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { after, test } from "node:test";
import { runFiles } from "#tools/test-files.ts";
import { createTally } from "#tools/test-report.ts";

const folder = mkdtempSync(path.join(tmpdir(), "chaavi-test-process-"));
after(() => rmSync(folder, { recursive: true, force: true }));

function writeTestFile({ name, body }: { name: string; body: string }): string {
  const file = path.join(folder, `${name}.test.mjs`);
  writeFileSync(file, `import { before, test } from "node:test";\n${body}\n`);
  return file;
}

/** Longer than a process takes to start on a loaded machine. */
const silenceTimeoutMs = 5_000;

const passing = (name: string) => writeTestFile({ name, body: `test("passes in ${name}", () => {});` });

async function run(files: string[]) {
  const tally = createTally();
  await runFiles({
    files,
    serialFiles: [],
    filesPerProcess: 8,
    concurrency: 1,
    silenceTimeoutMs,
    tally,
    signal: new AbortController().signal,
  });
  return tally;
}

test("reports the file and the test that hangs, and runs the other files in a new process", async () => {
  const hanging = [
    {
      name: "waits",
      body: 'test("waits for ever", async () => { setInterval(() => {}, 1_000); await new Promise(() => {}); });',
    },
    { name: "loops", body: 'test("passes", () => {}); test("loops for ever", () => { for (;;); });' },
    {
      name: "hook",
      body: 'before(async () => { setInterval(() => {}, 1_000); await new Promise(() => {}); }); test("waits", () => {});',
    },
    { name: "crash", body: 'test("ends its process", () => process.exit(7));' },
  ];
  for (const { name, body } of hanging) {
    const interrupted = writeTestFile({ name, body });
    const { passed, failed, failures } = await run([
      passing("first"),
      interrupted,
      passing("second"),
      passing("third"),
    ]);
    assert.equal(failed, 1, name);
    assert.ok(passed >= 3, `${name}: ${passed} passed`);
    assert.equal(failures[0]!.name, interrupted);
    assert.match(failures[0]!.text, name === "crash" ? /ended with 7/ : /No test began or ended for 5 s/);
    const lastTest = /The last test that began: (.*)/.exec(failures[0]!.text)?.[1];
    const expected: { [name: string]: string | undefined } = {
      waits: "waits for ever",
      loops: "loops for ever",
      hook: undefined,
      crash: "ends its process",
    };
    assert.equal(lastTest, expected[name], name);
  }
});

test("a file that hangs while it is loaded does not keep the others from running", async () => {
  const body = "setInterval(() => {}, 1_000); await new Promise(() => {});";
  const interrupted = writeTestFile({ name: "loading", body });
  const { passed, failed, failures } = await run([passing("first"), interrupted, passing("second")]);
  assert.deepEqual([passed, failed, failures[0]!.name], [2, 1, interrupted]);
});

test("an error that no test catches is a failure of the file that was running", async () => {
  for (const cause of [
    "setTimeout(() => { throw new Error('not caught'); }, 1)",
    "Promise.reject(new Error('not caught'))",
  ]) {
    const body = `test("waits", async () => { ${cause}; await new Promise((resolve) => setTimeout(resolve, 50)); });`;
    const file = writeTestFile({ name: "uncaught", body });
    const { passed, failed, failures } = await run([passing("first"), file, passing("second")]);
    assert.deepEqual([passed, failed], [3, 1], cause);
    assert.ok(failures[0]!.name.startsWith(file), failures[0]!.name);
    assert.match(failures[0]!.text, /not caught/);
  }
});
