import { formatStartupError } from "#server/operator-error.ts";

/** One Ctrl-C sends signals from the terminal, npm and the launcher: those within this time in ms count as one. */
const signalDebounceMs = 1_000;

export interface Shutdown {
  hasBegun(): boolean;
  /** Runs the clean-up of `onShutdown` and ends the process with this exit code. */
  begin(code: number): Promise<never>;
  /** Starts the program. An error is printed and ends the process, unless the shutdown has caused it. */
  run(start: () => Promise<void>): Promise<void>;
}

/**
 * Runs the clean-up once and ends the process, on Ctrl-C, SIGTERM and SIGHUP, and when the launcher has exited. A
 * second Ctrl-C ends it immediately.
 */
export function onShutdown(work: (code: number) => Promise<void>): Shutdown {
  let startedAt: number | undefined;
  async function begin(code: number): Promise<never> {
    startedAt = performance.now();
    await work(code);
    process.exit(code);
  }
  function onSignal(): void {
    if (startedAt === undefined) void begin(0);
    else if (performance.now() - startedAt > signalDebounceMs) process.exit(1);
  }
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.on(signal, onSignal);
  process.on("disconnect", onSignal);
  process.channel?.unref();
  const hasBegun = (): boolean => startedAt !== undefined;
  async function run(start: () => Promise<void>): Promise<void> {
    try {
      await start();
    } catch (error) {
      if (hasBegun()) return;
      console.error(formatStartupError(error));
      await begin(1);
    }
  }
  return { hasBegun, begin, run };
}
