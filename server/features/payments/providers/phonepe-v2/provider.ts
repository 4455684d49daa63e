// §4 Online payment: PhonePe v2 (Standard Checkout): access token by OAuth client credentials, orders by internal ids,
// webhooks with a fixed header. The header does not sign the body, so a webhook only triggers a status check.
import { createHash, timingSafeEqual } from "node:crypto";
import { z } from "zod";
import {
  answerList,
  answerObject,
  comparedId,
  optionalPaise,
  optionalText,
  optionalUrl,
} from "#server/features/payments/providers/answer-schemas.ts";
import {
  requestProvider,
  noResponseResult,
  parseJsonBody,
  type ProviderResponse,
} from "#server/features/payments/providers/provider-request.ts";
import type {
  PaymentGateway,
  PaymentProvider,
  ProviderResult,
  PaymentVerdict,
} from "#server/features/payments/providers/gateway.ts";

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

const hosts = {
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

const verdicts: ReadonlyMap<string, PaymentVerdict> = new Map([
  ["COMPLETED", "success"],
  ["PENDING", "pending"],
  ["CONFIRMED", "pending"],
  ["FAILED", "failed"],
]);
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

/** Answer to a status request or refund. */
const statusAnswer = answerObject({
  merchantOrderId: comparedId,
  state: optionalText,
  code: optionalText,
  errorCode: optionalText,
  amount: optionalPaise,
  orderId: optionalText,
  refundId: optionalText,
  paymentDetails: answerList(
    answerObject({
      transactionId: optionalText,
      splitInstruments: answerList(answerObject({ rail: answerObject({ utr: optionalText }) })),
    }),
  ),
});

/** Answer to a payment request. */
const payAnswer = answerObject({
  redirectUrl: optionalUrl,
  orderId: optionalText,
  state: optionalText,
  code: optionalText,
});

/** `expires_at` in seconds since 1970. */
const tokenAnswer = z.object({ access_token: z.string(), expires_at: z.number() });

const webhookBody = answerObject({
  payload: answerObject({ merchantRefundId: optionalText, merchantOrderId: optionalText, merchantId: optionalText }),
});

function toProviderResult({ json, body }: Pick<ProviderResponse, "json" | "body">): ProviderResult {
  const answer = statusAnswer.parse(json);
  const latest = answer.paymentDetails.at(-1);
  const code = answer.state ?? answer.code ?? "NO_STATE";
  return {
    verdict: absentCodes.has(code) ? "absent" : (verdicts.get(code) ?? "unclear"),
    code: code === "FAILED" ? (answer.errorCode ?? code) : code,
    amount: answer.amount,
    providerTransactionId: latest?.transactionId ?? answer.orderId ?? answer.refundId,
    utr: latest?.splitInstruments[0]?.rail.utr ?? null,
    body,
  };
}

/** Order or refund id of a webhook before it is verified. */
function parseUnverifiedTransactionId(body: string): string | undefined {
  const { payload } = webhookBody.parse(parseJsonBody(body));
  return payload.merchantRefundId ?? payload.merchantOrderId ?? undefined;
}

function parseUnverifiedMerchantId(body: string): string | undefined {
  return webhookBody.parse(parseJsonBody(body)).payload.merchantId?.slice(0, 100) || undefined;
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
    const answer = tokenAnswer.safeParse(response?.json).data;
    if (!answer) return undefined;
    token = { text: answer.access_token, renewAt: answer.expires_at * 1_000 - renewBeforeMs };
    return token.text;
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
      const { redirectUrl: url, orderId, ...answer } = payAnswer.parse(json);
      const isRejected = status === 400 || status === 401 || status === 403;
      const verdict: PaymentVerdict = url ? "pending" : isRejected ? "failed" : "unclear";
      const code = answer.code ?? answer.state ?? `HTTP_${status}`;
      return {
        url,
        result: { ...noResponseResult, verdict, code, body, providerTransactionId: orderId },
      };
    },
    async getPaymentStatus(transactionId) {
      const path = `/checkout/v2/order/${transactionId}/status?details=false&errorContext=true`;
      const response = await requestWithToken({ path });
      if (!response) return noResponseResult;
      const { merchantOrderId } = statusAnswer.parse(response.json);
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
      const transactionId = parseUnverifiedTransactionId(body);
      if (typeof authorization !== "string" || transactionId === undefined) return undefined;
      const { webhookUser: user, webhookPassword: password } = settings;
      const [received, expected] = [authorization.toLowerCase(), webhookHash({ user, password })].map((value) =>
        createHash("sha256").update(value).digest(),
      );
      return timingSafeEqual(received!, expected!) ? { transactionId, result: null } : undefined;
    },
  };
}

const text = z.string().min(1);
const completeValues = z.object({
  client_id: text,
  client_version: z.number().min(1),
  client_secret: text,
  webhook_user: text,
  webhook_password: text,
});

export const phonePeV2: PaymentProvider = {
  name: "phonepe-v2",
  label: "PhonePe (client ID and secret)",
  credentials: [
    { field: "merchant_id" },
    { field: "client_id" },
    { field: "client_version" },
    { field: "client_secret" },
    { field: "webhook_user" },
    { field: "webhook_password" },
  ],
  callbackPath: "/payments/webhook/phonepe-v2",
  instructions: "In the PhonePe dashboard, set the webhook URL to {url} with this user name and password.",
  parseUnverifiedTransactionId,
  parseUnverifiedMerchantId,
  createGateway({ environment, values, simulatorUrl, clock }) {
    const { data } = completeValues.safeParse(values);
    if (!data) return undefined;
    const simulator = `${simulatorUrl}/v2`;
    const addresses =
      environment === "simulator"
        ? { tokenUrl: `${simulator}/v1/oauth/token`, baseUrl: simulator }
        : hosts[environment];
    return createPhonePeV2({
      ...addresses,
      clientId: data.client_id,
      clientVersion: data.client_version,
      clientSecret: data.client_secret,
      webhookUser: data.webhook_user,
      webhookPassword: data.webhook_password,
      now: clock,
    });
  },
};
