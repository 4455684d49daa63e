// Opens the database of a data folder for a tool: that of the running server, or a database started for the tool.
import type { Config } from "#server/config.ts";
import { findRunningUrl, startEmbeddedPostgres } from "#server/db/embedded/embedded.ts";
import { formatStartupError } from "#server/operator-error.ts";
import { onShutdown } from "#tools/shutdown.ts";

export interface OpenedDatabase {
  url: string;
  /** Whether a server is using it. */
  isRunning: boolean;
}

export interface DatabaseTool {
  /** Opens the configured database; one started for the tool is stopped with it. */
  openDatabase: (config: Config) => Promise<OpenedDatabase>;
  /** Aborted when the tool has to stop. */
  signal: AbortSignal;
}

/** Runs the work of a tool and ends the process with exit code 0, or with 1 and the error message. */
export async function runDatabaseTool(work: (tool: DatabaseTool) => Promise<void>): Promise<void> {
  const abortController = new AbortController();
  let stopDatabase = async (): Promise<void> => {};
  const shutdown = onShutdown(async () => {
    abortController.abort();
    await stopDatabase();
  });
  async function openDatabase({ databaseUrl, dataDir }: Config): Promise<OpenedDatabase> {
    if (databaseUrl !== null) return { url: databaseUrl, isRunning: false };
    const runningUrl = findRunningUrl(dataDir);
    if (runningUrl) return { url: runningUrl, isRunning: true };
    const embedded = await startEmbeddedPostgres({ dataDir, log: console.log });
    stopDatabase = embedded.stop;
    return { url: embedded.url, isRunning: false };
  }
  try {
    await work({ openDatabase, signal: abortController.signal });
    await shutdown.begin(0);
  } catch (error) {
    if (shutdown.hasBegun()) return;
    console.error(formatStartupError(error));
    await shutdown.begin(1);
  }
}
