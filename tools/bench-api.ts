// npm run bench:api: measures the overhead of the API over the bare database with 200,000 entries, the memory of the
// server, and the impact of abusive requests on other clients. Writes docs/bench-api.md; `--only=create` runs one
// measure and writes nothing. BENCH_PROFILE=folder writes a CPU profile of the server there.
import { writeFileSync } from "node:fs";
import {
  type ApiReport,
  toMarkdown,
  type MemoryUsage,
  findFailedThresholds,
  formatReport,
  type AttackImpact,
} from "#tools/bench/api-report.ts";
import { createAttacks } from "#tools/bench/attacks.ts";
import { type BenchContext, measureFilter, runBench } from "#tools/bench/run-bench.ts";
import type { BenchBranch } from "#tools/bench/data.ts";
import type { AbuseResult } from "#tools/bench/abusive-clients.ts";
import type { LoadResult, Workload } from "#tools/bench/load-generator.ts";
import {
  createKeyReads,
  createListReads,
  type BenchMeasure,
  type BenchEnvironment,
  type MeasureResult,
  runMeasure,
  summarizeRounds,
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
import { recordCreates } from "#tools/bench/recorder.ts";

const pastEntries = 200_000;
const createsPerRound = 320;
const attackRounds = 8;
const attackMs = 700;
const sampleMs = 100;

type BenchReads = Extract<Workload, { kind: "read" }>["reads"];

async function getMeasures({
  environment,
  benchBranches,
}: {
  environment: LoadedEnvironment;
  benchBranches: BenchBranch[];
}): Promise<{ measures: BenchMeasure[]; mixed: BenchReads }> {
  const lists = await createListReads({ sql: environment.sql, benchBranches });
  const keys = await createKeyReads({ sql: environment.sql, benchBranches });
  const creates = await recordCreates({
    sql: environment.sql,
    url: environment.url,
    benchBranches,
    path: "/items/Parking_Main_Information",
    toBody: ({ vehicle_no, phone_no }) => ({ vehicle_no, phone_no, entry_reason: "Delivery" }),
  });
  const measures: BenchMeasure[] = [
    {
      name: "list of 10",
      hasHandWritten: true,
      rounds: 15,
      createWorkload: () => ({ kind: "read", reads: lists, ms: 600 }),
    },
    {
      name: "by its key",
      hasHandWritten: true,
      rounds: 15,
      createWorkload: () => ({ kind: "read", reads: keys, ms: 500 }),
    },
    {
      name: "create",
      hasHandWritten: true,
      rounds: 15,
      createWorkload: (_, seed) => ({ kind: "create", creates, count: createsPerRound, seed }),
    },
  ];
  const mixed = lists.map(({ benchBranch, reads: [list] }, target) => ({
    benchBranch,
    reads: keys[target]!.reads.flatMap((read) => [list!, read]),
  }));
  return { measures: measures.filter(({ name }) => name.includes(measureFilter)), mixed };
}

/** Records the peak memory of the server during `work`. */
async function withMemoryPeak<T>({
  environment,
  memory,
  name,
  work,
}: {
  environment: BenchEnvironment;
  memory: MemoryUsage;
  name: string;
  work: () => Promise<T>;
}): Promise<T> {
  const finished = new AbortController();
  async function watch(): Promise<void> {
    while (!finished.signal.aborted) {
      memory.peaks[name] = Math.max(memory.peaks[name] ?? 0, await environment.server.memory());
      await new Promise((resolve) => void setTimeout(resolve, sampleMs));
    }
  }
  const watching = watch();
  try {
    return await work();
  } finally {
    finished.abort();
    await watching;
  }
}

/** Runs each attack concurrently with ordinary reads, alternating with the reads alone. */
async function measureUnderAttack({
  environment,
  benchBranches,
  mixed,
  cleanup,
  log,
}: { environment: BenchEnvironment; benchBranches: BenchBranch[]; mixed: BenchReads } & Pick<
  BenchContext,
  "cleanup" | "log"
>): Promise<AttackImpact[]> {
  const [clients, attacker] = [new LoadGenerator(), new LoadGenerator()];
  cleanup.push(
    () => clients.stop(),
    () => attacker.stop(),
  );
  const target = { host: "127.0.0.1", port: environment.server.port };
  const reads = (): Promise<LoadResult> =>
    clients.measure({ target, work: { kind: "read", reads: mixed, ms: attackMs } });
  await reads();
  const impacts: AttackImpact[] = [];
  for (const { name, ...request } of createAttacks()) {
    const attack = { ...request, token: benchBranches[0]!.token, ms: attackMs };
    const [baselineResults, underAttackResults, abuseResults]: [LoadResult[], LoadResult[], AbuseResult[]] = [
      [],
      [],
      [],
    ];
    for (let round = 0; round < attackRounds; round += 1) {
      baselineResults.push(await reads());
      const [measured, abuse] = await Promise.all([reads(), attacker.runAbusiveClients({ target, attack })]);
      underAttackResults.push(measured);
      abuseResults.push(abuse);
    }
    impacts.push({
      attack: name,
      baseline: summarizeRounds(baselineResults),
      underAttack: summarizeRounds(underAttackResults),
      ...mergeRounds(abuseResults),
    });
    log(name);
  }
  return impacts;
}

function mergeRounds(rounds: readonly AbuseResult[]): Pick<AttackImpact, "rate" | "p50" | "codes"> {
  const latencies = Float64Array.from(rounds.flatMap(({ latencies: values }) => values)).toSorted();
  const codes: AttackImpact["codes"] = {};
  for (const [code, count] of rounds.flatMap((round) => Object.entries(round.codes)))
    codes[code] = (codes[code] ?? 0) + count;
  return {
    rate: (latencies.length / attackRounds / attackMs) * 1_000,
    p50: latencies[Math.floor(latencies.length / 2)]!,
    codes,
  };
}

async function runApiBench({ cleanup, seconds, log }: BenchContext): Promise<void> {
  const { getUrl, admin, version } = await startDatabase(cleanup);
  await admin`create database api`;
  const benchBranches = await createTables({ url: getUrl("api") });
  const loaded = await loadEnvironment({ url: getUrl("api"), benchBranches, pastEntries, cleanup });
  log(`${pastEntries.toLocaleString("en-US")} past entries loaded`);
  const { measures, mixed } = await getMeasures({ environment: loaded, benchBranches });
  const environment = await startEnvironment({ environment: loaded, cleanup });
  const [http, baseline] = [new LoadGenerator(), new LoadGenerator()];
  cleanup.push(
    () => http.stop(),
    () => baseline.stop(),
  );
  const memory: MemoryUsage = { atStart: await environment.server.memory(), peaks: {} };
  const results: MeasureResult[] = [];
  let seed = 0;
  for (const measure of measures) {
    const work = () => runMeasure({ measure, environments: [environment], http, baseline, seed: () => (seed += 1) });
    results.push(...(await withMemoryPeak({ environment, memory, name: measure.name, work })));
    log(measure.name);
  }
  const isAttacked = "attacks".includes(measureFilter);
  const attackImpacts = isAttacked
    ? await withMemoryPeak({
        environment,
        memory,
        name: "attacks",
        work: () => measureUnderAttack({ environment, benchBranches, mixed, cleanup, log }),
      })
    : [];
  const report: ApiReport = { results, attackImpacts, memory, pastEntries, postgres: version, seconds: seconds() };
  console.log(`\n${formatReport(report)}\n`);
  const isComplete = !measureFilter;
  if (isComplete) writeFileSync("docs/bench-api.md", toMarkdown(report));
  compareWithHistory({ bench: "bench:api", results, isComplete });
  for (const failure of findFailedThresholds(report)) console.log(`Threshold not met: ${failure}`);
}

await runBench(runApiBench);
