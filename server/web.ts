// The built web: hashed files for ever, the plain shell for every address that is a page.
import { existsSync, mkdirSync } from "node:fs";
import { readFile } from "node:fs/promises";
import path from "node:path";
import { fileURLToPath } from "node:url";
import fastifyStatic from "@fastify/static";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { refuse } from "#server/items/refused.ts";

const built = fileURLToPath(new URL("../dist/web", import.meta.url));
/** Where the build puts what has a hash in its name; `/assets` is the API's. */
const hashed = "/static/";

/** Serves the build where there is one; a server that is only an API answers ROUTE_NOT_FOUND instead. */
export async function serveWeb(app: FastifyInstance): Promise<void> {
  // The build may still be under way when the server is made.
  mkdirSync(built, { recursive: true });
  await app.register(fastifyStatic, {
    root: built,
    serve: false,
    preCompressed: true,
    cacheControl: false,
    setHeaders: (reply, file) => {
      reply.header(
        "cache-control",
        file.includes(`${path.sep}static${path.sep}`) ? "public, max-age=31536000, immutable" : "no-cache",
      );
    },
  });
  app.get(`${hashed}*`, (request, reply) => reply.sendFile(request.url.split("?")[0]!.slice(1)));
  app.setNotFoundHandler((request, reply) => page({ request, reply }));
}

async function page({ request, reply }: { request: FastifyRequest; reply: FastifyReply }): Promise<FastifyReply> {
  const address = request.url.split("?")[0]!;
  const isRead = request.method === "GET" || request.method === "HEAD";
  if (isRead && /^\/[\w.-]+\.(svg|js|txt|ico|png|webmanifest)$/.test(address) && existsSync(path.join(built, address)))
    return reply.sendFile(address.slice(1));
  const wantsPage = isRead && (request.headers.accept ?? "").includes("text/html");
  if (wantsPage && existsSync(path.join(built, "index.html"))) return sendShell({ reply, file: documentFor(address) });
  return refuse("ROUTE_NOT_FOUND", { path: address }, `Route ${address} doesn't exist.`);
}

/** What a page may load and talk to: ourselves alone. WebAssembly of our own is what reads a QR where the browser cannot. */
const policy =
  "default-src 'self'; script-src 'self' 'wasm-unsafe-eval'; img-src 'self' data: blob:; style-src 'self' 'unsafe-inline'; object-src 'none'; base-uri 'self'; frame-ancestors 'none'; form-action 'self'";

/** The customer's pages at the valet are a document of their own, light enough for a slow phone. */
function documentFor(address: string): string {
  return /^\/[^/]+\/[^/]+\/valet-parking\/customer\/(login|status)\/?$/.test(address) ? "customer.html" : "index.html";
}

async function sendShell({ reply, file }: { reply: FastifyReply; file: string }): Promise<FastifyReply> {
  const html = await readFile(path.join(built, file), "utf8");
  return reply
    .type("text/html; charset=utf-8")
    .headers({
      "cache-control": "no-cache",
      "content-security-policy": policy,
      "x-content-type-options": "nosniff",
      "referrer-policy": "same-origin",
      "permissions-policy": "camera=(self), geolocation=(self)",
    })
    .send(html);
}
