// §7 "Online payment status": PhonePe PG v1, whose requests and callbacks are signed by X-VERIFY with the merchant's
// salt.
import { createHash, timingSafeEqual } from "node:crypto";
import { z } from "zod";
import {
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
  CallbackRequest,
  PaymentGateway,
  PaymentProvider,
  ProviderResult,
  VerifiedCallback,
  PaymentVerdict,
} from "#server/features/payments/providers/gateway.ts";
import { jsonText } from "#server/json-text.ts";

export interface PhonePeV1Settings {
  baseUrl: string;
  merchantId: string;
  saltKey: string;
  saltIndex: number;
}

const hosts = {
  sandbox: "https://api-preprod.phonepe.com/apis/pg-sandbox",
  production: "https://api.phonepe.com/apis/hermes",
} as const;

/**
 * `sha256(text + salt) + "###" + index`; the text is the base64 body with the path, the path alone, or a callback's
 * base64.
 */
export function xVerify({ text, saltKey, saltIndex }: { text: string; saltKey: string; saltIndex: number }): string {
  return `${createHash("sha256")
    .update(text + saltKey)
    .digest("hex")}###${saltIndex}`;
}

/** Compares in constant time and case-insensitively, since the provider documents the hash in upper case. */
export function verifyXVerify({
  header,
  ...signed
}: {
  header: string;
  text: string;
  saltKey: string;
  saltIndex: number;
}): boolean {
  const [received, expected] = [header, xVerify(signed)].map((value) =>
    createHash("sha256").update(value.toLowerCase()).digest(),
  );
  return timingSafeEqual(received!, expected!);
}

const verdicts: ReadonlyMap<string, PaymentVerdict> = new Map([
  ["PAYMENT_PENDING", "pending"],
  ["INTERNAL_SERVER_ERROR", "pending"],
  ["PAYMENT_ERROR", "failed"],
  ["PAYMENT_DECLINED", "failed"],
  ["PAYMENT_CANCELLED", "failed"],
  ["TIMED_OUT", "failed"],
  ["TRANSACTION_NOT_FOUND", "absent"],
  ["INVALID_TRANSACTION_ID", "absent"],
]);

/** Answer to a status request or refund, and content of a callback. */
const statusAnswer = answerObject({
  success: z.boolean().catch(false),
  code: optionalText,
  data: answerObject({
    merchantId: comparedId,
    merchantTransactionId: comparedId,
    transactionId: optionalText,
    amount: optionalPaise,
    state: optionalText,
    paymentInstrument: answerObject({ utr: optionalText, bankTransactionId: optionalText }),
  }),
});

/** Answer to a payment request. */
const payAnswer = answerObject({
  code: optionalText,
  data: answerObject({ instrumentResponse: answerObject({ redirectInfo: answerObject({ url: optionalUrl }) }) }),
});

/** Body of a callback: the signed content in base64. */
const callbackBody = jsonText(z.object({ response: z.string() }));

interface ResultInput {
  settings: PhonePeV1Settings;
  transactionId: string;
}

/** Converts a status response or callback of one transaction; `unclear` if it is about another one. */
function toProviderResult({
  json,
  body,
  settings,
  transactionId,
}: ResultInput & Pick<ProviderResponse, "json" | "body">): ProviderResult {
  const { success, code: answeredCode, data } = statusAnswer.parse(json);
  const { merchantId, merchantTransactionId, paymentInstrument: instrument } = data;
  const code = answeredCode ?? "NO_CODE";
  const result = {
    code,
    amount: data.amount,
    providerTransactionId: data.transactionId,
    utr: instrument.utr ?? instrument.bankTransactionId,
    body,
  };
  const isOtherTransaction = merchantTransactionId !== undefined && merchantTransactionId !== transactionId;
  const isOtherMerchant = merchantId !== undefined && merchantId !== settings.merchantId;
  if (isOtherTransaction || isOtherMerchant) return { ...result, verdict: "unclear", code: "OTHER_TRANSACTION" };
  if (code !== "PAYMENT_SUCCESS") return { ...result, verdict: verdicts.get(code) ?? "unclear" };
  const isComplete = success && data.state === "COMPLETED" && merchantTransactionId !== undefined;
  return { ...result, verdict: isComplete ? "success" : "unclear" };
}

function verifyCallback({ headers, body }: CallbackRequest, settings: PhonePeV1Settings): VerifiedCallback | undefined {
  const response = callbackBody.safeParse(body).data?.response;
  const header = headers["x-verify"];
  if (response === undefined || typeof header !== "string") return undefined;
  if (!verifyXVerify({ header, text: response, ...settings })) return undefined;
  const json = decodeCallback(response);
  const transactionId = parseUnverifiedTransactionId(body);
  if (transactionId === undefined || statusAnswer.parse(json).data.merchantId !== settings.merchantId) return undefined;
  const text = JSON.stringify(json).slice(0, 8_000);
  return { transactionId, result: toProviderResult({ json, body: text, settings, transactionId }) };
}

/** Transaction id of a callback before its signature is verified. */
function parseUnverifiedTransactionId(body: string): string | undefined {
  return parseUnverifiedData(body)?.merchantTransactionId?.slice(0, 100) || undefined;
}

function parseUnverifiedMerchantId(body: string): string | undefined {
  return parseUnverifiedData(body)?.merchantId?.slice(0, 100) || undefined;
}

function parseUnverifiedData(body: string) {
  const response = callbackBody.safeParse(body).data?.response;
  return response === undefined ? undefined : statusAnswer.parse(decodeCallback(response)).data;
}

function decodeCallback(response: string): unknown {
  return parseJsonBody(Buffer.from(response, "base64").toString("utf8"));
}

export function createPhonePeV1(settings: PhonePeV1Settings): PaymentGateway {
  const { baseUrl, merchantId, saltKey, saltIndex } = settings;

  async function post(path: string, payload: object): Promise<ProviderResponse | undefined> {
    const request = Buffer.from(JSON.stringify(payload)).toString("base64");
    return requestProvider({
      url: `${baseUrl}${path}`,
      method: "POST",
      headers: {
        "content-type": "application/json",
        "x-verify": xVerify({ text: request + path, saltKey, saltIndex }),
      },
      body: JSON.stringify({ request }),
    });
  }

  async function getStatus(transactionId: string): Promise<ProviderResult> {
    const path = `/pg/v1/status/${merchantId}/${transactionId}`;
    const headers = { "x-verify": xVerify({ text: path, saltKey, saltIndex }), "x-merchant-id": merchantId };
    const response = await requestProvider({ url: `${baseUrl}${path}`, method: "GET", headers });
    return response ? toProviderResult({ ...response, settings, transactionId }) : noResponseResult;
  }

  return {
    getPaymentStatus: getStatus,
    getRefundStatus: getStatus,
    verifyCallback: (message) => verifyCallback(message, settings),
    async startPayment({ transactionId, amount, payer, redirectUrl, callbackUrl }) {
      const response = await post("/pg/v1/pay", {
        merchantId,
        merchantTransactionId: transactionId,
        merchantUserId: payer,
        amount,
        redirectUrl,
        redirectMode: "REDIRECT",
        callbackUrl,
        paymentInstrument: { type: "PAY_PAGE" },
      });
      if (!response) return { url: null, result: noResponseResult };
      const { json, body } = response;
      const { code: answeredCode, data } = payAnswer.parse(json);
      const code = answeredCode ?? "NO_CODE";
      const url = code === "PAYMENT_INITIATED" ? data.instrumentResponse.redirectInfo.url : null;
      const isRejected = code === "BAD_REQUEST" || code === "AUTHORIZATION_FAILED" || code === "PAYMENT_ERROR";
      const verdict: PaymentVerdict = url ? "pending" : isRejected ? "failed" : "unclear";
      return { url, result: { ...noResponseResult, verdict, code, body } };
    },
    async refund({ refundId, transactionId, amount, callbackUrl }) {
      const response = await post("/pg/v1/refund", {
        merchantId,
        merchantUserId: "refunds",
        originalTransactionId: transactionId,
        merchantTransactionId: refundId,
        amount,
        callbackUrl,
      });
      return response ? toProviderResult({ ...response, settings, transactionId: refundId }) : noResponseResult;
    },
  };
}

const completeValues = z.object({ merchant_id: z.string(), salt_key: z.string(), salt_index: z.number() });

export const phonePeV1: PaymentProvider = {
  name: "phonepe-v1",
  label: "PhonePe (merchant ID and salt)",
  credentials: [{ field: "merchant_id" }, { field: "salt_key" }, { field: "salt_index" }],
  callbackPath: "/payments/callback/phonepe-v1",
  parseUnverifiedTransactionId,
  parseUnverifiedMerchantId,
  createGateway({ environment, values, simulatorUrl }) {
    const { data } = completeValues.safeParse(values);
    const baseUrl = environment === "simulator" ? `${simulatorUrl}/v1` : hosts[environment];
    return (
      data &&
      createPhonePeV1({ baseUrl, merchantId: data.merchant_id, saltKey: data.salt_key, saltIndex: data.salt_index })
    );
  },
};
