// §2 public pages: what the server gives the renderer of the public document. Money in paise, times as ISO 8601 UTC.
import type { OpeningHours } from "#domain/branches/opening-hours.ts";
import type { ListedOffer } from "#domain/offers/listed-offer.ts";
import type { RatingSummary } from "#domain/ratings/rating-summary.ts";
import type { BranchQuestion } from "#domain/site/branch-questions.ts";

/** Service segments of public URLs (reading.md §2). */
export const siteServices = ["parking", "valet-parking", "valet-service", "pre-booking"] as const;
export type SiteService = (typeof siteServices)[number];

/** Entity types of a branch as URL segments. */
export const siteEntityTypes = ["commercial", "government", "residential", "school-college-university"] as const;
export type SiteEntityType = (typeof siteEntityTypes)[number];

export const listingFilters = ["free", "covered", "ev", "valet", "cctv", "wheelchair", "online", "offers"] as const;
export type ListingFilter = (typeof listingFilters)[number];

export const listingSorts = ["name", "price", "distance"] as const;
export type ListingSort = (typeof listingSorts)[number];

export interface SitePoint {
  latitude: number;
  longitude: number;
}

/** A time of the stay that cannot be used: what was typed and what is wrong with it. */
export interface StayError {
  typed: string;
  text: string;
}

/** Of the arrival and the departure, which have been replaced. */
export interface StayErrors {
  from?: StayError;
  until?: StayError;
}

/** A parsed listing address and its query string; places are slugs. */
export interface ListingSearch {
  service: SiteService;
  entityType: SiteEntityType | null;
  state: string | null;
  city: string | null;
  area: string | null;
  company: string | null;
  branch: string | null;
  /** Words of the search box: place, area, PIN code, company. */
  words: string;
  from: Date;
  until: Date;
  /** Neither time was given: links leave them out. */
  isDefaultStay?: boolean;
  /** Missing if what was given of the stay is shown. */
  stayErrors?: StayErrors;
  vehicleType: number | null;
  filters: readonly ListingFilter[];
  sort: ListingSort;
  /** Starts at 1. */
  page: number;
  near: SitePoint | null;
}

export interface SiteLink {
  label: string;
  path: string;
}

/** Free slots of a branch; null where the branch has no numbered slots. */
export interface SiteSpace {
  free: number;
  total: number;
  /** When the counts were read. */
  at: string;
}

export interface ListedBranch {
  id: number;
  name: string;
  company: string;
  /** `/{company}/{branch}/{service}/{companyType}/info` */
  path: string;
  address: string | null;
  area: string | null;
  city: string | null;
  state: string | null;
  pincode: string | null;
  point: SitePoint | null;
  /** File id of the first banner picture. */
  photo: string | null;
  amenities: readonly string[];
  hasValet: boolean;
  takesOnlinePayment: boolean;
  /** Whether the prices include GST. */
  chargesGst: boolean;
  hasOffers: boolean;
  isOpenOnArrival: boolean;
  /** Whole price of the stay, with tax where the branch charges it; null where the tariff has none for the vehicle type, or several and none was chosen. */
  price: number | null;
  /** Lowest price of the stay where it depends on the vehicle type and none was chosen; else null. */
  lowestPrice: number | null;
  space: SiteSpace | null;
  /** Metres from `near`. */
  distance: number | null;
  /** Of the ratings that are shown; null without any. */
  rating: RatingSummary | null;
  /** Equal only for branches that are shown alike, apart from `isOpenOnArrival`, the prices, the space and the distance. */
  contentKey: string;
}

export interface Listing {
  search: ListingSearch;
  /** Path of the listing without the query string. */
  path: string;
  /** From the service to the narrowest place. */
  breadcrumbs: readonly SiteLink[];
  /** Name of the narrowest place, for the heading; null for a whole service. */
  place: string | null;
  total: number;
  /** Whether there are more than `total`, which were not counted. */
  hasUncounted: boolean;
  branches: readonly ListedBranch[];
  /** When the oldest of `branches` was read. */
  readAt: Date;
  pageSize: number;
  /** What the branches are sorted by: the name if there are too many to sort by price. */
  sortedBy: ListingSort;
  /** Narrower places with branches, or neighbouring ones if there is none here. */
  places: readonly (SiteLink & { branches: number })[];
  /** Words that find something where those of the search find nothing; null without any. */
  suggestion: string | null;
  /** File id of the logo of the company that the address names. */
  logo: string | null;
  /** Whether the service is offered (pre-booking is shown as coming soon). */
  isServiceOffered: boolean;
}

export interface SiteVehicleType {
  id: number;
  name: string;
  /** File id of its picture. */
  image: string | null;
}

/** A rating as everybody reads it. */
export interface SiteRating {
  id: number;
  stars: number;
  words: string | null;
  /** First name, or null if the author shows none. */
  name: string | null;
  at: Date;
  answer: string | null;
}

/** One page of the ratings of a branch, the newest first. */
export interface SiteRatings {
  ratings: readonly SiteRating[];
  /** Starts at 1. */
  page: number;
  pages: number;
}

export interface BranchPage {
  branch: ListedBranch;
  service: SiteService;
  entityType: SiteEntityType;
  breadcrumbs: readonly SiteLink[];
  /** File id of the company's logo. */
  logo: string | null;
  banners: readonly string[];
  hours: OpeningHours | null;
  zone: string;
  isOpenNow: boolean;
  nextOpening: string | null;
  /** Tariff in force in words, per vehicle type (label "All vehicles" for the general rates). */
  tariff: readonly { vehicle: string; sentences: readonly string[] }[];
  /** Price by length of stay for the table and the chart: minutes and paise; `isLowest` as `lowestPrice` of a branch. */
  prices: readonly { minutes: number; price: number; isLowest: boolean }[];
  passes: readonly { label: string; price: number }[];
  valetNumber: string | null;
  /** Share of slots taken, 0–100, by weekday (Monday first) and hour; null without history. */
  usualSpace: readonly (readonly (number | null)[])[] | null;
  similar: readonly ListedBranch[];
  services: readonly SiteLink[];
  questions: readonly BranchQuestion[];
  ratings: SiteRatings;
  offers: readonly ListedOffer[];
  /** The vendor's own texts for search engines. */
  meta: { title: string | null; description: string | null; keywords: string | null };
  /** Of a page that is not published: its address for the branch's users, which has the token as a query parameter. */
  preview: { path: string; token: string } | null;
  from: Date;
  until: Date;
  stayErrors?: StayErrors | undefined;
  vehicleType: number | null;
  vehicleTypes: readonly SiteVehicleType[];
}

/** Offers that everybody sees: of all companies, or of one branch. */
export interface OffersPage {
  branch: { name: string; company: string; path: string | null } | null;
  offers: readonly ListedOffer[];
}

export type SiteResult<Page> = { kind: "page"; page: Page } | { kind: "moved"; path: string } | { kind: "not-found" };
