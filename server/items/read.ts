// §7: the one read path. One statement a read, permissions inside, the answer passed on as PostgreSQL made it.
import type { Collection } from "#domain/collection.ts";
import type { Who } from "#domain/roles.ts";
import { isUuid } from "#domain/stored-value.ts";
import type { Sql, Tx } from "#server/db/pool.ts";
import { prepared } from "#server/db/prepared.ts";
import { isGrouped } from "#server/items/aggregate-sql.ts";
import { cost } from "#server/items/cost.ts";
import { type FieldTree, fieldTree } from "#server/items/field-tree.ts";
import { grantOf } from "#server/items/grants.ts";
import type { Query } from "#server/items/query.ts";
import { otherEnd } from "#server/items/readable.ts";
import { Refused, refuse, refuseCollection, refuseQuery } from "#server/items/refused.ts";
import { countSql, listSql, longListSql, type Reading } from "#server/items/select-sql.ts";
import { SqlText } from "#server/items/sql-text.ts";
import { Turns } from "#server/items/turns.ts";
import { type Session, stampSql } from "#server/items/who.ts";

export interface Statement {
  text: string;
  values: unknown[];
  /** Its answer may be long: it takes its turn, and is not sent where it is too long. */
  isLong?: boolean;
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
  const tree = fieldTree({ fields: query.fields, collection, who: reading.who, level: query });
  const isLong = !isGrouped(query) && rowsAtMost({ part: query, tree, collection }) > cost.unwatchedRows;
  const columns = [`${stampSql({ sql, who })} as stamp`];
  const list = isLong ? longListSql({ ...reading, query, tree }) : `${listSql({ ...reading, query, tree })}::text`;
  columns.push(`${list} as data`);
  if (query.meta.includes("total_count")) columns.push(`${countSql({ ...reading, query: null })} as total_count`);
  if (query.meta.includes("filter_count")) columns.push(`${countSql({ ...reading, query })} as filter_count`);
  return { text: `select ${columns.join(", ")}`, values: sql.values, ...(isLong && { isLong }) };
}

/** How many rows a list may bring with those of its relations, all in all; keys alone are a tenth of a row. */
function rowsAtMost({ part, tree, collection }: Weighed): number {
  let each = 1;
  for (const { field: name, part: asked, inner, call } of tree.values()) {
    const field = collection.fields[name]!;
    if (call || !field.to || (!inner && field.kind === "one")) continue;
    const there = { limit: field.kind === "one" ? 1 : (asked?.limit ?? cost.relatedRows) };
    each += inner ? rowsAtMost({ part: there, tree: inner, collection: otherEnd(field) }) : rowsOf(there) / 10;
  }
  return rowsOf(part) * each;
}

interface Weighed {
  part: { limit: number };
  tree: FieldTree;
  collection: Collection;
}

const rowsOf = ({ limit }: { limit: number }): number => (limit === -1 ? Infinity : limit);

/** Which index serves a part of a text depends on the part: such a statement is planned anew each time. */
const isForAnyPart = (text: string): boolean => / i?like \$/.test(text);

/** How a statement of a read is sent: the driver's options. */
export function sentAs(text: string): { prepare: boolean } {
  return isForAnyPart(text) ? { prepare: false } : prepared(text);
}

export async function readList({ sql, statement }: { sql: Sql | Tx; statement: Statement }): Promise<ListAnswer> {
  const { text, values } = statement;
  const [row] = await sql.unsafe(text, values as never[], sentAs(text));
  const { stamp, data, ...meta } = row as unknown as { stamp: string | null; data: string | null } & ListAnswer["meta"];
  if (data === null)
    return refuseQuery(
      `The answer would hold more than ${cost.rows} rows or ${cost.answerBytes / 2 ** 20} MB: ask for fewer rows or fields at a time.`,
    );
  return { stamp, data, meta };
}

/** However many ask for all there is, most connections are for everybody else. */
const longReads = new Turns({ most: 3, mostWaiting: 60 });

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
    const answer = made && (made.isLong ? await longReads.take(() => read(made)) : await read(made));
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

/** A row by its key, as a query; a malformed key finds nothing. Of what else is asked, only what says how a row looks counts. */
export function queryById({
  collection,
  id,
  fields,
  alias = {},
  deep = {},
}: {
  collection: Collection;
  id: string;
} & Pick<Query, "fields" | "alias" | "deep">): Query | undefined {
  const isKey = collection.key === "uuid" ? isUuid(id) : /^\d{1,9}$/.test(id);
  return isKey ? { ...wholeRow, fields, alias, deep, filter: { id: { _eq: id } } } : undefined;
}
