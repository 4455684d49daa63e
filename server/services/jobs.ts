// §7: work that is done after commit, again after a failure, and by another process after a crash.
import { EventEmitter } from "node:events";
import { setTimeout as wait } from "node:timers/promises";
import { run, type Runner, type WorkerEvents } from "graphile-worker";
import { quietLogger } from "#server/db/job-log.ts";
import type { Sql, Tx } from "#server/db/pool.ts";

/** The tasks there are; server/tasks.ts says what each does. A task may run twice: it holds a lock of the database on what it works at. */
export type Task =
  | "deliver-messages"
  | "check-tax-id"
  | "invite-people"
  | "payment-check"
  | "payment-refund"
  | "remove-old";
export interface Payload {
  readonly [name: string]: string | number;
}
export type Tasks = { [name in Task]: (payload: Payload) => Promise<void> };

interface Job {
  tx: Tx;
  task: Task;
  /** Ids only: the queue's tables are nobody's to guard. */
  payload: Payload;
  /** One job of a key waits at a time: another one takes its place, and its time. */
  key?: string;
  /** In how many ms; at once without. */
  delayMs?: number;
}

/** Writes a job in the transaction of what caused it: it runs when that is committed, and never when it is not. */
export async function queueJob({ tx, task, payload, key, delayMs = 0 }: Job): Promise<void> {
  await tx.unsafe(
    `select graphile_worker.add_job($1, payload := $2::text::json, job_key := $3, run_at := now() + $4::float8 * interval '1 millisecond', max_attempts := 25)`,
    [task, JSON.stringify(payload), key ?? null, delayMs],
    { prepare: true },
  );
}

/** Every night at 03:17 in India, by one of the servers; what was missed while none ran is made up for. */
const daily = "47 21 * * * remove-old ?fill=1d&max=5";

/** How many jobs this process does at a time; each holds a connection of the pool while it asks a service outside. */
const atATime = 4;
const beatMs = 2_000;
/** A process that has not been heard of for so long is dead, and its jobs are anybody's. */
const deadAfterSeconds = 10;

/** Does jobs until it is stopped; begins again by itself when the database was away. */
export class Jobs {
  readonly #url: string;
  readonly #sql: Sql;
  readonly #tasks: Tasks;
  readonly #pools = new Set<string>();
  #runner: Runner | undefined;
  #isStopped = false;
  #running: Promise<void> = Promise.resolve();
  #beat: NodeJS.Timeout | undefined;

  constructor({ url, sql, tasks }: { url: string; sql: Sql; tasks: Tasks }) {
    this.#url = url;
    this.#sql = sql;
    this.#tasks = tasks;
  }

  async start(): Promise<void> {
    await this.#beginRun();
    this.#running = this.#goOn();
    await this.#showLife();
    this.#beat = setInterval(() => void this.#showLife().catch(() => {}), beatMs);
  }

  /** Waits for the jobs under way. */
  async stop(): Promise<void> {
    this.#isStopped = true;
    clearInterval(this.#beat);
    await this.#runner?.stop().catch(() => {});
    await this.#running;
    const sql = this.#sql;
    await sql`delete from job_processes where pool = any(${[...this.#pools]})`.catch(() => {});
  }

  async #beginRun(): Promise<void> {
    const events = new EventEmitter() as WorkerEvents;
    events.on("pool:create", ({ workerPool }) => this.#pools.add(workerPool.id));
    const taskList = Object.fromEntries(
      Object.entries(this.#tasks).map(([name, task]) => [name, (payload: unknown) => task(payload as Payload)]),
    );
    this.#runner = await run({
      connectionString: this.#url,
      concurrency: atATime,
      maxPoolSize: atATime + 2,
      noHandleSignals: true,
      crontab: daily,
      logger: quietLogger,
      events,
      taskList,
    });
  }

  /** The runner ends with the database; as soon as that is back there is another. */
  async #goOn(): Promise<void> {
    while (!this.#isStopped) {
      await this.#runner?.promise.catch(() => {});
      while (!this.#isStopped) {
        await wait(beatMs / 2, undefined, { ref: false });
        this.#pools.clear();
        if (this.#isStopped) return;
        const isBack = await this.#beginRun().then(
          () => true,
          () => false,
        );
        if (isBack) break;
      }
    }
  }

  /** Says that this process lives, and frees the jobs of those that no longer say so. */
  async #showLife(): Promise<void> {
    const [sql, pools] = [this.#sql, [...this.#pools]];
    await sql`
      insert into job_processes (pool, seen_at) select pool, now() from unnest(${pools}::text[]) pool
      on conflict (pool) do update set seen_at = now()`;
    await sql`
      with dead as (
        select distinct locked_by as pool from graphile_worker._private_jobs j
        where locked_at < now() - ${deadAfterSeconds} * interval '1 second' and not exists (
          select 1 from job_processes p
          where p.pool = j.locked_by and p.seen_at > now() - ${deadAfterSeconds} * interval '1 second'))
      select graphile_worker.force_unlock_workers(array_agg(pool)) from dead having count(*) > 0`;
    await sql`delete from job_processes where seen_at < now() - interval '1 hour'`;
  }
}
