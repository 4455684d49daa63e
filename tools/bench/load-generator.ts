// Load generator in a separate process: receives its workload over IPC and runs it on sixteen connections.
import { once } from "node:events";
import postgres from "postgres";
import { getReadPrepareOptions } from "#server/items/read/read.ts";
import { runBaselineCheckIn } from "#tools/bench/baseline-check-in.ts";
import { runAbusiveClients, type AbuseResult, type AbuseOptions } from "#tools/bench/abusive-clients.ts";
import { createVisitorByHand } from "#tools/bench/hand-written-sql.ts";
import { KeepAliveClient } from "#tools/bench/keep-alive-client.ts";
import {
  fillPlaceholders,
  type RecordedRequest,
  replayTransaction,
  type BenchVisitor,
} from "#tools/bench/recorded-requests.ts";
import type { BenchBranch } from "#tools/bench/data.ts";

export const connectionCount = 16;

export interface SqlStatement {
  text: string;
  values: unknown[];
}

/** A request, and the statement that the server executes for it. */
export interface ReadRequest extends SqlStatement {
  path: string;
  /** The statement that a developer would write for the same data. */
  byHand?: SqlStatement;
}

/** Operation that each worker repeats. */
export type Workload =
  | {
      kind: "read";
      reads: { benchBranch: BenchBranch; reads: ReadRequest[] }[];
      ms: number;
      /** Each worker sends its reads once, however long it takes. */
      isOnce?: boolean;
    }
  | { kind: "check-in"; benchBranches: BenchBranch[]; count: number; seed: number }
  | { kind: "create"; creates: RecordedRequest[]; count: number; seed: number };

/** A server, or the database directly: with the server's statements, or with those written by hand. */
export type LoadTarget = { host: string; port: number } | { database: string; isByHand?: boolean };

type GeneratorTask = { id: number } & (
  | { target: LoadTarget; work: Workload }
  | { target: Extract<LoadTarget, { port: number }>; attack: AbuseOptions }
);

export interface LoadResult {
  count: number;
  /** Total time in ms. */
  ms: number;
  /** Individual latencies in ms. */
  latencies: number[];
}

type RunOnce = (worker: number, iteration: number) => Promise<unknown>;

async function createHttpRunner({
  host,
  port,
  work,
}: {
  host: string;
  port: number;
  work: Workload;
}): Promise<{ run: RunOnce; end: () => Promise<void> }> {
  const clients = await Promise.all(
    Array.from({ length: connectionCount }, () => KeepAliveClient.open({ host, port })),
  );
  // The server accepts one connection in each turn of its event loop: the last ones would wait for the requests of the first.
  const ping = KeepAliveClient.request({ method: "GET", path: "/server/ping", token: "" });
  await Promise.all(clients.map((client) => client.send(ping)));
  const end = async (): Promise<void> => clients.forEach((client) => client.close());
  if (work.kind === "read") {
    const requestSets = work.reads.map(({ benchBranch, reads }) =>
      reads.map(({ path }) => KeepAliveClient.request({ method: "GET", path, token: benchBranch.token })),
    );
    const run: RunOnce = (worker, iteration) => {
      const requestSet = requestSets[worker % requestSets.length]!;
      return clients[worker]!.send(requestSet[iteration % requestSet.length]!);
    };
    return { run, end };
  }
  const run: RunOnce = (worker, iteration) => {
    const { path, token, body } = toPostRequest({
      work,
      worker,
      visitor: createVisitor({ seed: work.seed, worker, iteration }),
    });
    return clients[worker]!.send(KeepAliveClient.request({ method: "POST", path, token, body }));
  };
  return { run, end };
}

function toPostRequest({
  work,
  worker,
  visitor,
}: {
  work: Exclude<Workload, { kind: "read" }>;
  worker: number;
  visitor: BenchVisitor;
}): {
  path: string;
  token: string;
  body: string;
} {
  if (work.kind === "check-in") {
    const { token } = work.benchBranches[worker % work.benchBranches.length]!;
    return { path: "/actions/parking/check-in", token, body: JSON.stringify(visitor) };
  }
  const { path, benchBranch, body } = work.creates[worker % work.creates.length]!;
  return { path, token: benchBranch.token, body: fillPlaceholders({ text: body, visitor }) };
}

const pools = new Map<string, postgres.Sql>();

function createSqlRunner({
  database,
  isByHand = false,
  work,
}: {
  database: string;
  isByHand?: boolean | undefined;
  work: Workload;
}): { run: RunOnce } {
  let sql = pools.get(database);
  if (!sql)
    pools.set(
      database,
      (sql = postgres(database, {
        max: connectionCount,
        connection: { TimeZone: "UTC", max_parallel_workers_per_gather: "0" },
        onnotice: () => {},
      })),
    );
  const pool = sql;
  if (work.kind === "read")
    return {
      run: (worker, iteration) => {
        const { reads } = work.reads[worker % work.reads.length]!;
        const read = reads[iteration % reads.length]!;
        if (isByHand) return pool.unsafe(read.byHand!.text, read.byHand!.values as never[], { prepare: true });
        return pool.unsafe(read.text, read.values as never[], getReadPrepareOptions(read.text));
      },
    };
  const runCreate = isByHand ? createVisitorByHand : replayTransaction;
  return {
    run: (worker, iteration) => {
      const visitor = createVisitor({ seed: work.seed, worker, iteration });
      return work.kind === "check-in"
        ? runBaselineCheckIn({
            sql: pool,
            benchBranch: work.benchBranches[worker % work.benchBranches.length]!,
            visitor,
          })
        : runCreate({ sql: pool, recorded: work.creates[worker % work.creates.length]!, visitor });
    },
  };
}

/** Creates a visitor with a vehicle number and phone number that are unique in this run. */
function createVisitor({ seed, worker, iteration }: { seed: number; worker: number; iteration: number }): BenchVisitor {
  const workerIndex = worker * 10_000 + iteration;
  return {
    vehicle_no: `TN${seed.toString(36)}B${workerIndex.toString(36).padStart(4, "0")}`.toUpperCase(),
    phone_no: `9${String(seed).padStart(3, "0")}${String(workerIndex).padStart(6, "0")}`,
  };
}

async function measureWorkload({ run, work }: { run: RunOnce; work: Workload }): Promise<LoadResult> {
  const latencies: number[] = [];
  const startedAt = performance.now();
  let startedCount = 0;
  const hasNext = (workerIndex: number, iteration: number): boolean => {
    if (work.kind !== "read") return startedCount++ < work.count;
    return work.isOnce
      ? iteration < work.reads[workerIndex % work.reads.length]!.reads.length
      : performance.now() - startedAt < work.ms;
  };
  async function worker(workerIndex: number): Promise<void> {
    for (let iteration = 0; hasNext(workerIndex, iteration); iteration += 1) {
      const operationStartedAt = performance.now();
      await run(workerIndex, iteration);
      latencies.push(performance.now() - operationStartedAt);
    }
  }
  await Promise.all(Array.from({ length: connectionCount }, (_, workerIndex) => worker(workerIndex)));
  return { count: latencies.length, ms: performance.now() - startedAt, latencies };
}

async function runTask(task: GeneratorTask): Promise<LoadResult | AbuseResult> {
  if ("attack" in task) return runAbusiveClients({ ...task.target, options: task.attack });
  const { target, work } = task;
  if ("database" in target) return measureWorkload({ ...createSqlRunner({ ...target, work }), work });
  const { run, end } = await createHttpRunner({ ...target, work });
  try {
    return await measureWorkload({ run, work });
  } finally {
    await end();
  }
}

if (process.send && import.meta.main) {
  process.on("message", (task: GeneratorTask) => {
    void runTask(task).then(
      (measured) => process.send!({ id: task.id, measured }),
      (error: unknown) => process.send!({ id: task.id, error: String(error) }),
    );
  });
  await once(process, "disconnect");
  process.exit();
}
