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

async function run(files: string[], maxRetriedFiles = 0, retryRuns = 1) {
  const tally = createTally();
  await runFiles({
    files,
    serialFiles: [],
    filesPerProcess: 8,
    concurrency: 1,
    silenceTimeoutMs,
    maxRetriedFiles,
    retryRuns,
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
  const expected: { [name: string]: string | undefined } = {
    waits: "waits for ever",
    loops: "loops for ever",
    hook: undefined,
    crash: "ends its process",
  };
  const others = ["first", "second", "third"].map(passing);
  async function runWithHanging({ name, body }: { name: string; body: string }): Promise<void> {
    const interrupted = writeTestFile({ name, body });
    const { passed, failed, failures } = await run([others[0]!, interrupted, ...others.slice(1)]);
    assert.equal(failed, 1, name);
    assert.ok(passed >= 3, `${name}: ${passed} passed`);
    assert.equal(failures[0]!.name, interrupted);
    assert.match(failures[0]!.text, name === "crash" ? /ended with 7/ : /No test began or ended for 5 s/);
    const lastTest = /The last test that began: (.*)/.exec(failures[0]!.text)?.[1];
    assert.equal(lastTest, expected[name], name);
  }
  // At once, since most of their time is the wait for the time-out.
  await Promise.all(hanging.map(runWithHanging));
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

/** Fails in the given runs, by default in its first process alone. */
function writeFlakyFile(name: string, failedRuns = [1]): string {
  const body = `import { appendFileSync, readFileSync } from "node:fs";
    const counter = ${JSON.stringify(path.join(folder, `${name}.counter`))};
    test("passes", () => {});
    test("fails at times", () => {
      appendFileSync(counter, ".");
      const run = readFileSync(counter).length;
      if (${JSON.stringify(failedRuns)}.includes(run)) throw new Error("failed in run " + run);
    });`;
  return writeTestFile({ name, body });
}

test("a failed file runs again where that is permitted, and is reported as flaky if it passes", async () => {
  const flaky = writeFlakyFile("flaky");
  const tally = await run([passing("first"), flaky], 1);
  assert.deepEqual([tally.passed, tally.failed, tally.failures], [3, 0, []]);
  assert.deepEqual(
    tally.flaky.map(({ name }) => name),
    [`${flaky} › fails at times`],
  );
  assert.match(tally.flaky[0]!.text, /failed in run 1/);
});

test("what fails again is a failure, and so are more files than are permitted to run again", async () => {
  const failing = writeTestFile({ name: "failing", body: 'test("fails", () => { throw new Error("always"); });' });
  const again = await run([failing, passing("first")], 1);
  assert.deepEqual([again.passed, again.failed, again.failures.length, again.flaky], [1, 1, 1, []]);
  const tally = await run([writeFlakyFile("one"), writeFlakyFile("two")], 1);
  assert.deepEqual([tally.passed, tally.failed, tally.flaky], [2, 2, []]);
});

test("a file that has to pass in several further runs is a failure if it fails in one of them", async () => {
  const rare = await run([passing("first"), writeFlakyFile("rare")], 1, 3);
  assert.deepEqual([rare.passed, rare.failed, rare.flaky.length], [3, 0, 1]);
  const frequent = await run([passing("first"), writeFlakyFile("frequent", [1, 3])], 1, 3);
  assert.deepEqual([frequent.passed, frequent.failed, frequent.flaky], [2, 1, []]);
});
