// The real server in a process of its own, on a database that is there already; it can be killed and started again.
import { type ChildProcess, spawn } from "node:child_process";

export interface ServerProcess {
  kill: () => Promise<void>;
  printed: () => string;
}

export async function startServerProcess(env: { [name: string]: string }): Promise<ServerProcess> {
  const child: ChildProcess = spawn(process.execPath, ["tools/serve.ts", "--no-demo"], {
    env: { PATH: process.env["PATH"], ...env },
    stdio: ["ignore", "pipe", "pipe"],
  });
  let printed = "";
  const ended = new Promise<void>((resolve) => child.once("exit", () => resolve()));
  await new Promise<void>((resolve, reject) => {
    const read = (chunk: Buffer): void => {
      printed = (printed + chunk.toString()).slice(-200_000);
      if (/answers at http/.test(printed)) resolve();
    };
    child.stdout!.on("data", read);
    child.stderr!.on("data", read);
    void ended.then(() => reject(new Error(`the server did not start:\n${printed}`)));
  });
  return {
    printed: () => printed,
    kill: async () => {
      child.kill("SIGKILL");
      await ended;
    },
  };
}
