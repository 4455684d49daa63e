// §2 §4: online payment with a pay link without an account, and at the gate.
import { getPathParam } from "#server/http/request-values.ts";
import type { FastifyInstance, FastifyRequest } from "fastify";
import { LRUCache } from "lru-cache";
import type { Row } from "#domain/schema/collection.ts";
import { parsePaise } from "#domain/money.ts";
import { anonymous, isCustomer, type Actor } from "#domain/access/roles.ts";
import type { AppServices } from "#server/context.ts";
import { getSecretKeys } from "#server/auth/secrets.ts";
import { callbackRoutes } from "#server/features/payments/callbacks.ts";
import { refundPayment } from "#server/features/payments/refund-payment.ts";
import { readPaymentPage } from "#server/features/payments/payment-page.ts";
import { requirePayer, requireEntryReader } from "#server/features/payments/payer.ts";
import { productApiRoutes } from "#server/features/payments/product-api.ts";
import { getLinkQuota } from "#server/http/limits/connection-limits.ts";
import { throwApiError } from "#server/items/api-error.ts";
import { getRequestOrigin, getSession } from "#server/request.ts";
import { createActionContext, parseActionBody, parseRowId } from "#server/http/action-request.ts";
import { getUserScope, readIdempotencyKey } from "#server/http/idempotency.ts";
import { openEventStream } from "#server/http/event-stream.ts";
import { checkAttempt } from "#server/features/payments/check-attempt.ts";
import { type EntryKey, entryCollections } from "#server/features/payments/payment-records.ts";
import { resolvePayLink } from "#server/features/payments/resolve-pay-link.ts";
import { findOpenAttempt, startPayment } from "#server/features/payments/start-payment.ts";
import type { RowWatcher } from "#server/live/event.ts";
import type { LiveUpdates } from "#server/live/live.ts";

export function paymentRoutes(
  app: FastifyInstance,
  { services, live }: { services: AppServices; live: LiveUpdates },
): void {
  callbackRoutes(app, services);
  productApiRoutes(app, services);
  linkRoutes(app, { services, live });
  gateRoutes(app, services);
}

function parseAmount(body: Row, name: string): number | undefined {
  const value = body[name];
  if (value === undefined || value === null) return undefined;
  return parsePaise(value as string) ?? throwApiError("INVALID_PAYLOAD", { field: name });
}

interface StartInput {
  services: AppServices;
  request: FastifyRequest;
  entry: EntryKey;
  actor: Actor;
}

async function startFromRequest({ services, request, entry, actor }: StartInput): Promise<object> {
  const body = parseActionBody({ request, fields: ["part", "expected", "auto_checkout"] });
  const [partAmount, expectedAmount] = [parseAmount(body, "part"), parseAmount(body, "expected")];
  const scope = actor.id === null ? `pay-link:${entry.kind}${entry.id}` : getUserScope(actor.id);
  const attempt = await startPayment({
    services,
    actor,
    origin: getRequestOrigin(request),
    idempotency: readIdempotencyKey({ request, scope, keys: getSecretKeys(services.config) }),
    entry,
    autoCheckout: body["auto_checkout"] === true && actor.id !== null && !isCustomer(actor),
    ...(partAmount === undefined ? {} : { partAmount }),
    ...(expectedAmount === undefined ? {} : { expectedAmount }),
  });
  return { id: attempt.id, transaction: attempt.transactionId, amount: attempt.amount, url: attempt.payUrl };
}

/** Routes for holders of an entry's pay link, from the QR code of the slip or the customer's page. */
function linkRoutes(app: FastifyInstance, { services, live }: { services: AppServices; live: LiveUpdates }): void {
  const resolveEntry = (request: FastifyRequest): Promise<EntryKey> =>
    resolvePayLink({ services, token: getPathParam({ params: request.params, name: "token" }) });

  app.get("/actions/payments/link/:token", async (request, reply) => {
    const data = await readPaymentPage({ services, entry: await resolveEntry(request) });
    return reply.send({ data });
  });

  app.post("/actions/payments/link/:token/start", async (request, reply) => {
    const entry = await resolveEntry(request);
    return reply.send({ data: await startFromRequest({ services, request, entry, actor: anonymous }) });
  });

  /** Requests the status when the payer returns from the provider's page or refreshes, at most every two seconds. */
  app.post("/actions/payments/link/:token/check", async (request, reply) => {
    const entry = await resolveEntry(request);
    const open = await findOpenAttempt({ services, entry });
    if (open && canCheckNow({ services, id: open.id })) await checkAttempt({ services, id: open.id });
    return reply.send({ data: await readPaymentPage({ services, entry }) });
  });

  app.get("/actions/payments/link/:token/live", async (request, reply) => {
    const { kind, id } = await resolveEntry(request);
    await readPaymentPage({ services, entry: { kind, id } });
    const quota = getLinkQuota({ kind: `payment-${kind}`, id });
    const closeConnection = services.connections.open({ address: request.ip, quotas: [quota] });
    const stream = openEventStream(reply);
    stream.onEnd(closeConnection);
    const watcher: RowWatcher = {
      collection: entryCollections[kind].name,
      id,
      send: ({ event }) => stream.write(`id: ${event}\ndata: {}\n\n`),
      end: () => stream.end(),
    };
    stream.onEnd(live.watch(watcher));
    stream.write("event: ready\ndata: {}\n\n");
  });
}

const minCheckIntervalMs = 2_000;
const lastCheckAt = new LRUCache<number, number>({ max: 10_000 });

function canCheckNow({ services, id }: { services: AppServices; id: number }): boolean {
  const now = services.clock().getTime();
  if (now - (lastCheckAt.get(id) ?? -minCheckIntervalMs) < minCheckIntervalMs) return false;
  lastCheckAt.set(id, now);
  return true;
}

/** Routes for gate staff and logged-in customers. */
function gateRoutes(app: FastifyInstance, services: AppServices): void {
  for (const [name, kind] of [
    ["parking", "P"],
    ["valet", "V"],
  ] as const) {
    const getEntryKey = (request: FastifyRequest): EntryKey => ({ kind, id: parseRowId(request) });

    app.get(`/actions/payments/${name}/:id`, async (request, reply) => {
      const entry = getEntryKey(request);
      await requireEntryReader({ services, request, entry });
      return reply.send({ data: await readPaymentPage({ services, entry }) });
    });

    app.post(`/actions/payments/${name}/:id/start`, async (request, reply) => {
      const entry = getEntryKey(request);
      const { actor } = await requirePayer({ services, request, entry });
      return reply.send({ data: await startFromRequest({ services, request, entry, actor }) });
    });
  }

  app.post("/actions/payments/attempts/:id/refund", async (request, reply) => {
    const session = await getSession({ services, request });
    const context = createActionContext({ services, request, session, isIdempotent: true });
    const body = parseActionBody({ request, fields: ["amount", "reason"] });
    const id = await refundPayment({ ...context, id: parseRowId(request), body });
    return reply.send({ data: { id } });
  });
}
