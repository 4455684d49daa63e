import type { FastifyInstance } from "fastify";
import { buildApp } from "#server/app.ts";
import { makeDataFolder, type Config } from "#server/config.ts";
import { startEmbedded } from "#server/db/embedded.ts";
import { installJobs } from "#server/db/jobs-schema.ts";
import { migrate } from "#server/db/migrate.ts";
import { checkServer, connect, type Sql } from "#server/db/pool.ts";
import { seedReference } from "#server/db/seed.ts";
import { makeFirstStart, type FirstStart } from "#server/first-start.ts";
import { PlainError } from "#server/plain-error.ts";

export interface StartOptions extends FirstStart {
  config: Config;
  log: (line: string) => void;
  /** Is told how to undo every step as soon as it was begun, so that a start can be broken off anywhere. */
  onStep: (undo: () => Promise<void>) => void;
  /** What must be ready before the port opens. */
  beforeListening?: () => Promise<unknown>;
}

const longestGoodbye = 5_000;

/**
 * Everything from the database to the open port; returns the address. Throws PlainError for what the person who
 * starts it can put right.
 */
export async function startServer(options: StartOptions): Promise<string> {
  const { config, log, onStep } = options;
  makeDataFolder(config.dataDir);
  const { sql, url } = await openDatabase(options);
  await migrate({ sql, log });
  await installJobs(url);
  await seedReference({ sql });
  await makeFirstStart({ ...options, sql });
  await options.beforeListening?.();
  const app = await buildApp({ sql, config, jobsUrl: url });
  onStep(() => within({ ms: longestGoodbye, work: app.close() }));
  return await listen({ app, config });
}

async function openDatabase({ config, log, onStep }: StartOptions): Promise<{ sql: Sql; url: string }> {
  const url = config.databaseUrl ?? (await startOwnDatabase({ config, log, onStep }));
  const sql = connect(url, { max: config.poolSize });
  onStep(() => sql.end({ timeout: 5 }));
  await checkServer({ sql, url });
  return { sql, url };
}

async function startOwnDatabase({
  config,
  log,
  onStep,
}: Pick<StartOptions, "config" | "log" | "onStep">): Promise<string> {
  log("Starting the database");
  const embedded = await startEmbedded({ dataDir: config.dataDir, log });
  onStep(() => embedded.stop());
  return embedded.url;
}

async function listen({ app, config }: { app: FastifyInstance; config: Config }): Promise<string> {
  const { host, port } = config;
  try {
    await app.listen({ host, port });
  } catch (error) {
    throw listenError({ error, config });
  }
  const address = app.server.address();
  const name = host === "0.0.0.0" || host === "::" ? "localhost" : host;
  return `http://${name.includes(":") ? `[${name}]` : name}:${typeof address === "object" ? address?.port : port}`;
}

/** The words for a port or host that cannot be listened on. */
export function listenError({ error, config }: { error: unknown; config: Config }): unknown {
  const { code } = error as { code?: string };
  const { host, port } = config;
  if (code === "EADDRINUSE") {
    return new PlainError(`Port ${port} is taken by another program: stop that one, or set PORT to another number.`);
  }
  if (code === "EACCES") {
    return new PlainError(`Port ${port} may not be opened by this user: set PORT to a number above 1023.`);
  }
  if (code === "EADDRNOTAVAIL" || code === "ENOTFOUND") {
    return new PlainError(`HOST is "${host}", which is not an address of this machine.`);
  }
  return error;
}

async function within({ ms, work }: { ms: number; work: Promise<unknown> }): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise((resolve) => (timer = setTimeout(resolve, ms)));
  await Promise.race([work, late]);
  clearTimeout(timer);
}
