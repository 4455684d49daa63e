// §7: parses request bodies: rows, keys, changes or a query. Throws INVALID_PAYLOAD.
import type { Collection, Filter, Row } from "#domain/schema/collection.ts";
import { parseId } from "#domain/schema/fields.ts";
import { queryLimits } from "#server/items/query/query-limits.ts";
import { parseQuery, type Query } from "#server/items/query/query.ts";
import { throwApiError, throwInvalidPayload } from "#server/items/api-error.ts";

function isRow(value: unknown): value is Row {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** Parses a body with one row; empty if the body is missing. */
export function parseRow(body: unknown): Row {
  if (body === undefined || body === null) return {};
  return isRow(body) ? body : throwInvalidPayload("The body must be an object.");
}

/** Parses one row or a list of rows. */
export function parseRows(body: unknown): Row[] {
  if (!Array.isArray(body)) return [parseRow(body)];
  if (body.length > queryLimits.writtenRows)
    throwInvalidPayload(`At most ${queryLimits.writtenRows} rows may be sent at once.`);
  return body.map((row: unknown) => (isRow(row) ? row : throwInvalidPayload("Every row must be an object.")));
}

/** Converts a key to its column type; an invalid key is FORBIDDEN like a missing row. */
export function parseKey({ collection, id }: { collection: Collection; id: unknown }): Key {
  const text = typeof id === "number" || typeof id === "string" ? String(id) : "";
  if (collection.keyType === "uuid")
    return /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(text) ? text : throwApiError("FORBIDDEN");
  return parseId(text) ?? throwApiError("FORBIDDEN");
}

/** Rows selected by keys or by a query. */
export type ItemSelection = { keys: Key[] } | { query: Query };
export type Key = number | string;

/** Parses a list of keys, `{ keys }`, or `{ query }`. */
export function parseSelection({ collection, body }: { collection: Collection; body: unknown }): ItemSelection {
  if (Array.isArray(body)) return { keys: parseKeys({ collection, keys: body }) };
  const { keys, query } = parseRow(body);
  if (keys === undefined && query !== undefined) return { query: parseBodyQuery(query) };
  if (!Array.isArray(keys)) return throwInvalidPayload('Send a list of keys, "keys", or "query".');
  return { keys: parseKeys({ collection, keys }) };
}

function parseKeys({ collection, keys }: { collection: Collection; keys: readonly unknown[] }): Key[] {
  if (keys.length > queryLimits.writtenRows)
    throwInvalidPayload(`At most ${queryLimits.writtenRows} keys may be sent at once.`);
  return keys.map((id) => parseKey({ collection, id }));
}

/** Selects all rows of a query; if they exceed the limit of a write, nothing is written (see resolve-keys.ts). */
function parseBodyQuery(query: unknown): Query {
  if (!isRow(query)) throwInvalidPayload('"query" must be an object.');
  const parsedQuery = parseQuery(query);
  const { limit } = parsedQuery;
  return {
    ...parsedQuery,
    fields: ["id"],
    limit: query["limit"] === undefined || limit === -1 ? queryLimits.writtenRows + 1 : limit,
  };
}

export interface ItemChange {
  id: Key;
  payload: Row;
}

/** Parses `{ keys, data }` or `{ query, data }` with the same data for all rows, or a list of rows with keys. */
export function parseChanges({
  collection,
  body,
}: {
  collection: Collection;
  body: unknown;
}): ItemChange[] | (ItemSelection & { data: Row }) {
  if (Array.isArray(body))
    return parseRows(body).map(({ id, ...payload }) => ({ id: parseKey({ collection, id }), payload }));
  const { data, ...target } = parseRow(body);
  if (!isRow(data))
    return throwInvalidPayload('Send "keys" or "query" with "data", or a list of rows with their keys.');
  return { ...parseSelection({ collection, body: target }), data };
}

/** Parses the body of a SEARCH: `{ query }`, optionally limited to `keys`. */
export function parseSearchBody({ collection, body }: { collection: Collection; body: unknown }): Query {
  const { query = {}, keys } = parseRow(body);
  if (!isRow(query)) throwInvalidPayload('"query" must be an object.');
  const parsedQuery = parseQuery(query);
  if (keys === undefined) return parsedQuery;
  if (!Array.isArray(keys)) throwInvalidPayload('"keys" must be a list.');
  const keyFilter: Filter = { id: { _in: parseKeys({ collection, keys }) } };
  return { ...parsedQuery, filter: parsedQuery.filter ? { _and: [keyFilter, parsedQuery.filter] } : keyFilter };
}
