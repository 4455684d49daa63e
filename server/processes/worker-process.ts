// A child process for expensive work or untrusted input: started on demand, killed when a job takes too long, ended
// when idle. A thread would share the memory of the server and the kernel locks on it.
import type { ChildProcess } from "node:child_process";
import type { z } from "zod";
import { forkInBackground } from "#server/processes/fork-in-background.ts";

/** Idle time after which the process ends to free its memory. */
const idleMs = 60_000;

/** Largest start time: on a machine without idle time, a process of low priority waits for many others. */
const startLimitMs = 60_000;

/** Thrown if the process ended without a result. */
export class WorkerProcessEnded extends Error {
  /** Whether it was killed because the job took too long; otherwise it ran out of memory or failed. */
  readonly isOutOfTime: boolean;
  constructor({ isOutOfTime }: { isOutOfTime: boolean }) {
    super(isOutOfTime ? "The worker process took too long." : "The worker process ended.");
    this.isOutOfTime = isOutOfTime;
  }
}

export interface WorkerProcessOptions<Answer> {
  /** Program that uses `handleJobs` (worker-program.ts): sends a message when it is ready, and one for each job. */
  program: URL;
  /** Schema of its answers. */
  answer: z.ZodType<Answer>;
  /** Largest duration of a job in ms. */
  timeLimitMs: number;
  env?: { [name: string]: string };
  /** Node.js options, such as a memory limit. */
  execArgv?: readonly string[];
}

export class WorkerProcess<Job extends object, Answer> {
  readonly #options: WorkerProcessOptions<Answer>;
  #child: ChildProcess | undefined;
  #idle: NodeJS.Timeout | undefined;

  constructor(options: WorkerProcessOptions<Answer>) {
    this.#options = options;
  }

  /** Id of the running process. */
  get pid(): number | undefined {
    return this.#child?.pid;
  }

  /** Runs one job; only one may run at a time. Throws WorkerProcessEnded. */
  async run(job: Job): Promise<Answer> {
    clearTimeout(this.#idle);
    const child = this.#child ?? (await this.#start());
    try {
      const result = this.#waitForMessage({ child, limitMs: this.#options.timeLimitMs });
      child.send(job, (error) => error && this.#end(child));
      return this.#options.answer.parse(await result);
    } finally {
      this.#idle = setTimeout(() => this.#end(child), idleMs);
      this.#idle.unref();
    }
  }

  close(): void {
    clearTimeout(this.#idle);
    if (this.#child) this.#end(this.#child);
  }

  /** Waits for the next message; ends the process if none arrives in time. */
  #waitForMessage({ child, limitMs }: { child: ChildProcess; limitMs: number }): Promise<unknown> {
    return new Promise((resolve, reject) => {
      let isOutOfTime = false;
      const limit = setTimeout(() => {
        isOutOfTime = true;
        this.#end(child);
      }, limitMs);
      const settle = (work: () => void) => {
        clearTimeout(limit);
        child.off("message", onMessage).off("exit", onEnd).off("error", onEnd);
        work();
      };
      const onMessage = (message: unknown) => settle(() => resolve(message));
      const onEnd = () => settle(() => reject(new WorkerProcessEnded({ isOutOfTime })));
      child.on("message", onMessage).on("exit", onEnd).on("error", onEnd);
    });
  }

  async #start(): Promise<ChildProcess> {
    // Passes no settings, since the process handles untrusted input and must not hold secrets.
    const { program, env: extraEnv, execArgv = [] } = this.#options;
    const env = { ...extraEnv, NODE_ENV: process.env["NODE_ENV"] };
    const child = forkInBackground({ program, env, execArgv, stdio: "ignore" });
    this.#child = child;
    // The process may also fail between two jobs.
    child.on("error", () => this.#end(child)).on("exit", () => this.#end(child));
    // The process must not keep the server from exiting.
    child.unref();
    child.channel?.unref();
    await this.#waitForMessage({ child, limitMs: startLimitMs });
    return child;
  }

  #end(child: ChildProcess): void {
    if (this.#child === child) this.#child = undefined;
    child.kill("SIGKILL");
  }
}
