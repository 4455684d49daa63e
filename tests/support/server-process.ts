// The real server in a process of its own, with what is said in its environment; it can be killed and started again.
import { spawn } from "node:child_process";

export interface ServerProcess {
  address: string;
  printed: () => string;
  /** By the signal, SIGKILL unless told otherwise; resolves once it is gone. */
  kill: (signal?: NodeJS.Signals) => Promise<void>;
  /** Once it is gone, for whatever reason. */
  ended: Promise<void>;
  isRunning: () => boolean;
}

/** Resolves once it answers; throws when it ends before. */
export async function startServerProcess(env: { [name: string]: string }): Promise<ServerProcess> {
  const { PATH, NODE_COMPILE_CACHE } = process.env;
  const child = spawn(process.execPath, ["tools/serve.ts", "--no-demo"], {
    env: { PATH, ...(NODE_COMPILE_CACHE ? { NODE_COMPILE_CACHE } : {}), ...env },
    stdio: ["ignore", "pipe", "pipe"],
  });
  let printed = "";
  const ended = new Promise<void>((resolve) => child.once("exit", () => resolve()));
  const address = await new Promise<string>((resolve, reject) => {
    const read = (chunk: Buffer): void => {
      printed = (printed + chunk.toString()).slice(-200_000);
      const found = /answers at (http:\S+)/.exec(printed)?.[1];
      if (found) resolve(found);
    };
    child.stdout.on("data", read);
    child.stderr.on("data", read);
    void ended.then(() => reject(new Error(`the server did not start:\n${printed}`)));
  });
  return {
    address,
    printed: () => printed,
    kill: async (signal = "SIGKILL") => {
      child.kill(signal);
      await ended;
    },
    ended,
    isRunning: () => child.exitCode === null && child.signalCode === null,
  };
}
