// Sends a public page in the best encoding that the client accepts, or 304 if the client has it.
import type { FastifyReply, FastifyRequest } from "fastify";
import { toBytes } from "#server/features/site/cached/html-bytes.ts";
import type { CachedPage, MovedPage, PageEncoding, RenderedPage } from "#server/features/site/cached/page-cache.ts";

export async function sendSitePage({
  request,
  reply,
  page,
  pagePolicy,
}: {
  request: FastifyRequest;
  reply: FastifyReply;
  page: CachedPage | MovedPage;
  /** Content-Security-Policy. */
  pagePolicy: string;
}): Promise<FastifyReply> {
  if ("path" in page) return reply.redirect(page.path, 301);
  // Also after an answer without a body, and when the client has gone.
  reply.raw.once("close", page.release);
  reply.headers({
    "cache-control": "no-cache",
    "content-security-policy": pagePolicy,
    etag: page.etag,
    vary: "accept-encoding",
  });
  if (page.status === 200 && request.headers["if-none-match"]?.includes(page.etag)) return reply.code(304).send();
  const encoding = chooseEncoding(request.headers["accept-encoding"]);
  if (encoding !== "identity") reply.header("content-encoding", encoding);
  return reply
    .code(page.status)
    .type("text/html; charset=utf-8")
    .send(await page.getBody(encoding));
}

/** Sends a page that is rendered for this request, whose address contains a token, and that nobody keeps or indexes. */
export function sendPrivatePage({
  reply,
  page,
  pagePolicy,
}: {
  reply: FastifyReply;
  page: RenderedPage;
  /** Content-Security-Policy. */
  pagePolicy: string;
}): FastifyReply {
  return reply
    .code(page.status)
    .headers({
      "cache-control": "no-store",
      "content-security-policy": pagePolicy,
      "referrer-policy": "no-referrer",
      "x-robots-tag": "noindex",
    })
    .type("text/html; charset=utf-8")
    .send(toBytes(page.html));
}

function chooseEncoding(accepted: string | string[] | undefined): PageEncoding {
  const names = String(accepted ?? "")
    .split(",")
    .map((part) => part.trim().toLowerCase())
    .filter((part) => !/;\s*q=0(\.0*)?$/.test(part))
    .map((part) => part.split(";")[0]);
  return names.includes("br") ? "br" : names.includes("gzip") ? "gzip" : "identity";
}
