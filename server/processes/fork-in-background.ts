// Starts child processes at low priority, so that background work leaves the processor to requests.
import { type ChildProcess, fork, type StdioOptions } from "node:child_process";
import { setPriority } from "node:os";
import { fileURLToPath } from "node:url";

/** Niceness: about a tenth of the processor time of a normal process when both compete. */
const backgroundNiceness = 10;

/**
 * Starts a program at a lower priority, with an IPC channel that supports structured clones. `env` is its complete
 * environment; `execArgv` are its Node.js options, never those of the server, which set its memory or open an inspector
 * port.
 */
export function forkInBackground({
  program,
  env,
  execArgv = [],
  stdio,
}: {
  program: URL;
  env: NodeJS.ProcessEnv;
  execArgv?: readonly string[];
  stdio: StdioOptions;
}): ChildProcess {
  const child = fork(fileURLToPath(program), {
    env,
    execArgv: ["--no-warnings", ...execArgv],
    serialization: "advanced",
    stdio,
  });
  try {
    // Linux sets priorities by thread; threads started later inherit it.
    if (child.pid !== undefined) setPriority(child.pid, backgroundNiceness);
  } catch {
    // The process has already exited, which its exit event reports.
  }
  return child;
}
