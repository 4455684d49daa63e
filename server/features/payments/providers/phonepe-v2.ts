// §4 Online payment: PhonePe v2 (Standard Checkout): access token by OAuth client credentials, orders by internal ids,
// webhooks with a fixed header. The header does not sign the body, so a webhook only triggers a status check.
import { createHash, timingSafeEqual } from "node:crypto";
import {
  requestProvider,
  noResponseResult,
  parseJsonObject,
  toObject,
  toPaiseOrNull,
  toTextOrNull,
  type ProviderResponse,
} from "#server/features/payments/providers/provider-request.ts";
import type { PaymentGateway, ProviderResult, PaymentVerdict } from "#server/features/payments/providers/gateway.ts";

export interface PhonePeV2Settings {
  /** Differs from `baseUrl` in production only. */
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
/** Time before its expiry at which a token is renewed. */
const renewBeforeMs = 4 * 60_000;

const verdicts: { readonly [state: string]: PaymentVerdict } = {
  COMPLETED: "success",
  PENDING: "pending",
  CONFIRMED: "pending",
  FAILED: "failed",
};
const absentCodes = new Set([
  "INVALID_MERCHANT_ORDER_ID",
  "MERCHANT_ORDER_MAPPING_NOT_FOUND",
  "ORDER_NOT_FOUND",
  "REFUND_NOT_FOUND",
]);

/** `sha256(user:password)` in hex, as the webhook's Authorization header carries it. */
export function webhookHash({ user, password }: { user: string; password: string }): string {
  return createHash("sha256").update(`${user}:${password}`).digest("hex");
}

function toProviderResult({ json, body }: Pick<ProviderResponse, "json" | "body">): ProviderResult {
  const [latest] = (Array.isArray(json["paymentDetails"]) ? json["paymentDetails"] : []).map(toObject).toReversed();
  const [instrument] = (
    Array.isArray(latest?.["splitInstruments"]) ? (latest["splitInstruments"] as unknown[]) : []
  ).map(toObject);
  const code = toTextOrNull(json["state"]) ?? toTextOrNull(json["code"]) ?? "NO_STATE";
  return {
    verdict: absentCodes.has(code) ? "absent" : (verdicts[code] ?? "unclear"),
    code: code === "FAILED" ? (toTextOrNull(json["errorCode"]) ?? code) : code,
    amount: toPaiseOrNull(json["amount"]),
    providerTransactionId:
      toTextOrNull(latest?.["transactionId"]) ?? toTextOrNull(json["orderId"]) ?? toTextOrNull(json["refundId"]),
    utr: toTextOrNull(toObject(instrument?.["rail"])["utr"]),
    body,
  };
}

/** Order or refund id of a webhook before it is verified. */
export function parseUnverifiedTransactionIdV2(body: string): string | undefined {
  const payload = toObject(parseJsonObject(body)["payload"]);
  return toTextOrNull(payload["merchantRefundId"]) ?? toTextOrNull(payload["merchantOrderId"]) ?? undefined;
}

export function createPhonePeV2(settings: PhonePeV2Settings): PaymentGateway {
  const { baseUrl, tokenUrl, now } = settings;
  let token: { text: string; renewAt: number } | undefined;

  async function getAccessToken(): Promise<string | undefined> {
    if (token && token.renewAt > now().getTime()) return token.text;
    const form = new URLSearchParams({
      client_id: settings.clientId,
      client_version: String(settings.clientVersion),
      client_secret: settings.clientSecret,
      grant_type: "client_credentials",
    });
    const headers = { "content-type": "application/x-www-form-urlencoded" };
    const response = await requestProvider({ url: tokenUrl, method: "POST", headers, body: form.toString() });
    const text = response?.json["access_token"];
    const expiresAt = response?.json["expires_at"];
    if (typeof text !== "string" || typeof expiresAt !== "number") return undefined;
    token = { text, renewAt: expiresAt * 1_000 - renewBeforeMs };
    return text;
  }

  /** Sends a request with the access token; renews the token once after a 401. */
  async function requestWithToken(request: { path: string; payload?: object }): Promise<ProviderResponse | undefined> {
    for (let attempt = 1; ; attempt += 1) {
      const text = await getAccessToken();
      if (text === undefined) return undefined;
      const response = await requestProvider({
        url: `${baseUrl}${request.path}`,
        method: request.payload ? "POST" : "GET",
        headers: { authorization: `O-Bearer ${text}`, "content-type": "application/json" },
        ...(request.payload ? { body: JSON.stringify(request.payload) } : {}),
      });
      if (response?.status !== 401 || attempt === 2) return response;
      token = undefined;
    }
  }

  return {
    async startPayment({ transactionId, amount, payer, redirectUrl }) {
      const response = await requestWithToken({
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
      if (!response) return { url: null, result: noResponseResult };
      const { json, body, status } = response;
      const url = typeof json["redirectUrl"] === "string" ? json["redirectUrl"] : null;
      const isRejected = status === 400 || status === 401 || status === 403;
      const verdict: PaymentVerdict = url ? "pending" : isRejected ? "failed" : "unclear";
      const code = toTextOrNull(json["code"]) ?? toTextOrNull(json["state"]) ?? `HTTP_${status}`;
      return {
        url,
        result: { ...noResponseResult, verdict, code, body, providerTransactionId: toTextOrNull(json["orderId"]) },
      };
    },
    async getPaymentStatus(transactionId) {
      const path = `/checkout/v2/order/${transactionId}/status?details=false&errorContext=true`;
      const response = await requestWithToken({ path });
      if (!response) return noResponseResult;
      const { merchantOrderId } = response.json;
      const isOtherTransaction = merchantOrderId !== undefined && merchantOrderId !== transactionId;
      return isOtherTransaction
        ? { ...noResponseResult, code: "OTHER_TRANSACTION", body: response.body }
        : toProviderResult(response);
    },
    async refund({ refundId, transactionId, amount }) {
      const payload = { merchantRefundId: refundId, originalMerchantOrderId: transactionId, amount };
      const response = await requestWithToken({ path: "/payments/v2/refund", payload });
      return response ? toProviderResult(response) : noResponseResult;
    },
    async getRefundStatus(refundId) {
      const response = await requestWithToken({ path: `/payments/v2/refund/${refundId}/status` });
      return response ? toProviderResult(response) : noResponseResult;
    },
    verifyCallback({ headers, body }) {
      const authorization = headers["authorization"];
      const transactionId = parseUnverifiedTransactionIdV2(body);
      if (typeof authorization !== "string" || transactionId === undefined) return undefined;
      const { webhookUser: user, webhookPassword: password } = settings;
      const [received, expected] = [authorization.toLowerCase(), webhookHash({ user, password })].map((value) =>
        createHash("sha256").update(value).digest(),
      );
      return timingSafeEqual(received!, expected!) ? { transactionId, result: null } : undefined;
    },
  };
}
