// PhonePe v2 (Standard Checkout) as it is documented: a token first, which ends; orders and refunds by the merchant's own ids.
import { randomBytes } from "node:crypto";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { Book, SimulatedRefund } from "#simulators/pay/book.ts";
import { announce } from "#simulators/pay/callbacks.ts";
import { answerWithFaults, type PayFaults, type Result } from "#simulators/pay/faults.ts";
import { v2Order } from "#simulators/pay/told.ts";

const tokenLivesSeconds = 3_600;
const refused = (status: number, code: string): Result => ({ status, body: { success: false, code, message: code } });

interface World {
  book: Book;
  faults: PayFaults;
  url: () => string;
  tokens: Map<string, { client: string; expiresAt: number }>;
}
interface Payload {
  [name: string]: unknown;
}

function token(request: FastifyRequest, { book, tokens }: World): Result {
  if (!request.headers["content-type"]?.startsWith("application/x-www-form-urlencoded"))
    return refused(400, "BAD_REQUEST");
  const form = new URLSearchParams(String(request.body));
  const client = book.v2.get(form.get("client_id") ?? "");
  const isRight =
    client !== undefined &&
    form.get("client_secret") === client.clientSecret &&
    form.get("client_version") === String(client.clientVersion) &&
    form.get("grant_type") === "client_credentials";
  if (!isRight) return refused(401, "AUTHORIZATION_FAILED");
  const text = randomBytes(24).toString("base64url");
  const now = Math.floor(Date.now() / 1_000);
  tokens.set(text, { client: client.clientId, expiresAt: now + tokenLivesSeconds });
  return {
    status: 200,
    body: {
      access_token: text,
      encrypted_access_token: text,
      expires_in: null,
      issued_at: now,
      expires_at: now + tokenLivesSeconds,
      session_expires_at: now + tokenLivesSeconds,
      token_type: "O-Bearer",
    },
  };
}

function clientOf(request: FastifyRequest, { tokens }: World): string | undefined {
  const known = tokens.get(/^O-Bearer (\S+)$/.exec(request.headers.authorization ?? "")?.[1] ?? "");
  return known && known.expiresAt > Date.now() / 1_000 ? known.client : undefined;
}

const isId = (value: unknown): value is string => typeof value === "string" && /^[\w-]{1,63}$/.test(value);

async function pay(request: FastifyRequest, world: World): Promise<Result> {
  const client = clientOf(request, world);
  if (!client) return refused(401, "AUTHORIZATION_FAILED");
  const body = (request.body ?? {}) as Payload;
  const { merchantOrderId: id, amount, expireAfter } = body;
  const flow = (body["paymentFlow"] ?? {}) as { type?: unknown; merchantUrls?: { redirectUrl?: unknown } };
  const redirectUrl = flow.merchantUrls?.redirectUrl;
  const isRight =
    isId(id) &&
    Number.isSafeInteger(amount) &&
    (amount as number) >= 100 &&
    Number.isInteger(expireAfter) &&
    (expireAfter as number) >= 300 &&
    (expireAfter as number) <= 3_600 &&
    flow.type === "PG_CHECKOUT" &&
    typeof redirectUrl === "string" &&
    URL.canParse(redirectUrl);
  if (!isRight) return refused(400, "BAD_REQUEST");
  const key = { version: "v2", merchant: client, id } as const;
  if (world.book.find(key)) return refused(400, "DUPLICATE_ORDER");
  // The real one calls an address set up at the provider: here it is the merchant's own, beside where the payer goes back to.
  const callbackUrl = `${new URL(redirectUrl).origin}/payments/webhook/phonepe-v2`;
  const payment = world.book.add({ ...key, amount: amount as number, redirectUrl, callbackUrl });
  if (world.faults.happens("early-callback")) {
    Object.assign(payment, { state: "COMPLETED", code: "PAYMENT_SUCCESS" });
    await announce({ ...world, payment });
  }
  const page = `${world.url()}/page/${payment.page}`;
  const expireAt = Date.now() + (expireAfter as number) * 1_000;
  return {
    status: 200,
    body: { orderId: `OMO${payment.transactionId}`, state: "PENDING", expireAt, redirectUrl: page },
  };
}

function status(request: FastifyRequest, world: World): Result {
  const client = clientOf(request, world);
  if (!client) return refused(401, "AUTHORIZATION_FAILED");
  const { id } = request.params as { id: string };
  const payment = world.book.find({ version: "v2", merchant: client, id });
  if (!payment) return refused(400, "MERCHANT_ORDER_MAPPING_NOT_FOUND");
  const wrong = world.faults.happens("wrong-amount") ? 1 : 0;
  return { status: 200, body: v2Order({ ...payment, amount: payment.amount + wrong }) };
}

function toldRefund(refund: SimulatedRefund): Result {
  const { id, amount, state, transactionId } = refund;
  return { status: 200, body: { merchantRefundId: id, refundId: transactionId, amount, state } };
}

function refund(request: FastifyRequest, world: World): Result {
  const client = clientOf(request, world);
  if (!client) return refused(401, "AUTHORIZATION_FAILED");
  const { merchantRefundId: id, originalMerchantOrderId: payment, amount } = (request.body ?? {}) as Payload;
  if (!isId(id) || !isId(payment) || !Number.isSafeInteger(amount)) return refused(400, "BAD_REQUEST");
  const taken = world.book.refund({ version: "v2", merchant: client, id, payment, amount: amount as number });
  return typeof taken === "string" ? refused(400, taken) : toldRefund(taken);
}

function refundStatus(request: FastifyRequest, world: World): Result {
  const client = clientOf(request, world);
  if (!client) return refused(401, "AUTHORIZATION_FAILED");
  const { id } = request.params as { id: string };
  const found = world.book.findRefund({ version: "v2", merchant: client, id });
  return found ? toldRefund(world.book.ask(found)) : refused(400, "REFUND_NOT_FOUND");
}

export function v2Routes(app: FastifyInstance, given: Omit<World, "tokens">): void {
  const world: World = { ...given, tokens: new Map() };
  const { faults } = world;
  const answer =
    (take: (request: FastifyRequest, world: World) => Promise<Result> | Result) =>
    (request: FastifyRequest, reply: FastifyReply) =>
      answerWithFaults({ faults, request, reply, take: () => take(request, world) });
  app.post("/v2/v1/oauth/token", answer(token));
  app.post("/v2/checkout/v2/pay", answer(pay));
  app.get("/v2/checkout/v2/order/:id/status", answer(status));
  app.post("/v2/payments/v2/refund", answer(refund));
  app.get("/v2/payments/v2/refund/:id/status", answer(refundStatus));
}
