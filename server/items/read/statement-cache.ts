// Caches statements per actor, since pages repeat the same queries. Building a statement takes about a third of the
// time of its query.
import type { Collection } from "#domain/schema/collection.ts";
import type { Actor } from "#domain/access/roles.ts";
import { parseQueryString } from "#server/items/query/query.ts";
import { buildListStatement, buildQueryById, type ReadStatement } from "#server/items/read/read.ts";
import { throwApiError } from "#server/items/api-error.ts";

/** Maximum cached statements per actor; the oldest is evicted. */
const maxStatementsPerActor = 50;
const maxQueryLength = 2_000;

// A changed user gets a new `Actor` object, so that outdated statements are garbage collected.
const statementCache = new WeakMap<Actor, Map<string, ReadStatement>>();

interface StatementInput {
  collection: Collection;
  actor: Actor;
  queryText: string;
  now: Date;
}

/** Like `buildListStatement`, for a query string. */
export function getListStatement(input: StatementInput): ReadStatement {
  const { collection, actor, queryText, now } = input;
  const build = (): ReadStatement => ({
    ...buildListStatement({ collection, actor, query: parseQueryString(queryText), now }),
    isList: true,
  });
  return getOrBuild({ ...input, key: `${collection.name}?${queryText}`, build });
}

/**
 * Placeholder keys that no row has; the cached statement of a row is built with them, and the actual key replaces them.
 */
const placeholderKeys: { [key in Collection["keyType"]]: { text: string; value: number | string } } = {
  integer: { text: "999999999999999", value: 999_999_999_999_999 },
  uuid: { text: "ffffffff-ffff-4fff-bfff-ffffffffffff", value: "ffffffff-ffff-4fff-bfff-ffffffffffff" },
};

/** The same for one row by key; throws FORBIDDEN for an invalid key. For `isVerified` see `buildListStatement`. */
export function getRowStatement({
  id,
  isVerified = false,
  ...input
}: StatementInput & { id: string; isVerified?: boolean }): ReadStatement {
  const { collection, actor, queryText, now } = input;
  const buildForKey = (key: string): ReadStatement => {
    const query = buildQueryById({ ...parseQueryString(queryText), collection, id: key });
    return query ? buildListStatement({ collection, actor, query, now, isVerified }) : throwApiError("FORBIDDEN");
  };
  const placeholder = placeholderKeys[collection.keyType];
  const cachedStatement = getOrBuild({
    ...input,
    key: `${collection.name}/${isVerified ? "verified" : ""}?${queryText}`,
    build: () => buildForKey(placeholder.text),
  });
  const keyIndex = cachedStatement.values.indexOf(placeholder.value);
  if (
    keyIndex < 0 ||
    cachedStatement.values.lastIndexOf(placeholder.value) !== keyIndex ||
    !buildQueryById({ collection, id, fields: [] })
  )
    return buildForKey(id);
  return {
    ...cachedStatement,
    values: cachedStatement.values.with(keyIndex, collection.keyType === "integer" ? Number(id) : id),
  };
}

function getOrBuild({
  actor,
  queryText,
  key,
  build,
}: StatementInput & { key: string; build: () => ReadStatement }): ReadStatement {
  // `$NOW` changes with each request.
  if (queryText.length > maxQueryLength || /now/i.test(queryText)) return build();
  let statements = statementCache.get(actor);
  if (!statements) statementCache.set(actor, (statements = new Map()));
  const cached = statements.get(key);
  if (cached) return cached;
  const statement = build();
  if (statements.size >= maxStatementsPerActor) statements.delete(statements.keys().next().value!);
  statements.set(key, statement);
  return statement;
}
