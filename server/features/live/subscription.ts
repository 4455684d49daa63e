// §7: one subscription of a socket: its query, the current rows, and the text sent for a change.
import { isJsonObject } from "#domain/json-object.ts";
import type { Collection, Filter } from "#domain/schema/collection.ts";
import { findCollection } from "#domain/collections.ts";
import type { Actor } from "#domain/access/roles.ts";
import type { AppServices } from "#server/context.ts";
import type { SocketMessage } from "#server/features/live/message.ts";
import { parseKey } from "#server/items/rest/request-bodies.ts";
import { getGrant } from "#server/items/access/grants.ts";
import { parseQuery, type Query } from "#server/items/query/query.ts";
import { type ListResult, buildListStatement, readList } from "#server/items/read/read.ts";
import {
  throwApiError,
  throwCollectionForbidden,
  throwInvalidPayload,
  throwInvalidQuery,
} from "#server/items/api-error.ts";
import { getReadPermissionsKey } from "#server/items/access/read-permissions-key.ts";
import type { LiveEvent } from "#server/live/event.ts";

const actions = ["create", "update", "delete"] as const;
type ChangeAction = (typeof actions)[number];

export interface Subscription {
  collection: Collection;
  query: Query;
  /** The query as text, to share reads between equal subscriptions. */
  queryText: string;
  /** Only changes of this kind; null for all. */
  event: ChangeAction | null;
  /** Only this row. */
  item: number | string | null;
  uid: unknown;
}

/** Finds the collection of a message; system collections have the prefix `directus_`. */
export function getSubscribableCollection(name: unknown): Collection {
  if (typeof name !== "string") return throwInvalidPayload('"collection" must be a name.');
  const isSystem = name.startsWith("directus_");
  const collection = findCollection(isSystem ? name.slice("directus_".length) : name);
  return !collection || (collection.isSystem === true) !== isSystem ? throwCollectionForbidden(name) : collection;
}

/** Reads a `subscribe` message; throws FORBIDDEN, INVALID_QUERY, INVALID_PAYLOAD. */
export function parseSubscription({ message, actor }: { message: SocketMessage; actor: Actor }): Subscription {
  const { collection: name, event = null, item, query = {}, uid } = message;
  const collection = getSubscribableCollection(name);
  if (!getGrant({ collection, operation: "read", actor })) throwCollectionForbidden(String(name));
  if (!collection.isLive) throwInvalidQuery(`"${String(name)}" has no live updates.`);
  const action = event === null ? null : actions.find((known) => known === event);
  if (action === undefined) throwInvalidPayload('"event" must be create, update or delete.');
  if (!isJsonObject(query)) throwInvalidPayload('"query" must be an object.');
  for (const unsupported of ["aggregate", "groupBy", "export"])
    if (unsupported in query) throwInvalidQuery(`"${unsupported}" cannot be subscribed to.`);
  return {
    collection,
    query: parseQuery(query),
    queryText: JSON.stringify(query),
    event: action,
    item: item === undefined || item === null ? null : parseKey({ collection, id: item }),
    uid,
  };
}

function narrowToRow({ query, id }: { query: Query; id: number | string }): Query {
  const rowFilter: Filter = { id: { _eq: id } };
  const filter = query.filter ? { _and: [rowFilter, query.filter] } : rowFilter;
  return { ...query, filter, sort: [], limit: 1, offset: 0, meta: [] };
}

interface SubscriptionRead {
  services: AppServices;
  subscription: Subscription;
  actor: Actor;
}

function readRows({ services, subscription, actor, query }: SubscriptionRead & { query: Query }): Promise<ListResult> {
  const statement = buildListStatement({ collection: subscription.collection, actor, query, now: services.clock() });
  return readList({ sql: services.sql, statement });
}

/** Reads the rows of the query, or the single row, as JSON; throws the errors of a read. */
export async function readCurrentRows(input: SubscriptionRead): Promise<{ data: string; meta: ListResult["meta"] }> {
  const { query, item } = input.subscription;
  if (item === null) return readRows({ ...input, query });
  const { data, meta } = await readRows({ ...input, query: narrowToRow({ query, id: item }) });
  return data === "[]" ? throwApiError("FORBIDDEN") : { data: data.slice(1, -1), meta };
}

// Reads a change once for all subscriptions with the same permissions and query.
const readCache = new WeakMap<LiveEvent, Map<string, Promise<ListResult>>>();

/** Returns the data of a change for this subscription as JSON; null if it does not match. */
export async function readChangeText({
  event,
  ...input
}: SubscriptionRead & { event: LiveEvent }): Promise<string | null> {
  const { subscription, actor } = input;
  const { collection, query, queryText, item } = subscription;
  if (event.collection !== collection.name || (subscription.event !== null && subscription.event !== event.action))
    return null;
  if (item !== null && item !== event.id) return null;
  if (event.action === "delete") return JSON.stringify([event.id]);
  let shared = readCache.get(event);
  if (!shared) readCache.set(event, (shared = new Map()));
  const currentUserId = queryText.includes("$CURRENT") ? actor.id : null;
  const key = JSON.stringify([collection.name, queryText, currentUserId, getReadPermissionsKey(actor)]);
  let rows = shared.get(key);
  if (!rows) shared.set(key, (rows = readRows({ ...input, query: narrowToRow({ query, id: event.id }) })));
  const { data } = await rows;
  if (data === "[]") return null;
  return item === null ? data : data.slice(1, -1);
}
