// Simulates arrivals in order, writes them in batches, and stores the resulting counters.
import { visitorRecordCollection, entryCollection } from "#tools/demo/entry.ts";
import type { Collection, Row } from "#domain/schema/collection.ts";
import { findCollection } from "#domain/collections.ts";
import type { Tx } from "#server/db/pool.ts";
import type { Arrival } from "#tools/demo/arrivals.ts";
import type { DemoSite } from "#tools/demo/branches.ts";
import type { Random } from "#tools/demo/random.ts";
import { copyRows } from "#tools/demo/copy-rows.ts";
import { createVisitorPool, type DemoVisitor } from "#tools/demo/vehicles.ts";
import { simulateEntry, type DemoSimulation } from "#tools/demo/entry-simulation.ts";

const entriesPerBatch = 10_000;

const historyCollection = findCollection("Parking_History")!;
const historyColumns = ["parking_information", "status_id", "changes", "date_created", "user_created"];
const visitorRecordColumns = getColumns(visitorRecordCollection);
const entryColumns = getColumns(entryCollection);

export function getColumns({ fields }: Collection): string[] {
  return Object.keys(fields).filter((name) => fields[name]!.kind !== "many");
}

/** Creates the initial state of a simulation; `regulars` are the most frequent vehicles of their states. */
export async function createSimulation(options: {
  tx: Tx;
  sites: readonly DemoSite[];
  count: number;
  until: Date;
  random: Random;
  regulars?: { readonly [state: string]: readonly DemoVisitor[] };
}): Promise<DemoSimulation> {
  const { tx, sites, count, until, random, regulars = {} } = options;
  const states = [...new Set(sites.map(({ state }) => state))].toSorted();
  const size = Math.min(60_000, 500 + Math.ceil(count / states.length / 2));
  const pools = states.map(
    (state) => [state, createVisitorPool({ random, state, size, first: regulars[state] ?? [] })] as const,
  );
  const types = await tx<{ id: number; name: string }[]>`select id, name from "Vehicle_Type"`;
  return {
    random,
    until: until.getTime(),
    types: new Map(types.map(({ id, name }) => [name, id])),
    visitorPools: Object.fromEntries(pools),
    passes: [],
    receipts: await readReceiptCounters({ tx, branches: sites.map(({ id }) => id) }),
    receiptPrefixes: new Map(),
    slots: new Map(),
    payments: [],
    nextId: {
      visitorRecord: await loadNextId({ tx, collection: visitorRecordCollection }),
      entry: await loadNextId({ tx, collection: entryCollection }),
    },
  };
}

async function loadNextId({ tx, collection }: { tx: Tx; collection: Collection }): Promise<number> {
  const [row] = await tx<{ next: number }[]>`select coalesce(max(id), 0) + 1 as next from ${tx(collection.name)}`;
  return row!.next;
}

const counterName = "receipt";

/** Reads the current receipt counters; keys are 'branch YYYYMMDD'. Parking and valet share them. */
export async function readReceiptCounters({
  tx,
  branches,
}: {
  tx: Tx;
  branches: number[];
}): Promise<Map<string, number>> {
  const rows = await tx<{ branch: number; day: string; value: number }[]>`
    select branch, to_char(day, 'YYYYMMDD') as day, value from counters where name = ${counterName} and branch = any(${branches})`;
  return new Map(rows.map(({ branch, day, value }) => [`${branch} ${day}`, value]));
}

/** Simulates all arrivals in order of time and writes the results. */
export async function runArrivals({
  tx,
  simulation,
  arrivals,
}: {
  tx: Tx;
  simulation: DemoSimulation;
  arrivals: Arrival[];
}): Promise<void> {
  const sorted = arrivals.toSorted((first, second) => first.at - second.at);
  const passRecords = new Set(simulation.passes.map(({ visitorRecord }) => visitorRecord));
  for (let start = 0; start < sorted.length; start += entriesPerBatch) {
    const entries = sorted
      .slice(start, start + entriesPerBatch)
      .map((arrival) => simulateEntry({ simulation, arrival }));
    const newVisitorRecords = entries
      .map(({ visitorRecord }) => visitorRecord)
      .filter((visitorRecord) => !passRecords.has(visitorRecord));
    await copyRows({ tx, collection: visitorRecordCollection, columns: visitorRecordColumns, rows: newVisitorRecords });
    await copyRows({ tx, collection: entryCollection, columns: entryColumns, rows: entries.map(({ row }) => row) });
    await copyRows({
      tx,
      collection: historyCollection,
      columns: historyColumns,
      rows: entries.flatMap((entry) => entry.history),
    });
  }
  await saveCounters({ tx, name: counterName, counters: simulation.receipts });
  for (const collection of [visitorRecordCollection, entryCollection]) await restartSequence({ tx, collection });
}

/** Stores counters at the last assigned number; keys are 'branch YYYYMMDD'. */
export async function saveCounters(options: {
  tx: Tx;
  name: string;
  counters: ReadonlyMap<string, number>;
}): Promise<void> {
  const { tx, name, counters } = options;
  const keys = [...counters.keys()].map((key) => key.split(" "));
  await tx`
    insert into counters (branch, name, day, value)
    select branch, ${name}, to_date(day, 'YYYYMMDD'), value
    from unnest(${keys.map(([branch]) => Number(branch))}::bigint[], ${keys.map(([, day]) => day!)}::text[], ${[...counters.values()]}::int[])
      as counted (branch, day, value)
    on conflict (branch, name, day) do update set value = greatest(counters.value, excluded.value)`;
}

/** Restarts the id sequence after the last written id. */
export async function restartSequence({ tx, collection }: { tx: Tx; collection: Collection }): Promise<void> {
  await tx`select setval(pg_get_serial_sequence(${`"${collection.name}"`}, 'id'), (select max(id) from ${tx(collection.name)}))`;
}

/** Writes visitor records of passes. */
export async function saveVisitorRecords({
  tx,
  visitorRecords,
}: {
  tx: Tx;
  visitorRecords: readonly Row[];
}): Promise<void> {
  await copyRows({ tx, collection: visitorRecordCollection, columns: visitorRecordColumns, rows: visitorRecords });
}
