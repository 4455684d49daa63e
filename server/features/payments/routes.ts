// §2 §4: paying online: from a link without an account, and at the gate.
import type { FastifyInstance, FastifyRequest } from "fastify";
import type { Row } from "#domain/collection.ts";
import { paiseFrom } from "#domain/rules/money.ts";
import { nobody, type Who } from "#domain/roles.ts";
import type { House } from "#server/context.ts";
import { callbackRoutes } from "#server/features/payments/callbacks.ts";
import { payBack } from "#server/features/payments/pay-back.ts";
import { payView } from "#server/features/payments/pay-view.ts";
import { entryOfLink, payerOf, readerOf } from "#server/features/payments/payer.ts";
import { productApiRoutes } from "#server/features/payments/product-api.ts";
import { refuse } from "#server/items/refused.ts";
import { originOf, sessionOf } from "#server/request.ts";
import { bodyOf, idIn } from "#server/services/action.ts";
import { openEventStream } from "#server/services/event-stream.ts";
import { checkAttempt } from "#server/services/payments/check.ts";
import { type EntryKey, entryCollections } from "#server/services/payments/ledger.ts";
import { openAttempt, startPayment } from "#server/services/payments/start.ts";
import type { Live, Watcher } from "#server/services/live.ts";

export function paymentRoutes(app: FastifyInstance, { house, live }: { house: House; live: Live }): void {
  callbackRoutes(app, house);
  productApiRoutes(app, house);
  linkRoutes(app, { house, live });
  gateRoutes(app, house);
}

function amountIn(body: Row, name: string): number | undefined {
  const given = body[name];
  if (given === undefined || given === null) return undefined;
  return paiseFrom(given as string) ?? refuse("INVALID_PAYLOAD", { field: name });
}

interface Starting {
  house: House;
  request: FastifyRequest;
  entry: EntryKey;
  who: Who;
}

async function start({ house, request, entry, who }: Starting): Promise<object> {
  const body = bodyOf({ request, fields: ["part", "expected", "auto_checkout"] });
  const [part, expected] = [amountIn(body, "part"), amountIn(body, "expected")];
  const attempt = await startPayment({
    house,
    who,
    origin: originOf(request),
    entry,
    autoCheckout: body["auto_checkout"] === true && who.id !== null && who.role !== "customer",
    ...(part === undefined ? {} : { part }),
    ...(expected === undefined ? {} : { expected }),
  });
  return { id: attempt.id, transaction: attempt.transactionId, amount: attempt.amount, url: attempt.payUrl };
}

/** For who holds the link of an entry: the slip's QR, or the customer's page. */
function linkRoutes(app: FastifyInstance, { house, live }: { house: House; live: Live }): void {
  const entryOf = (request: FastifyRequest): EntryKey =>
    entryOfLink({ house, token: (request.params as { token?: string }).token });

  app.get("/actions/payments/link/:token", async (request, reply) => {
    const data = await payView({ house, entry: entryOf(request) });
    return reply.header("cache-control", "no-store").send({ data });
  });

  app.post("/actions/payments/link/:token/start", async (request, reply) => {
    const entry = entryOf(request);
    return reply
      .header("cache-control", "no-store")
      .send({ data: await start({ house, request, entry, who: nobody }) });
  });

  /** The payer is back from the provider's page, or wonders: the provider is asked, at most every other second. */
  app.post("/actions/payments/link/:token/check", async (request, reply) => {
    const entry = entryOf(request);
    const open = await openAttempt({ house, entry });
    if (open && mayAskNow({ house, id: open.id })) await checkAttempt({ house, id: open.id });
    return reply.header("cache-control", "no-store").send({ data: await payView({ house, entry }) });
  });

  app.get("/actions/payments/link/:token/live", async (request, reply) => {
    const { kind, id } = entryOf(request);
    await payView({ house, entry: { kind, id } });
    const stream = openEventStream(reply);
    const watcher: Watcher = {
      collection: entryCollections[kind].name,
      id,
      send: ({ event }) => stream.write(`id: ${event}\ndata: {}\n\n`),
      end: () => stream.end(),
    };
    stream.whenOver(live.watch(watcher));
    stream.write("event: ready\ndata: {}\n\n");
  });
}

const askEveryMs = 2_000;
const askedAt = new Map<number, number>();

function mayAskNow({ house, id }: { house: House; id: number }): boolean {
  const now = house.clock().getTime();
  if (now - (askedAt.get(id) ?? -askEveryMs) < askEveryMs) return false;
  if (askedAt.size > 10_000) askedAt.clear();
  askedAt.set(id, now);
  return true;
}

/** At the gate, and for customers who are logged in. */
function gateRoutes(app: FastifyInstance, house: House): void {
  for (const [name, kind] of [
    ["parking", "P"],
    ["valet", "V"],
  ] as const) {
    const entryOf = (request: FastifyRequest): EntryKey => ({ kind, id: idIn(request) });

    app.get(`/actions/payments/${name}/:id`, async (request, reply) => {
      const entry = entryOf(request);
      await readerOf({ house, request, entry });
      return reply.header("cache-control", "no-store").send({ data: await payView({ house, entry }) });
    });

    app.post(`/actions/payments/${name}/:id/start`, async (request, reply) => {
      const entry = entryOf(request);
      const { who } = await payerOf({ house, request, entry });
      return reply.header("cache-control", "no-store").send({ data: await start({ house, request, entry, who }) });
    });
  }

  app.post("/actions/payments/attempts/:id/refund", async (request, reply) => {
    const acting = { house, session: await sessionOf({ house, request }), origin: originOf(request) };
    const body = bodyOf({ request, fields: ["amount", "reason"] });
    const id = await payBack({ ...acting, id: idIn(request), body });
    return reply.send({ data: { id } });
  });
}
