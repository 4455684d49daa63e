// §7: webhooks: endpoints are created, changed, paused and deleted by admins; deliveries are resent.
import type { FastifyInstance } from "fastify";
import { isInScope } from "#domain/access/roles.ts";
import { webhookActions } from "#domain/integrations/webhooks/actions.ts";
import { previousSecretMs } from "#domain/integrations/webhooks/delivery.ts";
import { checkEndpointUrl } from "#domain/integrations/webhooks/endpoint-url.ts";
import { WebhookDeliveries, WebhookEndpoints } from "#domain/integrations/webhooks/webhooks.collection.ts";
import * as limits from "#domain/limits.ts";
import type { ContractBody } from "#domain/schema/contract.ts";
import { checkField } from "#domain/schema/fields.ts";
import { createCredentialSealer, getCredentialsKeys } from "#server/auth/secrets.ts";
import { type AppServices, runInTransaction } from "#server/context.ts";
import { queueWebhookRun } from "#server/features/integrations/webhooks/deliver.ts";
import { lockOwnDelivery, lockOwnEndpoint } from "#server/features/integrations/webhooks/own-endpoint.ts";
import { isReachableHost } from "#server/features/integrations/webhooks/reachable-address.ts";
import { writeTestEvent } from "#server/features/integrations/webhooks/record-events.ts";
import { generateWebhookSecret } from "#server/features/integrations/webhooks/signature.ts";
import { assertOwnBranches } from "#server/features/integrations/own-branches.ts";
import { implement } from "#server/http/implement.ts";
import { throwApiError } from "#server/items/api-error.ts";
import type { Row, WriteContext } from "#server/items/write/write-context.ts";
import { createItem, deleteItem, updateItem } from "#server/items/write/write.ts";

const collection = WebhookEndpoints;

type EndpointBody = ContractBody<typeof webhookActions.create>;

/** Fields of an endpoint from a body; FAILED_VALIDATION at `url`, `description` or `event_types`. */
function parseEndpoint({ body, services }: { body: EndpointBody; services: AppServices }): Row {
  const { url, description = null, event_types, branches = null } = body;
  const { fields } = collection;
  const given = [
    { name: "url", field: fields.url, value: url },
    { name: "description", field: fields.description, value: description },
  ];
  for (const input of given) {
    const error = checkField(input);
    if (error) throwApiError("FAILED_VALIDATION", { field: input.name, path: [input.name] }, error);
  }
  const { config } = services;
  const address = String(url).trim();
  const isPlainAllowed = config.hasLocalWebhooks === true;
  const error = checkEndpointUrl({ url: address, isReachable: isReachableHost(config), isPlainAllowed });
  if (error) throwApiError("FAILED_VALIDATION", { field: "url", path: ["url"] }, error);
  if (event_types.length === 0)
    throwApiError("FAILED_VALIDATION", { field: "event_types", path: ["event_types"] }, "*Choose at least one event");
  return {
    url: address,
    description,
    event_types: [...new Set(event_types)],
    branches: branches && [...new Set(branches)],
  };
}

/** Company of an endpoint for these branches, or for all of the actor's company; FORBIDDEN for others. */
async function findCompany({ ctx, branches }: { ctx: WriteContext; branches: unknown }): Promise<number> {
  if (Array.isArray(branches)) return assertOwnBranches({ ctx, branches });
  const { actor } = ctx;
  if (actor.company === null || !isInScope({ actor, company: actor.company, branch: null })) throwApiError("FORBIDDEN");
  return actor.company;
}

async function createEndpoint({ ctx, fields }: { ctx: WriteContext; fields: Row }) {
  const company = await findCompany({ ctx, branches: fields["branches"] });
  const [row] = await ctx.tx<{ count: number }[]>`
    select count(*)::int as count from "Webhook_Endpoints" where company = ${company}`;
  if (row!.count >= limits.webhookEndpoints) {
    const text = `*A company has at most ${limits.webhookEndpoints} webhooks`;
    throwApiError("FAILED_VALIDATION", { field: "url", path: ["url"] }, text);
  }
  const secret = generateWebhookSecret(ctx.random);
  const systemValues = { ...fields, company, secret };
  const id = await createItem({ ctx, collection, payload: {}, systemValues, bypassAccess: true });
  return { id, secret };
}

async function changeEndpoint({ ctx, id, fields }: { ctx: WriteContext; id: number; fields: Row }): Promise<void> {
  const { company } = await lockOwnEndpoint({ ctx, id });
  if ((await findCompany({ ctx, branches: fields["branches"] })) !== company) throwApiError("FORBIDDEN");
  await updateEndpoint({ ctx, id, values: fields });
}

function updateEndpoint({ ctx, id, values }: { ctx: WriteContext; id: number; values: Row }): Promise<void> {
  return updateItem({ ctx, collection, id, payload: {}, systemValues: values, bypassAccess: true });
}

async function rotateSecret({ ctx, services, id }: { ctx: WriteContext; services: AppServices; id: number }) {
  const endpoint = await lockOwnEndpoint({ ctx, id });
  const { unseal } = createCredentialSealer(getCredentialsKeys(services.config));
  const secret = generateWebhookSecret(ctx.random);
  const until = new Date(ctx.now.getTime() + previousSecretMs);
  const values = { secret, previous_secret: unseal(endpoint.secret), previous_secret_until: until };
  await updateEndpoint({ ctx, id, values });
  return { secret, previous_secret_until: until.toISOString() };
}

async function resumeEndpoint({ ctx, id }: { ctx: WriteContext; id: number }): Promise<void> {
  await lockOwnEndpoint({ ctx, id });
  await updateEndpoint({ ctx, id, values: { state: "active", failures: 0, failing_since: null, held_until: null } });
  await queueWebhookRun({ tx: ctx.tx, endpoint: id });
}

/** A failed delivery waits again; of another one, a further delivery of the same event is made. */
async function resend({ ctx, id }: { ctx: WriteContext; id: number }): Promise<void> {
  const { endpoint, event, subject, state } = await lockOwnDelivery({ ctx, id });
  const again = { state: "waiting", attempts: 0, next_try_at: null };
  if (state === "delivered") {
    const systemValues = { company: endpoint.company, endpoint: endpoint.id, event, subject };
    await createItem({ ctx, collection: WebhookDeliveries, payload: {}, systemValues, bypassAccess: true });
  } else {
    const systemValues = state === "failed" ? again : { next_try_at: null };
    await updateItem({ ctx, collection: WebhookDeliveries, id, payload: {}, systemValues, bypassAccess: true });
  }
  await updateEndpoint({ ctx, id: endpoint.id, values: { held_until: null } });
  await queueWebhookRun({ tx: ctx.tx, endpoint: endpoint.id });
}

const implementations = [
  implement(webhookActions.create, ({ body, ...context }) => {
    const fields = parseEndpoint({ body, services: context.services });
    return runInTransaction({ ...context, work: (ctx) => createEndpoint({ ctx, fields }) });
  }),
  implement(webhookActions.change, ({ id, body, ...context }) => {
    const fields = parseEndpoint({ body, services: context.services });
    return runInTransaction({ ...context, work: (ctx) => changeEndpoint({ ctx, id, fields }) });
  }),
  implement(webhookActions.rotate, ({ id, ...context }) =>
    runInTransaction({ ...context, work: (ctx) => rotateSecret({ ctx, services: context.services, id }) }),
  ),
  implement(webhookActions.pause, ({ id, ...context }) =>
    runInTransaction({
      ...context,
      work: async (ctx) => {
        await lockOwnEndpoint({ ctx, id });
        await updateEndpoint({ ctx, id, values: { state: "paused" } });
      },
    }),
  ),
  implement(webhookActions.resume, ({ id, ...context }) =>
    runInTransaction({ ...context, work: (ctx) => resumeEndpoint({ ctx, id }) }),
  ),
  implement(webhookActions.remove, ({ id, ...context }) =>
    runInTransaction({
      ...context,
      work: async (ctx) => {
        await lockOwnEndpoint({ ctx, id });
        await deleteItem({ ctx, collection, id, bypassAccess: true });
      },
    }),
  ),
  implement(webhookActions.test, ({ id, ...context }) =>
    runInTransaction({
      ...context,
      work: async (ctx) => {
        const { company } = await lockOwnEndpoint({ ctx, id });
        return { event: await writeTestEvent({ ctx, company, endpoint: id }) };
      },
    }),
  ),
  implement(webhookActions.resend, ({ id, ...context }) =>
    runInTransaction({ ...context, work: (ctx) => resend({ ctx, id }) }),
  ),
];

export function webhookRoutes(app: FastifyInstance, services: AppServices): void {
  for (const mount of implementations) mount(app, services);
}
