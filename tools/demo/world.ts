// The run through time: arrivals in order, written in portions, and the counters left where the last one took them.
import { standings, visits } from "#tools/demo/entry.ts";
import type { Collection, Row } from "#domain/collection.ts";
import { collectionNamed } from "#domain/collections/all.ts";
import type { Tx } from "#server/db/pool.ts";
import type { Arrival } from "#tools/demo/arrivals.ts";
import type { Place } from "#tools/demo/branches.ts";
import type { Chance } from "#tools/demo/chance.ts";
import { copyRows } from "#tools/demo/copy.ts";
import { visitorPool, type Visitor } from "#tools/demo/vehicles.ts";
import { visit, type World } from "#tools/demo/visits.ts";

const visitsAtOnce = 10_000;

const history = collectionNamed("Parking_History")!;
const historyColumns = ["parking_information", "status_id", "changes", "date_created", "user_created"];
const mainColumns = columnsOf(standings);
const visitColumns = columnsOf(visits);

export function columnsOf({ fields }: Collection): string[] {
  return Object.keys(fields).filter((name) => fields[name]!.kind !== "many");
}

/** What stands before the first arrival; `regulars` are the most frequent vehicles of their states. */
export async function openWorld(options: {
  tx: Tx;
  places: readonly Place[];
  count: number;
  until: Date;
  chance: Chance;
  regulars?: { readonly [state: string]: readonly Visitor[] };
}): Promise<World> {
  const { tx, places, count, until, chance, regulars = {} } = options;
  const states = [...new Set(places.map(({ state }) => state))].toSorted();
  const size = Math.min(60_000, 500 + Math.ceil(count / states.length / 2));
  const pools = states.map(
    (state) => [state, visitorPool({ chance, state, size, first: regulars[state] ?? [] })] as const,
  );
  const types = await tx<{ id: number; name: string }[]>`select id, name from "Vehicle_Type"`;
  return {
    chance,
    until: until.getTime(),
    types: new Map(types.map(({ id, name }) => [name, id])),
    pools: Object.fromEntries(pools),
    passes: [],
    receipts: await readReceipts({ tx, branches: places.map(({ id }) => id) }),
    stems: new Map(),
    slots: new Map(),
    nextId: { main: await nextId({ tx, collection: standings }), entry: await nextId({ tx, collection: visits }) },
  };
}

async function nextId({ tx, collection }: { tx: Tx; collection: Collection }): Promise<number> {
  const [row] = await tx<{ next: number }[]>`select coalesce(max(id), 0) + 1 as next from ${tx(collection.name)}`;
  return row!.next;
}

const counterName = "receipt";

/** The numbers given out so far; keys are 'branch YYYYMMDD'. Parking and valet share them. */
export async function readReceipts({ tx, branches }: { tx: Tx; branches: number[] }): Promise<Map<string, number>> {
  const rows = await tx<{ branch: number; day: string; value: number }[]>`
    select branch, to_char(day, 'YYYYMMDD') as day, value from counters where name = ${counterName} and branch = any(${branches})`;
  return new Map(rows.map(({ branch, day, value }) => [`${branch} ${day}`, value]));
}

/** Lets all of them come in the order of their times and writes what became of them. */
export async function runVisits({ tx, world, arrivals }: { tx: Tx; world: World; arrivals: Arrival[] }): Promise<void> {
  const sorted = arrivals.toSorted((one, other) => one.at - other.at);
  const standing = new Set(world.passes.map(({ main }) => main));
  for (let start = 0; start < sorted.length; start += visitsAtOnce) {
    const entries = sorted.slice(start, start + visitsAtOnce).map((arrival) => visit({ world, arrival }));
    const mains = entries.map(({ main }) => main).filter((main) => !standing.has(main));
    await copyRows({ tx, collection: standings, columns: mainColumns, rows: mains });
    await copyRows({ tx, collection: visits, columns: visitColumns, rows: entries.map(({ row }) => row) });
    await copyRows({
      tx,
      collection: history,
      columns: historyColumns,
      rows: entries.flatMap((entry) => entry.history),
    });
  }
  await saveCounters({ tx, name: counterName, counters: world.receipts });
  for (const collection of [standings, visits]) await goOnAfter({ tx, collection });
}

/** Leaves counters at the last number given out; keys are 'branch YYYYMMDD'. */
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
    from unnest(${keys.map(([branch]) => Number(branch))}::int[], ${keys.map(([, day]) => day!)}::text[], ${[...counters.values()]}::int[])
      as counted (branch, day, value)
    on conflict (branch, name, day) do update set value = greatest(counters.value, excluded.value)`;
}

/** The next id follows the last one written. */
export async function goOnAfter({ tx, collection }: { tx: Tx; collection: Collection }): Promise<void> {
  await tx`select setval(pg_get_serial_sequence(${`"${collection.name}"`}, 'id'), (select max(id) from ${tx(collection.name)}))`;
}

/** Writes standing records that outlast a visit. */
export async function saveMains({ tx, mains }: { tx: Tx; mains: readonly Row[] }): Promise<void> {
  await copyRows({ tx, collection: standings, columns: mainColumns, rows: mains });
}
