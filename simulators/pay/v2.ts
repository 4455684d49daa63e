// PhonePe v2 (Standard Checkout) as documented: expiring access tokens, and orders and refunds by merchant ids.
import { randomBytes } from "node:crypto";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { PaymentStore, SimulatedRefund } from "#simulators/pay/payment-store.ts";
import { sendCallbackWithFaults } from "#simulators/pay/callbacks.ts";
import { answerWithFaults, type PayFaults, type SimulatorResponse } from "#simulators/pay/faults.ts";
import { toV2Order } from "#simulators/pay/payment-responses.ts";

const tokenTtlSeconds = 3_600;
const errorResponse = (status: number, code: string): SimulatorResponse => ({
  status,
  body: { success: false, code, message: code },
});

interface PaySimulatorState {
  book: PaymentStore;
  faults: PayFaults;
  url: () => string;
  tokens: Map<string, { client: string; expiresAt: number }>;
}
interface Payload {
  [name: string]: unknown;
}

function token(request: FastifyRequest, { book, tokens }: PaySimulatorState): SimulatorResponse {
  if (!request.headers["content-type"]?.startsWith("application/x-www-form-urlencoded"))
    return errorResponse(400, "BAD_REQUEST");
  const form = new URLSearchParams(String(request.body));
  const client = book.v2.get(form.get("client_id") ?? "");
  const isValid =
    client !== undefined &&
    form.get("client_secret") === client.clientSecret &&
    form.get("client_version") === String(client.clientVersion) &&
    form.get("grant_type") === "client_credentials";
  if (!isValid) return errorResponse(401, "AUTHORIZATION_FAILED");
  const text = randomBytes(24).toString("base64url");
  const now = Math.floor(Date.now() / 1_000);
  tokens.set(text, { client: client.clientId, expiresAt: now + tokenTtlSeconds });
  return {
    status: 200,
    body: {
      access_token: text,
      encrypted_access_token: text,
      expires_in: null,
      issued_at: now,
      expires_at: now + tokenTtlSeconds,
      session_expires_at: now + tokenTtlSeconds,
      token_type: "O-Bearer",
    },
  };
}

function findClient(request: FastifyRequest, { tokens }: PaySimulatorState): string | undefined {
  const tokenEntry = tokens.get(/^O-Bearer (\S+)$/.exec(request.headers.authorization ?? "")?.[1] ?? "");
  return tokenEntry && tokenEntry.expiresAt > Date.now() / 1_000 ? tokenEntry.client : undefined;
}

const isId = (value: unknown): value is string => typeof value === "string" && /^[\w-]{1,63}$/.test(value);

async function pay(request: FastifyRequest, simulator: PaySimulatorState): Promise<SimulatorResponse> {
  const client = findClient(request, simulator);
  if (!client) return errorResponse(401, "AUTHORIZATION_FAILED");
  const body = (request.body ?? {}) as Payload;
  const { merchantOrderId: id, amount, expireAfter } = body;
  const flow = (body["paymentFlow"] ?? {}) as { type?: unknown; merchantUrls?: { redirectUrl?: unknown } };
  const redirectUrl = flow.merchantUrls?.redirectUrl;
  const isValid =
    isId(id) &&
    Number.isSafeInteger(amount) &&
    (amount as number) >= 100 &&
    Number.isInteger(expireAfter) &&
    (expireAfter as number) >= 300 &&
    (expireAfter as number) <= 3_600 &&
    flow.type === "PG_CHECKOUT" &&
    typeof redirectUrl === "string" &&
    URL.canParse(redirectUrl);
  if (!isValid) return errorResponse(400, "BAD_REQUEST");
  const key = { version: "v2", merchant: client, id } as const;
  if (simulator.book.find(key)) return errorResponse(400, "DUPLICATE_ORDER");
  // The real provider calls a configured URL; here it is derived from the origin of the redirect URL.
  const callbackUrl = `${new URL(redirectUrl).origin}/payments/webhook/phonepe-v2`;
  const payment = simulator.book.add({ ...key, amount: amount as number, redirectUrl, callbackUrl });
  if (simulator.faults.isTriggered("early-callback")) {
    Object.assign(payment, { state: "COMPLETED", code: "PAYMENT_SUCCESS" });
    await sendCallbackWithFaults({ ...simulator, payment });
  }
  const page = `${simulator.url()}/page/${payment.pageId}`;
  const expireAt = Date.now() + (expireAfter as number) * 1_000;
  return {
    status: 200,
    body: { orderId: `OMO${payment.transactionId}`, state: "PENDING", expireAt, redirectUrl: page },
  };
}

function status(request: FastifyRequest, simulator: PaySimulatorState): SimulatorResponse {
  const client = findClient(request, simulator);
  if (!client) return errorResponse(401, "AUTHORIZATION_FAILED");
  const { id } = request.params as { id: string };
  const payment = simulator.book.find({ version: "v2", merchant: client, id });
  if (!payment) return errorResponse(400, "MERCHANT_ORDER_MAPPING_NOT_FOUND");
  const amountDifference = simulator.faults.isTriggered("wrong-amount") ? 1 : 0;
  return { status: 200, body: toV2Order({ ...payment, amount: payment.amount + amountDifference }) };
}

function toRefundResponse(refund: SimulatedRefund): SimulatorResponse {
  const { id, amount, state, transactionId } = refund;
  return { status: 200, body: { merchantRefundId: id, refundId: transactionId, amount, state } };
}

function refund(request: FastifyRequest, simulator: PaySimulatorState): SimulatorResponse {
  const client = findClient(request, simulator);
  if (!client) return errorResponse(401, "AUTHORIZATION_FAILED");
  const { merchantRefundId: id, originalMerchantOrderId: payment, amount } = (request.body ?? {}) as Payload;
  if (!isId(id) || !isId(payment) || !Number.isSafeInteger(amount)) return errorResponse(400, "BAD_REQUEST");
  const refundResult = simulator.book.createRefund({
    version: "v2",
    merchant: client,
    id,
    payment,
    amount: amount as number,
  });
  return typeof refundResult === "string" ? errorResponse(400, refundResult) : toRefundResponse(refundResult);
}

function refundStatus(request: FastifyRequest, simulator: PaySimulatorState): SimulatorResponse {
  const client = findClient(request, simulator);
  if (!client) return errorResponse(401, "AUTHORIZATION_FAILED");
  const { id } = request.params as { id: string };
  const existing = simulator.book.findRefund({ version: "v2", merchant: client, id });
  return existing ? toRefundResponse(simulator.book.pollRefund(existing)) : errorResponse(400, "REFUND_NOT_FOUND");
}

export function v2Routes(app: FastifyInstance, state: Omit<PaySimulatorState, "tokens">): void {
  const simulator: PaySimulatorState = { ...state, tokens: new Map() };
  const { faults } = simulator;
  const createHandler =
    (
      handler: (
        request: FastifyRequest,
        simulator: PaySimulatorState,
      ) => Promise<SimulatorResponse> | SimulatorResponse,
    ) =>
    (request: FastifyRequest, reply: FastifyReply) =>
      answerWithFaults({ faults, request, reply, handle: () => handler(request, simulator) });
  app.post("/v2/v1/oauth/token", createHandler(token));
  app.post("/v2/checkout/v2/pay", createHandler(pay));
  app.get("/v2/checkout/v2/order/:id/status", createHandler(status));
  app.post("/v2/payments/v2/refund", createHandler(refund));
  app.get("/v2/payments/v2/refund/:id/status", createHandler(refundStatus));
}
