import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { parseListingAddress } from "#domain/site/listing-address.ts";
import {
  describeBranchPage,
  describeListing,
  descriptionLength,
  formatStay,
  getCanonicalPath,
  isListingIndexed,
  titleLength,
} from "#domain/site/page-texts.ts";
import { createBranchPage, createListedBranch, createListing } from "#tests/support/site-examples.ts";

const now = new Date("2026-11-18T04:30:00Z");

test("describes a listing by its place, number and lowest price", () => {
  const listing = createListing({
    address: "/parking/commercial/tamil-nadu/chennai/t-nagar",
    names: ["Parking", "Commercial", "Tamil Nadu", "Chennai", "T. Nagar"],
    total: 12,
    sortedBy: "price",
    branches: [
      createListedBranch({ price: 6_000 }),
      createListedBranch({ price: 2_000 }),
      createListedBranch({ price: null }),
    ],
  });
  assert.deepEqual(describeListing(listing), {
    title: "Parking in T. Nagar: 12 places, from ₹20 for 3 h | Chaavi",
    description:
      "12 places for parking in T. Nagar, Chennai, from ₹20 for 3 h. Compare the whole price of your stay, free slots, opening hours and amenities.",
  });
  // Cheaper ones may be on other pages.
  assert.equal(
    describeListing({ ...listing, sortedBy: "name" }).title,
    "Parking in T. Nagar, Chennai: 12 places | Chaavi",
  );
  const one = createListing({
    ...listing,
    address: "/parking",
    names: ["Parking"],
    total: 1,
    branches: [createListedBranch({ price: 0 })],
  });
  assert.equal(describeListing(one).title, "Parking in India: 1 place, free | Chaavi");
});

test("says that a place has none, and that a service is coming", () => {
  const empty = createListing({
    address: "/valet-parking/residential/kerala/kochi",
    names: ["Valet parking", "Residential", "Kerala", "Kochi"],
    total: 0,
    branches: [],
  });
  assert.deepEqual(describeListing(empty), {
    title: "Valet parking (residential) in Kochi, Kerala | Chaavi",
    description: "No valet parking (residential) in Kochi, Kerala yet. See the places near by.",
  });
  const coming = createListing({
    address: "/pre-booking",
    names: ["Pre-booking"],
    total: 0,
    branches: [],
    isServiceOffered: false,
  });
  assert.equal(describeListing(coming).title, "Pre-booking in India: coming soon | Chaavi");
});

test("describes a branch by its place and price", () => {
  const page = createBranchPage({
    branch: createListedBranch({ price: 6_000, amenities: ["Covered", "CCTV"], chargesGst: true }),
  });
  assert.deepEqual(describeBranchPage(page), {
    title: "Parking at Usman Road, T. Nagar, Chennai: ₹60 for 3 h",
    description:
      "Parking at Usman Road, 12 Ranganathan Street, T. Nagar, Chennai. ₹60 for 3 h, tax included. Covered, CCTV. Prices, opening hours and free slots.",
  });
  const untaxed = createBranchPage({ branch: { ...page.branch, chargesGst: false } });
  assert.match(describeBranchPage(untaxed).description, /₹60 for 3 h\. Covered/);
  const own = createBranchPage({
    branch: page.branch,
    meta: { title: "Own title", description: null, keywords: null },
  });
  assert.deepEqual(describeBranchPage(own), { title: "Own title", description: describeBranchPage(page).description });
});

test("keeps to what search engines show, whatever the names", () => {
  const name = fc.string({ minLength: 1, maxLength: 80 });
  fc.assert(
    fc.property(name, name, fc.option(fc.nat(10_000_000)), fc.nat(30_000), (place, address, price, total) => {
      const branch = createListedBranch({
        name: place.slice(0, 50),
        area: place,
        city: place,
        address,
        price,
        amenities: [place, address],
      });
      const listing = createListing({
        address: "/parking/school-college-university/a/b",
        names: ["Parking", "School, college, university", place, place],
        total,
        sortedBy: "price",
        branches: [branch],
      });
      for (const { title, description } of [
        describeListing(listing),
        describeBranchPage(createBranchPage({ branch })),
      ]) {
        assert.ok(title.length > 0 && title.length <= titleLength, title);
        assert.ok(description.length > 0 && description.length <= descriptionLength, description);
      }
    }),
  );
});

test("formats the length of a stay", () => {
  for (const [minutes, text] of [
    [180, "3 h"],
    [90, "1 h 30 min"],
    [45, "45 min"],
    [1_440, "24 h"],
  ] as const)
    assert.equal(formatStay({ from: now, until: new Date(now.getTime() + minutes * 60_000) }), text);
});

test("search engines list pages of places, not those of a search", () => {
  const rows: [address: string, total: number, isIndexed: boolean, canonical: string][] = [
    ["/parking/commercial", 3, true, "/parking/commercial"],
    ["/parking/commercial", 0, false, "/parking/commercial"],
    ["/parking/commercial?page=2", 30, true, "/parking/commercial?page=2"],
    ["/parking/commercial?q=mall", 3, false, "/parking/commercial"],
    ["/parking/commercial?filter=free", 3, false, "/parking/commercial"],
    ["/parking/commercial?sort=price&page=2", 30, false, "/parking/commercial?page=2"],
    ["/parking/commercial?from=2026-11-19T10:00", 3, false, "/parking/commercial"],
    ["/parking/commercial?lat=13&lng=80", 3, false, "/parking/commercial"],
  ];
  for (const [address, total, isIndexed, canonical] of rows) {
    const [path = "", query = ""] = address.split("?");
    const search = parseListingAddress({ path, query: new URLSearchParams(query), now })!;
    assert.equal(isListingIndexed({ search, total }), isIndexed, address);
    assert.equal(getCanonicalPath({ path, search }), canonical, address);
  }
});

test("names the lowest price of a branch where it depends on the vehicle type", () => {
  const branch = createListedBranch({ price: null, lowestPrice: 2_000 });
  assert.equal(
    describeBranchPage(createBranchPage({ branch })).title,
    "Parking at Usman Road, T. Nagar, Chennai: from ₹20 for 3 h",
  );
  const free = createListedBranch({ price: null, lowestPrice: 0 });
  assert.match(describeBranchPage(createBranchPage({ branch: free })).description, /Free for some vehicles\./);
});
