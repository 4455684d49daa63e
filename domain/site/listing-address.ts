// §2 (reading.md §2): addresses of listings, /{service?}/{companyTypeName?}/{state?}/{city?}/{area?}/{company?}/{branch?},
// their query strings, and addresses of branch pages.
import { fromDateParts, formatDateTime } from "#domain/dates.ts";
import * as limits from "#domain/limits.ts";
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

const minuteMs = 60_000;
const dayMs = 24 * 60 * minuteMs;
export const defaultStayMs = 3 * 60 * minuteMs;
const maxAheadMs = 366 * dayMs;
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

/** Local time without an offset, as inputs of date and time or of text send it, is that of the default time zone. */
function parseTime(text: string | null): Date | undefined {
  const match = /^(\d{4})-(\d{2})-(\d{2})[T ](\d{2}):(\d{2})(?::(\d{2})(?:\.\d{1,3})?)?(Z|[+-]\d{2}:\d{2})?$/.exec(
    text ?? "",
  );
  if (!match) return undefined;
  const [whole, year, month, day, hour, minute, , offset] = match;
  const number = (part: string | undefined): number => Number(part ?? 0);
  const isInRange =
    number(month) >= 1 && number(month) <= 12 && number(day) >= 1 && number(day) <= 31 && number(hour) <= 23;
  if (!isInRange || number(minute) > 59) return undefined;
  const parts = { year: number(year), month: number(month), day: number(day), hour: number(hour) };
  const time =
    offset === undefined
      ? fromDateParts({ parts: { ...parts, minute: number(minute), second: 0 } })
      : new Date(whole.replace(" ", "T"));
  return Number.isNaN(time.getTime()) ? undefined : time;
}

const toMinute = (time: Date): Date => new Date(Math.floor(time.getTime() / minuteMs) * minuteMs);

/** Arrival and departure; now and three hours later unless both are given and make a stay that can be priced. */
function parseStay(query: URLSearchParams, now: Date): Pick<ListingSearch, "from" | "until" | "isDefaultStay"> {
  const start = toMinute(now);
  const arrival = parseTime(query.get("from"));
  const isSoon = arrival && arrival.getTime() >= start.getTime() - dayMs && +arrival <= +start + maxAheadMs;
  const from = isSoon ? arrival : start;
  const departure = parseTime(query.get("until"));
  const isStay = departure && departure > from && +departure - +from <= limits.quotedStayMinutes * minuteMs;
  const until = isStay ? departure : new Date(from.getTime() + defaultStayMs);
  return { from, until, isDefaultStay: !isSoon && !isStay };
}

function parseWholeNumber(text: string | null, max: number): number | null {
  const number = /^\d{1,10}$/.test(text ?? "") ? Number(text) : 0;
  return number >= 1 && number <= max ? number : null;
}

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

/** Invalid values of the query string have their default. */
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
    vehicleType: parseWholeNumber(query.get("vehicle"), 2_147_483_647),
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

/** '?q=…', without values that are the default; empty if all are. */
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
}: ListingQuery): string {
  const query = new URLSearchParams();
  if (words !== "") query.set("q", words);
  if (!isDefaultStay) {
    query.set("from", formatSiteTime(from));
    query.set("until", formatSiteTime(until));
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

/** 'YYYY-MM-DDTHH:mm', by default in the default time zone. */
export function formatSiteTime(at: Date, zone?: string): string {
  return formatTimeField(at, zone).replace(" ", "T");
}

/** 'YYYY-MM-DD HH:mm', by default in the default time zone: the value of a field of the stay, which people read as well. */
export function formatTimeField(at: Date, zone?: string): string {
  return formatDateTime({ at, zone });
}

/** The stay and vehicle type of a branch page, as in the query string of a listing. */
export function parseStayQuery({
  query,
  now,
}: {
  query: URLSearchParams;
  now: Date;
}): Pick<ListingSearch, "from" | "until" | "isDefaultStay" | "vehicleType"> {
  const { from, until, isDefaultStay, vehicleType } = parseQuery(query, now);
  return { from, until, ...(isDefaultStay === undefined ? {} : { isDefaultStay }), vehicleType };
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
