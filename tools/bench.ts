// npm run bench: measures the throughput of the API relative to the bare database, and the cost of a million past
// entries. `npm run bench -- --large` compares with ten million and writes docs/bench-large.md (45 minutes, 40 GB of disk).
// `npm run bench -- --quick` leaves them out, `--only=list` runs one measure; neither writes a document or adds to docs/bench-history.csv. BENCH_PROFILE=folder writes a CPU profile of each server there.
import { writeFileSync } from "node:fs";
import { type BenchContext, measureFilter, runBench } from "#tools/bench/run-bench.ts";
import type { BenchBranch } from "#tools/bench/data.ts";
import {
  createKeyReads,
  createListReads,
  runMeasure,
  createSearchReads,
  type BenchMeasure,
  type BenchEnvironment,
  type MeasureResult,
} from "#tools/bench/measures.ts";
import {
  type LoadedEnvironment,
  loadEnvironment,
  createTables,
  startEnvironment,
  startDatabase,
} from "#tools/bench/environments.ts";
import { compareWithHistory } from "#tools/bench/history.ts";
import { LoadGenerator } from "#tools/bench/processes.ts";
import { type BenchSize, toMarkdown, findFailedThresholds, formatReport } from "#tools/bench/report.ts";

const fewEntries = 20_000;
const checkInsPerRound = 160;
const isQuick = process.argv.includes("--quick");
const size: BenchSize = process.argv.includes("--large")
  ? { manyEntries: 10_000_000, maxSlowdown: 1.5, file: "docs/bench-large.md", script: "npm run bench -- --large" }
  : { manyEntries: 1_000_000, maxSlowdown: 1.3, file: "docs/bench.md", script: "npm run bench" };

/** Creates two databases; the second contains all data of the first and a longer history. */
async function createEnvironments({ cleanup, log }: Pick<BenchContext, "cleanup" | "log">): Promise<{
  environments: BenchEnvironment[];
  benchBranches: BenchBranch[];
  postgres: string;
}> {
  const { getUrl, admin, version } = await startDatabase(cleanup);
  await admin`create database few`;
  const benchBranches = await createTables({ url: getUrl("few") });
  if (!isQuick) await admin`create database many template few`;
  const loaded: LoadedEnvironment[] = [];
  for (const [name, pastEntries] of isQuick
    ? [["few", fewEntries] as const]
    : [["few", fewEntries] as const, ["many", size.manyEntries] as const]) {
    loaded.push(await loadEnvironment({ url: getUrl(name), benchBranches, pastEntries, cleanup }));
    log(`${pastEntries.toLocaleString("en-US")} past entries loaded`);
  }
  // Started after all data is loaded, so that none has run longer than the other.
  const environments = await Promise.all(loaded.map((environment) => startEnvironment({ environment, cleanup })));
  return { environments, benchBranches, postgres: version };
}

async function getMeasures({
  environments,
  benchBranches,
}: {
  environments: readonly BenchEnvironment[];
  benchBranches: readonly BenchBranch[];
}): Promise<BenchMeasure[]> {
  const lists = new Map<BenchEnvironment, Awaited<ReturnType<typeof createListReads>>>();
  const keys = new Map<BenchEnvironment, Awaited<ReturnType<typeof createKeyReads>>>();
  const headerSearches = new Map<BenchEnvironment, Awaited<ReturnType<typeof createSearchReads>>>();
  const entrySearches = new Map<BenchEnvironment, Awaited<ReturnType<typeof createSearchReads>>>();
  for (const environment of environments) {
    lists.set(environment, await createListReads({ sql: environment.sql, benchBranches }));
    keys.set(environment, await createKeyReads({ sql: environment.sql, benchBranches }));
    headerSearches.set(environment, await createSearchReads({ sql: environment.sql, benchBranches, kind: "header" }));
    entrySearches.set(environment, await createSearchReads({ sql: environment.sql, benchBranches, kind: "visits" }));
  }
  const checkIn = (branches: BenchBranch[]) => (_: BenchEnvironment, seed: number) => ({
    kind: "check-in" as const,
    benchBranches: branches,
    count: checkInsPerRound,
    seed,
  });
  const measures: BenchMeasure[] = [
    {
      name: "list of 10",
      hasHandWritten: true,
      rounds: 15,
      createWorkload: (environment) => ({ kind: "read", reads: lists.get(environment)!, ms: 600 }),
    },
    {
      name: "by its key",
      hasHandWritten: true,
      rounds: 11,
      createWorkload: (environment) => ({ kind: "read", reads: keys.get(environment)!, ms: 500 }),
    },
    {
      name: "header search",
      rounds: 7,
      createWorkload: (environment) => ({ kind: "read", reads: headerSearches.get(environment)!, ms: 500 }),
    },
    {
      name: "vehicle search",
      rounds: 7,
      createWorkload: (environment) => ({ kind: "read", reads: entrySearches.get(environment)!, ms: 700 }),
    },
    { name: "check-in, 8 branches", rounds: 12, createWorkload: checkIn([...benchBranches]) },
    { name: "check-in, one branch", rounds: 7, createWorkload: checkIn([benchBranches[0]!]) },
  ];
  return measures.filter(({ name }) => name.includes(measureFilter));
}

async function runParkingBench({ cleanup, seconds, log }: BenchContext): Promise<void> {
  const { environments, benchBranches, postgres } = await createEnvironments({ cleanup, log });
  const http = new LoadGenerator();
  const baseline = new LoadGenerator();
  cleanup.push(
    () => http.stop(),
    () => baseline.stop(),
  );
  const before = await Promise.all(environments.map(({ server }) => server.memory()));
  const results: MeasureResult[] = [];
  let seed = 0;
  for (const measure of await getMeasures({ environments, benchBranches })) {
    results.push(...(await runMeasure({ measure, environments, http, baseline, seed: () => (seed += 1) })));
    log(measure.name);
  }
  const memory = await Promise.all(
    environments.map(async ({ pastEntries: past, server }, index) => ({
      past,
      before: before[index]!,
      after: await server.memory(),
    })),
  );
  const report = { results, memory, postgres, seconds: seconds(), size };
  console.log(`\n${formatReport(report)}\n`);
  for (const { past, before: bytesBefore, after } of memory)
    console.log(
      `Server with ${past.toLocaleString("en-US")}: ${Math.round(bytesBefore / 2 ** 20)} MB, then ${Math.round(after / 2 ** 20)} MB`,
    );
  const isComplete = !isQuick && !measureFilter;
  if (isComplete) writeFileSync(size.file, toMarkdown(report));
  compareWithHistory({ bench: "bench", results, isComplete });
  for (const failure of findFailedThresholds(report)) console.log(`Threshold not met: ${failure}`);
}

await runBench(runParkingBench);
