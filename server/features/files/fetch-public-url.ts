// Fetches a file from a public URL, never from an internal network. The resolved address is checked in the lookup of
// the connection itself, so that it cannot change in between, and again after every redirect.
import http from "node:http";
import https from "node:https";
import { isIP } from "node:net";
import { createGuardedLookup, type IsReachable } from "#server/http/guarded-lookup.ts";
import { throwApiError, throwInvalidPayload } from "#server/items/api-error.ts";

const maxRedirects = 3;
/** Timeout of the whole fetch including redirects. */
const timeoutMs = 15_000;

interface FetchPublicUrlOptions {
  url: string;
  isReachable: IsReachable;
  maxBytes: number;
}

/**
 * Returns the bytes at a URL and the last segment of its path as name. INVALID_PAYLOAD for an invalid URL,
 * CONTENT_TOO_LARGE, and SERVICE_UNAVAILABLE for every other failure, so that the internal network cannot be probed.
 */
export async function fetchPublicUrl({
  url: address,
  isReachable,
  maxBytes,
}: FetchPublicUrlOptions): Promise<{ bytes: Buffer; name: string }> {
  const signal = AbortSignal.timeout(timeoutMs);
  let url = parseWebUrl(address);
  for (let redirects = 0; redirects <= maxRedirects; redirects += 1) {
    const response = await requestUrl({ url, isReachable, signal });
    const { statusCode = 0, headers } = response;
    if (statusCode === 200) return { bytes: await readBytes({ response, maxBytes }), name: getFileName(url) };
    response.destroy();
    if (![301, 302, 303, 307, 308].includes(statusCode) || !headers.location) break;
    if (!URL.canParse(headers.location, url.href)) break;
    url = parseWebUrl(new URL(headers.location, url).href);
  }
  return throwUnreachable();
}

function parseWebUrl(text: string): URL {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (!url || !["http:", "https:"].includes(url.protocol) || url.username || url.password)
    return throwInvalidPayload('"url" must be an http or https address without a password.');
  return url;
}

function requestUrl({
  url,
  isReachable,
  signal,
}: {
  url: URL;
  isReachable: IsReachable;
  signal: AbortSignal;
}): Promise<http.IncomingMessage> {
  // A literal IP address does not go through the lookup.
  const host = url.hostname.replace(/^\[|\]$/g, "");
  if (isIP(host) && !isReachable(host)) return throwUnreachable();
  return new Promise<http.IncomingMessage>((resolve, reject) => {
    const { get } = url.protocol === "https:" ? https : http;
    const headers = { accept: "*/*", "accept-encoding": "identity", "user-agent": "Chaavi" };
    get(url, { agent: false, lookup: createGuardedLookup(isReachable), signal, headers }, resolve).once(
      "error",
      reject,
    );
  }).catch(throwUnreachable);
}

async function readBytes({
  response,
  maxBytes,
}: {
  response: http.IncomingMessage;
  maxBytes: number;
}): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let size = 0;
  try {
    for await (const chunk of response) {
      size += chunk.length;
      if (size > maxBytes) break;
      chunks.push(chunk);
    }
  } catch {
    return throwUnreachable();
  }
  if (size > maxBytes) throwApiError("CONTENT_TOO_LARGE", { reason: `A file may have ${maxBytes} bytes.` });
  return Buffer.concat(chunks);
}

function getFileName(url: URL): string {
  const lastSegment = url.pathname.split("/").at(-1) ?? "";
  try {
    return decodeURIComponent(lastSegment);
  } catch {
    return lastSegment;
  }
}

function throwUnreachable(): never {
  return throwApiError("SERVICE_UNAVAILABLE", {
    service: "external-file",
    reason: "The file could not be fetched from there.",
  });
}
