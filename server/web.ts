// Serves the built web application: hashed files with a long cache time, the HTML shell for every page URL.
import { existsSync, mkdirSync } from "node:fs";
import { readFile } from "node:fs/promises";
import path from "node:path";
import { fileURLToPath } from "node:url";
import fastifyStatic from "@fastify/static";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { mapTilesMetaName, type MapTiles } from "#domain/branches/location/map-tiles.ts";
import { createPagePolicy } from "#server/http/security-headers.ts";
import { throwApiError } from "#server/items/api-error.ts";

const webBuildFolder = fileURLToPath(new URL("../dist/web", import.meta.url));
/** The public site's build: only its style sheet and fonts are served. */
const siteBuildFolder = fileURLToPath(new URL("../dist/site", import.meta.url));
/** Path of build files with a hash in their name; `/assets` belongs to the API. */
const hashedPath = "/static/";

/** Serves the build if it exists; an API-only server answers ROUTE_NOT_FOUND. */
export async function serveWeb(app: FastifyInstance, { mapTiles }: { mapTiles?: MapTiles | undefined }): Promise<void> {
  const pagePolicy = createPagePolicy({ mapTiles });
  // The build may still be running when the server is created.
  for (const folder of [webBuildFolder, siteBuildFolder]) mkdirSync(folder, { recursive: true });
  await app.register(fastifyStatic, {
    root: [webBuildFolder, siteBuildFolder],
    serve: false,
    preCompressed: true,
    cacheControl: false,
    setHeaders: (reply, file) => {
      reply.header(
        "cache-control",
        file.includes(`${path.sep}static${path.sep}`) ? "public, max-age=31536000, immutable" : "no-cache",
      );
      // A worker is bound by the policy of its own script.
      reply.header("content-security-policy", pagePolicy);
    },
  });
  app.get(`${hashedPath}*`, (request, reply) => reply.sendFile(request.url.split("?")[0]!.slice(1)));
  app.setNotFoundHandler((request, reply) => sendPage({ request, reply, pagePolicy, mapTiles }));
}

interface PageContext {
  pagePolicy: string;
  mapTiles: MapTiles | undefined;
}

async function sendPage({
  request,
  reply,
  ...context
}: PageContext & { request: FastifyRequest; reply: FastifyReply }): Promise<FastifyReply> {
  const urlPath = request.url.split("?")[0]!;
  const isRead = request.method === "GET" || request.method === "HEAD";
  if (
    isRead &&
    /^\/[\w.-]+\.(svg|js|txt|ico|png|webmanifest)$/.test(urlPath) &&
    existsSync(path.join(webBuildFolder, urlPath))
  )
    return reply.sendFile(urlPath.slice(1));
  const { accept } = request.headers;
  const wantsPage = isRead && (accept ?? "").includes("text/html");
  if (wantsPage && existsSync(path.join(webBuildFolder, "index.html")))
    return sendShell({ reply, file: getDocumentFile(urlPath), ...context });
  return throwApiError("ROUTE_NOT_FOUND", { path: urlPath }, `Route ${urlPath} doesn't exist.`);
}

/** Returns the HTML document of a URL path: the customer's valet pages have a lightweight one for slow phones. */
function getDocumentFile(urlPath: string): string {
  return /^\/[^/]+\/[^/]+\/valet-parking\/customer\/(login|status)\/?$/.test(urlPath) ? "customer.html" : "index.html";
}

async function sendShell({
  reply,
  file,
  pagePolicy,
  mapTiles,
}: PageContext & { reply: FastifyReply; file: string }): Promise<FastifyReply> {
  const html = await readFile(path.join(webBuildFolder, file), "utf8");
  return reply
    .type("text/html; charset=utf-8")
    .headers({ "cache-control": "no-cache", "content-security-policy": pagePolicy })
    .send(mapTiles ? html.replace("</head>", () => `${formatMapTilesMeta(mapTiles)}</head>`) : html);
}

/** Tells the page's scripts where the tiles of maps are. */
function formatMapTilesMeta(mapTiles: MapTiles): string {
  const content = JSON.stringify(mapTiles).replaceAll("&", "&amp;").replaceAll('"', "&quot;").replaceAll("<", "&lt;");
  return `<meta name="${mapTilesMetaName}" content="${content}" />`;
}
