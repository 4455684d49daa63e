// §7: one request of a webhook. The resolved address is checked by the lookup of the connection itself, so that it cannot
// change in between; redirects are not followed, and little of the response is read.
import http from "node:http";
import https from "node:https";
import { isIP } from "node:net";
import { createGuardedLookup, type IsReachable } from "#server/http/guarded-lookup.ts";

export interface WebhookResponse {
  isDelivered: boolean;
  /** Null without a response. */
  status: number | null;
  /** Beginning of the response, or why there was none. */
  text: string;
}

export const webhookTimeoutMs = 10_000;
const maxTextLength = 500;
const maxResponseBytes = 4_096;

/** Never throws. */
export async function sendWebhook({
  url: address,
  headers,
  body,
  isReachable,
  timeoutMs = webhookTimeoutMs,
}: {
  url: string;
  headers: { [name: string]: string };
  body: string;
  isReachable: IsReachable;
  timeoutMs?: number;
}): Promise<WebhookResponse> {
  const signal = AbortSignal.timeout(timeoutMs);
  try {
    const response = await postBody({ url: new URL(address), headers, body, isReachable, signal });
    const status = response.statusCode ?? 0;
    const text = await readBeginning(response);
    return { isDelivered: status >= 200 && status < 300, status, text };
  } catch (error) {
    const reason = signal.aborted ? `No answer within ${timeoutMs / 1000} seconds` : describeFailure(error);
    return { isDelivered: false, status: null, text: reason };
  }
}

/** An address that is refused, whatever it resolves to. */
class UnreachableError extends Error {}

function postBody({
  url,
  headers,
  body,
  isReachable,
  signal,
}: {
  url: URL;
  headers: { [name: string]: string };
  body: string;
  isReachable: IsReachable;
  signal: AbortSignal;
}): Promise<http.IncomingMessage> {
  // A literal address does not go through the lookup.
  const host = url.hostname.replaceAll(/^\[|\]$/g, "");
  if (isIP(host) && !isReachable(host)) return Promise.reject(new UnreachableError());
  const { request } = url.protocol === "https:" ? https : http;
  const lookup = createGuardedLookup(isReachable);
  const length = String(Buffer.byteLength(body));
  return new Promise((resolve, reject) => {
    request(
      url,
      { method: "POST", agent: false, lookup, signal, headers: { ...headers, "content-length": length } },
      resolve,
    )
      .once("error", reject)
      .end(body);
  });
}

/** The text of a response without control characters; the rest of a long one is not read. */
async function readBeginning(response: http.IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of response) {
    chunks.push(chunk);
    size += chunk.length;
    if (size >= maxResponseBytes) break;
  }
  response.destroy();
  const text = Buffer.concat(chunks).toString("utf8");
  return text
    .replaceAll(/\p{Cc}+/gu, " ")
    .trim()
    .slice(0, maxTextLength);
}

function describeFailure(error: unknown): string {
  if (error instanceof UnreachableError) return "The address is not reachable from the internet";
  return error instanceof Error ? `No connection: ${error.message}`.slice(0, maxTextLength) : "No connection";
}
