// §2 (reading.md §2): addresses of listings, /{service?}/{companyTypeName?}/{state?}/{city?}/{area?}/{company?}/{branch?},
// their query strings, and addresses of branch pages.
import { formatDateTime } from "#domain/dates.ts";
import {
  listingFilters,
  listingSorts,
  siteEntityTypes,
  siteServices,
  type ListingSearch,
  type SiteEntityType,
  type SitePoint,
  type SiteService,
} from "#domain/site/site-data.ts";
import { parseStay } from "#domain/site/stay/stay-query.ts";

const maxWords = 80;
const maxPage = 1_000;
const maxSlug = 80;
const maxSegments = 7;
const slugPattern = /^[a-z0-9]+(?:-[a-z0-9]+)*$/;

const isSlug = (segment: string): boolean => segment.length <= maxSlug && slugPattern.test(segment);

type ListingPlaces = Pick<ListingSearch, "service" | "entityType" | "state" | "city" | "area" | "company" | "branch">;

/** The parts of a path; undefined if it is not the address of a listing. A place never skips those before it. */
function parsePath(path: string): ListingPlaces | undefined {
  const segments = path.replace(/^\//, "").replace(/\/$/, "").split("/");
  if (segments.length > maxSegments || !segments.every(isSlug)) return undefined;
  const [first, second, state = null, city = null, area = null, company = null, branch = null] = segments;
  const service = siteServices.find((name) => name === first);
  const entityType = siteEntityTypes.find((name) => name === second) ?? null;
  if (!service || (second !== undefined && entityType === null)) return undefined;
  return { service, entityType, state, city, area, company, branch };
}

function parseWholeNumber(text: string | null, max: number): number | null {
  const number = /^\d{1,10}$/.test(text ?? "") ? Number(text) : 0;
  return number >= 1 && number <= max ? number : null;
}

const parseVehicleType = (query: URLSearchParams): number | null =>
  parseWholeNumber(query.get("vehicle"), 2_147_483_647);

/** Rounded to about ten metres: enough for distances, and no more of where somebody is. */
function parseDegrees(text: string | null, max: number): number | null {
  if (!/^-?\d{1,3}(?:\.\d{1,15})?$/.test(text ?? "")) return null;
  const degrees = Math.round(Number(text) * 1e4) / 1e4;
  return Math.abs(degrees) <= max ? degrees : null;
}

function parsePoint(query: URLSearchParams): SitePoint | null {
  const [latitude, longitude] = [parseDegrees(query.get("lat"), 90), parseDegrees(query.get("lng"), 180)];
  return latitude === null || longitude === null ? null : { latitude, longitude };
}

/** Invalid values of the query string have their default; of the stay it is said (`stayErrors`). */
function parseQuery(query: URLSearchParams, now: Date): Omit<ListingSearch, keyof ListingPlaces> {
  const near = parsePoint(query);
  const chosen = new Set(query.getAll("filter"));
  const sort = listingSorts.find((name) => name === query.get("sort")) ?? "name";
  const words = (query.get("q") ?? "")
    .slice(0, 4 * maxWords)
    .trim()
    .replaceAll(/\s+/g, " ");
  return {
    words: Array.from(words).slice(0, maxWords).join("").trim(),
    ...parseStay(query, now),
    vehicleType: parseVehicleType(query),
    filters: listingFilters.filter((name) => chosen.has(name)),
    sort: sort === "distance" && !near ? "name" : sort,
    page: parseWholeNumber(query.get("page"), maxPage) ?? 1,
    near,
  };
}

/** Undefined if the path is not the address of a listing. */
export function parseListingAddress({
  path,
  query,
  now,
}: {
  path: string;
  query: URLSearchParams;
  now: Date;
}): ListingSearch | undefined {
  const places = parsePath(path);
  return places && { ...places, ...parseQuery(query, now) };
}

/** The narrowest place that the address can name: nothing after a part that is missing. */
export function formatListingPath({ service, entityType, state, city, area, company, branch }: ListingPlaces): string {
  const parts = [service, entityType, state, city, area, company, branch];
  const end = parts.indexOf(null);
  return `/${parts.slice(0, end === -1 ? parts.length : end).join("/")}`;
}

type ListingQuery = Omit<ListingSearch, keyof ListingPlaces>;

/**
 * '?q=…', without values that are the default; empty if all are. `isUtc` is for links to the page of a branch, which reads
 * other times in its own time zone.
 */
export function formatListingQuery({
  words,
  from,
  until,
  isDefaultStay = false,
  vehicleType,
  filters,
  sort,
  page,
  near,
  isUtc = false,
}: ListingQuery & { isUtc?: boolean }): string {
  const query = new URLSearchParams();
  if (words !== "") query.set("q", words);
  if (!isDefaultStay) {
    query.set("from", formatSiteTime(from, isUtc));
    query.set("until", formatSiteTime(until, isUtc));
  }
  if (vehicleType !== null) query.set("vehicle", String(vehicleType));
  for (const filter of filters) query.append("filter", filter);
  if (sort !== "name") query.set("sort", sort);
  if (near) {
    query.set("lat", String(near.latitude));
    query.set("lng", String(near.longitude));
  }
  if (page > 1) query.set("page", String(page));
  const text = query.toString();
  return text === "" ? "" : `?${text}`;
}

/** 'YYYY-MM-DDTHH:mm' in the default time zone, or in UTC as 'YYYY-MM-DDTHH:mmZ'. */
function formatSiteTime(at: Date, isUtc: boolean): string {
  return isUtc ? `${at.toISOString().slice(0, 16)}Z` : formatDateTime({ at }).replace(" ", "T");
}

/** The stay and vehicle type of a branch page, as in the query string of a listing. */
export function parseStayQuery({
  query,
  now,
  zone,
}: {
  query: URLSearchParams;
  now: Date;
  zone?: string;
}): Pick<ListingSearch, "from" | "until" | "isDefaultStay" | "stayErrors" | "vehicleType"> {
  return { ...parseStay(query, now, zone), vehicleType: parseVehicleType(query) };
}

/** Page of the ratings of a branch page; the first one unless it is given. */
export function parseRatingsPage(query: URLSearchParams): number {
  const page = query.get("ratings") ?? "";
  return /^[1-9]\d{0,4}$/.test(page) ? Number(page) : 1;
}

export interface BranchAddress {
  company: string;
  branch: string;
  service: SiteService;
  entityType: SiteEntityType;
}

export function formatBranchPath({ company, branch, service, entityType }: BranchAddress): string {
  return `/${company}/${branch}/${service}/${entityType}/info`;
}

/** Where the users of a branch see its page before it is published. */
export function formatPreviewPath(address: BranchAddress): string {
  return formatBranchPath(address).replace(/info$/, "preview");
}

/** The picture of the branch page at this path, for shared links. */
export function formatPicturePath(branchPath: string): string {
  return branchPath.replace(/info$/, "picture.png");
}

/** Undefined if the path is not the address of a branch page; service and type need not be those of the branch. */
export function parseBranchPath(
  path: string,
  end: "info" | "preview" | "picture.png" = "info",
): BranchAddress | undefined {
  const [company = "", branch = "", first, second, last, ...more] = path.replace(/^\//, "").split("/");
  const service = siteServices.find((name) => name === first);
  const entityType = siteEntityTypes.find((name) => name === second);
  if (!service || !entityType || last !== end || more.length > 0) return undefined;
  return isSlug(company) && isSlug(branch) ? { company, branch, service, entityType } : undefined;
}
