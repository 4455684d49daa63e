// What the pages of the public site show, and what search engines read about them.
import { describeFee, type Fees } from "#domain/onboarding/agreement.ts";
import type { SiteHead, SiteOperator, SitePage } from "#domain/site/site-document.ts";
import {
  formatPicturePath,
  parseBranchPath,
  parseListingAddress,
  parseRatingsPage,
  parseStayQuery,
} from "#domain/site/listing-address.ts";
import { describeBranchPage, describeListing, getCanonicalPath, isListingIndexed } from "#domain/site/page-texts.ts";
import { toBreadcrumbList, toFaqPage, toItemList, toParkingFacility } from "#domain/site/structured-data.ts";
import { offersPath } from "#domain/site/site-links.ts";
import type { Sql } from "#server/db/pool.ts";
import { getPrepareOptions } from "#server/db/prepared.ts";
import { type BranchPageRequest, readBranchPage, readSiteVehicleTypes } from "#server/features/site/branch-page.ts";
import { readListedOffers } from "#server/features/offers/listed-offers.ts";
import { findOffersBranch } from "#server/features/site/offers/offers-branch.ts";
import type { CachedLists } from "#server/features/site/cached/cached-lists.ts";
import { readListing } from "#server/features/site/listing.ts";
import { readCities } from "#server/features/site/places.ts";
import type { MovedPage } from "#server/features/site/cached/page-cache.ts";

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
    description: "This page does not exist.",
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

export async function readOperator({ sql }: { sql: Sql }): Promise<SiteOperator> {
  const text = `select legal_name as name, support_phone as phone, support_email as email
    from "Configuration_Settings" order by id limit 1`;
  const [operator] = await sql.unsafe<SiteOperator[]>(text, [], getPrepareOptions(text));
  return operator ?? { name: null, phone: null, email: null };
}

export async function readLandingContent({ sql }: SiteSource): Promise<SiteContent> {
  const [settings] = await sql<Fees[]>`
    select platform_charges, service_charges from "Configuration_Settings" order by id limit 1`;
  return {
    page: {
      kind: "landing",
      cities: await readCities({ sql }),
      fee: settings ? describeFee(settings, "a branch") : null,
    },
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
  cached,
  path,
  query,
  now,
}: SiteRequest & SiteSource & { cached: CachedLists }): Promise<SiteContent> {
  const search = parseListingAddress({ path, query, now });
  if (!search) return notFound;
  const [found, vehicleTypes] = await Promise.all([
    readListing({ sql, search, now, cached }),
    cached.vehicleTypes.get("", () => readSiteVehicleTypes({ sql })),
  ]);
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

/** Offers of all companies, or of the branch in the path. */
export async function readOffersContent({ sql, path, now }: SiteRequest & SiteSource): Promise<SiteContent> {
  const [company, branch] = path === offersPath ? [] : path.replace(/^\//, "").split("/");
  const found = company && branch ? await findOffersBranch({ sql, company, branch }) : null;
  if (found === undefined) return notFound;
  const offers = await readListedOffers({ sql, now, branch: found?.ids });
  const branchOfPage = found?.shown ?? null;
  return {
    page: { kind: "offers", offers: { branch: branchOfPage, offers } },
    head: {
      title: branchOfPage ? `Offers of ${branchOfPage.name} – Chaavi` : "Parking offers and coupons – Chaavi",
      description: branchOfPage
        ? `Offers and coupon codes for parking at ${branchOfPage.name}, ${branchOfPage.company}.`
        : "Offers and coupon codes for parking and valet parking, with their terms.",
      keywords: null,
      path: found ? path : offersPath,
      isIndexed: offers.length > 0,
      image: null,
      structuredData: [],
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
  const readStay = (zone: string) => parseStayQuery({ query, now, zone });
  const found = await readBranchPage({ sql, ...address, readStay, now, ratingsPage, preview });
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
      image: preview ? null : new URL(formatPicturePath(page.branch.path), baseUrl).href,
      structuredData: [
        toBreadcrumbList({ links: page.breadcrumbs, baseUrl }),
        toParkingFacility({ page, baseUrl, images }),
        ...(page.questions.length > 0 ? [toFaqPage(page.questions)] : []),
      ],
    },
  };
}
