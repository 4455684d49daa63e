// §7: one subscription of a socket: which rows of which collection, shown how; and what it is sent when one changes.
import type { Collection, Filter } from "#domain/collection.ts";
import { collectionNamed } from "#domain/collections/all.ts";
import type { Who } from "#domain/roles.ts";
import type { House } from "#server/context.ts";
import type { Message } from "#server/features/live/message.ts";
import { keyOf } from "#server/items/bodies.ts";
import { grantOf } from "#server/items/grants.ts";
import { parseQuery, type Query } from "#server/items/query.ts";
import { type ListAnswer, listStatement, readList } from "#server/items/read.ts";
import { refuse, refuseCollection, refusePayload, refuseQuery } from "#server/items/refused.ts";
import { readingRights } from "#server/items/rights.ts";
import type { LiveEvent } from "#server/services/live.ts";

const actions = ["create", "update", "delete"] as const;
type Action = (typeof actions)[number];

export interface Subscription {
  collection: Collection;
  query: Query;
  /** The query as text: equal for those who ask the same. */
  asked: string;
  /** Only changes of this kind; null is every kind. */
  event: Action | null;
  /** Only this row. */
  item: number | string | null;
  uid: unknown;
}

/** What a message calls a collection: the system's own by the names clients know them by. */
export function collectionOf(name: unknown): Collection {
  if (typeof name !== "string") return refusePayload('"collection" must be a name.');
  const isSystem = name.startsWith("directus_");
  const collection = collectionNamed(isSystem ? name.slice("directus_".length) : name);
  return !collection || (collection.system === true) !== isSystem ? refuseCollection(name) : collection;
}

/** Reads a `subscribe` message; throws FORBIDDEN, INVALID_QUERY, INVALID_PAYLOAD. */
export function subscriptionOf({ message, who }: { message: Message; who: Who }): Subscription {
  const { collection: name, event = null, item, query = {}, uid } = message;
  const collection = collectionOf(name);
  if (!grantOf({ collection, operation: "read", who })) refuseCollection(String(name));
  if (!collection.live) refuseQuery(`"${String(name)}" is not told live.`);
  if (event !== null && !actions.includes(event as Action)) refusePayload('"event" must be create, update or delete.');
  if (typeof query !== "object" || query === null || Array.isArray(query)) refusePayload('"query" must be an object.');
  for (const gathered of ["aggregate", "groupBy", "export"])
    if (gathered in query) refuseQuery(`"${gathered}" cannot be subscribed to.`);
  return {
    collection,
    query: parseQuery(query as Message),
    asked: JSON.stringify(query),
    event: event as Action | null,
    item: item === undefined || item === null ? null : keyOf({ collection, id: item }),
    uid,
  };
}

function narrowed({ query, id }: { query: Query; id: number | string }): Query {
  const own: Filter = { id: { _eq: id } };
  const filter = query.filter ? { _and: [own, query.filter] } : own;
  return { ...query, filter, sort: [], limit: 1, offset: 0, meta: [] };
}

interface Reading {
  house: House;
  subscription: Subscription;
  who: Who;
}

function read({ house, subscription, who, query }: Reading & { query: Query }): Promise<ListAnswer> {
  const statement = listStatement({ collection: subscription.collection, who, query, now: house.clock() });
  return readList({ sql: house.sql, statement });
}

/** How things stand now: the rows of the query, or the one row, as JSON; throws as a read does. */
export async function standing(reading: Reading): Promise<{ data: string; meta: ListAnswer["meta"] }> {
  const { query, item } = reading.subscription;
  if (item === null) return read({ ...reading, query });
  const { data, meta } = await read({ ...reading, query: narrowed({ query, id: item }) });
  return data === "[]" ? refuse("FORBIDDEN") : { data: data.slice(1, -1), meta };
}

// The same change is read once for all who have the same rights and ask the same.
const readings = new WeakMap<LiveEvent, Map<string, Promise<ListAnswer>>>();

/** What a change means to this subscription, as JSON; null where it is none of its business. */
export async function changeText({ event, ...reading }: Reading & { event: LiveEvent }): Promise<string | null> {
  const { subscription, who } = reading;
  const { collection, query, asked, item } = subscription;
  if (event.collection !== collection.name || (subscription.event !== null && subscription.event !== event.action))
    return null;
  if (item !== null && item !== event.id) return null;
  if (event.action === "delete") return JSON.stringify([event.id]);
  let shared = readings.get(event);
  if (!shared) readings.set(event, (shared = new Map()));
  const self = asked.includes("$CURRENT") ? who.id : null;
  const key = JSON.stringify([collection.name, asked, self, readingRights(who)]);
  let answer = shared.get(key);
  if (!answer) shared.set(key, (answer = read({ ...reading, query: narrowed({ query, id: event.id }) })));
  const { data } = await answer;
  if (data === "[]") return null;
  return item === null ? data : data.slice(1, -1);
}
