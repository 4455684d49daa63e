// §4 Online payment: PhonePe v2 (Standard Checkout): a token by OAuth client credentials, orders by our own ids, webhooks with a
// fixed header. That header signs no body, so a webhook only says that there is something to ask about.
import { createHash, timingSafeEqual } from "node:crypto";
import { ask, noAnswer, objectIn, objectOf, paiseIn, textIn, type Told } from "#server/adapters/pay/ask.ts";
import type { PayGateway, ProviderAnswer, Verdict } from "#server/adapters/pay/gateway.ts";

export interface PhonePeV2Settings {
  /** The two differ in production alone. */
  tokenUrl: string;
  baseUrl: string;
  clientId: string;
  clientVersion: number;
  clientSecret: string;
  webhookUser: string;
  webhookPassword: string;
  now: () => Date;
}

export const phonePeV2Hosts = {
  sandbox: {
    tokenUrl: "https://api-preprod.phonepe.com/apis/pg-sandbox/v1/oauth/token",
    baseUrl: "https://api-preprod.phonepe.com/apis/pg-sandbox",
  },
  production: {
    tokenUrl: "https://api.phonepe.com/apis/identity-manager/v1/oauth/token",
    baseUrl: "https://api.phonepe.com/apis/pg",
  },
} as const;

const pageOpenSeconds = 1_200;
/** A token is renewed so long before it ends. */
const renewBeforeMs = 4 * 60_000;

const verdicts: { readonly [state: string]: Verdict } = {
  COMPLETED: "success",
  PENDING: "pending",
  CONFIRMED: "pending",
  FAILED: "failed",
};
const absent = new Set([
  "INVALID_MERCHANT_ORDER_ID",
  "MERCHANT_ORDER_MAPPING_NOT_FOUND",
  "ORDER_NOT_FOUND",
  "REFUND_NOT_FOUND",
]);

/** `sha256(user:password)` in hex, as the webhook's Authorization header carries it. */
export function webhookHash({ user, password }: { user: string; password: string }): string {
  return createHash("sha256").update(`${user}:${password}`).digest("hex");
}

function answerOf({ json, body }: Pick<Told, "json" | "body">): ProviderAnswer {
  const [latest] = (Array.isArray(json["paymentDetails"]) ? json["paymentDetails"] : []).map(objectOf).toReversed();
  const [split] = (Array.isArray(latest?.["splitInstruments"]) ? (latest["splitInstruments"] as unknown[]) : []).map(
    objectOf,
  );
  const code = textIn(json["state"]) ?? textIn(json["code"]) ?? "NO_STATE";
  return {
    verdict: absent.has(code) ? "absent" : (verdicts[code] ?? "unclear"),
    code: code === "FAILED" ? (textIn(json["errorCode"]) ?? code) : code,
    amount: paiseIn(json["amount"]),
    providerTransactionId: textIn(latest?.["transactionId"]) ?? textIn(json["orderId"]) ?? textIn(json["refundId"]),
    utr: textIn(objectOf(split?.["rail"])["utr"]),
    body,
  };
}

/** The order or refund a webhook claims to speak of, before anything of it is believed. */
export function claimedInV2(body: string): string | undefined {
  const payload = objectOf(objectIn(body)["payload"]);
  return textIn(payload["merchantRefundId"]) ?? textIn(payload["merchantOrderId"]) ?? undefined;
}

export function phonePeV2(settings: PhonePeV2Settings): PayGateway {
  const { baseUrl, tokenUrl, now } = settings;
  let token: { text: string; renewAt: number } | undefined;

  async function freshToken(): Promise<string | undefined> {
    if (token && token.renewAt > now().getTime()) return token.text;
    const form = new URLSearchParams({
      client_id: settings.clientId,
      client_version: String(settings.clientVersion),
      client_secret: settings.clientSecret,
      grant_type: "client_credentials",
    });
    const headers = { "content-type": "application/x-www-form-urlencoded" };
    const told = await ask({ url: tokenUrl, method: "POST", headers, body: form.toString() });
    const text = told?.json["access_token"];
    const expiresAt = told?.json["expires_at"];
    if (typeof text !== "string" || typeof expiresAt !== "number") return undefined;
    token = { text, renewAt: expiresAt * 1_000 - renewBeforeMs };
    return text;
  }

  /** Asks with a token; one that is no longer good is renewed once. */
  async function withToken(request: { path: string; payload?: object }): Promise<Told | undefined> {
    for (let attempt = 1; ; attempt += 1) {
      const text = await freshToken();
      if (text === undefined) return undefined;
      const told = await ask({
        url: `${baseUrl}${request.path}`,
        method: request.payload ? "POST" : "GET",
        headers: { authorization: `O-Bearer ${text}`, "content-type": "application/json" },
        ...(request.payload ? { body: JSON.stringify(request.payload) } : {}),
      });
      if (told?.status !== 401 || attempt === 2) return told;
      token = undefined;
    }
  }

  return {
    async start({ transactionId, amount, payer, redirectUrl }) {
      const told = await withToken({
        path: "/checkout/v2/pay",
        payload: {
          merchantOrderId: transactionId,
          amount,
          expireAfter: pageOpenSeconds,
          disablePaymentRetry: true,
          metaInfo: { udf1: payer },
          paymentFlow: { type: "PG_CHECKOUT", merchantUrls: { redirectUrl } },
        },
      });
      if (!told) return { url: null, answer: noAnswer };
      const { json, body, status } = told;
      const url = typeof json["redirectUrl"] === "string" ? json["redirectUrl"] : null;
      const isRefused = status === 400 || status === 401 || status === 403;
      const verdict: Verdict = url ? "pending" : isRefused ? "failed" : "unclear";
      const code = textIn(json["code"]) ?? textIn(json["state"]) ?? `HTTP_${status}`;
      return { url, answer: { ...noAnswer, verdict, code, body, providerTransactionId: textIn(json["orderId"]) } };
    },
    async status(transactionId) {
      const path = `/checkout/v2/order/${transactionId}/status?details=false&errorContext=true`;
      const told = await withToken({ path });
      if (!told) return noAnswer;
      const { merchantOrderId } = told.json;
      const isOther = merchantOrderId !== undefined && merchantOrderId !== transactionId;
      return isOther ? { ...noAnswer, code: "OTHER_TRANSACTION", body: told.body } : answerOf(told);
    },
    async refund({ refundId, transactionId, amount }) {
      const payload = { merchantRefundId: refundId, originalMerchantOrderId: transactionId, amount };
      const told = await withToken({ path: "/payments/v2/refund", payload });
      return told ? answerOf(told) : noAnswer;
    },
    async refundStatus(refundId) {
      const told = await withToken({ path: `/payments/v2/refund/${refundId}/status` });
      return told ? answerOf(told) : noAnswer;
    },
    readMessage({ headers, body }) {
      const given = headers["authorization"];
      const transactionId = claimedInV2(body);
      if (typeof given !== "string" || transactionId === undefined) return undefined;
      const { webhookUser: user, webhookPassword: password } = settings;
      const [one, other] = [given.toLowerCase(), webhookHash({ user, password })].map((value) =>
        createHash("sha256").update(value).digest(),
      );
      return timingSafeEqual(one!, other!) ? { transactionId, answer: null } : undefined;
    },
  };
}
