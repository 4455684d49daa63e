// The real server in a separate process with the given environment, which can be killed and started again.
import { spawn } from "node:child_process";

export interface ServerProcess {
  address: string;
  pid: number;
  /** The last part of its output. */
  output: () => string;
  /** By signal, SIGKILL by default; resolves once it has ended. */
  kill: (signal?: NodeJS.Signals) => Promise<void>;
  /** Resolves once it has ended, for any reason. */
  exited: Promise<void>;
  isRunning: () => boolean;
}

/**
 * Resolves once it responds; throws if it ends before. It listens on a free local port unless `env` sets another. `cwd`
 * is the checkout to run, by default this one; `flags` are options of Node.js, `args` those of the server.
 */
export async function startServerProcess(
  env: { [name: string]: string },
  {
    cwd = process.cwd(),
    flags = [],
    args = ["--no-demo"],
  }: { cwd?: string; flags?: readonly string[]; args?: readonly string[] } = {},
): Promise<ServerProcess> {
  const { PATH, NODE_COMPILE_CACHE } = process.env;
  const child = spawn(process.execPath, [...flags, "tools/serve.ts", ...args], {
    env: { PATH, ...(NODE_COMPILE_CACHE ? { NODE_COMPILE_CACHE } : {}), PORT: "0", HOST: "127.0.0.1", ...env },
    stdio: ["ignore", "pipe", "pipe"],
    cwd,
  });
  let printed = "";
  const exited = new Promise<void>((resolve) => child.once("exit", () => resolve()));
  const address = await new Promise<string>((resolve, reject) => {
    const read = (chunk: Buffer): void => {
      printed = (printed + chunk.toString()).slice(-200_000);
      const found = /answers at (http:\S+)/.exec(printed)?.[1];
      if (found) resolve(found);
    };
    child.stdout.on("data", read);
    child.stderr.on("data", read);
    void exited.then(() => reject(new Error(`the server did not start:\n${printed}`)));
  });
  return {
    address,
    pid: child.pid!,
    output: () => printed,
    kill: async (signal = "SIGKILL") => {
      child.kill(signal);
      await exited;
    },
    exited,
    isRunning: () => child.exitCode === null && child.signalCode === null,
  };
}
