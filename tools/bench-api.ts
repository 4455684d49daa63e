// npm run bench:api: what the API costs over the bare database with 200,000 visits, the server's memory meanwhile, and what
// requests that mean harm cost everybody else. Writes docs/bench-api.md; `--only=create` takes one measure and writes nothing.
// BENCH_PROFILE=folder keeps a CPU profile of the server there.
import { writeFileSync } from "node:fs";
import { type ApiReport, markdownOf, type Memory, misses, printed, type Suffered } from "#tools/bench/api-report.ts";
import { attacks } from "#tools/bench/attacks.ts";
import { type Bench, only, runBench } from "#tools/bench/bench.ts";
import type { Desk } from "#tools/bench/data.ts";
import type { Repelled } from "#tools/bench/hostile.ts";
import type { Measured, Work } from "#tools/bench/load.ts";
import { keyReads, listReads, type Measure, type Place, type Result, run, sideOf } from "#tools/bench/measures.ts";
import { type Filled, fill, makeTables, serve, startDatabase } from "#tools/bench/places.ts";
import { Generator } from "#tools/bench/processes.ts";
import { recordCreates } from "#tools/bench/tape.ts";

const past = 200_000;
const createsARound = 320;
const attackRounds = 8;
const attackMs = 700;
const sampleMs = 100;

type Reads = Extract<Work, { kind: "read" }>["reads"];

async function measuresFor({
  place,
  desks,
}: {
  place: Filled;
  desks: Desk[];
}): Promise<{ all: Measure[]; mixed: Reads }> {
  const lists = await listReads({ sql: place.sql, desks });
  const keys = await keyReads({ sql: place.sql, desks });
  const creates = await recordCreates({
    sql: place.sql,
    url: place.url,
    desks,
    path: "/items/Parking_Main_Information",
    bodyOf: ({ vehicle_no, phone_no }) => ({ vehicle_no, phone_no, entry_reason: "Delivery" }),
  });
  const all: Measure[] = [
    { name: "list of 10", rounds: 15, workFor: () => ({ kind: "read", reads: lists, ms: 600 }) },
    { name: "by its key", rounds: 15, workFor: () => ({ kind: "read", reads: keys, ms: 500 }) },
    { name: "create", rounds: 15, workFor: (_, seed) => ({ kind: "create", creates, count: createsARound, seed }) },
  ];
  const mixed = lists.map(({ desk, reads: [list] }, at) => ({
    desk,
    reads: keys[at]!.reads.flatMap((read) => [list!, read]),
  }));
  return { all: all.filter(({ name }) => name.includes(only)), mixed };
}

/** Remembers the most a server took while something went on. */
async function watched<T>({
  place,
  memory,
  name,
  work,
}: {
  place: Place;
  memory: Memory;
  name: string;
  work: () => Promise<T>;
}): Promise<T> {
  const over = new AbortController();
  async function watch(): Promise<void> {
    while (!over.signal.aborted) {
      memory.peaks[name] = Math.max(memory.peaks[name] ?? 0, await place.server.memory());
      await new Promise((resolve) => void setTimeout(resolve, sampleMs));
    }
  }
  const watching = watch();
  try {
    return await work();
  } finally {
    over.abort();
    await watching;
  }
}

/** Each attack in its turn beside ordinary reads, and the reads alone before each. */
async function attacked({
  place,
  desks,
  mixed,
  undo,
  log,
}: { place: Place; desks: Desk[]; mixed: Reads } & Pick<Bench, "undo" | "log">): Promise<Suffered[]> {
  const [others, attacker] = [new Generator(), new Generator()];
  undo.push(
    () => others.stop(),
    () => attacker.stop(),
  );
  const at = { host: "127.0.0.1", port: place.server.port };
  const reads = (): Promise<Measured> => others.measure({ at, work: { kind: "read", reads: mixed, ms: attackMs } });
  await reads();
  const suffered: Suffered[] = [];
  for (const { name, ...request } of attacks()) {
    const siege = { ...request, token: desks[0]!.token, ms: attackMs };
    const [alone, meanwhile, repelled]: [Measured[], Measured[], Repelled[]] = [[], [], []];
    for (let round = 0; round < attackRounds; round += 1) {
      alone.push(await reads());
      const [measured, answers] = await Promise.all([reads(), attacker.besiege({ at, siege })]);
      meanwhile.push(measured);
      repelled.push(answers);
    }
    suffered.push({ attack: name, alone: sideOf(alone), meanwhile: sideOf(meanwhile), ...together(repelled) });
    log(name);
  }
  return suffered;
}

function together(rounds: readonly Repelled[]): Pick<Suffered, "rate" | "p50" | "codes"> {
  const latencies = Float64Array.from(rounds.flatMap(({ latencies: some }) => some)).toSorted();
  const codes: Suffered["codes"] = {};
  for (const [code, count] of rounds.flatMap((round) => Object.entries(round.codes)))
    codes[code] = (codes[code] ?? 0) + count;
  return {
    rate: (latencies.length / attackRounds / attackMs) * 1_000,
    p50: latencies[Math.floor(latencies.length / 2)]!,
    codes,
  };
}

async function bench({ undo, seconds, log }: Bench): Promise<void> {
  const { at, admin, version } = await startDatabase(undo);
  await admin`create database api`;
  const desks = await makeTables({ url: at("api") });
  const filled = await fill({ url: at("api"), desks, past, undo });
  log(`${past.toLocaleString("en-US")} past visits are in`);
  const { all, mixed } = await measuresFor({ place: filled, desks });
  const place = await serve({ place: filled, undo });
  const [http, bare] = [new Generator(), new Generator()];
  undo.push(
    () => http.stop(),
    () => bare.stop(),
  );
  const memory: Memory = { atStart: await place.server.memory(), peaks: {} };
  const results: Result[] = [];
  let seed = 0;
  for (const measure of all) {
    const work = () => run({ measure, places: [place], http, bare, seed: () => (seed += 1) });
    results.push(...(await watched({ place, memory, name: measure.name, work })));
    log(measure.name);
  }
  const isAttacked = "attacks".includes(only);
  const suffered = isAttacked
    ? await watched({ place, memory, name: "attacks", work: () => attacked({ place, desks, mixed, undo, log }) })
    : [];
  const report: ApiReport = { results, suffered, memory, past, postgres: version, seconds: seconds() };
  console.log(`\n${printed(report)}\n`);
  if (!only) writeFileSync("docs/bench-api.md", markdownOf(report));
  for (const miss of misses(report)) console.log(`Not held: ${miss}`);
}

await runBench(bench);
