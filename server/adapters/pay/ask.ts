// One request to a payment provider: its body whatever the HTTP status, since the providers put what matters there.
import type { ProviderAnswer } from "#server/adapters/pay/gateway.ts";

const timeoutMs = 8_000;
const longestBody = 8_000;
const mostBytes = 256 * 1024;

export interface Told {
  status: number;
  /** What the body says, or an empty object. */
  json: { [name: string]: unknown };
  body: string;
}

/** Undefined where there was no answer: refused, cut off, too slow. */
export async function ask({
  url,
  method,
  headers,
  body,
}: {
  url: string;
  method: "GET" | "POST";
  headers: { [name: string]: string };
  body?: string;
}): Promise<Told | undefined> {
  try {
    const answer = await fetch(url, {
      method,
      headers: { accept: "application/json", ...headers },
      ...(body === undefined ? {} : { body }),
      redirect: "error",
      signal: AbortSignal.timeout(timeoutMs),
    });
    const text = await answer.text();
    if (text.length > mostBytes) return undefined;
    return { status: answer.status, json: objectIn(text), body: text.slice(0, longestBody) };
  } catch {
    return undefined;
  }
}

export function objectIn(text: string): { [name: string]: unknown } {
  try {
    return objectOf(JSON.parse(text));
  } catch {
    return {};
  }
}

export function objectOf(value: unknown): { [name: string]: unknown } {
  return typeof value === "object" && value !== null && !Array.isArray(value)
    ? (value as { [name: string]: unknown })
    : {};
}

export function textIn(value: unknown): string | null {
  return typeof value === "string" && value !== "" ? value.slice(0, 100) : null;
}

/** Whole paise, or null. */
export function paiseIn(value: unknown): number | null {
  return typeof value === "number" && Number.isSafeInteger(value) && value >= 0 ? value : null;
}

export const noAnswer: ProviderAnswer = {
  verdict: "unclear",
  code: "NO_ANSWER",
  amount: null,
  providerTransactionId: null,
  utr: null,
  body: "",
};
