// npm run restore -- <archive>: restores a backup into an empty database and data folder. See docs/operations.md.
import { existsSync, readFileSync, rmSync } from "node:fs";
import path from "node:path";
import { restoreBackup } from "#server/backup/restore-backup.ts";
import type { RestoreKeys } from "#server/backup/restore-keys.ts";
import { verifyArchive } from "#server/backup/verify-archive.ts";
import { backupSettings } from "#server/backup-config.ts";
import { loadConfig } from "#server/config.ts";
import { checkServer, createPool } from "#server/db/pool.ts";
import { OperatorError } from "#server/operator-error.ts";
import { coreSettings } from "#server/settings/core-settings.ts";
import { readSettings } from "#server/settings/settings.ts";
import { type DatabaseTool, runDatabaseTool } from "#tools/own-database.ts";

const usage = "Usage: npm run restore -- <archive> [--check] [--replace].";

await runDatabaseTool((tool) => run({ tool, args: process.argv.slice(2) }));

async function run({ tool, args }: { tool: DatabaseTool; args: string[] }): Promise<void> {
  const archives = args.filter((arg) => !arg.startsWith("--"));
  const options = args.filter((arg) => arg.startsWith("--"));
  if (archives.length !== 1 || options.some((option) => option !== "--check" && option !== "--replace"))
    throw new OperatorError(usage);
  const file = path.resolve(archives[0]!);
  if (options.includes("--check")) await checkArchive(file);
  else await restore({ tool, file, canReplace: options.includes("--replace") });
}

async function checkArchive(file: string): Promise<void> {
  const errors: string[] = [];
  const schema = backupSettings.pick({ BACKUP_PASSPHRASE: true });
  const { BACKUP_PASSPHRASE: passphrase = null } = readSettings({ env: process.env, schema, errors });
  if (errors.length > 0) throw new OperatorError(errors.join("\n"));
  const manifest = await verifyArchive({ file, passphrase });
  const rows = manifest.tables.reduce((sum, table) => sum + table.rows, 0);
  console.log(`The archive is whole: created ${manifest.createdAt} by version ${manifest.version}.`);
  console.log(`${rows.toLocaleString("en-IN")} rows, ${manifest.files.count.toLocaleString("en-IN")} files.`);
}

async function restore({
  tool,
  file,
  canReplace,
}: {
  tool: DatabaseTool;
  file: string;
  canReplace: boolean;
}): Promise<void> {
  // Invalid settings are reported by `loadConfig`.
  const settings = readSettings({ env: process.env, schema: coreSettings, errors: [] });
  const dataDir = path.resolve(settings.DATA_DIR);
  const keys: RestoreKeys = {
    secret: settings.SECRET ?? readKeyFile({ dataDir, name: "secret" }),
    "credentials-key": settings.CREDENTIALS_KEY ?? readKeyFile({ dataDir, name: "credentials-key" }),
  };
  const config = loadConfig({ env: process.env });
  // Loading the settings generates missing keys, which are removed again: the archive may contain them, or the operator
  // restores them.
  for (const [name, key] of Object.entries(keys)) if (key === null) rmSync(path.join(dataDir, name), { force: true });
  const { url, isRunning } = await tool.openDatabase(config);
  if (isRunning) throw new OperatorError("Chaavi is running on this data folder: stop it first.");
  await checkDatabase(url);
  const { passphrase } = config.backup;
  const { manifest, warnings } = await restoreBackup({
    file,
    passphrase,
    url,
    dataDir,
    canReplace,
    keys,
    log: console.log,
  });
  console.log(`\nRestored the backup of ${manifest.createdAt}; counts and sums match the archive.`);
  for (const warning of warnings) console.error(warning);
}

/** Reads the current key of this installation, the first line of its file; null without a file. */
function readKeyFile({ dataDir, name }: { dataDir: string; name: keyof RestoreKeys }): string | null {
  const file = path.join(dataDir, name);
  return existsSync(file) ? readFileSync(file, "utf8").trim().split("\n")[0]!.trim() : null;
}

async function checkDatabase(url: string): Promise<void> {
  const sql = createPool(url, { max: 1, name: "chaavi-restore" });
  try {
    await checkServer({ sql, url });
  } finally {
    await sql.end();
  }
}
