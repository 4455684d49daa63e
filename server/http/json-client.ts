// JSON requests to external services; never throws, so that callers handle every outcome. Each adapter parses the body by
// a schema of its own.
import { z } from "zod";
import { jsonText } from "#server/json-text.ts";

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
    return { hasResponse: true, status: response.status, body: jsonText(z.unknown()).safeParse(text).data };
  } catch (error) {
    // The reason does not contain the URL: some services expect keys in theirs.
    const isTimeout = error instanceof Error && error.name === "TimeoutError";
    return {
      hasResponse: false,
      reason: isTimeout ? `no answer within ${outboundTimeoutMs / 1000} seconds` : "no connection",
    };
  }
}
