import { getErrorCode } from "#domain/error-code.ts";
import type { FastifyInstance } from "fastify";
import { buildApp } from "#server/app.ts";
import { createDataFolder, type Config } from "#server/config.ts";
import { startEmbeddedPostgres } from "#server/db/embedded/embedded.ts";
import { startHeartbeat } from "#server/db/availability/heartbeat.ts";
import { installJobsSchema } from "#server/db/jobs-schema.ts";
import { migrate } from "#server/db/migrate/migrate.ts";
import { checkServer, type Sql } from "#server/db/pool.ts";
import { createPools } from "#server/db/pools.ts";
import { getReplicaPool } from "#server/db/availability/replica.ts";
import { seedReferenceRows } from "#server/db/seed/seed.ts";
import { runFirstStart, type FirstStartSteps } from "#server/first-start.ts";
import { drainAndClose, drainTimeoutMs } from "#server/http/drain.ts";
import { OperatorError } from "#server/operator-error.ts";
import { findStartWarnings } from "#server/start-warnings.ts";

export interface StartOptions extends FirstStartSteps {
  config: Config;
  log: (line: string) => void;
  /** Receives the clean-up of each step as soon as the step starts, so that start-up can be aborted at any point. */
  onStarted: (undo: () => Promise<void>) => void;
  /** Completes or checks what is required before the port opens. */
  beforeListening?: (sql: Sql) => Promise<unknown>;
}

/** Largest time to close after all requests are answered. */
const closeTimeoutMs = 5_000;

/**
 * Starts everything from the database to the open port; returns the URL. Throws OperatorError for problems that the
 * operator can fix.
 */
export async function startServer(options: StartOptions): Promise<string> {
  const { config, log, onStarted } = options;
  createDataFolder(config.dataDir);
  const { sql, url } = await connectDatabase(options);
  await migrate({ sql, log });
  await installJobsSchema(url);
  await seedReferenceRows({ sql });
  await runFirstStart({ ...options, sql });
  for (const warning of await findStartWarnings(sql)) options.log(warning);
  await options.beforeListening?.(sql);
  onStarted(startHeartbeat({ url, pools: [sql], log }));
  const replica = getReplicaPool(sql);
  if (replica && config.replicaDatabaseUrl)
    onStarted(startHeartbeat({ url: config.replicaDatabaseUrl, pools: [replica], log, isReplica: true }));
  const app = await buildApp({ sql, config, jobsUrl: url });
  const shutdownTimeoutMs = (config.drainDelayMs ?? 0) + drainTimeoutMs + closeTimeoutMs;
  onStarted(() => withTimeout({ ms: shutdownTimeoutMs, work: drainAndClose(app) }));
  return await listen({ app, config });
}

async function connectDatabase({ config, log, onStarted }: StartOptions): Promise<{ sql: Sql; url: string }> {
  const url = config.databaseUrl ?? (await startEmbeddedDatabase({ config, log, onStarted }));
  const sql = createPools(url, { size: config.poolSize, replicaUrl: config.replicaDatabaseUrl ?? null });
  onStarted(() => sql.end({ timeout: 5 }));
  await checkServer({ sql, url });
  return { sql, url };
}

async function startEmbeddedDatabase({
  config,
  log,
  onStarted,
}: Pick<StartOptions, "config" | "log" | "onStarted">): Promise<string> {
  log("Starting the database");
  const embedded = await startEmbeddedPostgres({ dataDir: config.dataDir, log });
  onStarted(() => embedded.stop());
  return embedded.url;
}

async function listen({ app, config }: { app: FastifyInstance; config: Config }): Promise<string> {
  const { host, port } = config;
  try {
    await app.listen({ host, port });
  } catch (error) {
    throw toListenError({ error, config });
  }
  const address = app.server.address();
  const name = host === "0.0.0.0" || host === "::" ? "localhost" : host;
  return `http://${name.includes(":") ? `[${name}]` : name}:${typeof address === "object" ? address?.port : port}`;
}

/** Converts an error of a port or host that cannot be listened on to an OperatorError. */
export function toListenError({ error, config }: { error: unknown; config: Config }): unknown {
  const code = getErrorCode(error);
  const { host, port } = config;
  if (code === "EADDRINUSE") {
    return new OperatorError(`Port ${port} is taken by another program: stop that one, or set PORT to another number.`);
  }
  if (code === "EACCES") {
    return new OperatorError(`Port ${port} may not be opened by this user: set PORT to a number above 1023.`);
  }
  if (code === "EADDRNOTAVAIL" || code === "ENOTFOUND") {
    return new OperatorError(`HOST is "${host}", which is not an address of this machine.`);
  }
  return error;
}

async function withTimeout({ ms, work }: { ms: number; work: Promise<unknown> }): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const timeout = new Promise((resolve) => (timer = setTimeout(resolve, ms)));
  await Promise.race([work, timeout]);
  clearTimeout(timer);
}
