// npm run bench: how much of the database's own speed is left over HTTP, and what a million past visits cost.
// `npm run bench -- --quick` leaves the million out, `--only=list` takes one measure; neither writes docs/bench.md.
// BENCH_PROFILE=folder keeps a CPU profile of each server there.
import { mkdtempSync, writeFileSync, chmodSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { startEmbedded } from "#server/db/embedded.ts";
import { migrate } from "#server/db/migrate.ts";
import { connect, type Sql } from "#server/db/pool.ts";
import { seedReference } from "#server/db/seed.ts";
import { textOf } from "#server/plain-error.ts";
import { onEnd } from "#tools/ending.ts";
import { loadPast, loadToday, makeDesks, settle, type Desk } from "#tools/bench/data.ts";
import { keyReads, listReads, run, searchReads, type Measure, type Place, type Result } from "#tools/bench/measures.ts";
import { Generator, ServerProcess } from "#tools/bench/processes.ts";
import { markdownOf, misses, printed } from "#tools/bench/report.ts";

const few = 20_000;
const many = 1_000_000;
const secret = "a-secret-of-the-bench-long-enough-for-all";
const checkInsARound = 160;
const isQuick = process.argv.includes("--quick");
const only = process.argv.find((arg) => arg.startsWith("--only="))?.slice("--only=".length) ?? "";

const undo: (() => unknown)[] = [];
const ending = onEnd(async () => {
  for (const step of undo.toReversed()) await step();
});
const begun = performance.now();
const seconds = (): number => (performance.now() - begun) / 1000;
const log = (line: string): void => console.log(`· ${line} (${seconds().toFixed(0)} s)`);

/** The servers' two databases: the second has all that is in the first, and a longer past. */
async function makePlaces(): Promise<{ places: Place[]; desks: Desk[]; postgres: string }> {
  const dataDir = mkdtempSync(path.join(process.env["DATA_DIR"] ?? tmpdir(), "chaavi-bench-"));
  chmodSync(dataDir, 0o755);
  const embedded = await startEmbedded({ dataDir, isThrowAway: true });
  undo.push(() => embedded.stop());
  const at = (name: string): string => Object.assign(new URL(embedded.url), { pathname: `/${name}` }).href;
  const admin = connect(at("postgres"), { max: 1, statementTimeout: 0 });
  undo.push(() => admin.end());
  await admin`create database few`;
  const source = connect(at("few"), { max: 2, statementTimeout: 0 });
  await migrate({ sql: source });
  await seedReference({ sql: source });
  const desks = await makeDesks({ sql: source, secret });
  const [version] = await source<{ server_version: string }[]>`show server_version`;
  if (!isQuick) {
    await source.end();
    await admin`create database many template few`;
  }
  const filled = [await fill({ url: at("few"), desks, past: few })];
  if (!isQuick) filled.push(await fill({ url: at("many"), desks, past: many }));
  // Started when all data is in, so that none has run longer than the other.
  const places = await Promise.all(filled.map(serve));
  return { places, desks, postgres: version!.server_version };
}

async function fill({
  url,
  desks,
  past,
}: {
  url: string;
  desks: Desk[];
  past: number;
}): Promise<Omit<Place, "server">> {
  const sql: Sql = connect(url, { max: 4 });
  undo.push(() => sql.end());
  await loadPast({ sql, desks, count: past, name: "past" });
  await loadToday({ sql, desks });
  await settle(sql);
  log(`${past.toLocaleString("en-US")} past visits are in`);
  return { past, url, sql };
}

async function serve(place: Omit<Place, "server">): Promise<Place> {
  const profile = process.env["BENCH_PROFILE"];
  const execArgv = profile ? ["--cpu-prof", `--cpu-prof-dir=${profile}`] : [];
  const server = await ServerProcess.start({ database: place.url, secret, execArgv });
  undo.push(() => server.stop());
  return { ...place, server };
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

async function bench(): Promise<void> {
  const { places, desks, postgres } = await makePlaces();
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

try {
  await bench();
  await ending.begin(0);
} catch (error) {
  console.error(textOf(error));
  await ending.begin(1);
}
