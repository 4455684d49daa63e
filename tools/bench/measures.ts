// Runs each measure alternately over HTTP and directly on the database, so that other load on the machine affects both.
import type { Collection, Filter } from "#domain/schema/collection.ts";
import { ParkingInformation } from "#domain/parking/entries.collection.ts";
import type { Actor } from "#domain/access/roles.ts";
import { parseQueryString } from "#server/items/query/query.ts";
import { buildListStatement, buildQueryById } from "#server/items/read/read.ts";
import { loadSession } from "#server/items/access/session.ts";
import type { Sql } from "#server/db/pool.ts";
import { checkOutEntriesAfter, getLastEntryId, type BenchBranch } from "#tools/bench/data.ts";
import { listByHand, readByHand } from "#tools/bench/hand-written-sql.ts";
import type { LoadResult, ReadRequest, Workload } from "#tools/bench/load-generator.ts";
import { runUndisturbed } from "#tools/bench/processor-time.ts";
import type { LoadGenerator, ServerProcess } from "#tools/bench/processes.ts";

export interface BenchEnvironment {
  /** Number of past entries. */
  pastEntries: number;
  url: string;
  sql: Sql;
  server: ServerProcess;
}

export interface SideResult {
  /** Median of the rounds. */
  requestsPerSecond: number;
  /** In ms. */
  p50: number;
  p99: number;
}

export interface MeasureResult {
  name: string;
  pastEntries: number;
  http: SideResult;
  baseline: SideResult;
  /**
   * Ratio of the HTTP rate to the baseline, and slowdown compared with the fewest past entries: medians over rounds,
   * each compared with the adjacent one.
   */
  ratio: number;
  slowdown: number;
  /** Rate of the statements written by hand, and the ratio of the HTTP rate to it; null where the baseline is written by hand, or nothing is. */
  byHand: { requestsPerSecond: number; ratio: number } | null;
}

const collection = ParkingInformation as unknown as Collection;
const listFields = [
  "id,parking_status_id,receipt_no,slot_prefix,slot_no,is_person,is_invited,is_vehicle_prepay_type,in_time,out_time,duration",
  "payment_status,payment_type,total_amount,paid_amount,parking_time_type,time_value_for_minutes,charge_amount_for_minutes,min_charge_of_minutes",
  "parking_main_info.id,parking_main_info.vehicle_no,parking_main_info.phone_no,parking_main_info.name,parking_main_info.is_waiting_for_approve",
  "parking_main_info.vehicle_type.name",
].join(",");

function dashboardQuery(midnight: Date): string {
  const filter = JSON.stringify({
    _or: [{ parking_status_id: { _eq: 1 } }, { date_created: { _gte: midnight.toISOString() } }],
  });
  return new URLSearchParams({ fields: listFields, filter, sort: "-id", limit: "10", meta: "filter_count" }).toString();
}

async function createBenchActor({ sql, benchBranch }: { sql: Sql; benchBranch: BenchBranch }): Promise<Actor> {
  const session = await loadSession({ sql, userId: benchBranch.user });
  return session!.actor;
}

/** Creates the dashboard's list read of each branch: its URL, and the statement that the server executes for it. */
export async function createListReads({
  sql,
  benchBranches,
}: {
  sql: Sql;
  benchBranches: readonly BenchBranch[];
}): Promise<{ benchBranch: BenchBranch; reads: ReadRequest[] }[]> {
  const midnight = new Date();
  midnight.setUTCHours(0, 0, 0, 0);
  const text = dashboardQuery(midnight);
  return Promise.all(
    benchBranches.map(async (benchBranch) => {
      const statement = buildListStatement({
        collection,
        actor: await createBenchActor({ sql, benchBranch }),
        query: parseQueryString(text),
        now: new Date(),
      });
      const byHand = listByHand({ branch: benchBranch.branch, since: midnight });
      return { benchBranch, reads: [{ path: `/items/Parking_Information?${text}`, ...statement, byHand }] };
    }),
  );
}

/** Creates reads of fifty entries per branch by key, spread over all entries. */
export async function createKeyReads({
  sql,
  benchBranches,
}: {
  sql: Sql;
  benchBranches: readonly BenchBranch[];
}): Promise<{ benchBranch: BenchBranch; reads: ReadRequest[] }[]> {
  const fields = new URLSearchParams({ fields: listFields }).toString();
  return Promise.all(
    benchBranches.map(async (benchBranch) => {
      const actor = await createBenchActor({ sql, benchBranch });
      const ids = await sql<{ id: number }[]>`
        select p.id from generate_series(1, 50) n, lateral (
          select id from "Parking_Information" where branch = ${benchBranch.branch}
            and id >= n * (select max(id) from "Parking_Information") / 60 order by id limit 1) p`;
      const reads = ids.map(({ id }) => ({
        path: `/items/Parking_Information/${id}?${fields}`,
        ...buildListStatement({
          collection,
          actor,
          query: buildQueryById({ collection, id: String(id), fields: listFields.split(",") })!,
          now: new Date(),
        }),
        byHand: readByHand({ branch: benchBranch.branch, id }),
      }));
      return { benchBranch, reads };
    }),
  );
}

/**
 * Creates search filters: whole vehicle and phone numbers as in the header search; parts of them and days for the entry
 * search.
 */
function createSearches({ branch, number }: { branch: number; number: number }): {
  header: Filter[];
  visits: Filter[];
} {
  const digits = String((number * 700_001) % 10_000_000).padStart(7, "0");
  const phone = String(9_000_000_000 + ((number * 7_919) % 300_000));
  const createFilter = (filter: Filter): Filter => ({ branch: { _eq: branch }, parking_main_info: filter });
  const from = new Date(Date.now() - 30 * 86_400_000).toISOString();
  return {
    header: [createFilter({ vehicle_no: { _eq: `KA01P${digits}` } }), createFilter({ phone_no: { _eq: phone } })],
    visits: [
      createFilter({ vehicle_no: { _contains: digits.slice(-4) } }),
      createFilter({ vehicle_no: { _contains: `P${digits.slice(0, 3)}` } }),
      createFilter({ phone_no: { _starts_with: phone.slice(0, 6) } }),
      { _and: [createFilter({ vehicle_no: { _contains: "KA01" } }), { date_created: { _lte: from } }] },
      createFilter({ vehicle_no: { _contains: "ZZ99" } }),
    ],
  };
}

/** Number of different search terms per branch. */
const searchedNumbers = 20;

/** Creates the search reads of each branch: of the header, or of the list of all entries. */
export async function createSearchReads({
  sql,
  benchBranches,
  kind,
}: {
  sql: Sql;
  benchBranches: readonly BenchBranch[];
  kind: "header" | "visits";
}): Promise<{ benchBranch: BenchBranch; reads: ReadRequest[] }[]> {
  return Promise.all(
    benchBranches.map(async (benchBranch, at) => {
      const actor = await createBenchActor({ sql, benchBranch });
      const numbers = Array.from({ length: searchedNumbers }, (_, index) => index * 937 * benchBranches.length + at);
      const filters = numbers.flatMap((number) => createSearches({ branch: benchBranch.branch, number })[kind]);
      const reads = filters.map((filter) => {
        const limit = kind === "header" ? "6" : "11";
        const searchQuery = { fields: listFields, filter: JSON.stringify(filter), sort: "-id", limit };
        const text = new URLSearchParams(searchQuery).toString();
        const statement = buildListStatement({ collection, actor, query: parseQueryString(text), now: new Date() });
        return { path: `/items/Parking_Information?${text}`, ...statement };
      });
      return { benchBranch, reads };
    }),
  );
}

export interface BenchMeasure {
  name: string;
  rounds: number;
  /** Whether its statements are also measured as written by hand. */
  hasHandWritten?: boolean;
  createWorkload: (environment: BenchEnvironment, seed: number) => Workload;
}

type Side = "http" | "baseline" | "byHand";

const warmUpRounds = 3;

/** Runs all sides of all environments alternately; the first rounds only warm up. */
export async function runMeasure({
  measure,
  environments,
  http,
  baseline,
  seed,
}: {
  measure: BenchMeasure;
  environments: readonly BenchEnvironment[];
  http: LoadGenerator;
  baseline: LoadGenerator;
  seed: () => number;
}): Promise<MeasureResult[]> {
  const results = environments.map((): { [side in Side]: LoadResult[] } => ({ http: [], baseline: [], byHand: [] }));
  const sides: Side[] = measure.hasHandWritten ? ["http", "baseline", "byHand"] : ["http", "baseline"];
  for (let round = 0; round < warmUpRounds + measure.rounds; round += 1) {
    for (const [index, environment] of environments.entries()) {
      for (const side of round % 2 === 0 ? sides : sides.toReversed()) {
        const target =
          side === "http"
            ? { host: "127.0.0.1", port: environment.server.port }
            : { database: environment.url, isByHand: side === "byHand" };
        const measured = await runUndisturbed(async () => {
          const work = measure.createWorkload(environment, seed());
          const last = work.kind === "check-in" ? await getLastEntryId(environment.sql) : 0;
          const result = await (side === "http" ? http : baseline).measure({ target, work });
          if (work.kind === "check-in") await checkOutEntriesAfter({ sql: environment.sql, last });
          return result;
        });
        if (round >= warmUpRounds) results[index]![side].push(measured);
      }
    }
  }
  return environments.map((environment, index) => {
    const { http: httpRounds, baseline: baselineRounds, byHand: handRounds } = results[index]!;
    const compareRates = (rounds: readonly LoadResult[]) =>
      median(httpRounds.map((result, round) => getRate(result) / getRate(rounds[round]!)));
    const smallestHttpRounds = results[0]!.http;
    return {
      name: measure.name,
      pastEntries: environment.pastEntries,
      http: summarizeRounds(httpRounds),
      baseline: summarizeRounds(baselineRounds),
      ratio: compareRates(baselineRounds),
      byHand:
        handRounds.length === 0
          ? null
          : { requestsPerSecond: median(handRounds.map(getRate)), ratio: compareRates(handRounds) },
      slowdown: median(httpRounds.map((result, round) => getRate(smallestHttpRounds[round]!) / getRate(result))),
    };
  });
}

function getRate({ count, ms }: LoadResult): number {
  return (count / ms) * 1_000;
}

export function summarizeRounds(rounds: readonly LoadResult[]): SideResult {
  const latencies = Float64Array.from(rounds.flatMap(({ latencies: values }) => values)).toSorted();
  const at = (fraction: number): number =>
    latencies[Math.min(latencies.length - 1, Math.floor(latencies.length * fraction))]!;
  return { requestsPerSecond: median(rounds.map(getRate)), p50: at(0.5), p99: at(0.99) };
}

function median(numbers: readonly number[]): number {
  const sorted = numbers.toSorted((one, other) => one - other);
  const middle = Math.floor(sorted.length / 2);
  return sorted.length % 2 === 1 ? sorted[middle]! : (sorted[middle - 1]! + sorted[middle]!) / 2;
}
