// What is measured: each measure over HTTP and by the bare driver in turns, so that a machine busy with something else is so for both.
import type { Collection, Filter } from "#domain/collection.ts";
import { ParkingInformation } from "#domain/collections/parking-information.ts";
import type { Who } from "#domain/roles.ts";
import { parseQueryString } from "#server/items/query.ts";
import { listStatement, queryById } from "#server/items/read.ts";
import { loadSession } from "#server/items/who.ts";
import type { Sql } from "#server/db/pool.ts";
import { emptyAfter, lastVisit, type Desk } from "#tools/bench/data.ts";
import type { Measured, Read, Work } from "#tools/bench/load.ts";
import type { Generator, ServerProcess } from "#tools/bench/processes.ts";

export interface Place {
  /** How many past visits. */
  past: number;
  url: string;
  sql: Sql;
  server: ServerProcess;
}

export interface Side {
  /** A second, the median of the rounds. */
  rate: number;
  /** In ms. */
  p50: number;
  p99: number;
}

export interface Result {
  name: string;
  past: number;
  http: Side;
  bare: Side;
  /** HTTP : bare, and how many times slower than with the fewest past visits: medians over rounds, each compared with its own neighbour. */
  ratio: number;
  slowdown: number;
}

const collection = ParkingInformation as unknown as Collection;
const listFields = [
  "id,parking_status_id,receipt_no,slot_prefix,slot_no,is_person,is_invited,is_vehicle_prepay_type,in_time,out_time,duration",
  "payment_status,payment_type,total_amount,paid_amount,parking_time_type,time_value_for_minutes,charge_amount_for_minutes,min_charge_of_minutes",
  "parking_main_info.id,parking_main_info.vehicle_no,parking_main_info.phone_no,parking_main_info.name,parking_main_info.is_waiting_for_approve",
  "parking_main_info.vehicle_type.name",
].join(",");

function dashboardQuery(): string {
  const midnight = new Date();
  midnight.setUTCHours(0, 0, 0, 0);
  const filter = JSON.stringify({
    _or: [{ parking_status_id: { _eq: 1 } }, { date_created: { _gte: midnight.toISOString() } }],
  });
  return new URLSearchParams({ fields: listFields, filter, sort: "-id", limit: "10", meta: "filter_count" }).toString();
}

async function whoIs({ sql, desk }: { sql: Sql; desk: Desk }): Promise<Who> {
  const session = await loadSession({ sql, userId: desk.user });
  return session!.who;
}

/** The dashboard's list for each desk: its address, and the very statement the server makes of it. */
export async function listReads({
  sql,
  desks,
}: {
  sql: Sql;
  desks: readonly Desk[];
}): Promise<{ desk: Desk; reads: Read[] }[]> {
  const text = dashboardQuery();
  return Promise.all(
    desks.map(async (desk) => {
      const statement = listStatement({
        collection,
        who: await whoIs({ sql, desk }),
        query: parseQueryString(text),
        now: new Date(),
      });
      return { desk, reads: [{ path: `/items/Parking_Information?${text}`, ...statement }] };
    }),
  );
}

/** Fifty visits of each desk by their keys, spread over all there are. */
export async function keyReads({
  sql,
  desks,
}: {
  sql: Sql;
  desks: readonly Desk[];
}): Promise<{ desk: Desk; reads: Read[] }[]> {
  const fields = new URLSearchParams({ fields: listFields }).toString();
  return Promise.all(
    desks.map(async (desk) => {
      const who = await whoIs({ sql, desk });
      const ids = await sql<{ id: number }[]>`
        select p.id from generate_series(1, 50) n, lateral (
          select id from "Parking_Information" where branch = ${desk.branch}
            and id >= n * (select max(id) from "Parking_Information") / 60 order by id limit 1) p`;
      const reads = ids.map(({ id }) => ({
        path: `/items/Parking_Information/${id}?${fields}`,
        ...listStatement({
          collection,
          who,
          query: queryById({ collection, id: String(id), fields: listFields.split(",") })!,
          now: new Date(),
        }),
      }));
      return { desk, reads };
    }),
  );
}

/** What a search at a desk asks: a plate or phone number as typed in the header; parts of them, and days, of all visits. */
function searchesOf({ branch, number }: { branch: number; number: number }): { header: Filter[]; visits: Filter[] } {
  const digits = String((number * 700_001) % 10_000_000).padStart(7, "0");
  const phone = String(9_000_000_000 + ((number * 7_919) % 300_000));
  const of = (filter: Filter): Filter => ({ branch: { _eq: branch }, parking_main_info: filter });
  const from = new Date(Date.now() - 30 * 86_400_000).toISOString();
  return {
    header: [of({ vehicle_no: { _eq: `KA01P${digits}` } }), of({ phone_no: { _eq: phone } })],
    visits: [
      of({ vehicle_no: { _contains: digits.slice(-4) } }),
      of({ vehicle_no: { _contains: `P${digits.slice(0, 3)}` } }),
      of({ phone_no: { _starts_with: phone.slice(0, 6) } }),
      { _and: [of({ vehicle_no: { _contains: "KA01" } }), { date_created: { _lte: from } }] },
      of({ vehicle_no: { _contains: "ZZ99" } }),
    ],
  };
}

/** So many different numbers are searched for at each desk. */
const numbersSought = 20;

/** The searches of each desk: of the header, and of the page of all visits. */
export async function searchReads({
  sql,
  desks,
  kind,
}: {
  sql: Sql;
  desks: readonly Desk[];
  kind: "header" | "visits";
}): Promise<{ desk: Desk; reads: Read[] }[]> {
  return Promise.all(
    desks.map(async (desk, at) => {
      const who = await whoIs({ sql, desk });
      const numbers = Array.from({ length: numbersSought }, (_, index) => index * 937 * desks.length + at);
      const filters = numbers.flatMap((number) => searchesOf({ branch: desk.branch, number })[kind]);
      const reads = filters.map((filter) => {
        const limit = kind === "header" ? "6" : "11";
        const sought = { fields: listFields, filter: JSON.stringify(filter), sort: "-id", limit };
        const text = new URLSearchParams(sought).toString();
        const statement = listStatement({ collection, who, query: parseQueryString(text), now: new Date() });
        return { path: `/items/Parking_Information?${text}`, ...statement };
      });
      return { desk, reads };
    }),
  );
}

export interface Measure {
  name: string;
  rounds: number;
  workFor: (place: Place, seed: number) => Work;
}

const warmUps = 3;

/** All sides of all places in turns, round after round; the first rounds only warm up. */
export async function run({
  measure,
  places,
  http,
  bare,
  seed,
}: {
  measure: Measure;
  places: readonly Place[];
  http: Generator;
  bare: Generator;
  seed: () => number;
}): Promise<Result[]> {
  const kept = places.map(() => ({ http: [] as Measured[], bare: [] as Measured[] }));
  for (let round = 0; round < warmUps + measure.rounds; round += 1) {
    for (const [index, place] of places.entries()) {
      const sides = round % 2 === 0 ? (["http", "bare"] as const) : (["bare", "http"] as const);
      for (const side of sides) {
        const work = measure.workFor(place, seed());
        const last = work.kind === "check-in" ? await lastVisit(place.sql) : 0;
        const at = side === "http" ? { host: "127.0.0.1", port: place.server.port } : { database: place.url };
        const measured = await (side === "http" ? http : bare).measure({ at, work });
        if (work.kind === "check-in") await emptyAfter({ sql: place.sql, last });
        if (round >= warmUps) kept[index]![side].push(measured);
      }
    }
  }
  return places.map((place, index) => {
    const { http: over, bare: by } = kept[index]!;
    const few = kept[0]!.http;
    return {
      name: measure.name,
      past: place.past,
      http: sideOf(over),
      bare: sideOf(by),
      ratio: median(over.map((one, round) => rateOf(one) / rateOf(by[round]!))),
      slowdown: median(over.map((one, round) => rateOf(few[round]!) / rateOf(one))),
    };
  });
}

function rateOf({ count, ms }: Measured): number {
  return (count / ms) * 1_000;
}

export function sideOf(rounds: readonly Measured[]): Side {
  const latencies = Float64Array.from(rounds.flatMap(({ latencies: some }) => some)).toSorted();
  const at = (part: number): number => latencies[Math.min(latencies.length - 1, Math.floor(latencies.length * part))]!;
  return { rate: median(rounds.map(rateOf)), p50: at(0.5), p99: at(0.99) };
}

function median(numbers: readonly number[]): number {
  const sorted = numbers.toSorted((one, other) => one - other);
  const middle = Math.floor(sorted.length / 2);
  return sorted.length % 2 === 1 ? sorted[middle]! : (sorted[middle - 1]! + sorted[middle]!) / 2;
}
