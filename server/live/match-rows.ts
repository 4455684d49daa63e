// §7 live: loads missing match columns of events, with one query per collection.
import { findCollection } from "#domain/collections.ts";
import { getMatchColumns } from "#domain/live/match-columns.ts";
import type { MatchRow } from "#domain/live/match-filter.ts";
import type { Sql } from "#server/db/pool.ts";
import { getColumnType } from "#server/db/schema.ts";
import { buildMatchRowSql } from "#server/items/read/match-columns-sql.ts";
import { quoteIdentifier } from "#server/items/query/sql-text.ts";
import type { LiveEvent } from "#server/live/event.ts";

export type MatchedEvent = LiveEvent & { row: MatchRow };

/** Returns whether the event carries every column that read rules compare. */
export function isMatched(event: LiveEvent): event is MatchedEvent {
  const { row, collection: name } = event;
  const collection = findCollection(name);
  return row !== undefined && (!collection || getMatchColumns(collection).every((path) => path in row));
}

/**
 * Returns the events in the same order with their current match columns. For a deleted row only id, company and branch
 * are known, so that only subscribers whose access depends on nothing else receive the event.
 */
export async function loadMatchRows({
  sql,
  events,
}: {
  sql: Sql;
  events: readonly LiveEvent[];
}): Promise<MatchedEvent[]> {
  const rows = new Map<string, MatchRow>();
  const unmatched = events.filter((event) => !isMatched(event) && event.action !== "delete");
  for (const name of new Set(unmatched.map(({ collection }) => collection))) {
    const ids = new Set(unmatched.filter(({ collection }) => collection === name).map(({ id }) => String(id)));
    for (const [id, row] of await loadRows({ sql, name, ids: [...ids] })) rows.set(`${name}:${id}`, row);
  }
  return events.map((event) => {
    if (isMatched(event)) return event;
    const { collection, id, company, branch } = event;
    return { ...event, row: rows.get(`${collection}:${id}`) ?? toDeletedMatchRow({ event, id, company, branch }) };
  });
}

function toDeletedMatchRow({
  event: { action },
  ...columns
}: {
  event: LiveEvent;
  id: number | string;
  company: number | null;
  branch: number | null;
}): MatchRow {
  return action === "delete" ? columns : {};
}

async function loadRows({ sql, name, ids }: { sql: Sql; name: string; ids: string[] }) {
  const collection = findCollection(name);
  if (!collection) return [];
  const type = getColumnType(collection.fields["id"]!);
  const rows = await sql.unsafe<{ id: string; row: MatchRow }[]>(
    `select t."id"::text as id, ${buildMatchRowSql({ collection, alias: "t" })} as row from ${quoteIdentifier(collection.name)} t
     where t."id" = any($1::text[]::${type}[])`,
    [ids],
    { prepare: true },
  );
  return rows.map(({ id, row }): [string, MatchRow] => [id, row]);
}
