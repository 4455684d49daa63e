// Child processes of the bench, servers and load generators, controlled over IPC.
import { fork, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import serverFlags from "#tools/server-flags.json" with { type: "json" };
import type { AbuseResult, AbuseOptions } from "#tools/bench/abusive-clients.ts";
import type { LoadResult, LoadTarget, Workload } from "#tools/bench/load-generator.ts";

const resolveFile = (name: string): string => fileURLToPath(new URL(name, import.meta.url));

export class LoadGenerator {
  readonly #child: ChildProcess = fork(resolveFile("load-generator.ts"), [], { serialization: "advanced" });
  #lastTaskId = 0;

  measure(task: { target: LoadTarget; work: Workload }): Promise<LoadResult> {
    return this.#runTask(task) as Promise<LoadResult>;
  }

  runAbusiveClients(task: {
    target: Extract<LoadTarget, { port: number }>;
    attack: AbuseOptions;
  }): Promise<AbuseResult> {
    return this.#runTask(task) as Promise<AbuseResult>;
  }

  async #runTask(task: object): Promise<unknown> {
    this.#lastTaskId += 1;
    this.#child.send({ ...task, id: this.#lastTaskId });
    const [message] = (await once(this.#child, "message")) as [{ measured?: unknown; error?: string }];
    if (!message.measured) throw new Error(message.error);
    return message.measured;
  }

  stop(): void {
    this.#child.disconnect();
  }
}

export class ServerProcess {
  readonly #child: ChildProcess;
  readonly port: number;

  private constructor({ child, port }: { child: ChildProcess; port: number }) {
    this.#child = child;
    this.port = port;
  }

  static async start({
    database,
    execArgv = [],
    port: requestedPort = 0,
  }: {
    database: string;
    execArgv?: string[];
    /** Port of the server; any free one by default. */
    port?: number;
  }): Promise<ServerProcess> {
    const child = fork(resolveFile("server-process.ts"), [database, String(requestedPort)], {
      execArgv: [...serverFlags, ...execArgv],
    });
    const [{ port }] = (await once(child, "message")) as [{ port: number }];
    return new ServerProcess({ child, port });
  }

  /** Resident memory in bytes. */
  async memory(): Promise<number> {
    return (await this.#readUsage()).rss;
  }

  /** Processor time in ms that it has used. */
  async processorMs(): Promise<number> {
    return (await this.#readUsage()).processorMs;
  }

  async #readUsage(): Promise<{ rss: number; processorMs: number }> {
    this.#child.send("usage");
    const [usage] = (await once(this.#child, "message")) as [{ rss: number; processorMs: number }];
    return usage;
  }

  stop(): void {
    this.#child.disconnect();
  }
}
