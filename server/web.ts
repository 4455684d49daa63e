// Serves the built web application: hashed files with a long cache time, the HTML shell for every page URL.
import { existsSync, mkdirSync } from "node:fs";
import { readFile } from "node:fs/promises";
import path from "node:path";
import { fileURLToPath } from "node:url";
import fastifyStatic from "@fastify/static";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { mapTilesMetaName, type MapTiles } from "#domain/branches/location/map-tiles.ts";
import { isPageAddress } from "#domain/text/slug.ts";
import { customerDocumentPath, valetMetaName } from "#domain/valet/customer-fields.ts";
import { prefersHtml } from "#server/http/accepts-html.ts";
import { createPagePolicy } from "#server/http/security-headers.ts";
import { throwRouteNotFound } from "#server/items/api-error.ts";

const webBuildFolder = fileURLToPath(new URL("../dist/web", import.meta.url));
/** The public site's build: only its style sheet and fonts are served. */
const siteBuildFolder = fileURLToPath(new URL("../dist/site", import.meta.url));
/** Path of build files with a hash in their name; `/assets` belongs to the API. */
const hashedPath = "/static/";

interface PageContext {
  mapTiles: MapTiles | undefined;
  /** Company and branch of a customer's log-in page; undefined if the branch is not published. */
  readValetName: (slugs: { company: string; branch: string }) => Promise<string | undefined>;
}

/** Serves the build if it exists; an API-only server answers ROUTE_NOT_FOUND. */
export async function serveWeb(app: FastifyInstance, context: PageContext): Promise<void> {
  const { mapTiles } = context;
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
  app.setNotFoundHandler((request, reply) => sendPage({ request, reply, pagePolicy, ...context }));
}

async function sendPage({
  request,
  reply,
  pagePolicy,
  ...context
}: PageContext & { pagePolicy: string; request: FastifyRequest; reply: FastifyReply }): Promise<FastifyReply> {
  const urlPath = request.url.split("?")[0]!;
  const isRead = request.method === "GET" || request.method === "HEAD";
  if (
    isRead &&
    /^\/[\w.-]+\.(svg|js|txt|ico|png|webmanifest)$/.test(urlPath) &&
    existsSync(path.join(webBuildFolder, urlPath))
  )
    return reply.sendFile(urlPath.slice(1));
  const { accept } = request.headers;
  // A browser gets the page that says what is wrong at any address; previews of links, which accept anything, only pages.
  const isPage = isPageAddress(urlPath);
  const wantsPage = prefersHtml(accept) && (isPage || accept?.includes("text/html"));
  if (isRead && wantsPage && existsSync(path.join(webBuildFolder, "index.html")))
    return reply
      .code(isPage ? 200 : 404)
      .type("text/html; charset=utf-8")
      .headers({ "cache-control": "no-cache", "content-security-policy": pagePolicy })
      .send(await readDocument({ request, urlPath, ...context }));
  return throwRouteNotFound(urlPath);
}

/**
 * Returns the HTML document of a URL path. The customer's valet pages have a lightweight one for slow phones; the log-in page
 * names the valet from the start, so that nothing moves when the name arrives.
 */
async function readDocument({
  request,
  urlPath,
  mapTiles,
  readValetName,
}: PageContext & { request: FastifyRequest; urlPath: string }): Promise<string> {
  const [isCustomerPage, company = "", branch = "", page] = customerDocumentPath.exec(urlPath) ?? [];
  const html = await readFile(path.join(webBuildFolder, isCustomerPage ? "customer.html" : "index.html"), "utf8");
  const metas = mapTiles ? [formatMeta({ name: mapTilesMetaName, content: JSON.stringify(mapTiles) })] : [];
  if (page === "login") {
    // Without a database the page still opens.
    try {
      const content = (await readValetName({ company, branch })) ?? "";
      metas.push(formatMeta({ name: valetMetaName, content }));
    } catch (error) {
      request.log.warn(error);
    }
  }
  return metas.length > 0 ? html.replace("</head>", () => `${metas.join("")}</head>`) : html;
}

/** Tells the page's scripts what the server knows before they run. */
function formatMeta({ name, content }: { name: string; content: string }): string {
  const escaped = content.replaceAll("&", "&amp;").replaceAll('"', "&quot;").replaceAll("<", "&lt;");
  return `<meta name="${name}" content="${escaped}" />`;
}
