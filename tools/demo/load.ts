// Loads the demo: some months of a few companies in three cities. Rows are decided by the product's rules and then
// written by COPY, the only place that bypasses the write path (docs/decisions/006-demo-data-bulk-load.md).
import type { Sql, Tx } from "#server/db/pool.ts";
import { startOfDay } from "#domain/dates.ts";
import { createPastArrivals, createPresentArrivals } from "#tools/demo/arrivals.ts";
import { loadAttendance } from "#tools/demo/attendance.ts";
import { readSites } from "#tools/demo/branches.ts";
import { Random } from "#tools/demo/random.ts";
import { createPasses, savePassStatuses } from "#tools/demo/passes.ts";
import { loadPaymentSettings } from "#tools/demo/payments.ts";
import { savePayments } from "#tools/demo/ledger.ts";
import { demoPeople } from "#tools/demo/people.ts";
import { statesByCity } from "#tools/demo/companies.ts";
import { snapshotCounters, repeatBatch } from "#tools/demo/batches.ts";
import { createDemoSetup, type DemoSetup } from "#tools/demo/setup.ts";
import { loadTickets } from "#tools/demo/valet.ts";
import type { DemoVisitor } from "#tools/demo/vehicles.ts";
import { createSimulation, runArrivals, saveVisitorRecords } from "#tools/demo/simulation.ts";

const day = 86_400_000;
const daysOfDemo = 90;
const defaultPastEntries = 20_000;
/** Entries of a branch on a busy day. */
const entriesPerBranchPerDay = 250;
/** Largest number of simulated entries; further ones repeat them. */
const entriesPerBatch = 25_000;
/** Time in ms between the last past entry and now. */
const quietPeriodMs = 600_000;

interface DemoOptions {
  sql: Sql;
  log: (line: string) => void;
  now?: Date;
  seed?: string;
  /** Number of past entries. */
  pastEntries?: number;
  /** Secret of the server; without it open valet tickets have no handover code. */
  secret?: string;
  /** Credentials key of the server; without it no branch accepts online payments. */
  credentialsKey?: string;
}

/**
 * Loads the demo into a database with reference rows only, in one transaction; all times are before `now`, except those
 * of invites and passes. The same seed and `now` give the same rows, except for the salt of the password.
 */
export async function loadDemo({
  sql,
  log,
  now = new Date(),
  seed = "chaavi",
  pastEntries = defaultPastEntries,
  secret,
  credentialsKey,
}: DemoOptions): Promise<void> {
  const work = async (tx: Tx): Promise<void> => {
    const since = new Date(now.getTime() - (daysOfDemo + 30) * day);
    const setup = await createDemoSetup({ tx, seed, since, secret });
    await loadAttendance({ tx, now, seed });
    log(`Writing ${pastEntries.toLocaleString("en-IN")} entries`);
    await loadParkingEntries({ tx, setup, since, now, seed, entryCount: pastEntries, secret });
    if (credentialsKey) await loadPaymentSettings({ tx, credentialsKey });
  };
  await runInOneTransaction({ sql, work });
}

async function loadParkingEntries(options: {
  tx: Tx;
  setup: DemoSetup;
  since: Date;
  now: Date;
  seed: string;
  entryCount: number;
  secret: string | undefined;
}): Promise<void> {
  const { tx, setup, since, now, seed, entryCount, secret } = options;
  const { entryShares: shares, valetBranches } = setup;
  const random = new Random(`${seed} visits`);
  const sites = await readSites({ tx, ids: [...shares.keys()], shares });
  const simulation = await createSimulation({
    tx,
    sites,
    count: entryCount,
    until: now,
    random,
    regulars: listCustomerVehicles(),
  });
  const passes = createPasses({ simulation, sites, counts: setup.passes, since });
  await saveVisitorRecords({ tx, visitorRecords: passes.map(({ visitorRecord }) => visitorRecord) });
  const from = new Date(now.getTime() - daysOfDemo * day);
  const until = new Date(now.getTime() - quietPeriodMs);
  const arrivals = [
    ...createPastArrivals({ sites, count: entryCount, from, until, random }),
    ...createPresentArrivals({ sites, now, random }),
  ];
  await runArrivals({ tx, simulation: { ...simulation, passes }, arrivals });
  await savePassStatuses({ tx, passes });
  const { visitorPools, types } = simulation;
  const ticketPayments = await loadTickets({
    tx,
    sites: await readSites({ tx, ids: valetBranches }),
    now,
    random: new Random(`${seed} tickets`),
    visitorPools,
    types,
    secret,
  });
  await savePayments({ tx, payments: [...simulation.payments, ...ticketPayments], now });
}

/** Vehicles of the customers who can log in, so that their accounts have a history. */
function listCustomerVehicles(): { [state: string]: DemoVisitor[] } {
  const pools: { [state: string]: DemoVisitor[] } = {};
  const codes: { [code: string]: string } = {
    TN: statesByCity.Chennai,
    KA: statesByCity.Bengaluru,
    TS: statesByCity.Hyderabad,
  };
  for (const { name, phone, vehicles = [] } of demoPeople)
    for (const { vehicleNumber, type } of vehicles) {
      const state = codes[vehicleNumber.slice(0, 2)]!;
      (pools[state] ??= []).push({ vehicleNumber, type, phone, name: name.join(" "), busyUntil: 0 });
    }
  return pools;
}

/**
 * Adds at least `count` past entries to existing branches: all end before the last midnight before `until` and are
 * spread over as many days as `entriesPerBranchPerDay` requires. Receipts continue from the branches' counters. Beyond
 * the first batch, entries have no history rows.
 */
export async function loadMorePastEntries(options: {
  sql: Sql;
  branches: readonly number[];
  count: number;
  until: Date;
  seed: string;
  /** Largest number of simulated entries; the rest repeats them. */
  maxBatchSize?: number;
}): Promise<void> {
  const { sql, branches, count, seed, maxBatchSize: batchLimit = entriesPerBatch } = options;
  const batchCount = Math.ceil(count / batchLimit);
  const batchSize = Math.ceil(count / batchCount);
  const days = Math.max(1, Math.ceil(batchSize / branches.length / entriesPerBranchPerDay));
  const work = async (tx: Tx): Promise<void> => {
    const random = new Random(seed);
    const sites = await readSites({ tx, ids: branches });
    const until = startOfDay({ at: options.until, zone: sites[0]!.zone });
    const simulation = await createSimulation({ tx, sites, count: batchSize, until, random });
    simulation.nextId.visitorRecord += batchSize * (batchCount - 1);
    simulation.nextId.entry += batchSize * (batchCount - 1);
    const firstIds = { ...simulation.nextId };
    await snapshotCounters({ tx, branches });
    const from = new Date(until.getTime() - days * day);
    const arrivals = createPastArrivals({
      sites,
      count: batchSize,
      from,
      until: new Date(until.getTime() - quietPeriodMs),
      random,
    });
    await runArrivals({ tx, simulation, arrivals });
    await repeatBatch({ tx, batch: { repeats: batchCount - 1, days, size: batchSize, first: firstIds, branches } });
  };
  await runInOneTransaction({ sql, work });
}

/** Runs work in one transaction without time limits, and updates statistics afterwards. */
async function runInOneTransaction({ sql, work }: { sql: Sql; work: (tx: Tx) => Promise<void> }): Promise<void> {
  await sql.begin(async (tx) => {
    await tx`set local statement_timeout = 0`;
    await tx`set local idle_in_transaction_session_timeout = 0`;
    await disableRelationChecks(tx);
    await work(tx);
    await tx`analyze`;
  });
}

/** Disables foreign key checks, which take two thirds of the time; requires a superuser. */
async function disableRelationChecks(tx: Tx): Promise<void> {
  const [role] = await tx<{ rolsuper: boolean }[]>`select rolsuper from pg_roles where rolname = current_user`;
  if (role?.rolsuper) await tx`set local session_replication_role = replica`;
}
