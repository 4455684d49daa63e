// npm run reseal: after a change of SECRET or CREDENTIALS_KEY, re-encrypts values sealed with the earlier key. See
// docs/operations.md.
import { loadConfig } from "#server/config.ts";
import { createPool } from "#server/db/pool.ts";
import { OperatorError } from "#server/operator-error.ts";
import { resealAll } from "#server/auth/reseal.ts";
import { type DatabaseTool, runDatabaseTool } from "#tools/own-database.ts";

await runDatabaseTool(run);

async function run({ openDatabase }: DatabaseTool): Promise<void> {
  const config = loadConfig({ env: process.env });
  const { url } = await openDatabase(config);
  const sql = createPool(url, { max: 1, statementTimeoutMs: 0 });
  try {
    const results = await resealAll({ sql, config });
    for (const { column, resealed, unreadable } of results)
      console.log(`${column}: ${resealed} re-encrypted${unreadable > 0 ? `, ${unreadable} unreadable` : ""}`);
    const unreadable = results.reduce((sum, result) => sum + result.unreadable, 0);
    if (unreadable > 0)
      throw new OperatorError(
        "Some values cannot be decrypted with any key: add the key they were sealed with, and run this command again.",
      );
    console.log("All values are sealed with the current key.");
  } finally {
    await sql.end();
  }
}
