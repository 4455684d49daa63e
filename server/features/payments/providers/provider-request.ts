// Sends a request to a payment provider. The body is returned for every HTTP status, since it contains the result.
import type { ProviderResult } from "#server/features/payments/providers/gateway.ts";

const timeoutMs = 8_000;
const maxLoggedBodyLength = 8_000;
const maxResponseBytes = 256 * 1024;

export interface ProviderResponse {
  status: number;
  /** Parsed body, or an empty object. */
  json: { [name: string]: unknown };
  body: string;
}

/** Returns undefined without a complete response: connection refused or closed, timeout, or too large. */
export async function requestProvider({
  url,
  method,
  headers,
  body,
}: {
  url: string;
  method: "GET" | "POST";
  headers: { [name: string]: string };
  body?: string;
}): Promise<ProviderResponse | undefined> {
  try {
    const response = await fetch(url, {
      method,
      headers: { accept: "application/json", ...headers },
      ...(body === undefined ? {} : { body }),
      redirect: "error",
      signal: AbortSignal.timeout(timeoutMs),
    });
    const text = await response.text();
    if (text.length > maxResponseBytes) return undefined;
    return { status: response.status, json: parseJsonObject(text), body: text.slice(0, maxLoggedBodyLength) };
  } catch {
    return undefined;
  }
}

export function parseJsonObject(text: string): { [name: string]: unknown } {
  try {
    return toObject(JSON.parse(text));
  } catch {
    return {};
  }
}

export function toObject(value: unknown): { [name: string]: unknown } {
  return typeof value === "object" && value !== null && !Array.isArray(value) ? { ...value } : {};
}

export function toTextOrNull(value: unknown): string | null {
  return typeof value === "string" && value !== "" ? value.slice(0, 100) : null;
}

/** Returns whole paise, or null. */
export function toPaiseOrNull(value: unknown): number | null {
  return typeof value === "number" && Number.isSafeInteger(value) && value >= 0 ? value : null;
}

export const noResponseResult: ProviderResult = {
  verdict: "unclear",
  code: "NO_ANSWER",
  amount: null,
  providerTransactionId: null,
  utr: null,
  body: "",
};
