// A file by its address, fetched from the open internet and never from a network of our own: the address a name leads to
// is looked at and then connected to, so that it cannot be another one by then; and again after every redirect.
import { lookup } from "node:dns";
import http from "node:http";
import https from "node:https";
import { isIP, type LookupFunction } from "node:net";
import { refuse, refusePayload } from "#server/items/refused.ts";

/** Whether a network address may be reached. */
export type MayReach = (address: string) => boolean;

const mostRedirects = 3;
/** For all of it, in ms. */
const longestMs = 15_000;

interface Fetching {
  address: string;
  mayReach: MayReach;
  mostBytes: number;
}

/**
 * The bytes at an address, and the last part of its path as a name. INVALID_PAYLOAD for what is no web address,
 * CONTENT_TOO_LARGE, and SERVICE_UNAVAILABLE for all else alike: nobody learns from it what there is in our network.
 */
export async function fetchPublicly({
  address,
  mayReach,
  mostBytes,
}: Fetching): Promise<{ bytes: Buffer; name: string }> {
  const signal = AbortSignal.timeout(longestMs);
  let url = webAddress(address);
  for (let redirects = 0; redirects <= mostRedirects; redirects += 1) {
    const answer = await ask({ url, mayReach, signal });
    const { statusCode = 0, headers } = answer;
    if (statusCode === 200) return { bytes: await bytesOf({ answer, mostBytes }), name: nameIn(url) };
    answer.destroy();
    if (![301, 302, 303, 307, 308].includes(statusCode) || !headers.location) break;
    if (!URL.canParse(headers.location, url.href)) break;
    url = webAddress(new URL(headers.location, url).href);
  }
  return unreachable();
}

function webAddress(text: string): URL {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (!url || !["http:", "https:"].includes(url.protocol) || url.username || url.password)
    return refusePayload('"url" must be an http or https address without a password.');
  return url;
}

function ask({
  url,
  mayReach,
  signal,
}: {
  url: URL;
  mayReach: MayReach;
  signal: AbortSignal;
}): Promise<http.IncomingMessage> {
  // A name that is an address already is never looked up.
  const host = url.hostname.replace(/^\[|\]$/g, "");
  if (isIP(host) && !mayReach(host)) return unreachable();
  return new Promise<http.IncomingMessage>((resolve, reject) => {
    const { get } = url.protocol === "https:" ? https : http;
    const headers = { accept: "*/*", "accept-encoding": "identity", "user-agent": "Chaavi" };
    get(url, { agent: false, lookup: onlyReachable(mayReach), signal, headers }, resolve).once("error", reject);
  }).catch(unreachable);
}

/** Looks a name up; leads nowhere if one of its addresses may not be reached. */
function onlyReachable(mayReach: MayReach): LookupFunction {
  return (hostname, options, callback) => {
    lookup(hostname, { ...options, all: true }, (error, found) => {
      if (error) return callback(error, "");
      const [first] = found;
      if (!first || !found.every(({ address }) => mayReach(address)))
        return callback(new Error("Not an address of the open internet."), "");
      if (options.all) callback(null, found);
      else callback(null, first.address, first.family);
    });
  };
}

async function bytesOf({ answer, mostBytes }: { answer: http.IncomingMessage; mostBytes: number }): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let size = 0;
  try {
    for await (const chunk of answer as AsyncIterable<Buffer>) {
      size += chunk.length;
      if (size > mostBytes) break;
      chunks.push(chunk);
    }
  } catch {
    return unreachable();
  }
  if (size > mostBytes) refuse("CONTENT_TOO_LARGE", { reason: `A file may have ${mostBytes} bytes.` });
  return Buffer.concat(chunks);
}

function nameIn(url: URL): string {
  const last = url.pathname.split("/").at(-1) ?? "";
  try {
    return decodeURIComponent(last);
  } catch {
    return last;
  }
}

function unreachable(): never {
  return refuse("SERVICE_UNAVAILABLE", {
    service: "external-file",
    reason: "The file could not be fetched from there.",
  });
}
