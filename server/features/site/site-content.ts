// What the pages of the public site show, and what search engines read about them.
import type { SiteHead, SitePage } from "#domain/site/site-document.ts";
import { parseBranchPath, parseListingAddress, parseStayQuery } from "#domain/site/listing-address.ts";
import { siteServiceLabels } from "#domain/site/site-labels.ts";
import type { Sql } from "#server/db/pool.ts";
import { readBranchPage, readSiteVehicleTypes } from "#server/features/site/branch-page.ts";
import { readListing } from "#server/features/site/listing.ts";
import type { MovedPage } from "#server/features/site/page-cache.ts";

export interface SiteRequest {
  path: string;
  query: URLSearchParams;
  now: Date;
}

/** A page with the path of its canonical address, or the path where it is. */
export type SiteContent = { page: SitePage; head: Omit<SiteHead, "canonical"> & { path: string } } | MovedPage;

const notFound: SiteContent = {
  page: { kind: "not-found" },
  head: {
    title: "Page not found – Chaavi",
    description: "There is nothing at this address.",
    path: "/",
    isIndexed: false,
    image: null,
    structuredData: [],
  },
};

export async function readLandingContent(_source: { sql: Sql }): Promise<SiteContent> {
  return {
    page: { kind: "landing", cities: [] },
    head: {
      title: "Chaavi: find parking with its price and free slots",
      description:
        "Parking and valet parking with free slots now, opening hours and the whole price of your stay. For companies: parking and valet management.",
      path: "/",
      isIndexed: true,
      image: null,
      structuredData: [],
    },
  };
}

export async function readListingContent({ sql, path, query, now }: SiteRequest & { sql: Sql }): Promise<SiteContent> {
  const search = parseListingAddress({ path, query, now });
  if (!search) return notFound;
  const [found, vehicleTypes] = await Promise.all([readListing({ sql, search, now }), readSiteVehicleTypes({ sql })]);
  if (found.kind === "not-found") return notFound;
  if (found.kind === "moved") return { path: found.path };
  const { page: listing } = found;
  const place = listing.place === null ? "" : ` in ${listing.place}`;
  return {
    page: { kind: "listing", listing, vehicleTypes },
    head: {
      title: `${siteServiceLabels[search.service]}${place} – Chaavi`,
      description: `${listing.total} places with free slots now, prices and opening hours.`,
      path: listing.path,
      isIndexed: listing.total > 0 && query.size === 0,
      image: null,
      structuredData: [],
    },
  };
}

export async function readBranchContent({ sql, path, query, now }: SiteRequest & { sql: Sql }): Promise<SiteContent> {
  const address = parseBranchPath(path);
  if (!address) return notFound;
  const found = await readBranchPage({ sql, ...address, ...parseStayQuery({ query, now }), now });
  if (found.kind === "not-found") return notFound;
  if (found.kind === "moved") return { path: found.path };
  const { page: branch } = found;
  return {
    page: { kind: "branch", branch },
    head: {
      title: `${branch.branch.name} – Chaavi`,
      description: `Parking at ${branch.branch.name}.`,
      path: branch.branch.path,
      isIndexed: true,
      image: null,
      structuredData: [],
    },
  };
}
