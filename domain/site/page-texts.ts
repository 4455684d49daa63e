// Titles and descriptions of public pages, as search engines show them.
import { capitalize } from "#domain/text/labels.ts";
import { formatRate } from "#domain/money.ts";
import { siteEntityTypeLabels, siteServiceLabels } from "#domain/site/site-labels.ts";
import type { BranchPage, Listing, ListedBranch, ListingSearch } from "#domain/site/site-data.ts";
import { truncate } from "#domain/text/truncate.ts";

/** What is shown of a title and a description. */
export const titleLength = 60;
export const descriptionLength = 155;
const productName = "Chaavi";

export interface PageTexts {
  title: string;
  description: string;
}

/** The longest of the texts that fits, which are ordered from the longest; else the last one, shortened. */
function fit(texts: readonly string[], length: number): string {
  return texts.find((text) => text.length <= length) ?? truncate(texts.at(-1) ?? "", length - 1);
}

/** As many sentences as fit, from the first; the first one is shortened if it does not fit. */
function joinSentences(sentences: readonly string[], length: number): string {
  const [first = "", ...others] = sentences;
  let text = truncate(first, length - 1);
  for (const sentence of others) if (text.length + 1 + sentence.length <= length) text += ` ${sentence}`;
  return text;
}

/** 180 minutes → '3 h', 90 → '1 h 30 min'. */
export function formatStay({ from, until }: { from: Date; until: Date }): string {
  const minutes = Math.ceil((until.getTime() - from.getTime()) / 60_000);
  const [hours, rest] = [Math.floor(minutes / 60), minutes % 60];
  return [...(hours > 0 ? [`${hours} h`] : []), ...(rest > 0 || hours === 0 ? [`${rest} min`] : [])].join(" ");
}

/** '₹60 for 3 h', 'free'. */
function formatPrice(price: number, stay: { from: Date; until: Date }): string {
  return price === 0 ? "free" : `${formatRate(price)} for ${formatStay(stay)}`;
}

/** '₹60 for 3 h', 'from ₹20 for 3 h' where it depends on the vehicle type; undefined without a price. */
export function formatBranchPrice({
  branch: { price, lowestPrice },
  ...stay
}: Pick<BranchPage, "branch" | "from" | "until">): string | undefined {
  if (price !== null) return formatPrice(price, stay);
  if (lowestPrice === null) return undefined;
  return lowestPrice === 0 ? "free for some vehicles" : `from ${formatPrice(lowestPrice, stay)}`;
}

function findLowestPrice(branches: readonly ListedBranch[]): number | null {
  const prices = branches.flatMap(({ price, lowestPrice }) => price ?? lowestPrice ?? []);
  return prices.length === 0 ? null : Math.min(...prices);
}

/** '1 place', 'more than 500 places'. */
export function countPlaces({ total, hasUncounted }: Pick<Listing, "total" | "hasUncounted">): string {
  if (hasUncounted) return `more than ${total} places`;
  return `${total} ${total === 1 ? "place" : "places"}`;
}

/** Names of the place and of the one that it lies in: 'T. Nagar, Chennai'. */
function listPlaceNames({ search, breadcrumbs }: Pick<Listing, "search" | "breadcrumbs">): string[] {
  const isPlace = search.entityType !== null && search.state !== null;
  return isPlace
    ? breadcrumbs
        .slice(2)
        .map(({ label }) => label)
        .toReversed()
        .slice(0, 2)
    : [];
}

export function describeListing(listing: Listing): PageTexts {
  const { search, total, branches, isServiceOffered, sortedBy } = listing;
  const service = siteServiceLabels[search.service];
  const names = listPlaceNames(listing);
  const type =
    search.entityType === null || search.entityType === "commercial" ? "" : siteEntityTypeLabels[search.entityType];
  const kind = type === "" ? service : `${service} (${type.toLowerCase()})`;
  const where = names.length > 0 ? ` in ${names.join(", ")}` : " in India";
  const nearWhere = names.length > 0 ? ` in ${names[0]!}` : " in India";
  const end = ` | ${productName}`;
  const subjects = [`${kind}${where}`, `${kind}${nearWhere}`];
  if (!isServiceOffered)
    return {
      title: fit(
        subjects.map((subject) => `${subject}: coming soon${end}`),
        titleLength,
      ),
      description: joinSentences([`${subjects[0]!} is coming soon.`], descriptionLength),
    };
  // The lowest of all is known only if it is on this page.
  const isComplete = branches.length >= total || (sortedBy === "price" && search.page === 1);
  const lowest = isComplete ? findLowestPrice(branches) : null;
  const counted = subjects.map((subject) => `${subject}: ${countPlaces(listing)}`);
  const some = total === 1 ? "free" : "some free";
  const from = lowest === null ? "" : `, ${lowest === 0 ? some : `from ${formatPrice(lowest, search)}`}`;
  const priced = counted.map((text) => text + from);
  const titles = total === 0 ? subjects : [...priced, ...counted, ...subjects];
  const first =
    total === 0
      ? `No ${kind.toLowerCase()}${where} yet.`
      : `${capitalize(countPlaces(listing))} for ${kind.toLowerCase()}${where}${from}.`;
  return {
    title: fit([...titles.map((text) => text + end), ...subjects], titleLength),
    description: joinSentences(
      total === 0
        ? [first, "See the places near by."]
        : [first, "Compare the whole price of your stay, free slots, opening hours and amenities."],
      descriptionLength,
    ),
  };
}

export function describeBranchPage({ branch, service, meta, from, until }: BranchPage): PageTexts {
  const label = siteServiceLabels[service];
  const end = ` | ${productName}`;
  const places = [branch.area, branch.city].filter((name) => name !== null);
  const price = formatBranchPrice({ branch, from, until });
  const subject = `${branch.name}, ${places.join(", ")}`.replace(/, $/, "");
  const titles = [
    ...(price ? [`${label} at ${subject}: ${price}${end}`, `${label} at ${subject}: ${price}`] : []),
    `${label} at ${subject}${end}`,
    `${label} at ${branch.name}${end}`,
    `${label} at ${branch.name}`,
  ];
  const address = [branch.address, ...places].filter((part) => part !== null).join(", ");
  const description = joinSentences(
    [
      `${label} at ${branch.name}${address === "" ? "" : `, ${address}`}.`,
      ...(price ? [`${capitalize(price)}${branch.chargesGst ? ", tax included" : ""}.`] : []),
      ...(branch.amenities.length > 0 ? [`${branch.amenities.slice(0, 4).join(", ")}.`] : []),
      "Prices, opening hours and free slots.",
    ],
    descriptionLength,
  );
  return { title: meta.title ?? fit(titles, titleLength), description: meta.description ?? description };
}

/** Whether search engines should list the page: not one without branches, nor one of somebody's search. */
export function isListingIndexed({
  search: { words, filters, near, sort, vehicleType, isDefaultStay },
  total,
}: {
  search: ListingSearch;
  total: number;
}): boolean {
  const isPlain = words === "" && filters.length === 0 && !near && sort === "name" && vehicleType === null;
  return total > 0 && isPlain && isDefaultStay === true;
}

/** The address that stands for a listing in every search: of its place and page alone. */
export function getCanonicalPath({ path, search: { page } }: Pick<Listing, "path" | "search">): string {
  return page > 1 ? `${path}?page=${page}` : path;
}
