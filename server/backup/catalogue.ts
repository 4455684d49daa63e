// Lists the contents of a backup: tables with their columns, and sequences.
import type { ClientBase } from "pg";

export interface TableInfo {
  schema: string;
  name: string;
  /** Stored columns in order. Generated ones are recomputed, and ids of transactions are of one cluster only. */
  columns: string[];
  /** Numeric columns, which are summed: all amounts of money are numeric. */
  numeric: string[];
}

/** Tables that belong to the installation rather than to its data: migrations and servers fill them. */
const excludedTables = [
  "public.migrations",
  "public.backups",
  "public.job_processes",
  "public.live_matches",
  "graphile_worker.migrations",
];

export async function listTables(client: ClientBase): Promise<TableInfo[]> {
  const { rows } = await client.query<TableInfo>(
    `select n.nspname as schema, c.relname as name,
       array_agg(a.attname::text order by a.attnum) as columns,
       coalesce(array_agg(a.attname::text order by a.attnum) filter (where a.atttypid = 'numeric'::regtype), '{}') as numeric
     from pg_class c
     join pg_namespace n on n.oid = c.relnamespace
     join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
       and a.atttypid <> 'xid8'::regtype
     where c.relkind = 'r' and n.nspname in ('public', 'graphile_worker')
       and n.nspname || '.' || c.relname <> all($1)
     group by 1, 2 order by 1, 2`,
    [excludedTables],
  );
  return rows;
}

export async function listSequences(
  client: ClientBase,
): Promise<{ schema: string; name: string; value: string | null }[]> {
  const { rows } = await client.query<{ schema: string; name: string; value: string | null }>(
    `select s.schemaname as schema, s.sequencename as name, s.last_value::text as value from pg_sequences s
     where s.schemaname in ('public', 'graphile_worker')
       and not exists (select 1 from pg_depend d
         where d.objid = format('%I.%I', s.schemaname, s.sequencename)::regclass and d.deptype in ('a', 'i')
           and d.refobjid::regclass::text = any($1))
     order by 1, 2`,
    [["backups"]],
  );
  return rows;
}

/** Returns the number of rows and the sum of each numeric column within the transaction of `client`. */
export async function summariseTable(
  client: ClientBase,
  table: Pick<TableInfo, "schema" | "name" | "numeric">,
): Promise<{ rows: number; sums: { [column: string]: string } }> {
  const sums = table.numeric.map((column, index) => `coalesce(sum(${quoteIdentifier(column)}), 0)::text as s${index}`);
  const { rows } = await client.query<{ [name: string]: string }>(
    `select ${["count(*)::text as rows", ...sums].join(", ")} from ${toQualifiedName(table)}`,
  );
  const totals = rows[0]!;
  return {
    rows: Number(totals["rows"]),
    sums: Object.fromEntries(table.numeric.map((column, index) => [column, totals[`s${index}`]!])),
  };
}

export function quoteIdentifier(name: string): string {
  return `"${name.replaceAll('"', '""')}"`;
}

export function toQualifiedName({ schema, name }: { schema: string; name: string }): string {
  return `${quoteIdentifier(schema)}.${quoteIdentifier(name)}`;
}
