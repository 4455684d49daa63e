// npm test: runs all checks and tests; `npm test -- name` runs those whose name contains it, with --watch again whenever
// a file is saved, and with --trace with a trace of each failed story.
import { globSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";
import { formatStartupError } from "#server/operator-error.ts";
import { findChromium } from "#tests/support/chromium.ts";
import { startTestCluster, createTemplate } from "#tests/support/cluster.ts";
import { readTestSettings } from "#tests/support/test-settings.ts";
import { onShutdown } from "#tools/shutdown.ts";
import { testChecks } from "#tools/test-checks.ts";
import { addToTally, createTally, formatSummary, printFailures, type TestTally } from "#tools/test-report.ts";
import { runWithConcurrency, runFiles } from "#tools/test-files.ts";
import { watchSources } from "#tools/test-watch.ts";
import { buildWeb } from "#tools/web-build.ts";

/** Tuned for two cores: server tests often wait for a clock, and a browser uses more than a core. */
const suites = [
  {
    name: "domain",
    files: ["domain/**/*.test.ts", "web/**/*.test.ts"],
    needsWeb: false,
    filesPerProcess: 100,
    concurrency: 1,
    silenceTimeoutMs: 60_000,
    maxRetriedFiles: 0,
    retryRuns: 0,
  },
  {
    name: "server",
    files: ["server/**/*.test.ts", "tests/**/*.test.ts", "tools/**/*.test.ts"],
    needsWeb: false,
    filesPerProcess: 16,
    concurrency: 3,
    silenceTimeoutMs: 180_000,
    // On a loaded machine a test may wait too long for a time-out; a race shows again in one of three runs, or is reported.
    maxRetriedFiles: 2,
    retryRuns: 3,
  },
  {
    name: "stories",
    files: ["tests/e2e/**/*.story.ts"],
    needsWeb: true,
    filesPerProcess: 8,
    concurrency: 2,
    silenceTimeoutMs: 300_000,
    // When a browser does something on a loaded machine, its test does not decide alone.
    maxRetriedFiles: 2,
    retryRuns: 1,
  },
];
type TestSuite = (typeof suites)[number];
/** Files with a process of their own: one counts its open handles, and two share an app that ends with the first. */
const serialFiles = [
  "server/http/event-stream.test.ts",
  "tests/e2e/branch-page-walk.story.ts",
  "tests/e2e/public-and-platform-page-walk.story.ts",
];
/** Files that take minutes and use little CPU, since the product waits for time-outs. */
const waitingFiles = [
  "tests/payment-faults.test.ts",
  "tests/faults/job-outage.test.ts",
  "tests/faults/database-outage.test.ts",
  "tests/faults/failover.test.ts",
  "tests/secrets.test.ts",
];
/** Files of 15 seconds and more. */
const longFiles = [
  "tests/security/backup-and-restore.test.ts",
  "tests/conformance/tenancy.test.ts",
  "tests/conformance/tenancy-actions.test.ts",
  "tests/security/production-start.test.ts",
  "tests/conformance/differential.test.ts",
  "tests/permission-matrix.test.ts",
  "tests/server-crash.test.ts",
  "server/features/people/import-people.test.ts",
  "tools/demo/load.test.ts",
  "tests/faults/disk-full.test.ts",
  "tests/start.test.ts",
  "tests/outbox-crash.test.ts",
  "tests/security/one-time-codes.test.ts",
  "tests/e2e/security-log.story.ts",
  "tests/e2e/valet-ticket.story.ts",
  "tests/e2e/vendor-registration.story.ts",
  "tests/e2e/route-guards.story.ts",
  "tests/e2e/forgotten-password.story.ts",
];
/** Largest duration of a run in ms, after which it is aborted. */
const maxRunMs = 75 * 60_000;
const isWatching = process.argv.includes("--watch");
const requestedPaths = process.argv.slice(2).filter((arg) => arg !== "--watch" && arg !== "--trace");
if (process.argv.includes("--trace")) process.env["STORY_TRACE"] = "on";
const abortController = new AbortController();
let stopCluster = async (): Promise<void> => {};

const shutdown = onShutdown(async () => {
  abortController.abort();
  await stopCluster();
});

async function runAll(tally: TestTally): Promise<void> {
  const checks = testChecks.filter(({ name }) => isRequested(name) || isRequested("checks"));
  await runWithConcurrency({
    concurrency: 2,
    items: checks,
    run: (check) => check.run({ tally, signal: abortController.signal }),
  });
  for (const suite of suites) {
    const files = globSync(suite.files).toSorted();
    const selectedFiles = files.filter((file) => isRequested(suite.name) || isRequested(file));
    if (selectedFiles.length > 0) await runSuite({ ...suite, files: selectedFiles, tally });
  }
  // A name that matches neither a check nor a file may be that of a test.
  if (tally.passed + tally.failed + tally.skipped === 0 && requestedPaths.length > 0) await runByTestName(tally);
}

function isRequested(name: string): boolean {
  return requestedPaths.length === 0 || requestedPaths.some((part) => name.includes(part));
}

async function runByTestName(tally: TestTally): Promise<void> {
  for (const suite of suites) {
    const files = globSync(suite.files).toSorted();
    if (files.length > 0) await runSuite({ ...suite, files, names: requestedPaths, tally });
  }
}

async function runSuite(
  suite: Omit<TestSuite, "files"> & { files: string[]; names?: string[]; tally: TestTally },
): Promise<void> {
  console.log(`\n${suite.name}`);
  if (suite.name !== "domain") {
    await startCluster();
    // The server answers the public site's pages from the build; files that run at once must not build it themselves.
    await buildWeb({ log: (line) => console.log(`  ${line}`) });
  }
  if (suite.needsWeb) prepareBrowser();
  // Who runs some files wants to see them fail.
  const maxRetriedFiles = requestedPaths.length === 0 ? suite.maxRetriedFiles : 0;
  await runFiles({ ...suite, maxRetriedFiles, serialFiles, waitingFiles, longFiles, signal: abortController.signal });
}

/** Installs the browser once beforehand, since concurrent installations would interfere. */
function prepareBrowser(): void {
  process.env["CHROMIUM_PATH"] = findChromium((line) => console.log(`  ${line}`));
}

async function startCluster(): Promise<void> {
  if (readTestSettings().TEST_DATABASE_URL) return;
  const cluster = await startTestCluster();
  stopCluster = cluster.stop;
  await createTemplate(cluster.url);
  process.env["TEST_DATABASE_URL"] = cluster.url;
}

/** Runs what was requested and prints failures and summary; returns whether all of it passed. */
async function runRequested(): Promise<boolean> {
  const tally = createTally();
  const startedAt = performance.now();
  try {
    await Promise.race([
      runAll(tally),
      sleep(maxRunMs, undefined, { ref: false }).then(() => {
        throw new Error(`The tests were aborted after ${maxRunMs / 60_000} minutes.`);
      }),
    ]);
  } catch (error) {
    const failures = [{ name: "test run", text: formatStartupError(error) }];
    addToTally({ tally, file: "test run", outcomes: { passed: 0, failed: 1, skipped: 0, failures } });
  }
  if (shutdown.hasBegun()) return false;
  printFailures(tally);
  if (tally.passed + tally.failed === 0)
    console.log(`No tests were run: no check, file or test name contains "${requestedPaths.join(" ")}".`);
  console.log(`\n${Math.round((performance.now() - startedAt) / 1000)} s`);
  console.log(formatSummary(tally));
  return tally.failed === 0 && tally.passed > 0;
}

/** Runs the requested tests after each change until Ctrl-C; database cluster and template stay. */
async function watchRequested(): Promise<never> {
  const nextChange = watchSources();
  for (;;) {
    await runRequested();
    console.log("\nWaiting for a change. Ctrl-C ends.");
    await nextChange();
  }
}

if (isWatching) await watchRequested();
const isGood = await runRequested();
if (!shutdown.hasBegun()) await shutdown.begin(isGood ? 0 : 1);
