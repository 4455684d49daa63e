// Checks that every migration can run while servers of the previous version are running, or documents why it cannot.
import { findMigrationProblems } from "#server/db/migrate/migration-rules.ts";
import { readMigrations } from "#server/db/migrate/migration-files.ts";

const problems = (await readMigrations()).flatMap(findMigrationProblems);
for (const problem of problems) console.error(problem);
if (problems.length > 0)
  console.error(
    "Mark a migration that must do so with `-- contract: <why>`: docs/decisions/016-expand-and-contract.md.",
  );
process.exit(problems.length > 0 ? 1 : 0);
