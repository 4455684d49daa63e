// What has to be created again when a table is rewritten or replaced, as SQL of the catalogue.
import type { Reserved } from "#server/db/pool.ts";

interface Dependent {
  drop: string;
  create: string;
}

export interface ForeignKey extends Dependent {
  /** Names as SQL. */
  referencing: string;
  referenced: string;
}

/**
 * Foreign keys on these columns and those that refer to them; all of the tables without `columns`. `create` can be followed by
 * `not valid`, which does not read the rows.
 */
export async function readForeignKeys({
  connection,
  tables,
  columns,
}: {
  connection: Reserved;
  tables: readonly string[];
  /** Of the table at the same position. */
  columns?: readonly (readonly string[])[];
}): Promise<ForeignKey[]> {
  const pairs = tables.flatMap((table, index) => (columns?.[index] ?? [""]).map((column) => [table, column] as const));
  return connection<ForeignKey[]>`
    with changed as (
      select format('public.%I', t)::regclass as "table", a.attnum as number
      from unnest(${pairs.map(([table]) => table)}::text[], ${pairs.map(([, column]) => column)}::text[]) x (t, c)
        join pg_attribute a on a.attrelid = format('public.%I', t)::regclass and c in ('', a.attname))
    select format('alter table %s drop constraint %I', conrelid::regclass, conname) as drop,
      format('alter table %s add constraint %I %s', conrelid::regclass, conname, pg_get_constraintdef(oid)) as create,
      conrelid::regclass::text as referencing, confrelid::regclass::text as referenced
    from pg_constraint
    where contype = 'f' and exists (select from changed
      where (conrelid = "table" and number = any(conkey)) or (confrelid = "table" and number = any(confkey)))
    order by conrelid, conname`;
}

/** Locks everything that changes at once, so that little is held while waiting; referencing tables first, as a write does. */
export async function lockTables({
  connection,
  tables,
  foreignKeys,
}: {
  connection: Reserved;
  tables: readonly string[];
  foreignKeys: readonly ForeignKey[];
}): Promise<void> {
  const names = new Set([
    ...foreignKeys.map(({ referencing }) => referencing),
    ...(await connection<{ name: string }[]>`select format('%I', t) as name from unnest(${[...tables]}::text[]) t`).map(
      ({ name }) => name,
    ),
    ...foreignKeys.map(({ referenced }) => referenced),
  ]);
  await connection.unsafe(`lock table ${[...names].join(", ")} in access exclusive mode`);
}

export async function readTriggers(connection: Reserved, tables: readonly string[]): Promise<Dependent[]> {
  return connection<Dependent[]>`
    select format('drop trigger %I on %s', tgname, tgrelid::regclass) as drop,
      pg_get_triggerdef(oid) || case tgenabled
        when 'A' then format('; alter table %s enable always trigger %I', tgrelid::regclass, tgname)
        when 'R' then format('; alter table %s enable replica trigger %I', tgrelid::regclass, tgname)
        when 'D' then format('; alter table %s disable trigger %I', tgrelid::regclass, tgname) else '' end as create
    from pg_trigger
    where tgrelid in (select format('public.%I', t)::regclass from unnest(${[...tables]}::text[]) t)
      and not tgisinternal and tgname <> ${mirrorName}
    order by tgrelid, tgname`;
}

/** Definitions of the functions with a row of the table as parameter. */
export async function readRowFunctions(connection: Reserved, table: string): Promise<string[]> {
  const functions = await connection<{ definition: string }[]>`
    select pg_get_functiondef(p.oid) as definition
    from pg_proc p join pg_class c on c.oid = format('public.%I', ${table}::text)::regclass
    where p.pronamespace = 'public'::regnamespace and c.reltype = any(p.proargtypes) order by p.proname`;
  return functions.map(({ definition }) => definition);
}

/**
 * Closes idle connections of servers, which open new ones: a prepared statement that returned an id of 32 bits would fail once
 * in each transaction. Called while the table is locked, so that nothing is prepared for its old types meanwhile.
 */
export async function closeIdleConnections(connection: Reserved): Promise<void> {
  await connection`
    select pg_terminate_backend(pid) from pg_stat_activity
    where datname = current_database() and usename = current_user and pid <> pg_backend_pid() and state = 'idle'
      and application_name in ('chaavi', 'chaavi events', 'chaavi jobs')`;
}

/** The trigger that applies changes of a table to its copy. */
export const mirrorName = "mirror_changes";
