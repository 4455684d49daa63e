// What the pages of the public site show, and what search engines read about them.
import type { SiteHead, SitePage } from "#domain/site/site-document.ts";
import {
  parseBranchPath,
  parseListingAddress,
  parseRatingsPage,
  parseStayQuery,
} from "#domain/site/listing-address.ts";
import { describeBranchPage, describeListing, getCanonicalPath, isListingIndexed } from "#domain/site/page-texts.ts";
import { toBreadcrumbList, toFaqPage, toItemList, toParkingFacility } from "#domain/site/structured-data.ts";
import type { Sql } from "#server/db/pool.ts";
import { type BranchPageRequest, readBranchPage, readSiteVehicleTypes } from "#server/features/site/branch-page.ts";
import { readListing } from "#server/features/site/listing.ts";
import { readCities } from "#server/features/site/places.ts";
import type { MovedPage } from "#server/features/site/page-cache.ts";

export interface SiteRequest {
  path: string;
  query: URLSearchParams;
  now: Date;
}

/** A page with the path of its canonical address, or the path where it is. */
export type SiteContent = { page: SitePage; head: Omit<SiteHead, "canonical"> & { path: string } } | MovedPage;

export const notFound: Exclude<SiteContent, MovedPage> = {
  page: { kind: "not-found" },
  head: {
    title: "Page not found – Chaavi",
    description: "There is nothing at this address.",
    keywords: null,
    path: "/",
    isIndexed: false,
    image: null,
    structuredData: [],
  },
};

/** A source of public pages: the database, and the public URL of the site. */
interface SiteSource {
  sql: Sql;
  baseUrl: string;
}

export async function readLandingContent({ sql }: SiteSource): Promise<SiteContent> {
  return {
    page: { kind: "landing", cities: await readCities({ sql }) },
    head: {
      title: "Chaavi: find parking with its price and free slots",
      description:
        "Parking and valet parking with free slots now, opening hours and the whole price of your stay. For companies: parking and valet management.",
      keywords: null,
      path: "/",
      isIndexed: true,
      image: null,
      structuredData: [],
    },
  };
}

export async function readListingContent({
  sql,
  baseUrl,
  path,
  query,
  now,
}: SiteRequest & SiteSource): Promise<SiteContent> {
  const search = parseListingAddress({ path, query, now });
  if (!search) return notFound;
  const [found, vehicleTypes] = await Promise.all([readListing({ sql, search, now }), readSiteVehicleTypes({ sql })]);
  if (found.kind === "not-found") return notFound;
  if (found.kind === "moved") return { path: found.path };
  const { page: listing } = found;
  return {
    page: { kind: "listing", listing, vehicleTypes },
    head: {
      ...describeListing(listing),
      keywords: null,
      path: getCanonicalPath(listing),
      isIndexed: isListingIndexed(listing),
      image: null,
      structuredData: [
        toBreadcrumbList({ links: listing.breadcrumbs, baseUrl }),
        ...(listing.total > 0 ? [toItemList({ listing, baseUrl })] : []),
      ],
    },
  };
}

export async function readBranchContent({
  sql,
  baseUrl,
  path,
  query,
  now,
  preview,
}: SiteRequest & SiteSource & Pick<BranchPageRequest, "preview">): Promise<SiteContent> {
  const address = parseBranchPath(path, preview ? "preview" : "info");
  if (!address) return notFound;
  const ratingsPage = parseRatingsPage(query);
  const stay = parseStayQuery({ query, now });
  const found = await readBranchPage({ sql, ...address, ...stay, now, ratingsPage, preview });
  if (found.kind === "not-found") return notFound;
  if (found.kind === "moved") return { path: found.path };
  const { page } = found;
  const images = page.banners.map((id) => new URL(`/assets/${id}?key=system-large-cover`, baseUrl).href);
  return {
    page: { kind: "branch", branch: page },
    head: {
      ...describeBranchPage(page),
      keywords: page.meta.keywords,
      path: page.branch.path,
      isIndexed: !preview,
      image: images[0] ?? null,
      structuredData: [
        toBreadcrumbList({ links: page.breadcrumbs, baseUrl }),
        toParkingFacility({ page, baseUrl, images }),
        ...(page.questions.length > 0 ? [toFaqPage(page.questions)] : []),
      ],
    },
  };
}
