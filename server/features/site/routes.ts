// §2 public site: pages rendered on the server for everybody, robots.txt and the site maps.
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { siteServices } from "#domain/site/site-data.ts";
import type { AppServices } from "#server/context.ts";
import { acceptsHtml } from "#server/http/accepts-html.ts";
import { throwApiError } from "#server/items/api-error.ts";
import type { LiveUpdates } from "#server/live/live.ts";
import { PageCache, type MovedPage, type RenderedPage } from "#server/features/site/page-cache.ts";
import {
  readBranchContent,
  readLandingContent,
  readListingContent,
  type SiteContent,
  type SiteRequest,
} from "#server/features/site/site-content.ts";
import { sendSitePage } from "#server/features/site/send-page.ts";
import { searchEngineRoutes } from "#server/features/site/search-engine-routes.ts";
import { SpaceFeed } from "#server/features/site/space-feed.ts";
import { streamSpace } from "#server/features/site/stream-space.ts";
import { loadSite, type LoadedSite } from "#server/features/site/site-renderer.ts";

/** Collections whose rows public pages show. */
const shownCollections: ReadonlySet<string> = new Set([
  "Areas",
  "Branch",
  "Branch_Banner_Images",
  "Branch_Tags",
  "Companies",
  "Slot_Blocks",
  "Tariff_Versions",
  "Vehicle_Type",
]);

interface SiteContext {
  services: AppServices;
  pages: PageCache;
}

export function siteRoutes(
  app: FastifyInstance,
  { services, live }: { services: AppServices; live: LiveUpdates },
): void {
  const pages = new PageCache({ now: services.clock });
  live.onEvent(({ collection }) => {
    if (shownCollections.has(collection)) pages.clear();
  });
  const context: SiteContext = { services, pages };
  const { sql, config } = services;
  const source = { sql, baseUrl: config.publicUrl };
  const feed = new SpaceFeed({ sql, live, now: services.clock });
  app.addHook("preClose", async () => feed.stop());
  searchEngineRoutes(app, services);
  app.get("/live/space", (request, reply) => streamSpace({ services, feed, request, reply }));
  app.get("/", (request, reply) => answer({ context, request, reply, read: () => readLandingContent(source) }));
  for (const service of siteServices)
    for (const url of [`/${service}`, `/${service}/*`])
      app.get(url, (request, reply) =>
        answer({ context, request, reply, read: (requested) => readListingContent({ ...source, ...requested }) }),
      );
  app.get("/:company/:branch/:service/:companyType/info", (request, reply) =>
    answer({ context, request, reply, read: (requested) => readBranchContent({ ...source, ...requested }) }),
  );
}

async function answer({
  context: { services, pages },
  request,
  reply,
  read,
}: {
  context: SiteContext;
  request: FastifyRequest;
  reply: FastifyReply;
  read: (requested: SiteRequest) => Promise<SiteContent>;
}): Promise<FastifyReply> {
  const site = await loadSite();
  // Uptime monitors and previews of links accept anything.
  if (!site || !acceptsHtml(request.headers.accept))
    return throwApiError("ROUTE_NOT_FOUND", { path: request.url }, `Route ${request.url} doesn't exist.`);
  const page = await pages.get({
    url: request.url,
    render: async () =>
      render({ content: await read(toSiteRequest({ request, now: services.clock() })), site, services }),
  });
  return sendSitePage({ request, reply, page });
}

function toSiteRequest({ request, now }: { request: FastifyRequest; now: Date }): SiteRequest {
  const { pathname, searchParams } = new URL(request.url, "http://localhost");
  return { path: pathname, query: searchParams, now };
}

function render({
  content,
  site: { renderSite, assets },
  services: { config, clock },
}: {
  content: SiteContent;
  site: LoadedSite;
  services: AppServices;
}): RenderedPage | MovedPage {
  if (!("page" in content)) return content;
  const { page, head } = content;
  const { path, ...rest } = head;
  const html = renderSite({
    page,
    head: { ...rest, canonical: new URL(path, config.publicUrl).href },
    assets,
    now: clock(),
  });
  return { status: page.kind === "not-found" ? 404 : 200, html };
}
