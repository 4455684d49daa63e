// §7: one worker of the job queue: runs some of the tasks with limited concurrency, and restarts after a database
// outage.
import { EventEmitter } from "node:events";
import { setTimeout as delay } from "node:timers/promises";
import { run, type Runner, type TaskList, type WorkerEvents } from "graphile-worker";
import type { Pool } from "pg";
import { jobLogger } from "#server/db/job-log.ts";
import type { SocketRegistry } from "#server/db/sockets.ts";
import { openJobPool } from "#server/jobs/pool.ts";

export interface WorkerOptions {
  url: string;
  /** Registry of the sockets of its connections. */
  sockets: SocketRegistry;
  taskList: TaskList;
  /** Concurrent jobs. */
  concurrency: number;
  /** Crontab of scheduled jobs; only one worker of a process has one. */
  crontab: string;
}

/** One connection listens for new jobs, the other fetches and completes them. */
const poolConnections = 2;
const restartMs = 1_000;

/** One run of graphile-worker, from its start until it is replaced. */
interface Run {
  runner: Runner;
  pool: Pool;
  /** Id of the run in the queue. */
  name: string;
  /** Resolves when a query to the queue has failed. */
  failed: Promise<void>;
}

export class JobWorker {
  readonly #options: WorkerOptions;
  /** Ids of this worker in the queue: its jobs are locked by one of them. */
  readonly pools = new Set<string>();
  readonly #stopping = new AbortController();
  readonly #endingRuns = new Set<Promise<void>>();
  #current: Run | undefined;
  #replacing: Promise<void> = Promise.resolve();

  constructor(options: WorkerOptions) {
    this.#options = options;
  }

  async start(): Promise<void> {
    this.#current = await this.#startRun();
    this.#replacing = this.#replaceFailed();
  }

  /** Stops after the running jobs have finished. */
  async stop(): Promise<void> {
    this.#stopping.abort();
    await this.#replacing;
    if (this.#current) this.#endRun(this.#current);
    await Promise.all(this.#endingRuns);
  }

  async #startRun(): Promise<Run> {
    const { url, sockets, taskList, concurrency, crontab } = this.#options;
    const events: WorkerEvents = new EventEmitter();
    const { promise: failed, resolve: fail } = Promise.withResolvers<void>();
    let name = "";
    events.on("pool:create", ({ workerPool }) => this.pools.add((name = workerPool.id)));
    events.on("worker:getJob:error", () => fail());
    events.on("pool:fatalError", () => fail());
    // The row of the job stays and is listed by `dead_jobs()`.
    events.on("job:failed", ({ job }) =>
      console.error(`Jobs: ${job.task_identifier} (${job.id}) was given up after ${job.attempts} attempts.`),
    );
    const pool = openJobPool({ url, size: poolConnections, sockets });
    try {
      const runner = await run({
        pgPool: pool,
        concurrency,
        noHandleSignals: true,
        crontab,
        logger: jobLogger,
        events,
        taskList,
        // Without these delays graphile-worker writes results unawaited, and a failure ends the process.
        preset: { worker: { completeJobBatchDelay: 0, failJobBatchDelay: 0 } },
      });
      void runner.promise.then(fail, fail);
      return { runner, pool, name, failed };
    } catch (error) {
      this.pools.delete(name);
      void pool.end().catch(() => {});
      throw error;
    }
  }

  /**
   * Replaces a run after an error of the queue, as soon as the queue responds. A job that the queue assigned to the old
   * run without its knowledge is released once the old run's heartbeat stops.
   */
  async #replaceFailed(): Promise<void> {
    const { signal } = this.#stopping;
    const stopped = new Promise<void>((resolve) => signal.addEventListener("abort", () => resolve(), { once: true }));
    while (!signal.aborted) {
      await Promise.race([this.#current?.failed, stopped]);
      const previous = this.#current;
      while (!signal.aborted && this.#current === previous) {
        await delay(restartMs, undefined, { ref: false, signal }).catch(() => {});
        if (signal.aborted) return;
        this.#current = await this.#startRun().catch(() => previous);
      }
      if (previous && previous !== this.#current) this.#endRun(previous);
    }
  }

  /** Ends a run after its jobs have finished; its heartbeat continues until then. */
  #endRun({ runner, pool, name }: Run): void {
    const ending = (async () => {
      await runner.stop().catch(() => {});
      await runner.promise.catch(() => {});
      this.pools.delete(name);
      await pool.end();
    })();
    this.#endingRuns.add(ending);
    void ending.finally(() => this.#endingRuns.delete(ending));
  }
}
