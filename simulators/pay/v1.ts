// PhonePe PG v1 as it is documented: every request signed by X-VERIFY, every field within its limits, else it is refused.
import { createHash } from "node:crypto";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { Book, V1Merchant } from "#simulators/pay/book.ts";
import { announce } from "#simulators/pay/callbacks.ts";
import { answerWithFaults, type PayFaults, type Result } from "#simulators/pay/faults.ts";
import { v1Status } from "#simulators/pay/told.ts";

const sha256 = (text: string): string => createHash("sha256").update(text).digest("hex");
const refused = (status: number, code: string, message: string): Result => ({
  status,
  body: { success: false, code, message },
});

interface World {
  book: Book;
  faults: PayFaults;
  url: () => string;
}

interface Payload {
  [name: string]: unknown;
}

/** The payload of a signed body; a result where it is refused. */
function signed(
  request: FastifyRequest,
  { book }: World,
  path: string,
): { payload: Payload; merchant: V1Merchant } | Result {
  const body = (request.body ?? {}) as Payload;
  if (!request.headers["content-type"]?.startsWith("application/json"))
    return refused(400, "BAD_REQUEST", "Content-Type must be application/json");
  const encoded = body["request"];
  if (typeof encoded !== "string" || Object.keys(body).length !== 1)
    return refused(400, "BAD_REQUEST", "The body must be request alone");
  const payload = decoded(encoded);
  const merchant = book.v1.get(String(payload?.["merchantId"]));
  if (!payload || !merchant) return refused(400, "BAD_REQUEST", "No such merchant");
  const expected = `${sha256(encoded + path + merchant.saltKey)}###${merchant.saltIndex}`;
  if (request.headers["x-verify"] !== expected) return refused(401, "AUTHORIZATION_FAILED", "X-VERIFY is incorrect");
  return { payload, merchant };
}

function decoded(encoded: string): Payload | undefined {
  try {
    const text = Buffer.from(encoded, "base64").toString("utf8");
    return Buffer.from(text).toString("base64") === encoded ? (JSON.parse(text) as Payload) : undefined;
  } catch {
    return undefined;
  }
}

const isId = (value: unknown, longest: number): value is string =>
  typeof value === "string" && /^[\w-]+$/.test(value) && value.length <= longest;
const isAmount = (value: unknown): value is number => Number.isSafeInteger(value) && (value as number) >= 100;
const isUrl = (value: unknown): value is string => typeof value === "string" && /^https?:\/\//.test(value);

function mistakeIn(payload: Payload): string | undefined {
  if (!isId(payload["merchantTransactionId"], 34)) return "merchantTransactionId";
  if (!isId(payload["merchantUserId"], 35)) return "merchantUserId";
  if (!isAmount(payload["amount"])) return "amount";
  if (!isUrl(payload["redirectUrl"])) return "redirectUrl";
  if (payload["redirectMode"] !== "REDIRECT") return "redirectMode";
  if (!isUrl(payload["callbackUrl"])) return "callbackUrl";
  const { type } = (payload["paymentInstrument"] ?? {}) as Payload;
  return type === "PAY_PAGE" ? undefined : "paymentInstrument";
}

async function pay(request: FastifyRequest, world: World): Promise<Result> {
  const found = signed(request, world, "/pg/v1/pay");
  if ("status" in found) return found;
  const { payload, merchant } = found;
  const mistake = mistakeIn(payload);
  if (mistake) return refused(400, "BAD_REQUEST", `${mistake} is not valid`);
  const id = payload["merchantTransactionId"] as string;
  const key = { version: "v1", merchant: merchant.merchantId, id } as const;
  if (world.book.find(key)) return refused(400, "DUPLICATE_TXN_REQUEST", "The transaction id was used before");
  const payment = world.book.add({
    ...key,
    amount: payload["amount"] as number,
    redirectUrl: payload["redirectUrl"] as string,
    callbackUrl: payload["callbackUrl"] as string,
  });
  if (world.faults.happens("early-callback")) {
    Object.assign(payment, { state: "COMPLETED", code: "PAYMENT_SUCCESS" });
    await announce({ ...world, payment });
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
          redirectInfo: { url: `${world.url()}/page/${payment.page}`, method: "GET" },
        },
      },
    },
  };
}

function status(request: FastifyRequest, { book, faults }: World): Result {
  const { merchantId, id } = request.params as { merchantId: string; id: string };
  const merchant = book.v1.get(merchantId);
  if (!merchant || request.headers["x-merchant-id"] !== merchantId)
    return refused(400, "BAD_REQUEST", "X-MERCHANT-ID is missing or not known");
  const expected = `${sha256(`/pg/v1/status/${merchantId}/${id}${merchant.saltKey}`)}###${merchant.saltIndex}`;
  if (request.headers["x-verify"] !== expected) return refused(401, "AUTHORIZATION_FAILED", "X-VERIFY is incorrect");
  const key = { version: "v1", merchant: merchantId, id } as const;
  const refund = book.findRefund(key);
  if (refund) return { status: 200, body: v1Status(book.ask(refund)) };
  const payment = book.find(key);
  if (!payment) return refused(404, "TRANSACTION_NOT_FOUND", "No such transaction");
  const wrong = faults.happens("wrong-amount") ? 1 : 0;
  return { status: 200, body: v1Status({ ...payment, amount: payment.amount + wrong }) };
}

function refund(request: FastifyRequest, world: World): Result {
  const found = signed(request, world, "/pg/v1/refund");
  if ("status" in found) return found;
  const { payload, merchant } = found;
  const { merchantTransactionId: id, originalTransactionId: payment, amount } = payload;
  if (!isId(id, 34) || !isId(payment, 34) || !isId(payload["merchantUserId"], 35) || !isUrl(payload["callbackUrl"]))
    return refused(400, "BAD_REQUEST", "A field is not valid");
  if (!Number.isSafeInteger(amount) || (amount as number) < 1)
    return refused(400, "BAD_REQUEST", "amount is not valid");
  const taken = world.book.refund({
    version: "v1",
    merchant: merchant.merchantId,
    id,
    payment,
    amount: amount as number,
  });
  if (typeof taken === "string")
    return {
      status: 400,
      body: { success: false, code: "PAYMENT_ERROR", message: taken, data: { responseCode: taken } },
    };
  return { status: 200, body: v1Status(taken) };
}

export function v1Routes(app: FastifyInstance, world: World): void {
  const { faults } = world;
  const answer =
    (take: (request: FastifyRequest, world: World) => Promise<Result> | Result) =>
    (request: FastifyRequest, reply: FastifyReply) =>
      answerWithFaults({ faults, request, reply, take: () => take(request, world) });
  app.post("/v1/pg/v1/pay", answer(pay));
  app.get("/v1/pg/v1/status/:merchantId/:id", answer(status));
  app.post("/v1/pg/v1/refund", answer(refund));
}
