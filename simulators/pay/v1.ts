// PhonePe PG v1 as documented: rejects requests without a valid X-VERIFY signature or with invalid fields.
import { createHash } from "node:crypto";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { PaymentStore, V1Merchant } from "#simulators/pay/payment-store.ts";
import { sendCallbackWithFaults } from "#simulators/pay/callbacks.ts";
import { answerWithFaults, type PayFaults, type SimulatorResponse } from "#simulators/pay/faults.ts";
import { toV1Status } from "#simulators/pay/payment-responses.ts";

const sha256 = (text: string): string => createHash("sha256").update(text).digest("hex");
const errorResponse = (status: number, code: string, message: string): SimulatorResponse => ({
  status,
  body: { success: false, code, message },
});

interface PaySimulatorState {
  book: PaymentStore;
  faults: PayFaults;
  url: () => string;
}

interface Payload {
  [name: string]: unknown;
}

/** Returns the payload of a signed body, or the error response. */
function verifyRequest(
  request: FastifyRequest,
  { book }: PaySimulatorState,
  path: string,
): { payload: Payload; merchant: V1Merchant } | SimulatorResponse {
  const body = (request.body ?? {}) as Payload;
  if (!request.headers["content-type"]?.startsWith("application/json"))
    return errorResponse(400, "BAD_REQUEST", "Content-Type must be application/json");
  const encoded = body["request"];
  if (typeof encoded !== "string" || Object.keys(body).length !== 1)
    return errorResponse(400, "BAD_REQUEST", "The body must be request alone");
  const payload = decodePayload(encoded);
  const merchant = book.v1.get(String(payload?.["merchantId"]));
  if (!payload || !merchant) return errorResponse(400, "BAD_REQUEST", "No such merchant");
  const expected = `${sha256(encoded + path + merchant.saltKey)}###${merchant.saltIndex}`;
  if (request.headers["x-verify"] !== expected)
    return errorResponse(401, "AUTHORIZATION_FAILED", "X-VERIFY is incorrect");
  return { payload, merchant };
}

function decodePayload(encoded: string): Payload | undefined {
  try {
    const text = Buffer.from(encoded, "base64").toString("utf8");
    return Buffer.from(text).toString("base64") === encoded ? (JSON.parse(text) as Payload) : undefined;
  } catch {
    return undefined;
  }
}

const isId = (value: unknown, maxLength: number): value is string =>
  typeof value === "string" && /^[\w-]+$/.test(value) && value.length <= maxLength;
const isAmount = (value: unknown): value is number => Number.isSafeInteger(value) && (value as number) >= 100;
const isUrl = (value: unknown): value is string => typeof value === "string" && /^https?:\/\//.test(value);

function findPayloadError(payload: Payload): string | undefined {
  if (!isId(payload["merchantTransactionId"], 34)) return "merchantTransactionId";
  if (!isId(payload["merchantUserId"], 35)) return "merchantUserId";
  if (!isAmount(payload["amount"])) return "amount";
  if (!isUrl(payload["redirectUrl"])) return "redirectUrl";
  if (payload["redirectMode"] !== "REDIRECT") return "redirectMode";
  if (!isUrl(payload["callbackUrl"])) return "callbackUrl";
  const { type } = (payload["paymentInstrument"] ?? {}) as Payload;
  return type === "PAY_PAGE" ? undefined : "paymentInstrument";
}

async function pay(request: FastifyRequest, simulator: PaySimulatorState): Promise<SimulatorResponse> {
  const verified = verifyRequest(request, simulator, "/pg/v1/pay");
  if ("status" in verified) return verified;
  const { payload, merchant } = verified;
  const invalidField = findPayloadError(payload);
  if (invalidField) return errorResponse(400, "BAD_REQUEST", `${invalidField} is not valid`);
  const id = payload["merchantTransactionId"] as string;
  const key = { version: "v1", merchant: merchant.merchantId, id } as const;
  if (simulator.book.find(key))
    return errorResponse(400, "DUPLICATE_TXN_REQUEST", "The transaction id was used before");
  const payment = simulator.book.add({
    ...key,
    amount: payload["amount"] as number,
    redirectUrl: payload["redirectUrl"] as string,
    callbackUrl: payload["callbackUrl"] as string,
  });
  if (simulator.faults.isTriggered("early-callback")) {
    Object.assign(payment, { state: "COMPLETED", code: "PAYMENT_SUCCESS" });
    await sendCallbackWithFaults({ ...simulator, payment });
  }
  return {
    status: 200,
    body: {
      success: true,
      code: "PAYMENT_INITIATED",
      message: "Payment initiated",
      data: {
        merchantId: merchant.merchantId,
        merchantTransactionId: id,
        instrumentResponse: {
          type: "PAY_PAGE",
          redirectInfo: { url: `${simulator.url()}/page/${payment.pageId}`, method: "GET" },
        },
      },
    },
  };
}

function status(request: FastifyRequest, { book, faults }: PaySimulatorState): SimulatorResponse {
  const { merchantId, id } = request.params as { merchantId: string; id: string };
  const merchant = book.v1.get(merchantId);
  if (!merchant || request.headers["x-merchant-id"] !== merchantId)
    return errorResponse(400, "BAD_REQUEST", "X-MERCHANT-ID is missing or not known");
  const expected = `${sha256(`/pg/v1/status/${merchantId}/${id}${merchant.saltKey}`)}###${merchant.saltIndex}`;
  if (request.headers["x-verify"] !== expected)
    return errorResponse(401, "AUTHORIZATION_FAILED", "X-VERIFY is incorrect");
  const key = { version: "v1", merchant: merchantId, id } as const;
  const refund = book.findRefund(key);
  if (refund) return { status: 200, body: toV1Status(book.pollRefund(refund)) };
  const payment = book.find(key);
  if (!payment) return errorResponse(404, "TRANSACTION_NOT_FOUND", "No such transaction");
  const amountDifference = faults.isTriggered("wrong-amount") ? 1 : 0;
  return { status: 200, body: toV1Status({ ...payment, amount: payment.amount + amountDifference }) };
}

function refund(request: FastifyRequest, simulator: PaySimulatorState): SimulatorResponse {
  const verified = verifyRequest(request, simulator, "/pg/v1/refund");
  if ("status" in verified) return verified;
  const { payload, merchant } = verified;
  const { merchantTransactionId: id, originalTransactionId: payment, amount } = payload;
  if (!isId(id, 34) || !isId(payment, 34) || !isId(payload["merchantUserId"], 35) || !isUrl(payload["callbackUrl"]))
    return errorResponse(400, "BAD_REQUEST", "A field is not valid");
  if (!Number.isSafeInteger(amount) || (amount as number) < 1)
    return errorResponse(400, "BAD_REQUEST", "amount is not valid");
  const refundResult = simulator.book.createRefund({
    version: "v1",
    merchant: merchant.merchantId,
    id,
    payment,
    amount: amount as number,
  });
  if (typeof refundResult === "string")
    return {
      status: 400,
      body: { success: false, code: "PAYMENT_ERROR", message: refundResult, data: { responseCode: refundResult } },
    };
  return { status: 200, body: toV1Status(refundResult) };
}

export function v1Routes(app: FastifyInstance, simulator: PaySimulatorState): void {
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
  app.post("/v1/pg/v1/pay", createHandler(pay));
  app.get("/v1/pg/v1/status/:merchantId/:id", createHandler(status));
  app.post("/v1/pg/v1/refund", createHandler(refund));
}
