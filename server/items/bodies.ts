// §7: what the body of a call says: rows, keys, changes, or a query; whatever is not understood is INVALID_PAYLOAD.
import type { Collection, Filter, Row } from "#domain/collection.ts";
import { parseQuery, type Query } from "#server/items/query.ts";
import { refuse, refusePayload } from "#server/items/refused.ts";

const most = 1_000;

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
  if (body.length > most) refusePayload(`At most ${most} rows may be sent at once.`);
  return body.map((row: unknown) => (isRow(row) ? row : refusePayload("Every row must be an object.")));
}

/** A key in the form the column has; one that cannot be a key is as absent: FORBIDDEN. */
export function keyOf({ collection, id }: { collection: Collection; id: unknown }): number | string {
  const text = typeof id === "number" || typeof id === "string" ? String(id) : "";
  if (collection.key === "uuid")
    return /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(text) ? text : refuse("FORBIDDEN");
  return /^\d{1,9}$/.test(text) ? Number(text) : refuse("FORBIDDEN");
}

/** A bare list of keys, or `{ keys }`. */
export function keysOf({ collection, body }: { collection: Collection; body: unknown }): (number | string)[] {
  const keys = Array.isArray(body) ? body : rowOf(body)["keys"];
  if (!Array.isArray(keys)) refusePayload('Send a list of keys, or "keys".');
  if (keys.length > most) refusePayload(`At most ${most} keys may be sent at once.`);
  return keys.map((id: unknown) => keyOf({ collection, id }));
}

export interface ItemChange {
  id: number | string;
  payload: Row;
}

/** `{ keys, data }`, or a list of rows each with its key; in the order of their keys, so that two lists never wait for each other. */
export function changesOf({ collection, body }: { collection: Collection; body: unknown }): ItemChange[] {
  const changes = Array.isArray(body)
    ? rowsOf(body).map(({ id, ...payload }) => ({ id: keyOf({ collection, id }), payload }))
    : sameForAll({ collection, body: rowOf(body) });
  return changes.toSorted((one, other) => (one.id < other.id ? -1 : 1));
}

function sameForAll({ collection, body }: { collection: Collection; body: Row }): ItemChange[] {
  const { keys, data } = body;
  if (!Array.isArray(keys) || !isRow(data))
    return refusePayload('Send "keys" with "data", or a list of rows with their keys.');
  return keysOf({ collection, body: keys }).map((id) => ({ id, payload: { ...data } }));
}

/** The query of a SEARCH: `{ query }`, narrowed to `keys` where they are given. */
export function searchOf({ collection, body }: { collection: Collection; body: unknown }): Query {
  const { query = {}, keys } = rowOf(body);
  if (!isRow(query)) refusePayload('"query" must be an object.');
  const asked = parseQuery(query);
  if (keys === undefined) return asked;
  const among: Filter = { id: { _in: keysOf({ collection, body: keys }) } };
  return { ...asked, filter: asked.filter ? { _and: [among, asked.filter] } : among };
}
