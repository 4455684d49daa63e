// Public pages as JSON-LD (schema.org), for search engines.
import { type OpeningHours, weekdayNames, weekdays } from "#domain/branches/opening-hours.ts";
import { ratingLimits } from "#domain/ratings/rating-limits.ts";
import { formatRate, formatWireAmount } from "#domain/money.ts";
import { formatAverage } from "#domain/ratings/rating-summary.ts";
import type { BranchPage, ListedBranch, Listing, SiteLink } from "#domain/site/site-data.ts";

type JsonLdValue = string | number | boolean | JsonLdObject | readonly JsonLdValue[];
export interface JsonLdObject {
  [property: string]: JsonLdValue;
}

const context = "https://schema.org";
const country = "IN";
const currency = "INR";

/** The text of a script element: it contains no `<`, which could end the element. */
export function toJsonLdText(object: JsonLdObject): string {
  return JSON.stringify(object).replaceAll("<", String.raw`\u003c`);
}

/** Properties with a value. */
function listGiven(properties: { [property: string]: JsonLdValue | null | undefined }): JsonLdObject {
  const given: JsonLdObject = {};
  for (const [name, value] of Object.entries(properties))
    if (value !== null && value !== undefined) given[name] = value;
  return given;
}

const toUrl = (baseUrl: string, path: string): string => `${baseUrl.replace(/\/$/, "")}${path}`;

export function toBreadcrumbList({ links, baseUrl }: { links: readonly SiteLink[]; baseUrl: string }): JsonLdObject {
  return {
    "@context": context,
    "@type": "BreadcrumbList",
    itemListElement: links.map(({ label, path }, index) => ({
      "@type": "ListItem",
      position: index + 1,
      name: label,
      item: toUrl(baseUrl, path),
    })),
  };
}

function toAddress({ address, area, city, state, pincode }: ListedBranch): JsonLdObject {
  const street = [address, area].filter((part) => part !== null && part !== "").join(", ");
  return listGiven({
    "@type": "PostalAddress",
    streetAddress: street === "" ? null : street,
    addressLocality: city,
    addressRegion: state,
    postalCode: pincode,
    addressCountry: country,
  });
}

/** Closing times are inclusive minutes, so that the end of a day is 23:59. */
const toClosing = (until: string): string => (until === "24:00" || until === "00:00" ? "23:59" : until);

/** Days with the same hours are one entry; without opening hours it is open day and night. */
function toOpeningHours(hours: OpeningHours | null): JsonLdObject[] {
  const specifications = new Map<string, { days: string[]; opens: string; closes: string }>();
  for (const day of weekdays)
    for (const { from, until } of hours ? hours[day] : [{ from: "00:00", until: "24:00" }]) {
      const [opens, closes] = [from, toClosing(until)];
      const known = specifications.get(`${opens}-${closes}`) ?? { days: [], opens, closes };
      known.days.push(`${context}/${weekdayNames[day]}`);
      specifications.set(`${opens}-${closes}`, known);
    }
  return [...specifications.values()].map(({ days, opens, closes }) => ({
    "@type": "OpeningHoursSpecification",
    dayOfWeek: days,
    opens,
    closes,
  }));
}

/** '₹20–₹480' of the stays of the table; null without prices. */
function toPriceRange(prices: BranchPage["prices"]): string | null {
  const amounts = prices.map(({ price }) => price);
  if (amounts.length === 0) return null;
  const [lowest, highest] = [Math.min(...amounts), Math.max(...amounts)].map(formatRate);
  return lowest === highest ? lowest! : `${lowest}–${highest}`;
}

function toOffer({ minutes, price, isLowest }: BranchPage["prices"][number]): JsonLdObject {
  const amount = formatWireAmount(price);
  return {
    "@type": "Offer",
    name: minutes % 60 === 0 ? `Parking for ${minutes / 60} h` : `Parking for ${minutes} min`,
    ...(isLowest
      ? { priceSpecification: { "@type": "PriceSpecification", minPrice: amount, priceCurrency: currency } }
      : { price: amount, priceCurrency: currency }),
  };
}

const toAmenity = (name: string): JsonLdObject => ({ "@type": "LocationFeatureSpecification", name, value: true });

/** Null for few ratings, whose average says little. */
function toAggregateRating({ rating }: Pick<ListedBranch, "rating">): JsonLdObject | null {
  if (rating === null || rating.count < ratingLimits.forSearch) return null;
  const [ratingValue, ratingCount] = [formatAverage(rating), rating.count];
  return { "@type": "AggregateRating", ratingValue, ratingCount, bestRating: 5, worstRating: 1 };
}

export function toParkingFacility({
  page: { branch, hours, prices, valetNumber },
  baseUrl,
  images,
}: {
  page: Pick<BranchPage, "branch" | "hours" | "prices" | "valetNumber">;
  baseUrl: string;
  /** Absolute addresses of its pictures. */
  images: readonly string[];
}): JsonLdObject {
  const { point, amenities, company } = branch;
  const url = toUrl(baseUrl, branch.path);
  return listGiven({
    "@context": context,
    "@type": ["ParkingFacility", "LocalBusiness"],
    "@id": url,
    name: branch.name,
    url,
    image: images.length > 0 ? images : null,
    telephone: valetNumber === null ? null : `+91${valetNumber}`,
    address: toAddress(branch),
    geo: point && { "@type": "GeoCoordinates", latitude: point.latitude, longitude: point.longitude },
    openingHoursSpecification: toOpeningHours(hours),
    priceRange: toPriceRange(prices),
    currenciesAccepted: currency,
    isAccessibleForFree: prices.length > 0 && prices.every(({ price, isLowest }) => price === 0 && !isLowest),
    amenityFeature: amenities.length > 0 ? amenities.map(toAmenity) : null,
    aggregateRating: toAggregateRating(branch),
    makesOffer: prices.length > 0 ? prices.map(toOffer) : null,
    parentOrganization: { "@type": "Organization", name: company },
  });
}

/** Google shows it for a page that has the same questions and answers in its text. */
export function toFaqPage(questions: BranchPage["questions"]): JsonLdObject {
  return {
    "@context": context,
    "@type": "FAQPage",
    mainEntity: questions.map(({ question, answer }) => ({
      "@type": "Question",
      name: question,
      acceptedAnswer: { "@type": "Answer", text: answer },
    })),
  };
}

export function toItemList({
  listing: { branches, total, search, pageSize },
  baseUrl,
}: {
  listing: Pick<Listing, "branches" | "total" | "search" | "pageSize">;
  baseUrl: string;
}): JsonLdObject {
  const first = (search.page - 1) * pageSize;
  return {
    "@context": context,
    "@type": "ItemList",
    numberOfItems: total,
    itemListElement: branches.map(({ name, path }, index) => ({
      "@type": "ListItem",
      position: first + index + 1,
      name,
      url: toUrl(baseUrl, path),
    })),
  };
}
