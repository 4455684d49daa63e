// §7: background jobs, which run after commit, are retried after failures and taken over after a crash.
import { noteForCommit } from "#server/db/after-commit.ts";
import { type Sql, socketsOf, type Tx } from "#server/db/pool.ts";
import type { TaskList } from "graphile-worker";
import { z } from "zod";
import { JobWorker } from "#server/jobs/worker.ts";

/**
 * Payload of each task of the queue: ids only, since no access rule protects the tables of the job queue. The handlers are
 * in server/tasks.ts. A task may run twice, so it locks the rows it works on.
 */
export const taskPayloads = {
  "deliver-mail": z.object({ recipient: z.string() }),
  "deliver-sms": z.object({ recipient: z.string() }),
  /** `recipient`: id of a user. */
  "deliver-push": z.object({ recipient: z.string() }),
  /** Queued by older versions, for mail and SMS alike. */
  "deliver-messages": z.object({ channel: z.enum(["mail", "sms"]), recipient: z.string() }),
  "check-tax-id": z.object({ kind: z.enum(["gstin", "pan"]), hash: z.string() }),
  /** `people`: user ids, separated by commas. */
  "invite-people": z.object({ people: z.string(), inviter: z.string() }),
  "payment-check": z.object({ attempt: z.int() }),
  "return-held-offers": z.object({ attempt: z.int() }),
  /** `tries`: number of checks so far. */
  "payment-refund": z.object({ refund: z.int(), tries: z.int() }),
  "remove-expired-exports": z.object({}),
  "erase-person": z.object({ request: z.int() }),
  "remove-old": z.object({}),
  "start-tariff": z.object({ version: z.int() }),
  "start-fees": z.object({ change: z.int() }),
  "warn-pass-holders": z.object({}),
  "tell-customers": z.object({}),
  "remind-open-shifts": z.object({}),
  "mail-reports": z.object({}),
  "ask-unit": z.object({ entry: z.int() }),
  "deliver-webhooks": z.object({ endpoint: z.int() }),
  "print-papers": z.object({ printer: z.int() }),
};
export type TaskName = keyof typeof taskPayloads;
export type TaskPayload<T extends TaskName> = z.output<(typeof taskPayloads)[T]>;
/** Handlers receive the payload as it was queued, possibly by an older version. */
export type TaskHandlers = { [name in TaskName]: (payload: unknown) => Promise<void> };

/** A task that runs on a schedule, on servers that are configured for it. */
export interface ScheduledTask {
  name: string;
  /** Five cron fields, in UTC. */
  schedule: string;
  run: (signal: AbortSignal) => Promise<void>;
}

interface QueueJobOptions<T extends TaskName> {
  tx: Tx;
  task: T;
  payload: TaskPayload<T>;
  /** At most one job per key is queued: a new one replaces it and its time. */
  key?: string;
  /** Delay in ms; runs immediately by default. */
  delayMs?: number;
}

/**
 * Queues a job in the caller's transaction: it runs only if the transaction is committed. Workers are woken after the commit, and
 * poll every two seconds.
 */
export async function queueJob<T extends TaskName>({
  tx,
  task,
  payload,
  key,
  delayMs = 0,
}: QueueJobOptions<T>): Promise<void> {
  await tx.unsafe(
    `select queue_job($1, $2::text::json, $3, now() + $4::float8 * interval '1 millisecond', 25)`,
    [task, JSON.stringify(payload), key ?? null, delayMs],
    { prepare: true },
  );
  noteForCommit(tx, "jobs");
}

/**
 * Every night at 03:17 IST, every ten minutes, every morning at 10:00 IST and every quarter of an hour, on one of the servers; a
 * night or morning missed while no server ran is made up for.
 */
const schedule = [
  "47 21 * * * remove-old ?fill=1d&max=5",
  "*/10 * * * * remove-expired-exports ?max=5",
  "30 4 * * * warn-pass-holders ?fill=1d&max=5",
  "*/15 * * * * tell-customers ?max=5",
  "*/15 * * * * remind-open-shifts ?max=5",
  "*/15 * * * * mail-reports ?max=5",
];

/**
 * Assigns tasks to workers with separate concurrency, so that a hanging mail server delays neither SMS nor payments.
 */
const workerByTask: { readonly [task in TaskName]: WorkerName } = {
  "deliver-mail": "mail",
  "deliver-messages": "mail",
  "deliver-sms": "sms",
  "deliver-push": "webhooks",
  "payment-check": "payments",
  "payment-refund": "payments",
  "return-held-offers": "payments",
  "check-tax-id": "other",
  "invite-people": "other",
  "erase-person": "other",
  "remove-expired-exports": "other",
  "remove-old": "other",
  "start-tariff": "other",
  "start-fees": "other",
  "warn-pass-holders": "other",
  "tell-customers": "other",
  "remind-open-shifts": "other",
  "mail-reports": "other",
  "ask-unit": "sms",
  "deliver-webhooks": "webhooks",
  "print-papers": "webhooks",
};
type WorkerName = "mail" | "sms" | "payments" | "webhooks" | "other";
const workers: readonly { worker: WorkerName; concurrency: number }[] = [
  { worker: "mail", concurrency: 4 },
  { worker: "sms", concurrency: 4 },
  { worker: "payments", concurrency: 4 },
  // Receivers, push services and printers may be slow; each of them occupies one job at a time.
  { worker: "webhooks", concurrency: 16 },
  { worker: "other", concurrency: 2 },
];

const heartbeatMs = 2_000;
/** A process without a heartbeat for this time is considered dead, and its jobs are released. */
const deadAfterSeconds = 10;

/** Runs jobs until it is stopped. */
export class JobRunner {
  readonly #sql: Sql;
  readonly #workers: JobWorker[];
  readonly #stopping = new AbortController();
  #heartbeat: NodeJS.Timeout | undefined;

  /** `sql` is the pool of the tasks; the workers' own connections share its socket registry. */
  constructor({
    url,
    sql,
    tasks,
    scheduled = [],
  }: {
    url: string;
    sql: Sql;
    tasks: TaskHandlers;
    scheduled?: readonly ScheduledTask[];
  }) {
    this.#sql = sql;
    const assignedWorkers: { readonly [task: string]: WorkerName } = workerByTask;
    this.#workers = workers.map(({ worker, concurrency }) => {
      const taskList: TaskList = Object.fromEntries(
        Object.entries(tasks).filter(([task]) => assignedWorkers[task] === worker),
      );
      const scheduledTasks = worker === "other" ? scheduled : [];
      for (const { name, run } of scheduledTasks) taskList[name] = () => run(this.#stopping.signal);
      const lines = scheduledTasks.map((task) => `${task.schedule} ${task.name} ?max=2`);
      const crontab = worker === "other" ? [...schedule, ...lines].join("\n") : "";
      return new JobWorker({ url, sockets: socketsOf(sql), concurrency, crontab, taskList });
    });
  }

  async start(): Promise<void> {
    await Promise.all(this.#workers.map((worker) => worker.start()));
    await this.#sendHeartbeat();
    this.#heartbeat = setInterval(() => void this.#sendHeartbeat().catch(() => {}), heartbeatMs);
  }

  /** Stops after the running jobs have finished. */
  async stop(): Promise<void> {
    clearInterval(this.#heartbeat);
    this.#stopping.abort();
    await Promise.all(this.#workers.map((worker) => worker.stop()));
    await this.#sql`delete from job_processes where pool = any(${this.#pools()})`.catch(() => {});
  }

  #pools(): string[] {
    return this.#workers.flatMap(({ pools }) => [...pools]);
  }

  /** Records the heartbeat of this process, and releases the jobs of dead processes. */
  async #sendHeartbeat(): Promise<void> {
    const [sql, pools] = [this.#sql, this.#pools()];
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
