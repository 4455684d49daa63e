// §7: writes the events of webhooks in the transaction of what they report, with one delivery per endpoint.
import { LRUCache } from "lru-cache";
import { z } from "zod";
import { anonymous, type Actor } from "#domain/access/roles.ts";
import { getCollection } from "#domain/collections.ts";
import {
  type EventObjectName,
  eventObjects,
  findEvents,
  getEventSubject,
  testEventType,
} from "#domain/integrations/webhooks/event-types.ts";
import { WebhookDeliveries, WebhookEvents } from "#domain/integrations/webhooks/webhooks.collection.ts";
import { jsonText } from "#server/json-text.ts";
import { queueJob } from "#server/jobs/jobs.ts";
import { readList } from "#server/items/read/read.ts";
import { getRowStatement } from "#server/items/read/statement-cache.ts";
import { createItem } from "#server/items/write/write.ts";
import type { Row, RowWriteListener, WriteContext } from "#server/items/write/write-context.ts";

interface ListeningEndpoint {
  id: number;
  company: number;
  types: string[];
}

/** Returns undefined synchronously for writes that cause no event. */
export const recordWebhookEvents: RowWriteListener = ({ ctx, collection, action, before, after, changes }) => {
  if (action === "delete" || after["is_test"] === true) return undefined;
  const found = findEvents({ collection: collection.name, before, after, changes });
  const branch = after["branch"];
  if (!found || typeof branch !== "number") return undefined;
  const endpoints = loadEndpoints({ ctx, branch });
  // If the row is not written, that is the error to report.
  endpoints.catch(() => {});
  return (row) => writeEvents({ ctx, row, branch, endpoints, ...found });
};

async function loadEndpoints({ ctx, branch }: { ctx: WriteContext; branch: number }): Promise<ListeningEndpoint[]> {
  return ctx.tx<ListeningEndpoint[]>`
    select e.id, e.company, e.event_types as types from "Webhook_Endpoints" e join "Branch" b on b.company = e.company
    where b.id = ${branch} and e.state <> 'disabled'
      and (e.branches is null or e.branches = 'null' or e.branches @> to_jsonb(${branch}::bigint))
    order by e.id`;
}

async function writeEvents({
  ctx,
  object,
  types,
  row,
  branch,
  endpoints,
}: {
  ctx: WriteContext;
  object: EventObjectName;
  types: readonly string[];
  row: Row;
  branch: number;
  endpoints: Promise<readonly ListeningEndpoint[]>;
}): Promise<void> {
  const candidates = await endpoints;
  for (const type of types) {
    const listening = candidates.filter((endpoint) => endpoint.types.includes(type));
    if (listening.length === 0) continue;
    const { company } = listening[0]!;
    const subject = getEventSubject({ object, row });
    const data = await readEventData({ ctx, object, id: row["id"], company, branch });
    await writeEvent({ ctx, company, branch, type, subject, data, endpoints: listening.map(({ id }) => id) });
  }
}

/** Readers by branch; a kept one keeps its prepared statements. */
const readers = new LRUCache<number, Actor>({ max: 500 });

const rowsSchema = jsonText(z.array(z.record(z.string(), z.unknown())));

/** The item as an integration with the rights of a manager reads it, as text of JSON. */
async function readEventData({
  ctx,
  object,
  id,
  company,
  branch,
}: {
  ctx: WriteContext;
  object: EventObjectName;
  id: unknown;
  company: number;
  branch: number;
}): Promise<Row> {
  const actor =
    readers.get(branch) ??
    ({ ...anonymous, role: "manager", company, branch, isActive: true, isPresent: true } as const);
  readers.set(branch, actor);
  const { collection, fields } = eventObjects[object];
  const queryText = `fields=${fields.join(",")}`;
  const statement = getRowStatement({
    collection: getCollection(collection),
    actor,
    queryText,
    id: String(id),
    now: ctx.now,
  });
  const { data } = await readList({ sql: ctx.tx, statement });
  const [row] = rowsSchema.parse(data);
  return row ?? { id };
}

interface NewEvent {
  ctx: WriteContext;
  company: number;
  branch: number | null;
  type: string;
  subject: string;
  data: Row;
  /** Ids of the endpoints that receive it. */
  endpoints: readonly number[];
}

/** Writes an event and its deliveries; returns its public id. */
async function writeEvent({ ctx, company, branch, type, subject, data, endpoints }: NewEvent): Promise<string> {
  // Locks the subject until commit: the order of its events is that of their commits.
  const [counter] = await ctx.tx<{ last: number }[]>`
    insert into webhook_sequences (company, subject, last) values (${company}, ${subject}, 1)
    on conflict (company, subject) do update set last = webhook_sequences.last + 1 returning last`;
  const key = `evt_${Buffer.from(ctx.random(18)).toString("base64url")}`;
  const event = await createItem({
    ctx,
    collection: WebhookEvents,
    payload: {},
    systemValues: { company, branch, key, type, subject, sequence: counter!.last, occurred_at: ctx.now, payload: data },
    bypassAccess: true,
  });
  for (const endpoint of endpoints) {
    const systemValues = { company, endpoint, event, subject };
    await createItem({ ctx, collection: WebhookDeliveries, payload: {}, systemValues, bypassAccess: true });
    // By subject, whose transactions wait for each other anyway: a key of the endpoint alone would make the gates of a
    // company wait for each other.
    await queueJob({
      tx: ctx.tx,
      task: "deliver-webhooks",
      payload: { endpoint },
      key: `webhook:${endpoint}:${subject}`,
    });
  }
  return key;
}

/** Writes an event to test one endpoint; returns its public id. */
export function writeTestEvent({
  ctx,
  company,
  endpoint,
}: {
  ctx: WriteContext;
  company: number;
  endpoint: number;
}): Promise<string> {
  const subject = `webhook:${endpoint}`;
  return writeEvent({ ctx, company, branch: null, type: testEventType, subject, data: {}, endpoints: [endpoint] });
}
