// Sends a request to a payment provider. The body is returned for every HTTP status, since it contains the result.
import { z } from "zod";
import type { ProviderResult } from "#server/features/payments/providers/gateway.ts";
import { jsonText } from "#server/json-text.ts";

const timeoutMs = 8_000;
const maxLoggedBodyLength = 8_000;
const maxResponseBytes = 256 * 1024;

export interface ProviderResponse {
  status: number;
  /** Parsed body; undefined if it is not JSON. */
  json: unknown;
  /** The body, truncated. */
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
    return { status: response.status, json: parseJsonBody(text), body: text.slice(0, maxLoggedBodyLength) };
  } catch {
    return undefined;
  }
}

/** Returns undefined if the text is not JSON. */
export function parseJsonBody(text: string): unknown {
  return jsonText(z.unknown()).safeParse(text).data;
}

export const noResponseResult: ProviderResult = {
  verdict: "unclear",
  code: "NO_ANSWER",
  amount: null,
  providerTransactionId: null,
  utr: null,
  body: "",
};
