// A page that is filled into cached templates is the page that a renderer without any renders, whichever was rendered before.
import assert from "node:assert/strict";
import { test } from "node:test";
import { fileURLToPath, pathToFileURL } from "node:url";
import { parseListingAddress } from "#domain/site/listing-address.ts";
import type { ListedBranch, Listing } from "#domain/site/site-data.ts";
import type { SiteDocument, SiteRenderer } from "#domain/site/site-document.ts";
import { toBytes } from "#server/features/site/cached/html-bytes.ts";
import { createListedBranch } from "#tests/support/site-examples.ts";

const now = new Date("2026-11-18T04:30:00Z");
const path = "/parking/commercial/tamil-nadu/salem";
const file = pathToFileURL(fileURLToPath(new URL("../../../../dist/site/render.js", import.meta.url))).href;

let renderers = 0;
async function loadRenderer(): Promise<SiteRenderer> {
  renderers += 1;
  const module: SiteRenderer = await import(`${file}?renderer=${renderers}`);
  return module;
}

interface Variant {
  query?: string;
  listing?: Partial<Listing>;
  branch?: Partial<ListedBranch>;
  document?: Partial<SiteDocument>;
  head?: Partial<SiteDocument["head"]>;
  vehicleTypes?: { id: number; name: string; image: string | null }[];
}

function createDocument({ query = "", ...variant }: Variant): SiteDocument {
  const search = parseListingAddress({ path, query: new URLSearchParams(query), now })!;
  const listing: Listing = {
    search,
    path,
    breadcrumbs: [
      { label: "Parking", path: "/parking" },
      { label: "Salem", path },
    ],
    place: "Salem",
    total: 45,
    hasUncounted: false,
    branches: [
      createListedBranch({ address: null, ...variant.branch }),
      createListedBranch({ address: null, id: 8, name: "Bazaar", point: null }),
    ],
    readAt: now,
    pageSize: 20,
    sortedBy: "name",
    places: [{ label: "Fairlands", path: `${path}/fairlands`, branches: 2 }],
    logo: null,
    suggestion: null,
    isServiceOffered: true,
    ...variant.listing,
  };
  return {
    page: {
      kind: "listing",
      listing,
      vehicleTypes: variant.vehicleTypes ?? [{ id: 1, name: "Car", image: null }],
    },
    head: {
      title: "Parking in Salem",
      description: "45 places",
      keywords: null,
      canonical: `https://chaavi.test${path}`,
      isIndexed: true,
      image: null,
      structuredData: [{ "@type": "ItemList" }],
      ...variant.head,
    },
    assets: { styles: ["/static/site.css"], fonts: [], scripts: [] },
    mapTiles: undefined,
    operator: { name: null, phone: null, email: null },
    now,
    ...variant.document,
  };
}

/** Each shows something that the others do not. */
const variants: readonly Variant[] = [
  {},
  { query: "from=2026-11-20T10:00&until=2026-11-20T12:00" },
  { query: "vehicle=1" },
  { query: "vehicle=1&from=2026-11-20T10:00&until=2026-11-20T12:00" },
  { query: "from=%22%3Cb%3E" },
  { query: "from=2026-11-20T10:00&until=2026-11-20T09:00" },
  { query: "q=%22five%22+%3Croads%3E" },
  { query: "q=a%00heading%00b" },
  { query: "filter=covered&filter=ev" },
  { query: "sort=price" },
  { query: "sort=distance&lat=11.6&lng=78.1", branch: { distance: 850 } },
  { query: "page=2" },
  { query: "page=3" },
  { listing: { total: 1, branches: [] } },
  { listing: { total: 0, branches: [] } },
  { query: "filter=ev", listing: { total: 0, branches: [] } },
  { query: "q=ngar", listing: { total: 0, branches: [], suggestion: "nagar" } },
  { listing: { total: 200, hasUncounted: true } },
  { listing: { places: [] } },
  { listing: { places: [{ label: "Fairlands", path: `${path}/fairlands`, branches: 3 }] } },
  { listing: { breadcrumbs: [{ label: "Parking", path: "/parking" }] } },
  {
    listing: {
      breadcrumbs: [
        { label: "Parking", path: "/parking" },
        { label: "Sélam", path },
      ],
    },
  },
  { listing: { logo: "1234" } },
  { listing: { logo: "1234" }, branch: { company: "Other Parking" } },
  { listing: { logo: "5678" } },
  { listing: { isServiceOffered: false } },
  { listing: { place: "Salem & Erode" } },
  { vehicleTypes: [{ id: 1, name: "Car", image: "pic" }] },
  { vehicleTypes: [{ id: 1, name: "Auto", image: null }] },
  { head: { isIndexed: false } },
  { head: { title: 'A "B" & <C>', description: "It's", canonical: "https://chaavi.test/?a=1&b=2" } },
  { head: { structuredData: [] } },
  { head: { structuredData: [{ name: "</script>" }, { name: "₹" }] } },
  { document: { assets: { styles: ["/static/other.css"], fonts: ["/f.woff2"], scripts: ["/s.js"] } } },
  {
    document: {
      mapTiles: { url: "https://tiles.test/{z}/{x}/{y}.png", attribution: { text: "© Tiles", url: null } },
    },
  },
  { document: { operator: { name: "Chaavi <Private> Limited", phone: "044 4000 1234", email: null } } },
  { document: { operator: { name: null, phone: null, email: "help@chaavi.test" } } },
  { document: { now: new Date(now.getTime() + 40_000) } },
  { branch: { name: "Six Roads" } },
  { branch: { name: 'A "B" & <i>' } },
  { branch: { path: "/salem-parking/six-roads/parking/commercial/info" } },
  { branch: { point: { latitude: 11.7, longitude: 78.14 } } },
  { branch: { price: null } },
  { branch: { price: null, lowestPrice: 500 } },
  { branch: { price: 0 } },
  { branch: { chargesGst: true } },
  { branch: { space: null } },
  { branch: { space: { free: 0, total: 9, at: now.toISOString() } } },
  { branch: { photo: "1234" } },
  { branch: { isOpenOnArrival: false } },
  { branch: { hasValet: true, hasOffers: true, takesOnlinePayment: true } },
  { branch: { rating: { count: 3, sum: 13 } } },
];

test("cached templates give the page of a renderer without any, in any order", async () => {
  const warm = await loadRenderer();
  const documents = variants.map(createDocument);
  const renderWarm = (): string[] => documents.map((document) => toBytes(warm.renderSite(document)).toString());
  renderWarm();
  const pages = renderWarm();
  for (const [index, document] of documents.entries()) {
    const fresh = await loadRenderer();
    const page = toBytes(fresh.renderSite(document)).toString();
    assert.equal(pages[index], page, JSON.stringify(variants[index]));
    assert.ok(page.startsWith("<!doctype html><html") && page.endsWith("</html>"));
  }
  // Control: the variants differ, so that a template of another one would be noticed.
  assert.equal(new Set(pages).size, pages.length);
});
