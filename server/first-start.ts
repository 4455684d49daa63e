import type { Config } from "#server/config.ts";
import type { Sql } from "#server/db/pool.ts";

export interface FirstStart {
  /** Fills the database with the demo, in one transaction; the secret keys the codes of its valet tickets. */
  loadDemo: (options: {
    sql: Sql;
    log: (line: string) => void;
    secret: string;
    credentialsKey: string;
  }) => Promise<void>;
  /** Makes the platform administrator. */
  addAdmin: (options: { sql: Sql; email: string; password: string }) => Promise<void>;
}

/** One key for what only the first of several servers does. */
const lockKey = 20_250_918;

/** What happens once in the life of a database: the demo unless told otherwise, and the administrator if one is named. */
export async function makeFirstStart(
  options: FirstStart & { sql: Sql; config: Config; log: (line: string) => void },
): Promise<void> {
  const { sql, config, log, loadDemo, addAdmin } = options;
  const lock = await sql.reserve();
  try {
    await lock`set statement_timeout = 0`;
    await lock`select pg_advisory_lock(${lockKey})`;
    await lock`create table if not exists installation (
      id int primary key check (id = 1), started_at timestamptz not null default now(), has_demo boolean not null)`;
    const [done] = await lock`select 1 from installation`;
    if (done) return;
    if (config.hasDemo) {
      log("Filling in the demo data");
      await loadDemo({ sql, log, secret: config.secret, credentialsKey: config.credentialsKey });
    }
    if (config.admin) await addAdmin({ sql, ...config.admin });
    await lock`insert into installation (id, has_demo) values (1, ${config.hasDemo})`;
  } finally {
    await lock`select pg_advisory_unlock_all()`.catch(() => {});
    await lock`reset statement_timeout`.catch(() => {});
    lock.release();
  }
}
