// npm run bench:events: commits a second of transactions that write an event, announced after the commit, against the same without
// any notice and with NOTIFY inside the transaction, while one transaction stays open; and whether readers saw every event once.
// Writes docs/bench-events.md; `--quick` measures for a tenth of the time and writes nothing.
import { writeFileSync } from "node:fs";
import { eventsChannel, noteForCommit } from "#server/db/after-commit.ts";
import { createPools, getEventPool } from "#server/db/pools.ts";
import type { Sql, Tx } from "#server/db/pool.ts";
import { runTransaction } from "#server/db/transaction.ts";
import { EventReader } from "#server/live/event-reader.ts";
import { createTables, startDatabase } from "#tools/bench/environments.ts";
import { getMedian } from "#tools/bench/quantiles.ts";
import { describeRun, getLoadAverage, runBench, type BenchContext } from "#tools/bench/run-bench.ts";

const isQuick = process.argv.includes("--quick");
const writerCounts = [16, 64];
const rounds = isQuick ? 1 : 3;
const measureMs = isQuick ? 1_000 : 10_000;
/** Of the commits a second without any notice. */
const minimumRatio = 0.9;
const readers = 2;

const modes = ["no notice", "announced after the commit", "NOTIFY inside"] as const;
type Mode = (typeof modes)[number];

const payload = JSON.stringify({
  collection: "Parking_Information",
  action: "update",
  row: { id: 1, company: 1, branch: 1 },
});

async function writeEvent({ tx, item, mode }: { tx: Tx; item: number; mode: Mode }): Promise<void> {
  await tx.unsafe(
    `with active as (insert into activity (action, timestamp, collection, item) values ('update', now(), 'Parking_Information', $1::int::text) returning id)
     insert into live_matches (activity, "row") select id, jsonb_build_object('id', $1::int) from active`,
    [item],
    { prepare: true },
  );
  if (mode === "announced after the commit") noteForCommit(tx, "events");
  if (mode === "NOTIFY inside")
    await tx.unsafe(`select pg_notify($1, $2 || $3::text)`, [eventsChannel, payload, item], { prepare: true });
}

interface Measure {
  commitsPerSecond: number;
  /** Committed events that a reader did not see, or saw twice. */
  lost: number;
  repeated: number;
}

/** One round with this number of writers, and one transaction that stays open all the while. */
async function measure({ sql, writers, mode }: { sql: Sql; writers: number; mode: Mode }): Promise<Measure> {
  const [{ before }] = await sql<[{ before: number }]>`select coalesce(max(id), 0)::int as before from activity`;
  const seen = Array.from({ length: readers }, () => new Map<number, number>());
  const eventReaders = seen.map(
    (counts) =>
      new EventReader({
        sql: getEventPool(sql),
        onEvents: (events) => {
          for (const { event } of events) counts.set(event, (counts.get(event) ?? 0) + 1);
        },
        onGap: () => {},
      }),
  );
  for (const reader of eventReaders) await reader.start();
  const { unlisten } = await sql.listen(eventsChannel, () => {
    for (const reader of eventReaders) reader.wake();
  });
  const opened = Promise.withResolvers<undefined>();
  const release = Promise.withResolvers<undefined>();
  const long = runTransaction({
    sql,
    work: async (tx) => {
      await writeEvent({ tx, item: 0, mode });
      opened.resolve(undefined);
      await release.promise;
    },
  });
  await opened.promise;
  let commits = 0;
  const startedAt = performance.now();
  const isOver = (): boolean => performance.now() - startedAt > measureMs;
  await Promise.all(
    Array.from({ length: writers }, async (_, item) => {
      while (!isOver()) {
        await runTransaction({ sql, work: (tx) => writeEvent({ tx, item: item + 1, mode }) });
        commits += 1;
      }
    }),
  );
  const commitsPerSecond = (commits * 1_000) / (performance.now() - startedAt);
  release.resolve(undefined);
  await long;
  const ids = (await sql<{ id: number }[]>`select id from activity where id > ${before}`).map(({ id }) => id);
  const isComplete = (): boolean => seen.every((counts) => ids.every((id) => counts.has(id)));
  for (const deadline = Date.now() + 20_000; !isComplete() && Date.now() < deadline;)
    await new Promise((resolve) => setTimeout(resolve, 100));
  await unlisten();
  for (const reader of eventReaders) await reader.stop();
  const count = (isCounted: (times: number) => boolean): number =>
    seen.reduce((sum, counts) => sum + ids.filter((id) => isCounted(counts.get(id) ?? 0)).length, 0);
  return { commitsPerSecond, lost: count((times) => times === 0), repeated: count((times) => times > 1) };
}

interface Result extends Measure {
  writers: number;
  mode: Mode;
}

async function measureAll({ url, log }: { url: string; log: BenchContext["log"] }): Promise<Result[]> {
  const results: Result[] = [];
  for (const writers of writerCounts) {
    const sql = createPools(url, { size: writers * 2 + 4 });
    try {
      const measures = new Map<Mode, Measure[]>(modes.map((mode) => [mode, []]));
      // In turn, so that other work of the machine meets all of them.
      for (let round = 0; round < rounds; round += 1)
        for (const mode of modes) measures.get(mode)!.push(await measure({ sql, writers, mode }));
      for (const [mode, values] of measures) {
        const sum = (pick: (value: Measure) => number) => values.reduce((total, value) => total + pick(value), 0);
        results.push({
          writers,
          mode,
          commitsPerSecond: getMedian(values.map((value) => value.commitsPerSecond)),
          lost: sum(({ lost }) => lost),
          repeated: sum(({ repeated }) => repeated),
        });
        log(`${writers} writers, ${mode}: ${results.at(-1)!.commitsPerSecond.toFixed(0)} commits/s`);
      }
    } finally {
      await sql.end();
    }
  }
  return results;
}

const getRate = (results: readonly Result[], { writers, mode }: { writers: number; mode: Mode }): number =>
  results.find((result) => result.writers === writers && result.mode === mode)!.commitsPerSecond;

function toMarkdown({ results, seconds }: { results: readonly Result[]; seconds: number }): string {
  const format = (value: number): string => Math.round(value).toLocaleString("en");
  const rows = results.map((result) => {
    const ratio = result.commitsPerSecond / getRate(results, { writers: result.writers, mode: "no notice" });
    return `| ${result.writers} | ${result.mode} | ${format(result.commitsPerSecond)} | ${ratio.toFixed(2)} | ${result.lost} | ${result.repeated} |`;
  });
  return [
    "# Commits with events",
    "",
    `Written by \`npm run bench:events\`; do not edit. ${describeRun()}, ${seconds.toFixed(0)} s. Load average at the end: ${getLoadAverage()}.`,
    "",
    `Transactions that write one event, from one process with ${readers} readers of the events, while one transaction stays open; median of`,
    `${rounds} rounds of ${measureMs / 1_000} s. The disk of this machine and its cores are shared: the ratios count, not the rates. At least ${minimumRatio} is`,
    "asked of announcing after the commit. Lost and repeated are events that a reader did not get, or got more than once; with",
    'NOTIFY inside, as with "no notice", the same readers read by their poll.',
    "",
    "| Writers | Notice | Commits a second | Of those without | Lost | Repeated |",
    "| --: | --- | --: | --: | --: | --: |",
    ...rows,
    "",
  ].join("\n");
}

await runBench(async ({ cleanup, seconds, log }) => {
  const { getUrl, admin } = await startDatabase(cleanup);
  await admin`create database events`;
  await createTables({ url: getUrl("events") });
  const results = await measureAll({ url: getUrl("events"), log });
  const report = toMarkdown({ results, seconds: seconds() });
  console.log(`\n${report}`);
  if (!isQuick) writeFileSync("docs/bench-events.md", report);
  const failures = writerCounts.filter(
    (writers) =>
      getRate(results, { writers, mode: "announced after the commit" }) <
      minimumRatio * getRate(results, { writers, mode: "no notice" }),
  );
  if (results.some(({ lost, repeated }) => lost + repeated > 0)) throw new Error("Events were lost or repeated.");
  if (failures.length > 0) throw new Error(`Below ${minimumRatio} with ${failures.join(" and ")} writers.`);
});
