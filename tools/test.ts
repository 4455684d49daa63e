// npm test: every check there is, one after the other; `npm test -- name` runs what has the name in it.
import { globSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";
import { textOf } from "#server/plain-error.ts";
import { findChromium } from "#tests/support/chromium.ts";
import { startTestCluster, makeTemplate } from "#tests/support/cluster.ts";
import { onEnd } from "#tools/ending.ts";
import { checks } from "#tools/test-checks.ts";
import { emptyTally, lastLine, printFailures, type Tally } from "#tools/test-report.ts";
import { inLanes, runFiles } from "#tools/test-files.ts";
import { buildWeb } from "#tools/web-build.ts";

/** For two cores: a test of the server often waits for a clock, and a browser takes more than a core. */
const suites = [
  {
    name: "domain",
    files: ["domain/**/*.test.ts", "web/**/*.test.ts"],
    needsWeb: false,
    inOne: 100,
    atATime: 1,
    silence: 60_000,
  },
  {
    name: "server",
    files: ["server/**/*.test.ts", "tests/**/*.test.ts", "tools/**/*.test.ts"],
    needsWeb: false,
    inOne: 8,
    atATime: 3,
    silence: 180_000,
  },
  { name: "stories", files: ["tests/e2e/**/*.story.ts"], needsWeb: true, inOne: 4, atATime: 2, silence: 300_000 },
];
type Suite = (typeof suites)[number];
/** Counts what is open in its process, so that this must be its own; and the longest, with which two lanes begin. */
const alone = [
  "server/services/event-stream.test.ts",
  "tests/e2e/pages-of-branch.story.ts",
  "tests/e2e/pages-of-others.story.ts",
];
/** A run that takes longer, in ms, hangs: it is given up and says so. */
const longestRun = 30 * 60_000;
const wanted = process.argv.slice(2);
const tally = emptyTally();
const broken = new AbortController();
let stopCluster = async (): Promise<void> => {};

const ending = onEnd(async () => {
  broken.abort();
  await stopCluster();
});

async function runAll(): Promise<void> {
  const read = checks.filter(({ name }) => isWanted(name) || isWanted("checks"));
  await inLanes({ lanes: 2, work: read, run: (check) => check.run({ tally, signal: broken.signal }) });
  for (const suite of suites) {
    const files = globSync(suite.files).toSorted();
    const chosen = files.filter((file) => isWanted(suite.name) || isWanted(file));
    if (chosen.length > 0) await runSuite({ ...suite, files: chosen });
  }
  // A name that is neither a check nor a file may be that of tests.
  if (tally.passed + tally.failed + tally.skipped === 0 && wanted.length > 0) await runByTestName();
}

function isWanted(name: string): boolean {
  return wanted.length === 0 || wanted.some((word) => name.includes(word));
}

async function runByTestName(): Promise<void> {
  for (const suite of suites) {
    const files = globSync(suite.files).toSorted();
    if (files.length > 0) await runSuite({ ...suite, files, names: wanted });
  }
}

async function runSuite(suite: Omit<Suite, "files"> & { files: string[]; names?: string[] }): Promise<void> {
  console.log(`\n${suite.name}`);
  if (suite.name !== "domain") await startCluster();
  if (suite.needsWeb) await prepareBrowser();
  await runFiles({ ...suite, alone, tally, signal: broken.signal });
}

/** The browser first, and once: two processes that install it at the same moment would be in each other's way. */
async function prepareBrowser(): Promise<void> {
  const log = (line: string): void => console.log(`  ${line}`);
  process.env["CHROMIUM_PATH"] = findChromium(log);
  await buildWeb({ log });
}

async function startCluster(): Promise<void> {
  if (process.env["TEST_DATABASE_URL"]) return;
  const cluster = await startTestCluster();
  stopCluster = cluster.stop;
  await makeTemplate(cluster.url);
  process.env["TEST_DATABASE_URL"] = cluster.url;
}

function failRun({ tally, error }: { tally: Tally; error: unknown }): void {
  tally.failed += 1;
  tally.failures.push({ name: "the run itself", text: textOf(error) });
}

const started = performance.now();
try {
  await Promise.race([
    runAll(),
    sleep(longestRun, undefined, { ref: false }).then(() => {
      throw new Error(`The tests were given up after ${longestRun / 60_000} minutes.`);
    }),
  ]);
} catch (error) {
  failRun({ tally, error });
}
if (!ending.hasBegun()) {
  printFailures(tally);
  if (tally.passed + tally.failed === 0)
    console.log(`Nothing ran: no check, file or test has "${wanted.join(" ")}" in its name.`);
  console.log(`\n${Math.round((performance.now() - started) / 1000)} s`);
  console.log(lastLine(tally));
  await ending.begin(tally.failed > 0 || tally.passed === 0 ? 1 : 0);
}
