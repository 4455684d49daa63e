import type { Config } from "#server/config.ts";
import { checkAdminPassword } from "#server/first-admin.ts";
import { releaseConnectionLocks, acquireConnectionLock } from "#server/db/locks.ts";
import type { Reserved, Sql } from "#server/db/pool.ts";

export interface FirstStartSteps {
  /** Loads the demo data in one transaction; the secret keys the codes of its valet tickets. */
  loadDemo: (options: {
    sql: Sql;
    log: (line: string) => void;
    secret: string;
    credentialsKey: string;
  }) => Promise<void>;
  /** Creates the platform administrator. */
  createPlatformAdmin: (options: { sql: Sql; email: string; password: string }) => Promise<void>;
}

/**
 * Runs the steps of the first start of a database: loads the demo data unless disabled, and creates the administrator
 * if configured.
 */
export async function runFirstStart(
  options: FirstStartSteps & { sql: Sql; config: Config; log: (line: string) => void },
): Promise<void> {
  const { sql, config, log, loadDemo, createPlatformAdmin } = options;
  const lock = await sql.reserve();
  try {
    await acquireConnectionLock(lock, "firstStart");
    await ensureInstallationTable(lock);
    const [done] = await lock`select 1 from installation`;
    if (done) return;
    // Checked before anything is written, so that the next attempt starts from an empty database.
    if (config.admin) await checkAdminPassword(config.admin.password);
    if (config.hasDemo) {
      log("Loading the demo data");
      await loadDemo({ sql, log, secret: config.secret, credentialsKey: config.credentialsKey });
    }
    if (config.admin) await createPlatformAdmin({ sql, ...config.admin });
    await lock`insert into installation (id, has_demo) values (1, ${config.hasDemo})`;
  } finally {
    await releaseConnectionLocks(lock);
    lock.release();
  }
}

/** Creates the table that records the first start of a database. */
export async function ensureInstallationTable(sql: Sql | Reserved): Promise<void> {
  await sql`create table if not exists installation (
    id int primary key check (id = 1), started_at timestamptz not null default now(), has_demo boolean not null)`;
}
