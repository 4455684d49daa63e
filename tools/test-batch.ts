// Runs the test files its parent process assigns to it, one after the other: each is a suite with its own hooks, and
// what it opened is closed before the next one is loaded.
import { AsyncResource } from "node:async_hooks";
import { once } from "node:events";
import { flushCompileCache } from "node:module";
import path from "node:path";
import { after, before, beforeEach, describe, test } from "node:test";
import type * as browserSupport from "#tests/support/browser.ts";
import { formatTestError, type FileAssignment, type TestMessage } from "#tools/test-events.ts";
import { pauseTracking, resumeTracking } from "#tools/test-tracking.ts";

const report = (progress: TestMessage): void => void process.send!(progress);

/** Asks for the next file; undefined if there is none. */
async function requestFile(): Promise<string | undefined> {
  const assigned = once(process, "message") as Promise<[FileAssignment]>;
  report({ status: "next" });
  const [{ file }] = await assigned;
  return file;
}

// While its tracking is paused, the runner cannot assign these errors to a test.
for (const event of ["uncaughtExceptionMonitor", "unhandledRejection"])
  process.on(event, (error: Error) =>
    report({ name: "an error that no test has caught", status: "failed", ms: 0, text: formatTestError(error) }),
  );

// Loaded outside of the suites: their last clean-up belongs to the process, not to the file that happens to import them.
const database = process.env["TEST_DATABASE_URL"] ? await import("#tests/support/database.ts") : undefined;
let browser: typeof browserSupport | undefined;

/**
 * Within a test, a suite runs at once; at the top level, the hooks of the process would run after the first one. Names
 * would exclude that test, so that to find tests by name all files are loaded into one suite first.
 */
const isByName = process.execArgv.some((arg) => arg.startsWith("--test-name-pattern"));
const runAll: (name: string, work: () => Promise<void>) => Promise<void> = isByName ? describe : test;

await runAll("files", async () => {
  const scope = new AsyncResource("files");
  beforeEach(({ name }) => report({ status: "test", name }));
  for (let file = await requestFile(); file !== undefined; file = await requestFile()) {
    const name = file;
    resumeTracking();
    if (name.endsWith(".story.ts")) browser ??= await scope.runInAsyncScope(() => import("#tests/support/browser.ts"));
    report({ status: "loading", name });
    const loading = Promise.withResolvers<void>();
    await scope.runInAsyncScope(() =>
      describe(name, async () => {
        before(() => {
          pauseTracking();
          report({ status: "file", name });
        });
        after(() => browser?.closePages());
        await import(path.resolve(name)).finally(loading.resolve);
        // Registered last: the hooks of the file may still need its database.
        if (!isByName) after(() => database?.closeDatabases());
      }),
    );
    await loading.promise;
    // Otherwise stored when the process ends; the servers that tests start need it before.
    flushCompileCache();
  }
});
