// Processes of a temporary cluster: all of them end, and their folder is removed, when the process that started them ends.
import { type ChildProcess, spawn } from "node:child_process";
import { chmodSync, closeSync, mkdirSync, mkdtempSync, openSync, readFileSync, writeFileSync } from "node:fs";
import { Socket } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import { changeOwner, getSystemUser, type SystemUser } from "#server/db/embedded/postgres-files.ts";
import { isAlive, waitUntil } from "#server/db/embedded/processes.ts";

/** Kills what is listed in `pids` and every PostgreSQL of the folder, and removes the folder, once its input ends. */
const cleanUpScript = `
  read _
  for file in "$1"/pids/*; do kill -KILL "$(cat "$file")"; done
  for file in "$1"/*/data/postmaster.pid; do pid=$(head -n 1 "$file"); kill -CONT "$pid"; kill -QUIT "$pid"; done
  for file in "$1"/*/data/postmaster.pid; do
    pid=$(head -n 1 "$file")
    for _ in 1 2 3 4 5 6 7 8 9 10; do kill -0 "$pid" || break; sleep 0.2; done
    kill -KILL "$pid"
  done
  rm -rf "$1"`;

export class ClusterProcesses {
  /** Readable by the user of PostgreSQL. */
  readonly folder: string;
  /** User of PostgreSQL; undefined if this process is not root. */
  readonly user: SystemUser | undefined;
  readonly #cleanUp: ChildProcess;
  readonly #running = new Map<string, ChildProcess>();

  constructor() {
    this.folder = mkdtempSync(path.join(tmpdir(), "chaavi-cluster-"));
    chmodSync(this.folder, 0o755);
    mkdirSync(path.join(this.folder, "pids"));
    this.user = getSystemUser(path.join(this.folder, "none"));
    this.#cleanUp = spawn("/bin/sh", ["-c", cleanUpScript, "sh", this.folder], {
      cwd: "/",
      detached: true,
      stdio: ["pipe", "ignore", "ignore"],
    });
    this.#cleanUp.unref();
    // A pipe to a child is a socket.
    if (this.#cleanUp.stdin instanceof Socket) this.#cleanUp.stdin.unref();
  }

  /** Creates a folder for one of the processes. */
  createFolder(name: string): string {
    const folder = path.join(this.folder, name);
    mkdirSync(folder, { mode: 0o700 });
    changeOwner({ file: folder, user: this.user });
    return folder;
  }

  /** Starts a program as the user of PostgreSQL; its output is in `<name>.log`. */
  start({ name, program, args, env = {} }: ProgramStart): ChildProcess {
    const output = openSync(this.#getLogFile(name), "a");
    const child = spawn(program, args, {
      ...this.user,
      cwd: "/",
      detached: true,
      env: { PATH: process.env["PATH"] ?? "", LANG: "C.UTF-8", ...env },
      stdio: ["ignore", output, output],
    });
    closeSync(output);
    child.once("error", () => {});
    child.unref();
    if (child.pid !== undefined) writeFileSync(path.join(this.folder, "pids", name), String(child.pid));
    this.#running.set(name, child);
    return child;
  }

  #getLogFile(name: string): string {
    return path.join(this.folder, `${name}.log`);
  }

  /** Programs that have ended by themselves, with the last line of their output. */
  listEnded(): string[] {
    return [...this.#running].flatMap(([name, { exitCode }]) => {
      if (exitCode === null) return [];
      const lastLine = readFileSync(this.#getLogFile(name), "utf8").trim().split("\n").at(-1);
      return [`${name} has ended: ${lastLine}`];
    });
  }

  getPid(name: string): number | undefined {
    return this.#running.get(name)?.pid;
  }

  /** Ends everything at once: the data is not needed any more. */
  async stop(): Promise<void> {
    const { pid } = this.#cleanUp;
    this.#cleanUp.stdin?.end();
    if (pid !== undefined) await waitUntil({ ms: 20_000, condition: () => !isAlive(pid) });
  }
}

export interface ProgramStart {
  name: string;
  program: string;
  args: readonly string[];
  env?: { [name: string]: string };
}
