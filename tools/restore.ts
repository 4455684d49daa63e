// npm run restore -- <archive>: restores a backup into an empty database and data folder. See docs/operations.md.
import { existsSync, readFileSync, rmSync } from "node:fs";
import path from "node:path";
import { restoreBackup } from "#server/backup/restore-backup.ts";
import type { RestoreKeys } from "#server/backup/restore-keys.ts";
import { verifyArchive } from "#server/backup/verify-archive.ts";
import { loadConfig } from "#server/config.ts";
import { checkServer, createPool } from "#server/db/pool.ts";
import { OperatorError } from "#server/operator-error.ts";
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
  const manifest = await verifyArchive({ file, passphrase: process.env["BACKUP_PASSPHRASE"] || null });
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
  const dataDir = path.resolve(process.env["DATA_DIR"] || "data");
  const keys = readExistingKeys(dataDir);
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

/** Reads the keys of this installation by file name; a setting takes precedence over a file. */
function readExistingKeys(dataDir: string): RestoreKeys {
  const readKey = (setting: string, name: string): string | null => {
    const file = path.join(dataDir, name);
    return process.env[setting] || (existsSync(file) ? readFileSync(file, "utf8").trim().split("\n")[0]!.trim() : null);
  };
  return { secret: readKey("SECRET", "secret"), "credentials-key": readKey("CREDENTIALS_KEY", "credentials-key") };
}

async function checkDatabase(url: string): Promise<void> {
  const sql = createPool(url, { max: 1, name: "chaavi-restore" });
  try {
    await checkServer({ sql, url });
  } finally {
    await sql.end();
  }
}
