// The demo: some months of a few companies in three cities. The one place that writes rows past the write path
// (docs/decisions/005-demo-data-bulk-load.md): every visit is decided by the same rules, then written by COPY.
import type { Sql, Tx } from "#server/db/pool.ts";
import { startOfDay } from "#domain/rules/dates.ts";
import { pastArrivals, presentArrivals } from "#tools/demo/arrivals.ts";
import { loadAttendance } from "#tools/demo/attendance.ts";
import { readPlaces } from "#tools/demo/branches.ts";
import { Chance } from "#tools/demo/chance.ts";
import { makePasses, savePassStates } from "#tools/demo/passes.ts";
import { loadPaymentSettings } from "#tools/demo/payments.ts";
import { people } from "#tools/demo/people.ts";
import { states } from "#tools/demo/places.ts";
import { keepCounters, repeatPortion } from "#tools/demo/portions.ts";
import { setUp, type Standing } from "#tools/demo/setup.ts";
import { loadTickets } from "#tools/demo/valet.ts";
import type { Visitor } from "#tools/demo/vehicles.ts";
import { openWorld, runVisits, saveMains } from "#tools/demo/world.ts";

const day = 86_400_000;
const daysOfDemo = 90;
const pastVisits = 20_000;
/** What a gate sees on a busy day. */
const visitsOfBranchADay = 250;
/** More than this are repeats. */
const visitsOfPortion = 25_000;
/** Between the last past visit and now, in ms. */
const quietBefore = 600_000;

interface DemoOptions {
  sql: Sql;
  log: (line: string) => void;
  now?: Date;
  seed?: string;
  /** How many have come and gone. */
  visits?: number;
  /** The server's: without it the open valet tickets have no handover code. */
  secret?: string;
  /** The server's: without it no branch is paid online. */
  credentialsKey?: string;
}

/**
 * Fills a database that has only its reference rows, in one transaction; all times lie before `now`, but for invites and
 * passes. The same seed and `now` give the same rows, but for the salt of the password.
 */
export async function loadDemo({
  sql,
  log,
  now = new Date(),
  seed = "chaavi",
  visits = pastVisits,
  secret,
  credentialsKey,
}: DemoOptions): Promise<void> {
  const work = async (tx: Tx): Promise<void> => {
    const since = new Date(now.getTime() - (daysOfDemo + 30) * day);
    const standing = await setUp({ tx, seed, since });
    await loadAttendance({ tx, now, seed });
    log(`Writing ${visits.toLocaleString("en-IN")} visits`);
    await loadEntries({ tx, standing, since, now, seed, visits, secret });
    if (credentialsKey) await loadPaymentSettings({ tx, credentialsKey });
  };
  await inOneGo({ sql, work });
}

async function loadEntries(options: {
  tx: Tx;
  standing: Standing;
  since: Date;
  now: Date;
  seed: string;
  visits: number;
  secret: string | undefined;
}): Promise<void> {
  const { tx, standing, since, now, seed, visits, secret } = options;
  const { shares, valets } = standing;
  const chance = new Chance(`${seed} visits`);
  const places = await readPlaces({ tx, ids: [...shares.keys()], shares });
  const world = await openWorld({ tx, places, count: visits, until: now, chance, regulars: customers() });
  const passes = makePasses({ world, places, counts: standing.passes, since });
  await saveMains({ tx, mains: passes.map(({ main }) => main) });
  const from = new Date(now.getTime() - daysOfDemo * day);
  const until = new Date(now.getTime() - quietBefore);
  const arrivals = [
    ...pastArrivals({ places, count: visits, from, until, chance }),
    ...presentArrivals({ places, now, chance }),
  ];
  await runVisits({ tx, world: { ...world, passes }, arrivals });
  await savePassStates({ tx, passes });
  const { pools, types } = world;
  await loadTickets({
    tx,
    places: await readPlaces({ tx, ids: valets }),
    now,
    chance: new Chance(`${seed} tickets`),
    pools,
    types,
    secret,
  });
}

/** The vehicles of the customers who can log in, so that they have a history to look at. */
function customers(): { [state: string]: Visitor[] } {
  const pools: { [state: string]: Visitor[] } = {};
  const codes: { [code: string]: string } = { TN: states.Chennai, KA: states.Bengaluru, TS: states.Hyderabad };
  for (const { name, phone, vehicles = [] } of people)
    for (const { plate, type } of vehicles) {
      const state = codes[plate.slice(0, 2)]!;
      (pools[state] ??= []).push({ plate, type, phone, name: name.join(" "), busyUntil: 0 });
    }
  return pools;
}

/**
 * Adds at least `count` past visits to branches that stand: all over by the last midnight before `until`, spread over as
 * many days as `visitsOfBranchADay` asks for. Receipts go on from the branches' counters. Beyond the first portion,
 * visits have no history rows.
 */
export async function loadVisits(options: {
  sql: Sql;
  branches: readonly number[];
  count: number;
  until: Date;
  seed: string;
  /** The most that are made one by one; the rest repeats them. */
  portion?: number;
}): Promise<void> {
  const { sql, branches, count, seed, portion: largest = visitsOfPortion } = options;
  const portions = Math.ceil(count / largest);
  const size = Math.ceil(count / portions);
  const days = Math.max(1, Math.ceil(size / branches.length / visitsOfBranchADay));
  const work = async (tx: Tx): Promise<void> => {
    const chance = new Chance(seed);
    const places = await readPlaces({ tx, ids: branches });
    const until = startOfDay({ at: options.until, zone: places[0]!.zone });
    const world = await openWorld({ tx, places, count: size, until, chance });
    world.nextId.main += size * (portions - 1);
    world.nextId.entry += size * (portions - 1);
    const first = { ...world.nextId };
    await keepCounters({ tx, branches });
    const from = new Date(until.getTime() - days * day);
    const arrivals = pastArrivals({
      places,
      count: size,
      from,
      until: new Date(until.getTime() - quietBefore),
      chance,
    });
    await runVisits({ tx, world, arrivals });
    await repeatPortion({ tx, portion: { repeats: portions - 1, days, size, first, branches } });
  };
  await inOneGo({ sql, work });
}

/** One transaction that may take its time, and fresh statistics after it. */
async function inOneGo({ sql, work }: { sql: Sql; work: (tx: Tx) => Promise<void> }): Promise<void> {
  await sql.begin(async (tx) => {
    await tx`set local statement_timeout = 0`;
    await tx`set local idle_in_transaction_session_timeout = 0`;
    await trustRelations(tx);
    await work(tx);
    await tx`analyze`;
  });
}

/** Looking up every relation of every row is two thirds of the time, and the rows are ours; only a superuser may leave it out. */
async function trustRelations(tx: Tx): Promise<void> {
  const [role] = await tx<{ rolsuper: boolean }[]>`select rolsuper from pg_roles where rolname = current_user`;
  if (role?.rolsuper) await tx`set local session_replication_role = replica`;
}
