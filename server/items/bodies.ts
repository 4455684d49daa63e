// §7: what the body of a call says: rows, keys, changes, or a query; whatever is not understood is INVALID_PAYLOAD.
import type { Collection, Filter, Row } from "#domain/collection.ts";
import { cost } from "#server/items/cost.ts";
import { parseQuery, type Query } from "#server/items/query.ts";
import { refuse, refusePayload } from "#server/items/refused.ts";

function isRow(value: unknown): value is Row {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** The one object of a body; an absent one is empty. */
export function rowOf(body: unknown): Row {
  if (body === undefined || body === null) return {};
  return isRow(body) ? body : refusePayload("The body must be an object.");
}

/** One row, or a list of rows. */
export function rowsOf(body: unknown): Row[] {
  if (!Array.isArray(body)) return [rowOf(body)];
  if (body.length > cost.writtenRows) refusePayload(`At most ${cost.writtenRows} rows may be sent at once.`);
  return body.map((row: unknown) => (isRow(row) ? row : refusePayload("Every row must be an object.")));
}

/** A key in the form the column has; one that cannot be a key is as absent: FORBIDDEN. */
export function keyOf({ collection, id }: { collection: Collection; id: unknown }): Key {
  const text = typeof id === "number" || typeof id === "string" ? String(id) : "";
  if (collection.key === "uuid")
    return /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(text) ? text : refuse("FORBIDDEN");
  return /^\d{1,9}$/.test(text) ? Number(text) : refuse("FORBIDDEN");
}

/** Which rows a call speaks of: their keys, or the query that finds them. */
export type Target = { keys: Key[] } | { query: Query };
export type Key = number | string;

/** A bare list of keys, `{ keys }`, or `{ query }`. */
export function targetOf({ collection, body }: { collection: Collection; body: unknown }): Target {
  if (Array.isArray(body)) return { keys: keysOf({ collection, keys: body }) };
  const { keys, query } = rowOf(body);
  if (keys === undefined && query !== undefined) return { query: writtenQuery(query) };
  if (!Array.isArray(keys)) return refusePayload('Send a list of keys, "keys", or "query".');
  return { keys: keysOf({ collection, keys }) };
}

function keysOf({ collection, keys }: { collection: Collection; keys: readonly unknown[] }): Key[] {
  if (keys.length > cost.writtenRows) refusePayload(`At most ${cost.writtenRows} keys may be sent at once.`);
  return keys.map((id) => keyOf({ collection, id }));
}

/** All rows a query finds are meant; where there are more than may be written at once, none is (see by-query.ts). */
function writtenQuery(query: unknown): Query {
  if (!isRow(query)) refusePayload('"query" must be an object.');
  const asked = parseQuery(query);
  const { limit } = asked;
  return {
    ...asked,
    fields: ["id"],
    limit: query["limit"] === undefined || limit === -1 ? cost.writtenRows + 1 : limit,
  };
}

export interface ItemChange {
  id: Key;
  payload: Row;
}

/** `{ keys, data }` or `{ query, data }`, the same for each; or a list of rows each with its key. */
export function changesOf({
  collection,
  body,
}: {
  collection: Collection;
  body: unknown;
}): ItemChange[] | (Target & { data: Row }) {
  if (Array.isArray(body))
    return rowsOf(body).map(({ id, ...payload }) => ({ id: keyOf({ collection, id }), payload }));
  const { data, ...target } = rowOf(body);
  if (!isRow(data)) return refusePayload('Send "keys" or "query" with "data", or a list of rows with their keys.');
  return { ...targetOf({ collection, body: target }), data };
}

/** The query of a SEARCH: `{ query }`, narrowed to `keys` where they are given. */
export function searchOf({ collection, body }: { collection: Collection; body: unknown }): Query {
  const { query = {}, keys } = rowOf(body);
  if (!isRow(query)) refusePayload('"query" must be an object.');
  const asked = parseQuery(query);
  if (keys === undefined) return asked;
  if (!Array.isArray(keys)) refusePayload('"keys" must be a list.');
  const among: Filter = { id: { _in: keysOf({ collection, keys }) } };
  return { ...asked, filter: asked.filter ? { _and: [among, asked.filter] } : among };
}
