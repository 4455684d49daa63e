// §2 public site: pages rendered on the server for everybody, robots.txt and the site maps.
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { SiteOperator } from "#domain/site/site-document.ts";
import { siteServices } from "#domain/site/site-data.ts";
import { offersPath } from "#domain/site/site-links.ts";
import { findBranchPreview } from "#server/auth/branch-preview.ts";
import type { AppServices } from "#server/context.ts";
import { acceptsHtml } from "#server/http/accepts-html.ts";
import { createPagePolicy } from "#server/http/security-headers.ts";
import { throwRouteNotFound } from "#server/items/api-error.ts";
import type { LiveUpdates } from "#server/live/live.ts";
import { CachedLists } from "#server/features/site/cached/cached-lists.ts";
import { PageCache, type MovedPage, type RenderedPage } from "#server/features/site/cached/page-cache.ts";
import {
  notFound,
  readBranchContent,
  readLandingContent,
  readListingContent,
  readOffersContent,
  readOperator,
  type SiteContent,
  type SiteRequest,
} from "#server/features/site/site-content.ts";
import { sendPrivatePage, sendSitePage } from "#server/features/site/send-page.ts";
import { searchEngineRoutes } from "#server/features/site/search-engine-routes.ts";
import { mistakeRoutes } from "#server/features/site/mistakes/routes.ts";
import { pictureRoutes } from "#server/features/site/picture/routes.ts";
import { ratingRoutes } from "#server/features/site/ratings/routes.ts";
import { SpaceFeed } from "#server/features/site/space-feed.ts";
import { streamSpace } from "#server/features/site/stream-space.ts";
import type { ImageProcessor } from "#server/storage/images.ts";
import { loadSite, type LoadedSite } from "#server/features/site/site-renderer.ts";

/** Collections whose rows public pages show. */
const shownCollections: ReadonlySet<string> = new Set([
  "Areas",
  "Branch",
  "Branch_Banner_Images",
  "Branch_Tags",
  "Companies",
  "Configuration_Settings",
  "Offers",
  "Parking_Configuration",
  "Ratings",
  "Slot_Blocks",
  "Tariff_Versions",
  "Valet_and_Parking_Configuration",
  "Vehicle_Type",
]);

interface SiteContext {
  services: AppServices;
  pages: PageCache;
  cached: CachedLists;
  /** Content-Security-Policy. */
  pagePolicy: string;
}

export function siteRoutes(
  app: FastifyInstance,
  { services, live, images }: { services: AppServices; live: LiveUpdates; images: ImageProcessor },
): void {
  const pages = new PageCache({ now: services.clock });
  const cached = new CachedLists({ now: services.clock });
  live.onEvent(({ collection }) => {
    if (!shownCollections.has(collection)) return;
    pages.clear();
    cached.clear();
  });
  const { sql, config } = services;
  const context: SiteContext = { services, pages, cached, pagePolicy: createPagePolicy(config) };
  const source = { sql, baseUrl: config.publicUrl };
  const feed = new SpaceFeed({ sql, live, now: services.clock });
  app.addHook("preClose", async () => feed.stop());
  searchEngineRoutes(app, services);
  ratingRoutes(app, services);
  mistakeRoutes(app, services);
  pictureRoutes(app, { services, images });
  app.get("/live/space", (request, reply) => streamSpace({ services, feed, request, reply }));
  app.get("/", (request, reply) => answer({ context, request, reply, read: () => readLandingContent(source) }));
  for (const service of siteServices)
    for (const url of [`/${service}`, `/${service}/*`])
      app.get(url, (request, reply) =>
        answer({
          context,
          request,
          reply,
          read: (requested) => readListingContent({ ...source, cached, ...requested }),
        }),
      );
  for (const url of [offersPath, `/:company/:branch${offersPath}`])
    app.get(url, (request, reply) =>
      answer({ context, request, reply, read: (requested) => readOffersContent({ ...source, ...requested }) }),
    );
  app.get("/:company/:branch/:service/:companyType/preview", (request, reply) =>
    answerPreview({ services, request, reply }),
  );
  app.get("/:company/:branch/:service/:companyType/info", (request, reply) =>
    answer({ context, request, reply, read: (requested) => readBranchContent({ ...source, ...requested }) }),
  );
}

/** A page that is not published, for the users of its branch: rendered for each request and kept by nobody. */
async function answerPreview({
  services,
  request,
  reply,
}: {
  services: AppServices;
  request: FastifyRequest;
  reply: FastifyReply;
}): Promise<FastifyReply> {
  const site = await loadSite();
  if (!site) return throwRouteNotFound(request.url);
  const { sql, config, clock } = services;
  const requested = toSiteRequest({ request, now: clock() });
  const token = requested.query.get("token") ?? "";
  const found = await findBranchPreview({ services, token });
  const preview = found && { branch: found.branch, token };
  const content = preview
    ? await readBranchContent({ sql, baseUrl: config.publicUrl, ...requested, preview })
    : notFound;
  // The branch has another service or type now: the link is outdated.
  const operator = await readOperator(services);
  const page = render({ content: "page" in content ? content : notFound, site, services, operator });
  return sendPrivatePage({ reply, page, pagePolicy: createPagePolicy(config) });
}

async function answer({
  context: { services, pages, cached, pagePolicy },
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
  if (!site || !acceptsHtml(request.headers.accept)) return throwRouteNotFound(request.url);
  const page = await pages.get({
    url: request.url,
    render: async () => {
      const [content, operator] = await Promise.all([
        read(toSiteRequest({ request, now: services.clock() })),
        cached.operator.get("", () => readOperator(services)),
      ]);
      return "page" in content ? render({ content, site, services, operator }) : content;
    },
  });
  return sendSitePage({ request, reply, page, pagePolicy });
}

function toSiteRequest({ request, now }: { request: FastifyRequest; now: Date }): SiteRequest {
  const { pathname, searchParams } = new URL(request.url, "http://localhost");
  return { path: pathname, query: searchParams, now };
}

function render({
  content,
  site: { renderSite, assets },
  services: { config, clock },
  operator,
}: {
  content: Exclude<SiteContent, MovedPage>;
  site: LoadedSite;
  services: AppServices;
  operator: SiteOperator;
}): RenderedPage {
  const { page, head } = content;
  const { path, ...rest } = head;
  const html = renderSite({
    page,
    head: { ...rest, canonical: new URL(path, config.publicUrl).href },
    assets,
    mapTiles: config.mapTiles,
    operator,
    now: clock(),
  });
  return {
    status: page.kind === "not-found" ? 404 : 200,
    html,
    readAt: page.kind === "listing" ? page.listing.readAt : undefined,
  };
}
