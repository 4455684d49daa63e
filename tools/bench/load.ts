// One of the bench's load generators, in a process of its own: told over the channel what to ask, sixteen at a time.
import { once } from "node:events";
import postgres from "postgres";
import { sentAs } from "#server/items/read.ts";
import { bareCheckIn } from "#tools/bench/bare-check-in.ts";
import { besiege, type Repelled, type Siege } from "#tools/bench/hostile.ts";
import { KeepAlive } from "#tools/bench/keep-alive.ts";
import { inPlace, type Recorded, replay, type Visitor } from "#tools/bench/recorded.ts";
import type { Desk } from "#tools/bench/data.ts";

export const connections = 16;

export interface Read {
  path: string;
  text: string;
  values: unknown[];
}

/** What one worker does once, over and over. */
export type Work =
  | { kind: "read"; reads: { desk: Desk; reads: Read[] }[]; ms: number }
  | { kind: "check-in"; desks: Desk[]; count: number; seed: number }
  | { kind: "create"; creates: Recorded[]; count: number; seed: number };

/** A server, or the bare database. */
export type Target = { host: string; port: number } | { database: string };

type Task = { id: number } & ({ at: Target; work: Work } | { at: Extract<Target, { port: number }>; siege: Siege });

export interface Measured {
  count: number;
  /** From the first to the last, in ms. */
  ms: number;
  /** One by one, in ms. */
  latencies: number[];
}

type Once = (worker: number, turn: number) => Promise<unknown>;

async function overHttp({
  host,
  port,
  work,
}: {
  host: string;
  port: number;
  work: Work;
}): Promise<{ run: Once; end: () => Promise<void> }> {
  const clients = await Promise.all(Array.from({ length: connections }, () => KeepAlive.open({ host, port })));
  const end = async (): Promise<void> => clients.forEach((client) => client.close());
  if (work.kind === "read") {
    const sets = work.reads.map(({ desk, reads }) =>
      reads.map(({ path }) => KeepAlive.request({ method: "GET", path, token: desk.token })),
    );
    const run: Once = (worker, turn) => {
      const set = sets[worker % sets.length]!;
      return clients[worker]!.ask(set[turn % set.length]!);
    };
    return { run, end };
  }
  const run: Once = (worker, turn) => {
    const { path, token, body } = posted({ work, worker, visitor: visitor({ seed: work.seed, worker, turn }) });
    return clients[worker]!.ask(KeepAlive.request({ method: "POST", path, token, body }));
  };
  return { run, end };
}

function posted({
  work,
  worker,
  visitor: who,
}: {
  work: Exclude<Work, { kind: "read" }>;
  worker: number;
  visitor: Visitor;
}): {
  path: string;
  token: string;
  body: string;
} {
  if (work.kind === "check-in") {
    const { token } = work.desks[worker % work.desks.length]!;
    return { path: "/actions/parking/check-in", token, body: JSON.stringify(who) };
  }
  const { path, desk, body } = work.creates[worker % work.creates.length]!;
  return { path, token: desk.token, body: inPlace({ text: body, visitor: who }) };
}

const pools = new Map<string, postgres.Sql>();

function overSql({ database, work }: { database: string; work: Work }): { run: Once } {
  let sql = pools.get(database);
  if (!sql)
    pools.set(
      database,
      (sql = postgres(database, {
        max: connections,
        connection: { TimeZone: "UTC", max_parallel_workers_per_gather: 0 },
        onnotice: () => {},
      })),
    );
  const pool = sql;
  if (work.kind === "read")
    return {
      run: (worker, turn) => {
        const { reads } = work.reads[worker % work.reads.length]!;
        const { text, values } = reads[turn % reads.length]!;
        return pool.unsafe(text, values as never[], sentAs(text));
      },
    };
  return {
    run: (worker, turn) => {
      const who = visitor({ seed: work.seed, worker, turn });
      return work.kind === "check-in"
        ? bareCheckIn({ sql: pool, desk: work.desks[worker % work.desks.length]!, visitor: who })
        : replay({ sql: pool, recorded: work.creates[worker % work.creates.length]!, visitor: who });
    },
  };
}

/** Somebody who comes for the first time: a plate and a phone that nobody else has in this run. */
function visitor({ seed, worker, turn }: { seed: number; worker: number; turn: number }): Visitor {
  const number = worker * 10_000 + turn;
  return {
    vehicle_no: `TN${seed.toString(36)}B${number.toString(36).padStart(4, "0")}`.toUpperCase(),
    phone_no: `9${String(seed).padStart(3, "0")}${String(number).padStart(6, "0")}`,
  };
}

async function measure({ run, work }: { run: Once; work: Work }): Promise<Measured> {
  const latencies: number[] = [];
  const started = performance.now();
  let given = 0;
  const goesOn = (): boolean => (work.kind === "read" ? performance.now() - started < work.ms : given++ < work.count);
  async function worker(number: number): Promise<void> {
    for (let turn = 0; goesOn(); turn += 1) {
      const begun = performance.now();
      await run(number, turn);
      latencies.push(performance.now() - begun);
    }
  }
  await Promise.all(Array.from({ length: connections }, (_, number) => worker(number)));
  return { count: latencies.length, ms: performance.now() - started, latencies };
}

async function perform(task: Task): Promise<Measured | Repelled> {
  if ("siege" in task) return besiege({ ...task.at, siege: task.siege });
  const { at, work } = task;
  if ("database" in at) return measure({ ...overSql({ database: at.database, work }), work });
  const { run, end } = await overHttp({ ...at, work });
  try {
    return await measure({ run, work });
  } finally {
    await end();
  }
}

if (process.send && import.meta.main) {
  process.on("message", (task: Task) => {
    void perform(task).then(
      (measured) => process.send!({ id: task.id, measured }),
      (error: unknown) => process.send!({ id: task.id, error: String(error) }),
    );
  });
  await once(process, "disconnect");
  process.exit();
}
