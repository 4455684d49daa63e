// npm run bench: how much of the database's own speed is left over HTTP, and what a million past visits cost.
// `npm run bench -- --quick` leaves the million out, `--only=list` takes one measure; neither writes docs/bench.md.
// BENCH_PROFILE=folder keeps a CPU profile of each server there.
import { writeFileSync } from "node:fs";
import { type Bench, only, runBench } from "#tools/bench/bench.ts";
import type { Desk } from "#tools/bench/data.ts";
import { keyReads, listReads, run, searchReads, type Measure, type Place, type Result } from "#tools/bench/measures.ts";
import { type Filled, fill, makeTables, serve, startDatabase } from "#tools/bench/places.ts";
import { Generator } from "#tools/bench/processes.ts";
import { markdownOf, misses, printed } from "#tools/bench/report.ts";

const few = 20_000;
const many = 1_000_000;
const checkInsARound = 160;
const isQuick = process.argv.includes("--quick");

/** The servers' two databases: the second has all that is in the first, and a longer past. */
async function makePlaces({
  undo,
  log,
}: Pick<Bench, "undo" | "log">): Promise<{ places: Place[]; desks: Desk[]; postgres: string }> {
  const { at, admin, version } = await startDatabase(undo);
  await admin`create database few`;
  const desks = await makeTables({ url: at("few") });
  if (!isQuick) await admin`create database many template few`;
  const filled: Filled[] = [];
  for (const [name, past] of isQuick ? [["few", few] as const] : [["few", few] as const, ["many", many] as const]) {
    filled.push(await fill({ url: at(name), desks, past, undo }));
    log(`${past.toLocaleString("en-US")} past visits are in`);
  }
  // Started when all data is in, so that none has run longer than the other.
  const places = await Promise.all(filled.map((place) => serve({ place, undo })));
  return { places, desks, postgres: version };
}

async function measuresFor({
  places,
  desks,
}: {
  places: readonly Place[];
  desks: readonly Desk[];
}): Promise<Measure[]> {
  const lists = new Map<Place, Awaited<ReturnType<typeof listReads>>>();
  const keys = new Map<Place, Awaited<ReturnType<typeof keyReads>>>();
  const header = new Map<Place, Awaited<ReturnType<typeof searchReads>>>();
  const visits = new Map<Place, Awaited<ReturnType<typeof searchReads>>>();
  for (const place of places) {
    lists.set(place, await listReads({ sql: place.sql, desks }));
    keys.set(place, await keyReads({ sql: place.sql, desks }));
    header.set(place, await searchReads({ sql: place.sql, desks, kind: "header" }));
    visits.set(place, await searchReads({ sql: place.sql, desks, kind: "visits" }));
  }
  const checkIn = (some: Desk[]) => (_: Place, seed: number) => ({
    kind: "check-in" as const,
    desks: some,
    count: checkInsARound,
    seed,
  });
  const all: Measure[] = [
    { name: "list of 10", rounds: 15, workFor: (place) => ({ kind: "read", reads: lists.get(place)!, ms: 600 }) },
    { name: "by its key", rounds: 11, workFor: (place) => ({ kind: "read", reads: keys.get(place)!, ms: 500 }) },
    { name: "header search", rounds: 7, workFor: (place) => ({ kind: "read", reads: header.get(place)!, ms: 500 }) },
    { name: "vehicle search", rounds: 7, workFor: (place) => ({ kind: "read", reads: visits.get(place)!, ms: 700 }) },
    { name: "check-in, 8 branches", rounds: 12, workFor: checkIn([...desks]) },
    { name: "check-in, one branch", rounds: 7, workFor: checkIn([desks[0]!]) },
  ];
  return all.filter(({ name }) => name.includes(only));
}

async function bench({ undo, seconds, log }: Bench): Promise<void> {
  const { places, desks, postgres } = await makePlaces({ undo, log });
  const http = new Generator();
  const bare = new Generator();
  undo.push(
    () => http.stop(),
    () => bare.stop(),
  );
  const before = await Promise.all(places.map(({ server }) => server.memory()));
  const results: Result[] = [];
  let seed = 0;
  for (const measure of await measuresFor({ places, desks })) {
    results.push(...(await run({ measure, places, http, bare, seed: () => (seed += 1) })));
    log(measure.name);
  }
  const memory = await Promise.all(
    places.map(async ({ past, server }, index) => ({ past, before: before[index]!, after: await server.memory() })),
  );
  const report = { results, memory, postgres, seconds: seconds() };
  console.log(`\n${printed(results)}\n`);
  for (const { past, before: first, after } of memory)
    console.log(
      `Server with ${past.toLocaleString("en-US")}: ${Math.round(first / 2 ** 20)} MB, then ${Math.round(after / 2 ** 20)} MB`,
    );
  if (!isQuick && !only) writeFileSync("docs/bench.md", markdownOf(report));
  for (const miss of misses(results)) console.log(`Not held: ${miss}`);
}

await runBench(bench);
