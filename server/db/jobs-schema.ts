import { runMigrations } from "graphile-worker";
import { jobLogger } from "#server/db/job-log.ts";

/** Migrates the schema of the job queue, `graphile_worker`. Safe to call from several servers at once. */
export async function installJobsSchema(url: string): Promise<void> {
  await runMigrations({ connectionString: url, maxPoolSize: 2, logger: jobLogger });
}
