// npm run backup: creates an archive of the database and the files while servers are running. See docs/operations.md.
import path from "node:path";
import { listBackups, runBackup } from "#server/backup/run-backup.ts";
import { type Config, loadConfig } from "#server/config.ts";
import { createPool, type Sql } from "#server/db/pool.ts";
import { OperatorError } from "#server/operator-error.ts";
import { productVersion } from "#server/version.ts";
import { type DatabaseTool, runDatabaseTool } from "#tools/own-database.ts";

const usage = "Usage: npm run backup [-- <folder>], or npm run backup -- --list.";
const maxListed = 20;

await runDatabaseTool((tool) => run({ tool, args: process.argv.slice(2) }));

async function run({ tool, args }: { tool: DatabaseTool; args: string[] }): Promise<void> {
  if (args.length > 1 || (args[0]?.startsWith("-") && args[0] !== "--list")) throw new OperatorError(usage);
  const config = loadConfig({ env: process.env });
  const { url } = await tool.openDatabase(config);
  const sql = createPool(url, { max: 1, name: "chaavi-backup" });
  try {
    if (args[0] === "--list") await printBackups(sql);
    else await createBackup({ sql, url, config, folder: args[0], signal: tool.signal });
  } finally {
    await sql.end();
  }
}

async function createBackup(args: {
  sql: Sql;
  url: string;
  config: Config;
  folder: string | undefined;
  signal: AbortSignal;
}): Promise<void> {
  const { sql, url, config, folder, signal } = args;
  const { dataDir, secret, credentialsKey } = config;
  const backup = folder === undefined ? config.backup : { ...config.backup, dir: path.resolve(folder) };
  const { file, size, sha256, manifest } = await runBackup({
    sql,
    source: { url, dataDir, secret, credentialsKey },
    config: backup,
    startedBy: "command",
    version: productVersion,
    now: () => new Date(),
    log: console.log,
    signal,
  });
  const { files, secrets } = manifest;
  console.log(`\n${file}\n${(size / 1024 / 1024).toFixed(1)} MB, SHA-256 ${sha256}`);
  console.log(
    `${files.count} files${files.inStore > 0 ? `; ${files.inStore} more are in S3 storage and not included` : ""}`,
  );
  if (files.missing.length > 0)
    console.error(
      `${files.missing.length} files are missing in the data folder: ${files.missing.slice(0, 5).join(", ")}`,
    );
  if (secrets.included.length < 2)
    console.log(
      backup.passphrase === null
        ? "Not included: SECRET and CREDENTIALS_KEY. Store them elsewhere, or set BACKUP_PASSPHRASE to include them in encrypted archives."
        : "Not included: keys from environment variables. Store SECRET and CREDENTIALS_KEY elsewhere.",
    );
}

async function printBackups(sql: Sql): Promise<void> {
  const rows = await listBackups({ sql, limit: maxListed });
  if (rows.length === 0) console.log("This database has no backups yet.");
  for (const { startedAt, status, startedBy, file, size, error } of rows)
    console.log([startedAt.toISOString(), status, startedBy, size ?? "", error ?? file].join("  "));
}
