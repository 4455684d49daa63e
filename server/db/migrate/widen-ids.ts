// Changes ids and references to ids from 32 to 64 bits while servers work. A small table is rewritten under its lock; a large one
// is copied beside it, which blocks nobody, and takes its place in one short transaction. See docs/decisions/045-big-tables.md.
import { copyTable, prepareCopies, removeCopies } from "#server/db/migrate/copy-table.ts";
import { type LockRetryOptions, repeatLocked } from "#server/db/migrate/lock-retry.ts";
import {
  closeIdleConnections,
  lockTables,
  readForeignKeys,
  readTriggers,
} from "#server/db/migrate/table-dependents.ts";
import type { Reserved } from "#server/db/pool.ts";
import { quoteIdentifier } from "#server/db/schema.ts";

/** Ids that no foreign key declares: what they refer to may be gone. */
const idsWithoutForeignKey: readonly (readonly [table: string, column: string])[] = [
  ["Security_Events", "target_branch"],
  ["Security_Events", "target_company"],
  ["activity", "branch"],
  ["activity", "company"],
  ["live_matches", "activity"],
  ["push_messages", "subject"],
  ["report_figures", "branch"],
  ["report_levels", "branch"],
  ["report_marks", "branch"],
  ["report_slots", "branch"],
  ["report_times", "branch"],
  ["report_visits", "branch"],
  ["revisions", "company"],
  ["revisions", "parent"],
];

/** A table with its indexes up to this size in bytes is rewritten within a second or two. */
const defaultSmallBytes = 64 * 1024 * 1024;

/**
 * Longest wait for a lock in ms while others are held: less than the second after which PostgreSQL ends a deadlock, so that it is
 * this transaction that gives way.
 */
const maxLockTimeoutMs = 300;

export interface WidenOptions {
  connection: Reserved;
  lockRetry: LockRetryOptions;
  log: (line: string) => void;
  /** Larger tables are copied. */
  smallBytes?: number;
}

interface NarrowTable {
  name: string;
  columns: string[];
  bytes: number;
  /** Without a key, changes cannot be applied to a copy. */
  hasKey: boolean;
}

/** Can be repeated after an interruption: what is done is found in the catalogue, a copy continues where it was. */
export async function widenIds({
  connection,
  lockRetry,
  log,
  smallBytes = defaultSmallBytes,
}: WidenOptions): Promise<void> {
  await prepareCopies(connection);
  const lockTimeoutMs = Math.min(lockRetry.lockTimeoutMs, maxLockTimeoutMs);
  const inTransaction = (work: () => Promise<void>): Promise<void> =>
    repeatLocked({ connection, lockRetry: { ...lockRetry, lockTimeoutMs }, work });
  const tables = await findNarrowTables(connection);
  const isLarge = ({ bytes, hasKey }: NarrowTable): boolean => hasKey && bytes > smallBytes;
  if (!tables.some(isLarge)) await inTransaction(() => rewriteTables({ connection, tables, areKeysChecked: true }));
  // With large tables each is rewritten by itself: the locks of all at once would be hard to get.
  else
    for (const table of tables) {
      const { name, columns } = table;
      if (isLarge(table)) await copyTable({ connection, name, columns, inTransaction, log });
      else await inTransaction(() => rewriteTables({ connection, tables: [table], areKeysChecked: false }));
    }
  await validateForeignKeys(connection);
  await removeCopies(connection);
}

async function findNarrowTables(connection: Reserved): Promise<NarrowTable[]> {
  const names = idsWithoutForeignKey.map(([table]) => table);
  const columns = idsWithoutForeignKey.map(([, column]) => column);
  return connection<NarrowTable[]>`
    select c.relname as name, array_agg(a.attname::text order by a.attnum) as columns, pg_total_relation_size(c.oid) as bytes,
      exists (select from pg_index i where i.indrelid = c.oid and i.indisprimary) as "hasKey"
    from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.atttypid = 'int4'::regtype
    where c.relkind = 'r' and c.relnamespace = 'public'::regnamespace and (
      a.attidentity <> ''
      or exists (select from pg_constraint k where k.conrelid = c.oid and k.contype = 'f' and a.attnum = any(k.conkey))
      or (c.relname, a.attname) in (select * from unnest(${names}::name[], ${columns}::name[])))
    group by c.oid, c.relname order by bytes, c.relname`;
}

/** Changes the types in place. Checking a foreign key would read the tables on both sides under the lock. */
async function rewriteTables({
  connection,
  tables,
  areKeysChecked,
}: {
  connection: Reserved;
  tables: readonly NarrowTable[];
  areKeysChecked: boolean;
}): Promise<void> {
  if (tables.length === 0) return;
  const names = tables.map(({ name }) => name);
  const foreignKeys = await readForeignKeys({
    connection,
    tables: names,
    columns: tables.map(({ columns }) => columns),
  });
  await lockTables({ connection, tables: names, foreignKeys });
  const triggers = await readTriggers(connection, names);
  const statements = [
    ...foreignKeys.map(({ drop }) => drop),
    // A trigger whose condition reads a column prevents the change.
    ...triggers.map(({ drop }) => drop),
    ...tables.map(({ name, columns }) => {
      const changes = columns.map((column) => `alter column ${quoteIdentifier(column)} type bigint`);
      return `alter table ${quoteIdentifier(name)} ${changes.join(", ")}`;
    }),
    ...triggers.map(({ create }) => create),
    ...foreignKeys.map(({ create }) => (areKeysChecked ? create : `${create} not valid`)),
  ];
  await connection.unsafe(statements.join(";\n")).simple();
  await closeIdleConnections(connection);
}

/** Reads the tables without blocking writes. */
async function validateForeignKeys(connection: Reserved): Promise<void> {
  const pending = await connection<{ statement: string }[]>`
    select format('alter table %s validate constraint %I', conrelid::regclass, conname) as statement
    from pg_constraint where contype = 'f' and not convalidated and connamespace = 'public'::regnamespace order by 1`;
  for (const { statement } of pending) await connection.unsafe(statement).simple();
}
