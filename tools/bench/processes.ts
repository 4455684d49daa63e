// The processes of the bench: servers and load generators, told what to do over their channels.
import { fork, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import serverFlags from "#tools/server-flags.json" with { type: "json" };
import type { Repelled, Siege } from "#tools/bench/hostile.ts";
import type { Measured, Target, Work } from "#tools/bench/load.ts";

const file = (name: string): string => fileURLToPath(new URL(name, import.meta.url));

export class Generator {
  readonly #child: ChildProcess = fork(file("load.ts"), [], { serialization: "advanced" });
  #last = 0;

  measure(task: { at: Target; work: Work }): Promise<Measured> {
    return this.#told(task) as Promise<Measured>;
  }

  besiege(task: { at: Extract<Target, { port: number }>; siege: Siege }): Promise<Repelled> {
    return this.#told(task) as Promise<Repelled>;
  }

  async #told(task: object): Promise<unknown> {
    this.#last += 1;
    this.#child.send({ ...task, id: this.#last });
    const [answer] = (await once(this.#child, "message")) as [{ measured?: unknown; error?: string }];
    if (!answer.measured) throw new Error(answer.error);
    return answer.measured;
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
    port: given = 0,
  }: {
    database: string;
    execArgv?: string[];
    /** Any free one where it is not said. */
    port?: number;
  }): Promise<ServerProcess> {
    const child = fork(file("server.ts"), [database, String(given)], { execArgv: [...serverFlags, ...execArgv] });
    const [{ port }] = (await once(child, "message")) as [{ port: number }];
    return new ServerProcess({ child, port });
  }

  /** Resident memory in bytes. */
  async memory(): Promise<number> {
    this.#child.send("memory");
    const [{ rss }] = (await once(this.#child, "message")) as [{ rss: number }];
    return rss;
  }

  stop(): void {
    this.#child.disconnect();
  }
}
