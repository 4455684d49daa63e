// npm run archive: lists the files of deleted history and prints one. See docs/operations.md.
import { loadConfig } from "#server/config.ts";
import { createPool, type Sql } from "#server/db/pool.ts";
import { OperatorError } from "#server/operator-error.ts";
import { findArchive, listArchives, readArchive } from "#server/privacy/history/archive-file.ts";
import { createFileStore } from "#server/storage/configured-store.ts";
import type { FileStore } from "#server/storage/file-store.ts";
import { type DatabaseTool, runDatabaseTool } from "#tools/own-database.ts";

const usage = "Usage: npm run archive -- list, or npm run archive -- read <id>.";

await runDatabaseTool((tool) => run({ tool, args: process.argv.slice(2) }));

async function run({ tool, args: [command, id, ...more] }: { tool: DatabaseTool; args: string[] }): Promise<void> {
  const isValid = command === "list" ? id === undefined : command === "read" && /^\d{1,15}$/.test(id ?? "");
  if (!isValid || more.length > 0) throw new OperatorError(usage);
  const config = loadConfig({ env: process.env });
  const { url } = await tool.openDatabase(config);
  const sql = createPool(url, { max: 1, name: "chaavi-archive" });
  try {
    if (command === "list") await printArchives(sql);
    else await printArchive({ sql, store: createFileStore({ sql, config }), id: Number(id) });
  } finally {
    await sql.end();
  }
}

async function printArchives(sql: Sql): Promise<void> {
  const archives = await listArchives(sql);
  if (archives.length === 0) console.log("This database has no history archives.");
  for (const { id, first_at, last_at, activities, revisions, size, storage, key, deleted_at } of archives)
    console.log(
      [
        id,
        `${first_at.toISOString()} to ${last_at.toISOString()}`,
        `${activities} rows of activity, ${revisions} of revisions`,
        `${size} bytes`,
        `${storage}:${key}`,
        ...(deleted_at === null ? ["still in the database too"] : []),
      ].join("  "),
    );
}

async function printArchive({ sql, store, id }: { sql: Sql; store: FileStore; id: number }): Promise<void> {
  const archive = await findArchive({ sql, id });
  if (!archive) throw new OperatorError(`There is no history archive ${id}: npm run archive -- list.`);
  for await (const line of readArchive({ store, archive }))
    if (!process.stdout.write(`${line}\n`)) await new Promise((resolve) => process.stdout.once("drain", resolve));
}
