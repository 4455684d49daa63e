// §7: the read path: one statement per read including permissions; the JSON of PostgreSQL is passed through.
import type { Collection } from "#domain/schema/collection.ts";
import type { Actor } from "#domain/access/roles.ts";
import { isUuid } from "#domain/schema/stored-value.ts";
import { isId } from "#domain/schema/fields.ts";
import type { Sql, Tx } from "#server/db/pool.ts";
import { getGenericPlanPool, runWithReadShare } from "#server/db/pools.ts";
import { noteReadTime, readRepeated } from "#server/items/read/short-reads.ts";
import { sendWithCommit } from "#server/db/transaction.ts";
import { readFromReplica } from "#server/db/availability/replica.ts";
import { getPrepareOptions } from "#server/db/prepared.ts";
import { mayUseGenericPlan, noteGenericPlan } from "#server/items/read/generic-plans.ts";
import { isGrouped } from "#server/items/read/aggregate-sql.ts";
import { queryLimits } from "#server/items/query/query-limits.ts";
import { type FieldTree, buildFieldTree } from "#server/items/query/field-tree.ts";
import { getGrant } from "#server/items/access/grants.ts";
import type { Query } from "#server/items/query/query.ts";
import { getRelatedCollection } from "#server/items/access/readable-fields.ts";
import { ApiError, throwApiError, throwCollectionForbidden, throwInvalidQuery } from "#server/items/api-error.ts";
import { buildCountSql, buildListSql, buildLimitedListSql, type SelectInput } from "#server/items/read/select-sql.ts";
import { SqlText } from "#server/items/query/sql-text.ts";
import { type Session, buildFingerprintSql } from "#server/items/access/session.ts";
import { WorkQueue } from "#server/processes/work-queue.ts";

export interface ReadStatement {
  text: string;
  values: unknown[];
  /** The result may be large: the read is queued, and fails if the result exceeds the limits. */
  hasLargeResult?: boolean;
  /** A list that a page or a file shows, which a standby may answer. */
  isList?: boolean;
}

export interface ListResult {
  /** The rows as JSON text. */
  data: string;
  meta: { total_count?: number; filter_count?: number };
  /** Current session fingerprint of the actor (see session.ts). */
  stamp: string | null;
}

/** Builds the statement of a list; throws FORBIDDEN or INVALID_QUERY before the database is queried. */
export function buildListStatement({
  collection,
  actor,
  query,
  now,
  isVerified = false,
}: {
  collection: Collection;
  actor: Actor;
  query: Query;
  now: Date;
  /** The transaction has verified the session: its fingerprint is not read again. */
  isVerified?: boolean;
}): ReadStatement {
  if (!getGrant({ collection, operation: "read", actor })) throwCollectionForbidden(collection.name);
  const sql = new SqlText();
  const selectInput: SelectInput = { sql, collection, actor, now };
  const tree = buildFieldTree({ fields: query.fields, collection, actor: selectInput.actor, level: query });
  const hasLargeResult =
    !isGrouped(query) && estimateMaxRows({ listOptions: query, tree, collection }) > queryLimits.unwatchedRows;
  const columns = [`${isVerified ? "null::text" : buildFingerprintSql({ sql, actor })} as stamp`];
  const list = hasLargeResult
    ? buildLimitedListSql({ ...selectInput, query, tree })
    : `${buildListSql({ ...selectInput, query, tree })}::text`;
  columns.push(`${list} as data`);
  if (query.meta.includes("total_count"))
    columns.push(`${buildCountSql({ ...selectInput, query: null })} as total_count`);
  if (query.meta.includes("filter_count")) columns.push(`${buildCountSql({ ...selectInput, query })} as filter_count`);
  // The last column is computed last.
  columns.push("(extract(epoch from clock_timestamp() - statement_timestamp()) * 1000)::float8 as ms");
  return { text: `select ${columns.join(", ")}`, values: sql.values, ...(hasLargeResult && { hasLargeResult }) };
}

/** Estimates the maximum number of rows of a list including its relations; plain keys count as a tenth of a row. */
function estimateMaxRows({ listOptions, tree, collection }: EstimateInput): number {
  let rowsPerEntry = 1;
  for (const { field: name, listOptions: relationOptions, children, fieldFunction } of tree.values()) {
    const field = collection.fields[name]!;
    if (fieldFunction || !field.target || (!children && field.kind === "one")) continue;
    const relationLimit = { limit: field.kind === "one" ? 1 : (relationOptions?.limit ?? queryLimits.relatedRows) };
    rowsPerEntry += children
      ? estimateMaxRows({ listOptions: relationLimit, tree: children, collection: getRelatedCollection(field) })
      : getRowLimit(relationLimit) / 10;
  }
  return getRowLimit(listOptions) * rowsPerEntry;
}

interface EstimateInput {
  listOptions: { limit: number };
  tree: FieldTree;
  collection: Collection;
}

const getRowLimit = ({ limit }: { limit: number }): number => (limit === -1 ? Infinity : limit);

/** `ms`: time the database took for the statement, planning included. */
type ListRow = { stamp: string | null; data: string | null; ms: number } & ListResult["meta"];

/**
 * The best index for a substring search depends on the term, so that such statements are planned for each execution.
 */
const hasSubstringSearch = (text: string): boolean => / i?like \$/.test(text);

/** Driver options for a read statement. */
export function getReadPrepareOptions(text: string): { prepare: boolean } {
  return hasSubstringSearch(text) ? { prepare: false } : getPrepareOptions(text);
}

/** Reads outside a transaction: a list from the standby if there is one. */
export function readOutside({ sql, statement }: { sql: Sql; statement: ReadStatement }): Promise<ListResult> {
  const read = (connection: Sql) => readList({ sql: connection, statement });
  return statement.isList ? readFromReplica({ sql, read }) : read(sql);
}

export async function readList({ sql, statement }: { sql: Sql | Tx; statement: ReadStatement }): Promise<ListResult> {
  const { text, values, hasLargeResult } = statement;
  const options = getReadPrepareOptions(text);
  const canBeGeneric = options.prepare && !hasLargeResult && mayUseGenericPlan(text);
  const run = (connection: Sql | Tx) => connection.unsafe<ListRow[]>(text, values as never[], options);
  if (!canBeGeneric || getGenericPlanPool(sql) === sql) {
    const [row] = await runWithReadShare(sql, async () => run(sql));
    return toListResult(row!);
  }
  const [row] = await readRepeated({ sql, text, run });
  noteGenericPlan({ text, ms: row!.ms });
  noteReadTime({ text, ms: row!.ms });
  return toListResult(row!);
}

/** Reads within a transaction what nothing else in it depends on: in the same round trip as the commit, unless that may fail. */
export async function readWithCommit({
  tx,
  statement,
}: {
  tx: Tx;
  statement: ReadStatement;
}): Promise<() => Promise<ListResult>> {
  if (statement.hasLargeResult) {
    const result = await readList({ sql: tx, statement });
    return () => Promise.resolve(result);
  }
  const { text, values } = statement;
  const query = tx.unsafe<ListRow[]>(text, values as never[], getReadPrepareOptions(text));
  const answer = await sendWithCommit(tx, query);
  return async () => toListResult((await answer())[0]!);
}

function toListResult({ stamp, data, ms: _, ...meta }: ListRow): ListResult {
  if (data === null)
    return throwInvalidQuery(
      `The answer would hold more than ${queryLimits.rows} rows or ${queryLimits.answerBytes / 2 ** 20} MB: ask for fewer rows or fields at a time.`,
    );
  return { stamp, data, meta };
}

/**
 * Limits concurrent large reads, so that most connections stay available, and the queued ones to a third per company.
 */
const largeReads = new WorkQueue({ concurrency: 3, maxQueued: 60, maxPerKey: 20, retryAfterSeconds: 5 });

const maxReadAttempts = 4;

/**
 * Reads with the actor's current session: reloads the session and retries if the fingerprint in the database differs
 * from the cached one, or if the cached session would be rejected. Throws like `statement` and `reloadSession`.
 */
export async function readWithFreshSession({
  session,
  statement,
  read,
  reloadSession,
}: {
  session: Session;
  statement: (session: Session) => ReadStatement;
  read: (statement: ReadStatement) => Promise<ListResult>;
  reloadSession: (session: Session) => Promise<Session>;
}): Promise<ListResult> {
  let reader = session;
  for (let attempt = 1; attempt <= maxReadAttempts; attempt += 1) {
    const isReloaded = attempt > 1 || reader.actor.id === null;
    const readStatement = tryBuildStatement({ statement, session: reader, isReloaded });
    const result =
      readStatement &&
      (readStatement.hasLargeResult
        ? await largeReads.run(() => read(readStatement), { key: getQueueKey(reader) })
        : await read(readStatement));
    if (result && (reader.actor.id === null || result.stamp === reader.stamp)) return result;
    reader = await reloadSession(reader);
  }
  return throwApiError("FETCH_FAILED");
}

/** Queue key of large reads: the company, the user without a company, or all anonymous requests together. */
function getQueueKey({ actor }: Session): string {
  return actor.company === null ? (actor.id ?? "") : `company ${actor.company}`;
}

/** Returns undefined if the access error may be due to an outdated session. */
function tryBuildStatement({
  statement,
  session,
  isReloaded,
}: {
  statement: (session: Session) => ReadStatement;
  session: Session;
  isReloaded: boolean;
}): ReadStatement | undefined {
  try {
    return statement(session);
  } catch (error) {
    if (isReloaded || !(error instanceof ApiError) || error.code !== "FORBIDDEN") throw error;
    return undefined;
  }
}

export const wholeRowQuery: Omit<Query, "filter"> = {
  fields: [],
  sort: [],
  limit: 1,
  offset: 0,
  search: null,
  meta: [],
};

/** Builds the query of a row by key; undefined for a malformed key. Only options that select fields apply. */
export function buildQueryById({
  collection,
  id,
  fields,
  alias = {},
  deep = {},
}: {
  collection: Collection;
  id: string;
} & Pick<Query, "fields" | "alias" | "deep">): Query | undefined {
  const isKey = collection.keyType === "uuid" ? isUuid(id) : isId(id);
  return isKey ? { ...wholeRowQuery, fields, alias, deep, filter: { id: { _eq: id } } } : undefined;
}
