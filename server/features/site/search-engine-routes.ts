// robots.txt and the site map, in parts that an index lists: https://www.sitemaps.org/protocol.html.
import type { FastifyInstance } from "fastify";
import type { AppServices } from "#server/context.ts";
import { throwRouteNotFound } from "#server/items/api-error.ts";
import { countSitemapParts, listSitemapPaths } from "#server/features/site/sitemap.ts";

const xml = "application/xml; charset=utf-8";
/** A search engine may read a part this many seconds late. */
const keptSeconds = 3600;

/** Addresses with nothing for a search engine: other pages are behind a log-in, or say themselves that they are not indexed. */
const excludedPaths = ["/items/", "/auth/", "/users/", "/files/", "/actions/", "/graphql", "/live", "/pay/", "/visit/"];

const escapeXml = (text: string): string =>
  text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;").replaceAll('"', "&quot;");

export function searchEngineRoutes(app: FastifyInstance, { sql, config, clock }: AppServices): void {
  const toUrl = (path: string): string => escapeXml(new URL(path, config.publicUrl).href);
  const cache = `public, max-age=${keptSeconds}`;

  app.get("/robots.txt", (_request, reply) =>
    reply
      .type("text/plain; charset=utf-8")
      .header("cache-control", cache)
      .send(
        [
          "User-agent: *",
          ...excludedPaths.map((path) => `Disallow: ${path}`),
          `Sitemap: ${toUrl("/sitemap.xml")}`,
          "",
        ].join("\n"),
      ),
  );

  app.get("/sitemap.xml", async (_request, reply) => {
    const { listings, branches } = await countSitemapParts({ sql, now: clock() });
    const parts = Array.from({ length: listings + branches }, (_, part) => toUrl(`/sitemap-${part + 1}.xml`));
    const entries = parts.map((url) => `<sitemap><loc>${url}</loc></sitemap>`).join("");
    return reply
      .type(xml)
      .header("cache-control", cache)
      .send(
        `<?xml version="1.0" encoding="UTF-8"?><sitemapindex xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">${entries}</sitemapindex>`,
      );
  });

  app.get<{ Params: { part: string } }>("/sitemap-:part.xml", async (request, reply) => {
    const part = Number(request.params.part);
    const paths = Number.isSafeInteger(part) && part > 0 ? await listSitemapPaths({ sql, now: clock(), part }) : [];
    if (paths.length === 0) return throwRouteNotFound(request.url);
    const entries = paths
      .map(({ path, changed }) => `<url><loc>${toUrl(path)}</loc><lastmod>${changed.toISOString()}</lastmod></url>`)
      .join("");
    return reply
      .type(xml)
      .header("cache-control", cache)
      .send(
        `<?xml version="1.0" encoding="UTF-8"?><urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">${entries}</urlset>`,
      );
  });
}
