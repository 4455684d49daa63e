// §7: delivers the events of one endpoint, in the order of each entry. Endpoints are independent of each other: each is
// served by one job at a time, for a limited time, and one that fails is left alone for a while.
import { getRoleIdsWith } from "#domain/access/capabilities.ts";
import { anonymous } from "#domain/access/roles.ts";
import { assessEndpoint, type EndpointHealth, getRetryDelay } from "#domain/integrations/webhooks/delivery.ts";
import { WebhookDeliveries, WebhookEndpoints } from "#domain/integrations/webhooks/webhooks.collection.ts";
import { createCredentialSealer, getCredentialsKeys } from "#server/auth/secrets.ts";
import { type AppServices, createWriteContext } from "#server/context.ts";
import type { SessionLocks } from "#server/db/session-locks.ts";
import { runTransaction } from "#server/db/transaction.ts";
import type { Tx } from "#server/db/pool.ts";
import { createReachableCheck } from "#server/features/integrations/webhooks/reachable-address.ts";
import { sendWebhook, type WebhookResponse } from "#server/features/integrations/webhooks/send.ts";
import { signatureHeader, signWebhook } from "#server/features/integrations/webhooks/signature.ts";
import { updateItem } from "#server/items/write/write.ts";
import type { WriteContext } from "#server/items/write/write-context.ts";
import { queueJob } from "#server/jobs/jobs.ts";
import { queueMail } from "#server/messaging/outbox.ts";

interface Endpoint extends EndpointHealth {
  id: number;
  company: number;
  url: string;
  secret: string;
  previous_secret: string | null;
  previous_secret_until: Date | null;
}

interface Delivery {
  id: number;
  attempts: number;
  key: string;
  type: string;
  company: number;
  branch: number | null;
  subject: string;
  sequence: number;
  occurred_at: Date;
  payload: unknown;
}

/** After this time the job continues as another one, behind those of other endpoints. */
const sliceMs = 15_000;
/** Time in ms after which delivery is retried if another process serves the endpoint. */
const lockRetryMs = 500;

export async function deliverWebhooks({
  services,
  locks,
  endpoint,
}: {
  services: AppServices;
  locks: Pick<SessionLocks, "runWhileHeld">;
  endpoint: number;
}): Promise<void> {
  const lock = { name: "webhookEndpoint", key: String(endpoint) } as const;
  const work = async (): Promise<void> => {
    const delayMs = await deliverDue({ services, id: endpoint });
    if (delayMs !== undefined) await queueNext({ services, endpoint, delayMs });
  };
  if (!(await locks.runWhileHeld({ lock, work }))) await queueNext({ services, endpoint, delayMs: lockRetryMs });
}

/** Queues the next run of an endpoint; at most one is queued. */
export function queueWebhookRun({
  tx,
  endpoint,
  delayMs = 0,
}: {
  tx: Tx;
  endpoint: number;
  delayMs?: number;
}): Promise<void> {
  return queueJob({ tx, task: "deliver-webhooks", payload: { endpoint }, key: `webhook:${endpoint}`, delayMs });
}

function queueNext({ services, ...run }: { services: AppServices; endpoint: number; delayMs: number }): Promise<void> {
  return runTransaction({ sql: services.sql, work: (tx) => queueWebhookRun({ tx, ...run }) });
}

/** Delivers what is due; returns the time in ms until the next run, or undefined if nothing waits. */
async function deliverDue({ services, id }: { services: AppServices; id: number }): Promise<number | undefined> {
  const end = performance.now() + sliceMs;
  while (performance.now() < end) {
    const [endpoint] = await services.sql<Endpoint[]>`
      select id, company, url, secret, previous_secret, previous_secret_until, failures, failing_since, held_until
      from "Webhook_Endpoints" where id = ${id} and state = 'active'`;
    if (!endpoint) return undefined;
    const now = services.clock();
    if (endpoint.held_until && endpoint.held_until > now) return endpoint.held_until.getTime() - now.getTime();
    const delivery = await findDue({ services, endpoint: id, now });
    if (!delivery) return findNextDelay({ services, endpoint: id, now });
    await attempt({ services, endpoint, delivery, now });
  }
  return 0;
}

/** The oldest delivery that is due and the first one waiting of its entry. */
async function findDue({
  services: { sql },
  endpoint,
  now,
}: {
  services: AppServices;
  endpoint: number;
  now: Date;
}): Promise<Delivery | undefined> {
  const [row] = await sql<Delivery[]>`
    select d.id, d.attempts, e.key, e.type, e.company, e.branch, e.subject, e.sequence, e.occurred_at, e.payload
    from "Webhook_Deliveries" d join "Webhook_Events" e on e.id = d.event
    where d.endpoint = ${endpoint} and d.state = 'waiting' and (d.next_try_at is null or d.next_try_at <= ${now})
      and not exists (select 1 from "Webhook_Deliveries" f
        where f.endpoint = d.endpoint and f.subject = d.subject and f.state = 'waiting' and f.id < d.id)
    order by d.id limit 1`;
  return row;
}

async function findNextDelay({
  services: { sql },
  endpoint,
  now,
}: {
  services: AppServices;
  endpoint: number;
  now: Date;
}): Promise<number | undefined> {
  const [row] = await sql<{ at: Date | null }[]>`
    select min(next_try_at) as at from "Webhook_Deliveries"
    where endpoint = ${endpoint} and state = 'waiting' and next_try_at > ${now}`;
  return row?.at ? row.at.getTime() - now.getTime() : undefined;
}

/** Body of a request, the same for every attempt. */
function toBody({ key, type, company, branch, subject, sequence, occurred_at, payload }: Delivery): string {
  const created_at = occurred_at.toISOString();
  return JSON.stringify({ id: key, type, created_at, company, branch, subject, sequence, data: payload });
}

async function attempt({
  services,
  endpoint,
  delivery,
  now,
}: {
  services: AppServices;
  endpoint: Endpoint;
  delivery: Delivery;
  now: Date;
}): Promise<void> {
  const body = toBody(delivery);
  const secrets = readSecrets({ services, endpoint, now });
  const response = await sendWebhook({
    url: endpoint.url,
    body,
    headers: {
      "content-type": "application/json; charset=utf-8",
      "user-agent": "Chaavi-Webhooks",
      "chaavi-event-id": delivery.key,
      [signatureHeader]: signWebhook({ secrets, body, at: now }),
    },
    isReachable: createReachableCheck(services.config),
  });
  await runTransaction({
    sql: services.sql,
    work: (tx) => {
      const ctx = createWriteContext({ services, tx, actor: anonymous, origin: { ip: null, userAgent: null } });
      return recordAttempt({ ctx, endpoint, delivery, response, attemptedAt: now });
    },
  });
}

function readSecrets({
  services,
  endpoint: { secret, previous_secret: previous, previous_secret_until: until },
  now,
}: {
  services: AppServices;
  endpoint: Endpoint;
  now: Date;
}): string[] {
  const { unseal } = createCredentialSealer(getCredentialsKeys(services.config));
  return [unseal(secret), ...(previous && until && until > now ? [unseal(previous)] : [])];
}

/** Records the result once: another server may have recorded one if this one lost its lock with its connection. */
async function recordAttempt({
  ctx,
  endpoint,
  delivery: { id, attempts },
  response: { isDelivered, status, text },
  attemptedAt,
}: {
  ctx: WriteContext;
  endpoint: Endpoint;
  delivery: Delivery;
  response: WebhookResponse;
  attemptedAt: Date;
}): Promise<void> {
  const [row] = await ctx.tx<{ state: string; attempts: number }[]>`
    select state, attempts from "Webhook_Deliveries" where id = ${id} for update`;
  const isUnchanged = row?.state === "waiting" && row.attempts === attempts;
  if (!isUnchanged && !(row && row.state !== "delivered" && isDelivered)) return;
  const delayMs = isDelivered ? null : getRetryDelay(attempts + 1);
  const systemValues = {
    state: isDelivered ? "delivered" : delayMs === null ? "failed" : "waiting",
    attempts: attempts + 1,
    attempted_at: attemptedAt,
    next_try_at: delayMs === null ? null : new Date(attemptedAt.getTime() + delayMs),
    delivered_at: isDelivered ? ctx.now : null,
    status_code: status,
    response: text,
  };
  await updateItem({ ctx, collection: WebhookDeliveries, id, payload: {}, systemValues, bypassAccess: true });
  await recordHealth({ ctx, endpoint, isDelivered });
}

async function recordHealth({
  ctx,
  endpoint,
  isDelivered,
}: {
  ctx: WriteContext;
  endpoint: Endpoint;
  isDelivered: boolean;
}): Promise<void> {
  if (isDelivered && endpoint.failures === 0) return;
  const { isDisabled, ...health } = assessEndpoint({ ...endpoint, isDelivered, now: ctx.now });
  const [current] = await ctx.tx<{ state: string }[]>`select state from "Webhook_Endpoints" where id = ${endpoint.id}`;
  const isDisabledNow = isDisabled && current?.state === "active";
  const systemValues = { ...health, ...(isDisabledNow && { state: "disabled" }) };
  await updateItem({
    ctx,
    collection: WebhookEndpoints,
    id: endpoint.id,
    payload: {},
    systemValues,
    bypassAccess: true,
  });
  if (!isDisabledNow) return;
  const admins = await ctx.tx<{ name: string; email: string }[]>`
    select first_name as name, email from users
    where default_company = ${endpoint.company} and role = any(${getRoleIdsWith("integration.manage")})
      and status = 'active' and integration is null order by email`;
  for (const { name, email: to } of admins)
    await queueMail({ ctx, branch: null, to, template: "webhook-disabled", values: { name, address: endpoint.url } });
}
