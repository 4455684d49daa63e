// Examples of public pages for tests.
import { formatListingPath, parseListingAddress } from "#domain/site/listing-address.ts";
import type { BranchPage, ListedBranch, Listing } from "#domain/site/site-data.ts";

const now = new Date("2026-11-18T04:30:00Z");

export function createListedBranch(fields: Partial<ListedBranch>): ListedBranch {
  const branch = {
    id: 1,
    name: "Usman Road",
    company: "Acme",
    path: "/acme/usman-road/parking/commercial/info",
    address: "12 Ranganathan Street",
    area: "T. Nagar",
    city: "Chennai",
    state: "Tamil Nadu",
    pincode: "600017",
    point: { latitude: 13.0418, longitude: 80.2341 },
    photo: null,
    amenities: ["Covered"],
    hasValet: false,
    takesOnlinePayment: false,
    chargesGst: false,
    hasOffers: false,
    isOpenOnArrival: true,
    price: 6_000,
    lowestPrice: null,
    space: { free: 12, total: 40, at: now.toISOString() },
    distance: null,
    rating: null,
    ...fields,
  };
  const shown = { ...branch, isOpenOnArrival: null, price: null, lowestPrice: null, space: null, distance: null };
  return { ...branch, contentKey: JSON.stringify(shown) };
}

export function createListing({
  address,
  names,
  ...fields
}: Partial<Listing> & { address: string; names: readonly string[] }): Listing {
  const [path = "", query = ""] = address.split("?");
  const search = parseListingAddress({ path, query: new URLSearchParams(query), now });
  if (!search) throw new RangeError(`${address} is not the address of a listing`);
  return {
    total: 1,
    hasUncounted: false,
    branches: [createListedBranch({})],
    readAt: now,
    pageSize: 20,
    sortedBy: "name",
    places: [],
    logo: null,
    suggestion: null,
    isServiceOffered: true,
    ...fields,
    search,
    path: formatListingPath(search),
    breadcrumbs: names.map((label) => ({ label, path })),
    place: names.at(-1) ?? null,
  };
}

export function createBranchPage(fields: Partial<BranchPage>): BranchPage {
  return {
    branch: createListedBranch({}),
    service: "parking",
    entityType: "commercial",
    breadcrumbs: [],
    logo: null,
    banners: [],
    hours: null,
    zone: "Asia/Kolkata",
    isOpenNow: true,
    nextOpening: null,
    tariff: [],
    prices: [{ minutes: 60, price: 4_000, isLowest: false }],
    passes: [],
    valetNumber: null,
    usualSpace: null,
    similar: [],
    services: [],
    questions: [],
    offers: [],
    ratings: { ratings: [], page: 1, pages: 0 },
    meta: { title: null, description: null, keywords: null },
    preview: null,
    from: now,
    until: new Date(now.getTime() + 3 * 3_600_000),
    vehicleType: null,
    vehicleTypes: [],
    ...fields,
  };
}
