// Replaces a large table by a copy with 64-bit ids: a trigger applies changes to the copy while its rows are copied in portions and
// its indexes are created; then the copy takes the table's place in one short transaction.
import { type LockRetryOptions, repeatLocked } from "#server/db/migrate/lock-retry.ts";
import {
  closeIdleConnections,
  lockTables,
  mirrorName,
  readForeignKeys,
  readRowFunctions,
  readTriggers,
} from "#server/db/migrate/table-dependents.ts";
import type { Reserved } from "#server/db/pool.ts";
import { quoteIdentifier, toSqlLiteral } from "#server/db/schema.ts";

/** Holds copies, whose indexes and sequences so have the names of the originals. */
const copySchema = "table_copies";
/** Holds replaced tables until they are dropped. */
const replacedSchema = "replaced_tables";

/** Pages of 8 kB that are copied in one transaction: short, since a change of a row that is being copied waits for it. */
const pagesPerPortion = 500;
/**
 * Wait of a portion for a change that is not committed: far below the time after which PostgreSQL ends a deadlock. It gives way to a
 * transaction that waits for it and that it waits for.
 */
const portionLockRetry: LockRetryOptions = { lockTimeoutMs: 100, maxAttempts: Infinity, delayMs: 50 };

interface CopyTableInput {
  connection: Reserved;
  name: string;
  /** Columns that become bigint. */
  columns: readonly string[];
  /** Runs work in a transaction, again if a table is locked for too long. */
  inTransaction: (work: () => Promise<void>) => Promise<void>;
  log: (line: string) => void;
}

/** Names of a table and its copy, and its columns, quoted. */
interface CopyTarget {
  original: string;
  copy: string;
  deletions: string;
  columns: string[];
  key: string[];
}

/** Creates the schemas, and drops the replaced table that an interruption has left. */
export async function prepareCopies(connection: Reserved): Promise<void> {
  await connection.unsafe(`drop schema if exists ${replacedSchema} cascade`).simple();
  await connection.unsafe(`create schema ${replacedSchema}; create schema if not exists ${copySchema}`).simple();
  await connection
    .unsafe(
      `create table if not exists ${copySchema}.progress (name text primary key, next_page bigint not null, pages bigint not null)`,
    )
    .simple();
}

export async function removeCopies(connection: Reserved): Promise<void> {
  await connection.unsafe(`drop schema ${replacedSchema}, ${copySchema} cascade`).simple();
}

export async function copyTable(input: CopyTableInput): Promise<void> {
  const { connection, name, inTransaction, log } = input;
  const target = await describeTarget({ connection, name });
  // Without the trigger a copy has missed changes.
  const [started] = await connection.unsafe(
    `select 1 from ${copySchema}.progress p join pg_trigger t on t.tgrelid = $2::text::regclass and t.tgname = '${mirrorName}' where p.name = $1`,
    [name, target.original],
  );
  if (!started) await inTransaction(() => createCopy({ ...input, target }));
  log(`Copying ${name} in portions`);
  await copyRows({ ...input, target });
  await createIndexes({ connection, name });
  await connection.unsafe(`vacuum (analyze) ${target.copy}`).simple();
  await inTransaction(() => replaceTable({ ...input, target }));
  await connection.unsafe(`drop table ${replacedSchema}.${quoteIdentifier(name)} cascade`).simple();
}

async function describeTarget({ connection, name }: { connection: Reserved; name: string }): Promise<CopyTarget> {
  const [row] = await connection<{ columns: string[]; key: string[] }[]>`
    select array_agg(a.attname::text order by a.attnum) filter (where a.attgenerated = '') as columns,
      array_agg(a.attname::text order by a.attnum) filter (where a.attnum = any(i.indkey)) as key
    from pg_attribute a join pg_index i on i.indrelid = a.attrelid and i.indisprimary
    where a.attrelid = format('public.%I', ${name}::text)::regclass and a.attnum > 0 and not a.attisdropped`;
  return {
    original: `public.${quoteIdentifier(name)}`,
    copy: `${copySchema}.${quoteIdentifier(name)}`,
    deletions: `${copySchema}.${quoteIdentifier(`${name} deletions`)}`,
    columns: row!.columns.map(quoteIdentifier),
    key: row!.key.map(quoteIdentifier),
  };
}

/** Creates the empty copy and the trigger. Creating it waits for all transactions that write the table. */
async function createCopy({
  connection,
  name,
  columns,
  target,
}: CopyTableInput & { target: CopyTarget }): Promise<void> {
  const { original, copy, deletions, key } = target;
  const [table] = await connection<{ isUnlogged: boolean; constraints: string[]; identities: string[] }[]>`
    select relpersistence = 'u' as "isUnlogged", array(
      select format('alter column %I set no maxvalue', attname) from pg_attribute a
      where a.attrelid = c.oid and a.attidentity <> '' and not a.attisdropped) as identities, array(
      select format('add constraint %I %s', conname, pg_get_constraintdef(k.oid)) from pg_constraint k
      where k.conrelid = c.oid and k.contype in ('p', 'u', 'x') order by k.contype, k.conname) as constraints
    from pg_class c where oid = ${original}::text::regclass`;
  const { isUnlogged, constraints, identities } = table!;
  const changes = columns.map((column) => `alter column ${quoteIdentifier(column)} type bigint`);
  await connection
    .unsafe(
      [
        `drop table if exists ${copy}, ${deletions}`,
        `create ${isUnlogged ? "unlogged " : ""}table ${copy} (like ${original} including all excluding indexes)`,
        `alter table ${copy} ${[...changes, ...constraints].join(", ")}`,
        // The sequence has the maximum of the original.
        ...identities.map((identity) => `alter table ${copy} ${identity}`),
        `create table ${deletions} as select ${key.join(", ")} from ${copy} with no data`,
        createMirrorSql({ name, target }),
        `insert into ${copySchema}.progress values (${toSqlLiteral(name)}, 0, pg_relation_size(${toSqlLiteral(original)}) / current_setting('block_size')::bigint)
           on conflict (name) do update set next_page = 0, pages = excluded.pages`,
      ].join(";\n"),
    )
    .simple();
}

/**
 * Changes go to the copy in the transaction that makes them. A deletion is also noted: the row may just be being copied, and be
 * inserted afterwards.
 */
function createMirrorSql({ name, target }: { name: string; target: CopyTarget }): string {
  const { original, copy, deletions, columns, key } = target;
  const mirror = `${copySchema}.${quoteIdentifier(`mirror ${name}`)}`;
  const prefixed = (names: readonly string[], prefix: string): string =>
    names.map((column) => `${prefix}.${column}`).join(", ");
  const assignments = columns.map((column) => `${column} = excluded.${column}`).join(", ");
  return `
    create or replace function ${mirror}() returns trigger language plpgsql as $mirror$
    begin
      if tg_op = 'DELETE' or (tg_op = 'UPDATE' and (${prefixed(key, "old")}) is distinct from (${prefixed(key, "new")})) then
        delete from ${copy} c where (${prefixed(key, "c")}) = (${prefixed(key, "old")});
        insert into ${deletions} values (${prefixed(key, "old")});
      end if;
      if tg_op <> 'DELETE' then
        insert into ${copy} (${columns.join(", ")}) overriding system value values (${prefixed(columns, "new")})
          on conflict (${key.join(", ")}) do update set ${assignments};
      end if;
      return null;
    end $mirror$;
    create trigger ${mirrorName} after insert or update or delete on ${original} for each row execute function ${mirror}();
    alter table ${original} enable always trigger ${mirrorName}`;
}

/** Copies page by page. Rows that were written after the trigger was created are copied by it, wherever they are stored. */
async function copyRows({
  connection,
  name,
  target: { original, copy, columns },
  log,
}: CopyTableInput & { target: CopyTarget }): Promise<void> {
  const list = columns.join(", ");
  const readProgress = `select next_page, pages from ${copySchema}.progress where name = $1`;
  for (;;) {
    const [progress] = await connection.unsafe<{ next_page: number; pages: number }[]>(readProgress, [name]);
    const { next_page: from, pages } = progress!;
    if (from >= pages) return;
    const to = Math.min(from + pagesPerPortion, pages);
    const statement = `
      insert into ${copy} (${list}) overriding system value
        select ${list} from ${original} where ctid >= '(${from},0)' and ctid < '(${to},0)' on conflict do nothing;
      update ${copySchema}.progress set next_page = ${to} where name = ${toSqlLiteral(name)}`;
    await repeatLocked({
      connection,
      lockRetry: portionLockRetry,
      work: async () => void (await connection.unsafe(statement).simple()),
    });
    if (Math.floor((from / pages) * 10) !== Math.floor((to / pages) * 10))
      log(`Copying ${name}: ${Math.floor((to / pages) * 100)} %`);
  }
}

/** Creates the indexes of the original that are not part of a constraint, without blocking the trigger. */
async function createIndexes({ connection, name }: { connection: Reserved; name: string }): Promise<void> {
  const indexes = await connection<{ name: string; definition: string; prefix: string; copyPrefix: string }[]>`
    select c.relname as name, pg_get_indexdef(i.indexrelid) as definition,
      format('INDEX %I ON public.%I ', c.relname, ${name}::text) as prefix,
      format('INDEX CONCURRENTLY %I ON %I.%I ', c.relname, ${copySchema}::text, ${name}::text) as "copyPrefix"
    from pg_index i join pg_class c on c.oid = i.indexrelid
    where i.indrelid = format('public.%I', ${name}::text)::regclass
      and not exists (select from pg_constraint k where k.conindid = i.indexrelid and k.contype in ('p', 'u', 'x'))
    order by c.relname`;
  for (const index of indexes) {
    const [found] = await connection<{ isValid: boolean }[]>`
      select i.indisvalid as "isValid" from pg_index i join pg_class c on c.oid = i.indexrelid
      where c.relname = ${index.name} and c.relnamespace = ${copySchema}::text::regnamespace`;
    if (found?.isValid) continue;
    if (found) await connection.unsafe(`drop index ${copySchema}.${quoteIdentifier(index.name)}`).simple();
    await connection.unsafe(index.definition.replace(index.prefix, () => index.copyPrefix)).simple();
  }
}

/** Only the catalogue is changed, whatever the size of the table; rows are not read, foreign keys are checked later. */
async function replaceTable({ connection, name, target }: CopyTableInput & { target: CopyTarget }): Promise<void> {
  const { original, copy, deletions, key } = target;
  const foreignKeys = await readForeignKeys({ connection, tables: [name] });
  await lockTables({ connection, tables: [name], foreignKeys });
  const triggers = await readTriggers(connection, [name]);
  const functions = await readRowFunctions(connection, name);
  const sequences = await connection<{ statement: string }[]>`
    select format('select setval(pg_get_serial_sequence(%L, %L), last_value, is_called) from ${connection.unsafe(replacedSchema)}.%I',
      ${original}::text, a.attname, s.relname) as statement
    from pg_attribute a join pg_class s on s.oid = pg_get_serial_sequence(${original}::text, a.attname)::regclass
    where a.attrelid = ${original}::text::regclass and a.attidentity <> '' and not a.attisdropped`;
  const matches = key.map((column) => `o.${column} = c.${column}`).join(" and ");
  await connection
    .unsafe(
      [
        `delete from ${copy} c using ${deletions} d where (${key.map((column) => `c.${column}`).join(", ")}) = (${key.map((column) => `d.${column}`).join(", ")})
          and not exists (select from ${original} o where ${matches})`,
        ...foreignKeys.map(({ drop }) => drop),
        `alter table ${original} set schema ${replacedSchema}`,
        `alter table ${copy} set schema public`,
        ...sequences.map(({ statement }) => statement),
        ...functions,
        ...triggers.map(({ create }) => create),
        ...foreignKeys.map(({ create }) => `${create} not valid`),
        `drop table ${deletions}`,
        `delete from ${copySchema}.progress where name = ${toSqlLiteral(name)}`,
      ].join(";\n"),
    )
    .simple();
  await closeIdleConnections(connection);
}
