// §7: the one read path. One statement a read, permissions inside, the answer passed on as PostgreSQL made it.
import type { Collection } from "#domain/collection.ts";
import { isUuid } from "#domain/fields.ts";
import type { Who } from "#domain/roles.ts";
import type { Sql, Tx } from "#server/db/pool.ts";
import { fieldTree } from "#server/items/field-tree.ts";
import { grantOf } from "#server/items/grants.ts";
import type { Query } from "#server/items/query.ts";
import { Refused, refuse, refuseCollection } from "#server/items/refused.ts";
import { countSql, listSql, type Reading } from "#server/items/select-sql.ts";
import { SqlText } from "#server/items/sql-text.ts";
import { type Session, stampSql } from "#server/items/who.ts";

export interface Statement {
  text: string;
  values: unknown[];
}

export interface ListAnswer {
  /** The rows as JSON text, ready to be sent. */
  data: string;
  meta: { total_count?: number; filter_count?: number };
  /** The reader's stamp as the database has it (see who.ts). */
  stamp: string | null;
}

/** The statement of a list; throws FORBIDDEN or INVALID_QUERY before the database is asked. */
export function listStatement({
  collection,
  who,
  query,
  now,
}: {
  collection: Collection;
  who: Who;
  query: Query;
  now: Date;
}): Statement {
  if (!grantOf({ collection, operation: "read", who })) refuseCollection(collection.name);
  const sql = new SqlText();
  const reading: Reading = { sql, collection, who, now };
  const tree = fieldTree({ fields: query.fields, collection, who: reading.who });
  const columns = [`${stampSql({ sql, who })} as stamp`, `${listSql({ ...reading, query, tree })}::text as data`];
  if (query.meta.includes("total_count")) columns.push(`${countSql({ ...reading, query: null })} as total_count`);
  if (query.meta.includes("filter_count")) columns.push(`${countSql({ ...reading, query })} as filter_count`);
  return { text: `select ${columns.join(", ")}`, values: sql.values };
}

/** Which index serves a part of a text depends on the part: such a statement is planned anew each time. */
const isForAnyPart = (text: string): boolean => / i?like \$/.test(text);

export async function readList({ sql, statement }: { sql: Sql | Tx; statement: Statement }): Promise<ListAnswer> {
  const prepare = !isForAnyPart(statement.text);
  const [row] = await sql.unsafe(statement.text, statement.values as never[], { prepare });
  const { stamp, data, ...meta } = row as unknown as { stamp: string | null; data: string } & ListAnswer["meta"];
  return { stamp, data, meta };
}

const mostReadings = 4;

/**
 * Reads as the person stands at this very moment: anew where the database's stamp differs from the one this process knows,
 * or where what this process knows would refuse them. Throws as `statement` and `again` do.
 */
export async function readAsNow({
  session,
  statement,
  read,
  again,
}: {
  session: Session;
  statement: (session: Session) => Statement;
  read: (statement: Statement) => Promise<ListAnswer>;
  again: (session: Session) => Promise<Session>;
}): Promise<ListAnswer> {
  let reader = session;
  for (let reading = 1; reading <= mostReadings; reading += 1) {
    const isLookedUp = reading > 1 || reader.who.id === null;
    const made = statementOrNothing({ statement, session: reader, isLookedUp });
    const answer = made && (await read(made));
    if (answer && (reader.who.id === null || answer.stamp === reader.stamp)) return answer;
    reader = await again(reader);
  }
  return refuse("FETCH_FAILED");
}

/** Nothing where the refusal may be an old one, of somebody who may by now. */
function statementOrNothing({
  statement,
  session,
  isLookedUp,
}: {
  statement: (session: Session) => Statement;
  session: Session;
  isLookedUp: boolean;
}): Statement | undefined {
  try {
    return statement(session);
  } catch (error) {
    if (isLookedUp || !(error instanceof Refused) || error.code !== "FORBIDDEN") throw error;
    return undefined;
  }
}

export const wholeRow: Omit<Query, "filter"> = { fields: [], sort: [], limit: 1, offset: 0, search: null, meta: [] };

/** A row by its key, as a query; a malformed key finds nothing. */
export function queryById({
  collection,
  id,
  fields,
}: {
  collection: Collection;
  id: string;
  fields: readonly string[];
}): Query | undefined {
  const isKey = collection.key === "uuid" ? isUuid(id) : /^\d{1,9}$/.test(id);
  return isKey ? { ...wholeRow, fields, filter: { id: { _eq: id } } } : undefined;
}
