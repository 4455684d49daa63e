// npm run db:migrate, db:seed, db:reset, db:diff, db:psql.
import { spawn } from "node:child_process";
import { loadConfig, type Config } from "#server/config.ts";
import { installJobsSchema } from "#server/db/jobs-schema.ts";
import { migrate } from "#server/db/migrate/migrate.ts";
import { checkServer, createPool, type Sql } from "#server/db/pool.ts";
import { buildSchemaSql } from "#server/db/schema.ts";
import { seedReferenceRows } from "#server/db/seed/seed.ts";
import { OperatorError } from "#server/operator-error.ts";
import { loadDemo } from "#tools/demo/load.ts";
import { type DatabaseTool, runDatabaseTool } from "#tools/own-database.ts";

interface CommandContext {
  url: string;
  sql: Sql;
  config: Config;
}

const commands: { [name: string]: (options: CommandContext) => Promise<void> } = {
  migrate: migrateToLatest,
  seed,
  reset,
  psql,
  diff,
};
const [command = "", ...args] = process.argv.slice(2);
await runDatabaseTool(run);

async function run({ openDatabase }: DatabaseTool): Promise<void> {
  const work = commands[command];
  if (!work) throw new OperatorError(`Unknown command; use one of: ${Object.keys(commands).join(", ")}.`);
  const config = loadConfig({ env: process.env });
  const { url, isRunning } = await openDatabase(config);
  if (isRunning && command === "reset")
    throw new OperatorError("Chaavi is running on this data folder: stop it first.");
  const sql = createPool(url, { max: 4, statementTimeoutMs: 0 });
  try {
    await checkServer({ sql, url });
    await work({ url, sql, config });
  } finally {
    await sql.end();
  }
}

async function migrateToLatest({ url, sql }: CommandContext): Promise<void> {
  await installJobsSchema(url);
  const applied = await migrate({ sql, log: console.log });
  if (applied.length === 0) console.log("All migrations are already applied.");
}

async function seed({ url, sql, config }: CommandContext): Promise<void> {
  await installJobsSchema(url);
  await migrate({ sql });
  await seedReferenceRows({ sql });
  const [existing] = await sql`select 1 from "Companies" limit 1`;
  if (existing) throw new OperatorError("This database already contains companies: the demo requires an empty one.");
  await loadDemo({ sql, log: console.log, secret: config.secret });
}

async function reset({ url, sql, config }: CommandContext): Promise<void> {
  if (config.databaseUrl && !args.includes("--yes")) {
    throw new OperatorError("This deletes all data in the database of DATABASE_URL: add -- --yes to confirm.");
  }
  await sql`drop schema public cascade`;
  await sql`drop schema if exists graphile_worker cascade`;
  await sql`create schema public`;
  await installJobsSchema(url);
  await migrate({ sql });
  await seedReferenceRows({ sql });
  console.log("The database is empty. npm start loads the demo data again.");
}

/** Prints the schema that the collections require, as a reference for the next migration. */
async function diff(): Promise<void> {
  console.log(buildSchemaSql());
}

async function psql({ url }: CommandContext): Promise<void> {
  const child = spawn("psql", [url], { stdio: "inherit" });
  await new Promise<void>((resolve, reject) => {
    child.once("exit", () => resolve());
    child.once("error", () => reject(new OperatorError(`psql is not installed. The URL of the database is ${url}`)));
  });
}
