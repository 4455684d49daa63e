// The public addresses of the site, in parts: listings of places with branches, pages of offers, and pages of branches.
import { formatBranchPath, formatListingPath } from "#domain/site/listing-address.ts";
import { toPresentSlug } from "#domain/site/place-slugs.ts";
import { siteEntityTypes, siteServices, type SiteEntityType, type SiteService } from "#domain/site/site-data.ts";
import { offeredServices } from "#domain/site/site-labels.ts";
import { toSlug } from "#domain/text/slug.ts";
import type { Sql } from "#server/db/pool.ts";
import { getPrepareOptions } from "#server/db/prepared.ts";
import { toServiceCondition } from "#server/features/site/listing-conditions.ts";
import { listOffersPaths } from "#server/features/site/offers/offers-paths.ts";

export const sitemapPartSize = 10_000;

export interface SitemapPath {
  path: string;
  /** Last change of the branch, or of the latest changed branch or offer of the page. */
  changed: Date;
}

/** Offers are shown at their time. */
interface SitemapTime {
  sql: Sql;
  now: Date;
}

/** Visible branches once for each service that they offer. */
const offers = siteServices
  .filter((service) => offeredServices.includes(service))
  .map(
    (
      service,
    ) => `select s.branch as id, '${service}' as service, s.entity_type, s.state_name as state, s.city_name as city, s.area_name as area,
      s.slug, s.company, coalesce(b.date_updated, b.date_created) as changed
      from site_branches s join "Branch" b on b.id = s.branch where ${toServiceCondition(service)}`,
  )
  .join(" union all ");

interface PlaceRow {
  service: SiteService;
  entityType: SiteEntityType;
  state: string | null;
  city: string | null;
  area: string | null;
  changed: Date;
}

/** Each place with branches, and all it lies in, and the pages of offers, in the order of their paths. */
async function listListingPaths({ sql, now }: SitemapTime): Promise<SitemapPath[]> {
  const text = `select o.service, o.entity_type as "entityType", o.state, o.city, o.area, max(o.changed) as changed
    from (${offers}) o group by 1, 2, 3, 4, 5`;
  const rows = await sql.unsafe<PlaceRow[]>(text, [], getPrepareOptions(text));
  const paths = new Map<string, Date>();
  for (const { service, entityType, changed, ...names } of rows) {
    if (!siteEntityTypes.includes(entityType)) continue;
    const [state, city] = [names.state, names.city].map((name) => toPresentSlug(toSlug(name ?? "")) || null);
    const area = toSlug(names.area ?? "") || null;
    const places = { service, entityType, state: state!, city: city!, area, company: null, branch: null };
    for (const part of ["entityType", "state", "city", "area", "company"] as const) {
      const path = formatListingPath({ ...places, [part]: null });
      const known = paths.get(path);
      if (!known || known < changed) paths.set(path, changed);
    }
  }
  return [...paths]
    .map(([path, changed]) => ({ path, changed }))
    .concat(await listOffersPaths({ sql, now }))
    .toSorted((one, other) => (one.path < other.path ? -1 : 1));
}

interface OfferRow {
  company: string;
  slug: string;
  service: SiteService;
  entityType: SiteEntityType;
  changed: Date;
}

async function listBranchPaths({ sql, part }: { sql: Sql; part: number }): Promise<SitemapPath[]> {
  const text = `select o.company, o.slug, o.service, o.entity_type as "entityType", o.changed from (${offers}) o
    order by o.id, o.service limit ${sitemapPartSize} offset $1::int`;
  const rows = await sql.unsafe<OfferRow[]>(text, [part * sitemapPartSize], getPrepareOptions(text));
  return rows.map(({ slug: branch, changed, ...address }) => ({
    path: formatBranchPath({ ...address, branch }),
    changed,
  }));
}

const toParts = (count: number): number => Math.ceil(count / sitemapPartSize);
const countListingParts = (listings: readonly SitemapPath[]): number => Math.max(1, toParts(listings.length));

/** How many parts the sitemap has: those of listings and offers first, then those of branches. At least one. */
export async function countSitemapParts({ sql, now }: SitemapTime): Promise<{ listings: number; branches: number }> {
  const text = `select count(*)::int as count from (${offers}) o`;
  const [listings, [branches]] = await Promise.all([
    listListingPaths({ sql, now }),
    sql.unsafe<{ count: number }[]>(text, [], getPrepareOptions(text)),
  ]);
  return { listings: countListingParts(listings), branches: toParts(branches!.count) };
}

/** The paths of a part, from 1; none beyond the last one. */
export async function listSitemapPaths({ sql, now, part }: SitemapTime & { part: number }): Promise<SitemapPath[]> {
  const listings = await listListingPaths({ sql, now });
  const listingParts = countListingParts(listings);
  if (part > listingParts) return listBranchPaths({ sql, part: part - listingParts - 1 });
  return listings.slice((part - 1) * sitemapPartSize, part * sitemapPartSize);
}
