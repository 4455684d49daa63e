/** Signals of one Ctrl-C come from the terminal, from npm and from the launcher: within this time, in ms, they are one. */
const oneWish = 1_000;

export interface Ending {
  hasBegun(): boolean;
  /** Ends the process with this exit code after the work given to `onEnd`. */
  begin(code: number): Promise<never>;
}

/**
 * Does the work once and then ends the process, on Ctrl-C, on SIGTERM and SIGHUP, and when the launcher is gone.
 * A second Ctrl-C ends it at once.
 */
export function onEnd(work: (code: number) => Promise<void>): Ending {
  let begunAt: number | undefined;
  async function begin(code: number): Promise<never> {
    begunAt = performance.now();
    await work(code);
    process.exit(code);
  }
  function onSignal(): void {
    if (begunAt === undefined) void begin(0);
    else if (performance.now() - begunAt > oneWish) process.exit(1);
  }
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.on(signal, onSignal);
  process.on("disconnect", onSignal);
  process.channel?.unref();
  return { hasBegun: () => begunAt !== undefined, begin };
}
