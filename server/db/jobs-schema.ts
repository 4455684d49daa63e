import { runMigrations } from "graphile-worker";
import { quietLogger } from "#server/db/job-log.ts";

/** Brings the job queue's own schema, `graphile_worker`, up to date. Several servers may call this at once. */
export async function installJobs(url: string): Promise<void> {
  await runMigrations({ connectionString: url, maxPoolSize: 2, logger: quietLogger });
}
