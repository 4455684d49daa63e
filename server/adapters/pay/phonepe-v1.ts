// §7 "Online payment status": PhonePe PG v1, whose requests and callbacks are signed by X-VERIFY with the merchant's salt.
import { createHash, timingSafeEqual } from "node:crypto";
import { ask, noAnswer, objectIn, objectOf, paiseIn, textIn, type Told } from "#server/adapters/pay/ask.ts";
import type {
  IncomingMessage,
  PayGateway,
  ProviderAnswer,
  ProviderMessage,
  Verdict,
} from "#server/adapters/pay/gateway.ts";

export interface PhonePeV1Settings {
  baseUrl: string;
  merchantId: string;
  saltKey: string;
  saltIndex: number;
}

export const phonePeV1Hosts = {
  sandbox: "https://api-preprod.phonepe.com/apis/pg-sandbox",
  production: "https://api.phonepe.com/apis/hermes",
} as const;

/** `sha256(text + salt) + "###" + index`; the text is the base64 body with the path, the path alone, or a callback's base64. */
export function xVerify({ text, saltKey, saltIndex }: { text: string; saltKey: string; saltIndex: number }): string {
  return `${createHash("sha256")
    .update(text + saltKey)
    .digest("hex")}###${saltIndex}`;
}

/** Compared without regard to capitals, as the provider prints them, and in constant time. */
export function isXVerify({
  given,
  ...signed
}: {
  given: string;
  text: string;
  saltKey: string;
  saltIndex: number;
}): boolean {
  const [one, other] = [given, xVerify(signed)].map((value) =>
    createHash("sha256").update(value.toLowerCase()).digest(),
  );
  return timingSafeEqual(one!, other!);
}

const verdicts: { readonly [code: string]: Verdict } = {
  PAYMENT_PENDING: "pending",
  INTERNAL_SERVER_ERROR: "pending",
  PAYMENT_ERROR: "failed",
  PAYMENT_DECLINED: "failed",
  PAYMENT_CANCELLED: "failed",
  TIMED_OUT: "failed",
  TRANSACTION_NOT_FOUND: "absent",
  INVALID_TRANSACTION_ID: "absent",
};

interface Asked {
  settings: PhonePeV1Settings;
  transactionId: string;
}

/** What a status answer or a callback says about one transaction; one about another is unclear. */
function answerOf({ json, body, settings, transactionId }: Asked & Pick<Told, "json" | "body">): ProviderAnswer {
  const data = objectOf(json["data"]);
  const instrument = objectOf(data["paymentInstrument"]);
  const code = textIn(json["code"]) ?? "NO_CODE";
  const found = {
    code,
    amount: paiseIn(data["amount"]),
    providerTransactionId: textIn(data["transactionId"]),
    utr: textIn(instrument["utr"]) ?? textIn(instrument["bankTransactionId"]),
    body,
  };
  const isOther = "merchantTransactionId" in data && data["merchantTransactionId"] !== transactionId;
  const isOthers = "merchantId" in data && data["merchantId"] !== settings.merchantId;
  if (isOther || isOthers) return { ...found, verdict: "unclear", code: "OTHER_TRANSACTION" };
  if (code !== "PAYMENT_SUCCESS") return { ...found, verdict: verdicts[code] ?? "unclear" };
  const isWhole = json["success"] === true && data["state"] === "COMPLETED" && "merchantTransactionId" in data;
  return { ...found, verdict: isWhole ? "success" : "unclear" };
}

function readMessage({ headers, body }: IncomingMessage, settings: PhonePeV1Settings): ProviderMessage | undefined {
  const response = objectIn(body)["response"];
  const given = headers["x-verify"];
  if (typeof response !== "string" || typeof given !== "string") return undefined;
  if (!isXVerify({ given, text: response, ...settings })) return undefined;
  const json = objectIn(Buffer.from(response, "base64").toString("utf8"));
  const transactionId = claimedInV1(body);
  if (transactionId === undefined || objectOf(json["data"])["merchantId"] !== settings.merchantId) return undefined;
  const text = JSON.stringify(json).slice(0, 8_000);
  return { transactionId, answer: answerOf({ json, body: text, settings, transactionId }) };
}

/** The transaction a callback claims to speak of, before anything of it is believed. */
export function claimedInV1(body: string): string | undefined {
  const { response } = objectIn(body);
  if (typeof response !== "string") return undefined;
  const json = objectIn(Buffer.from(response, "base64").toString("utf8"));
  return textIn(objectOf(json["data"])["merchantTransactionId"]) ?? undefined;
}

export function phonePeV1(settings: PhonePeV1Settings): PayGateway {
  const { baseUrl, merchantId, saltKey, saltIndex } = settings;

  async function post(path: string, payload: object): Promise<Told | undefined> {
    const request = Buffer.from(JSON.stringify(payload)).toString("base64");
    return ask({
      url: `${baseUrl}${path}`,
      method: "POST",
      headers: {
        "content-type": "application/json",
        "x-verify": xVerify({ text: request + path, saltKey, saltIndex }),
      },
      body: JSON.stringify({ request }),
    });
  }

  async function status(transactionId: string): Promise<ProviderAnswer> {
    const path = `/pg/v1/status/${merchantId}/${transactionId}`;
    const headers = { "x-verify": xVerify({ text: path, saltKey, saltIndex }), "x-merchant-id": merchantId };
    const told = await ask({ url: `${baseUrl}${path}`, method: "GET", headers });
    return told ? answerOf({ ...told, settings, transactionId }) : noAnswer;
  }

  return {
    status,
    refundStatus: status,
    readMessage: (message) => readMessage(message, settings),
    async start({ transactionId, amount, payer, redirectUrl, callbackUrl }) {
      const told = await post("/pg/v1/pay", {
        merchantId,
        merchantTransactionId: transactionId,
        merchantUserId: payer,
        amount,
        redirectUrl,
        redirectMode: "REDIRECT",
        callbackUrl,
        paymentInstrument: { type: "PAY_PAGE" },
      });
      if (!told) return { url: null, answer: noAnswer };
      const { json, body } = told;
      const code = textIn(json["code"]) ?? "NO_CODE";
      const page = objectOf(objectOf(objectOf(json["data"])["instrumentResponse"])["redirectInfo"]);
      const url = code === "PAYMENT_INITIATED" && typeof page["url"] === "string" ? page["url"] : null;
      const isRefused = code === "BAD_REQUEST" || code === "AUTHORIZATION_FAILED" || code === "PAYMENT_ERROR";
      const verdict: Verdict = url ? "pending" : isRefused ? "failed" : "unclear";
      return { url, answer: { ...noAnswer, verdict, code, body } };
    },
    async refund({ refundId, transactionId, amount, callbackUrl }) {
      const told = await post("/pg/v1/refund", {
        merchantId,
        merchantUserId: "refunds",
        originalTransactionId: transactionId,
        merchantTransactionId: refundId,
        amount,
        callbackUrl,
      });
      return told ? answerOf({ ...told, settings, transactionId: refundId }) : noAnswer;
    },
  };
}
