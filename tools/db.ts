// npm run db:migrate, db:seed, db:reset, db:diff, db:psql.
import { spawn } from "node:child_process";
import { readConfig, type Config } from "#server/config.ts";
import { runningUrl, startEmbedded } from "#server/db/embedded.ts";
import { installJobs } from "#server/db/jobs-schema.ts";
import { migrate } from "#server/db/migrate.ts";
import { checkServer, connect, type Sql } from "#server/db/pool.ts";
import { schemaSql } from "#server/db/schema.ts";
import { seedReference } from "#server/db/seed.ts";
import { PlainError, textOf } from "#server/plain-error.ts";
import { loadDemo } from "#tools/demo/load.ts";
import { onEnd } from "#tools/ending.ts";

interface Verb {
  url: string;
  sql: Sql;
  config: Config;
}

const verbs: { [name: string]: (options: Verb) => Promise<void> } = { migrate: toNewest, seed, reset, psql, diff };
const [verb = "", ...args] = process.argv.slice(2);
let stopDatabase = async (): Promise<void> => {};
const ending = onEnd(() => stopDatabase());

try {
  await run();
  await ending.begin(0);
} catch (error) {
  console.error(textOf(error));
  await ending.begin(1);
}

async function run(): Promise<void> {
  const work = verbs[verb];
  if (!work) throw new PlainError(`Say what to do: ${Object.keys(verbs).join(", ")}.`);
  const config = readConfig({ env: process.env });
  const url = config.databaseUrl ?? (await ownDatabase(config));
  const sql = connect(url, { max: 4, statementTimeout: 0 });
  try {
    await checkServer({ sql, url });
    await work({ url, sql, config });
  } finally {
    await sql.end();
  }
}

/** That of the running server, or else started for as long as this takes. */
async function ownDatabase({ dataDir }: Config): Promise<string> {
  const running = runningUrl(dataDir);
  if (running && verb === "reset") throw new PlainError("Chaavi is running on this data folder: stop it first.");
  if (running) return running;
  const embedded = await startEmbedded({ dataDir, log: console.log });
  stopDatabase = embedded.stop;
  return embedded.url;
}

async function toNewest({ url, sql }: Verb): Promise<void> {
  await installJobs(url);
  const applied = await migrate({ sql, log: console.log });
  if (applied.length === 0) console.log("Every migration had been applied already.");
}

async function seed({ url, sql, config }: Verb): Promise<void> {
  await installJobs(url);
  await migrate({ sql });
  await seedReference({ sql });
  const [found] = await sql`select 1 from "Companies" limit 1`;
  if (found)
    throw new PlainError("There are companies in this database already: the demo goes only into an empty one.");
  await loadDemo({ sql, log: console.log, secret: config.secret });
}

async function reset({ url, sql, config }: Verb): Promise<void> {
  if (config.databaseUrl && !args.includes("--yes")) {
    throw new PlainError("This removes everything from the database of DATABASE_URL: add -- --yes if that is meant.");
  }
  await sql`drop schema public cascade`;
  await sql`drop schema if exists graphile_worker cascade`;
  await sql`create schema public`;
  await installJobs(url);
  await migrate({ sql });
  await seedReference({ sql });
  console.log("The database is as new. npm start fills in the demo data again.");
}

/** What the collections ask for, beside what the migrations made: for whoever writes the next migration. */
async function diff(): Promise<void> {
  console.log(schemaSql());
}

async function psql({ url }: Verb): Promise<void> {
  const child = spawn("psql", [url], { stdio: "inherit" });
  await new Promise<void>((resolve, reject) => {
    child.once("exit", () => resolve());
    child.once("error", () => reject(new PlainError(`psql is not installed. The address of the database is ${url}`)));
  });
}
