// JSON requests to external services; never throws, so that callers handle every outcome.
import { isJsonObject } from "#domain/json-object.ts";

/** Largest response time of an external service. */
export const outboundTimeoutMs = 10_000;

export type JsonReply =
  /** `body` is undefined if the response is not JSON. */
  { hasResponse: true; status: number; body: unknown } | { hasResponse: false; reason: string };

const maxResponseBytes = 256 * 1024;

export async function postJson({
  url,
  headers,
  body,
}: {
  url: string;
  headers: { [name: string]: string };
  body: unknown;
}): Promise<JsonReply> {
  return requestJson({
    url,
    init: { method: "POST", headers: { "content-type": "application/json", ...headers }, body: JSON.stringify(body) },
  });
}

/** Sends a GET request. */
export async function getJson({ url }: { url: string }): Promise<JsonReply> {
  return requestJson({ url, init: {} });
}

async function requestJson({
  url,
  init,
}: {
  url: string;
  init: Pick<RequestInit, "method" | "body"> & { headers?: { [name: string]: string } };
}): Promise<JsonReply> {
  try {
    const response = await fetch(url, {
      ...init,
      headers: { accept: "application/json", ...init.headers },
      signal: AbortSignal.timeout(outboundTimeoutMs),
      redirect: "error",
    });
    const text = (await response.text()).slice(0, maxResponseBytes);
    return { hasResponse: true, status: response.status, body: parseJsonOrNull(text) };
  } catch (error) {
    // The reason does not contain the URL: some services expect keys in theirs.
    const isTimeout = (error as Error).name === "TimeoutError";
    return {
      hasResponse: false,
      reason: isTimeout ? `no answer within ${outboundTimeoutMs / 1000} seconds` : "no connection",
    };
  }
}

function parseJsonOrNull(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Returns a text property of an unknown response body; empty if it is missing. */
export function getText(body: unknown, name: string): string {
  const value = isJsonObject(body) ? body[name] : undefined;
  return typeof value === "string" ? value : "";
}
