import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import {
  formatBranchPath,
  formatListingPath,
  formatListingQuery,
  parseBranchPath,
  parseListingAddress,
} from "#domain/site/listing-address.ts";
import { listingFilters, listingSorts, siteEntityTypes, siteServices } from "#domain/site/site-data.ts";

const now = new Date("2026-11-18T04:30:20.500Z");
const parse = (path: string, query = "") => parseListingAddress({ path, query: new URLSearchParams(query), now });

test("reads the places of an address in their order", () => {
  const rows: [path: string, expected: (string | null)[] | undefined][] = [
    ["/parking", ["parking", null, null, null, null, null, null]],
    ["/parking/", ["parking", null, null, null, null, null, null]],
    ["/valet-parking/commercial", ["valet-parking", "commercial", null, null, null, null, null]],
    ["/pre-booking/government", ["pre-booking", "government", null, null, null, null, null]],
    [
      "/valet-service/school-college-university/tamil-nadu/chennai/t-nagar/acme/mg-road",
      ["valet-service", "school-college-university", "tamil-nadu", "chennai", "t-nagar", "acme", "mg-road"],
    ],
    ["/", undefined],
    ["/valet", undefined],
    ["/parking/tamil-nadu", undefined],
    ["/parking/gov", undefined],
    ["/acme/mg-road/parking/dashboard", undefined],
    ["/parking/commercial//chennai", undefined],
    ["/parking/commercial/Tamil%20Nadu", undefined],
    ["/parking/commercial/tamil_nadu", undefined],
    ["/parking/commercial/../x", undefined],
    [`/parking/commercial/${"a".repeat(81)}`, undefined],
    ["/parking/commercial/a/b/c/d/e/f", undefined],
  ];
  for (const [path, expected] of rows) {
    const search = parse(path);
    const places = search && [
      search.service,
      search.entityType,
      search.state,
      search.city,
      search.area,
      search.company,
      search.branch,
    ];
    assert.deepEqual(places, expected, path);
    if (search) assert.equal(formatListingPath(search), path.replace(/\/$/, ""));
  }
});

test("an address ends before the first part that is missing", () => {
  const search = parse("/parking/commercial/tamil-nadu/chennai")!;
  assert.equal(formatListingPath({ ...search, entityType: null }), "/parking");
  assert.equal(formatListingPath({ ...search, city: null, area: "t-nagar" }), "/parking/commercial/tamil-nadu");
});

test("invalid values of the query have their default", () => {
  const defaults = {
    words: "",
    from: new Date("2026-11-18T04:30:00Z"),
    until: new Date("2026-11-18T07:30:00Z"),
    isDefaultStay: true,
    vehicleType: null,
    filters: [],
    sort: "name",
    page: 1,
    near: null,
  };
  for (const query of [
    "",
    "q=%20%20&vehicle=car&filter=cheap&sort=best&page=0&lat=91&lng=10",
    "from=tomorrow&until=2026-13-01T10:00&vehicle=0&page=1.5&lat=13",
    "from=2026-11-16T10:00&until=2026-11-18T09:59",
    "from=2028-01-01T10:00&vehicle=99999999999&page=1001&sort=distance",
    "from=2026-02-30T25:00&lat=1e3&lng=NaN",
  ]) {
    const { service, entityType, state, city, area, company, branch, stayErrors, ...rest } = parse("/parking", query)!;
    assert.deepEqual(rest, defaults, query);
    assert.equal(stayErrors !== undefined, query.includes("from="), query);
    assert.equal(formatListingQuery(rest), "");
    assert.deepEqual([service, entityType, state, city, area, company, branch], ["parking", ...Array(6).fill(null)]);
  }
});

test("reads times of the default time zone or with an offset", () => {
  const rows: [query: string, from: string, until: string][] = [
    ["from=2026-11-18T18:00&until=2026-11-18T20:10", "2026-11-18T12:30:00Z", "2026-11-18T14:40:00Z"],
    ["from=2026-11-18+18:00&until=2026-11-18+20:10", "2026-11-18T12:30:00Z", "2026-11-18T14:40:00Z"],
    ["from=2026-11-18T12:30:00Z", "2026-11-18T12:30:00Z", "2026-11-18T15:30:00Z"],
    ["from=2026-11-18T18:00%2B05:30", "2026-11-18T12:30:00Z", "2026-11-18T15:30:00Z"],
    ["until=2026-11-18T11:00", "2026-11-18T04:30:00Z", "2026-11-18T05:30:00Z"],
    ["from=2026-11-18T18:00&until=2026-11-18T18:00", "2026-11-18T12:30:00Z", "2026-11-18T15:30:00Z"],
    ["from=2026-11-18T18:00&until=2028-11-18T18:00", "2026-11-18T12:30:00Z", "2026-11-18T15:30:00Z"],
  ];
  for (const [query, from, until] of rows) {
    const search = parse("/parking", query)!;
    assert.deepEqual([search.from, search.until], [new Date(from), new Date(until)], query);
  }
});

test("bounds and rounds what is searched for", () => {
  const search = parse("/parking", `q=${"🚗".repeat(200)}&lat=13.08271234&lng=80.27071&sort=distance`)!;
  assert.equal(Array.from(search.words).length, 80);
  assert.deepEqual([search.near, search.sort], [{ latitude: 13.0827, longitude: 80.2707 }, "distance"]);
  assert.equal(parse("/parking", "q=%20t.%20%20nagar%20")!.words, "t. nagar");
  assert.deepEqual(parse("/parking", "filter=ev&filter=free&filter=ev")!.filters, ["free", "ev"]);
});

test("what is formatted reads back the same", () => {
  const minute = fc.integer({ min: 0, max: 300 * 1_440 });
  const slug = fc.stringMatching(/^[a-z0-9]{1,10}(-[a-z0-9]{1,10})?$/);
  const search = fc.record(
    {
      service: fc.constantFrom(...siteServices),
      entityType: fc.constantFrom(...siteEntityTypes),
      state: slug,
      city: slug,
      area: fc.option(slug),
      company: fc.constant(null),
      branch: fc.constant(null),
      words: fc.string({ maxLength: 60 }).map((text) => text.trim().replaceAll(/\s+/g, " ")),
      start: minute,
      length: fc.integer({ min: 1, max: 20_000 }),
      vehicleType: fc.option(fc.integer({ min: 1, max: 2_147_483_647 })),
      filters: fc.subarray([...listingFilters]),
      sort: fc.constantFrom(...listingSorts),
      page: fc.integer({ min: 1, max: 1_000 }),
      near: fc.record(
        {
          latitude: fc.integer({ min: -899_999, max: 899_999 }).map((degrees) => degrees / 10_000),
          longitude: fc.integer({ min: -1_799_999, max: 1_799_999 }).map((degrees) => degrees / 10_000),
        },
        { noNullPrototype: true },
      ),
    },
    { noNullPrototype: true },
  );
  fc.assert(
    fc.property(search, ({ start, length, ...rest }) => {
      const from = new Date(Date.UTC(2026, 10, 18, 4, 30 + start));
      const until = new Date(from.getTime() + length * 60_000);
      const value = { ...rest, from, until, isDefaultStay: false };
      assert.deepEqual(parse(formatListingPath(value), formatListingQuery(value)), value);
    }),
  );
});

test("reads and writes addresses of branch pages", () => {
  const address = { company: "acme", branch: "mg-road", service: "parking", entityType: "commercial" } as const;
  assert.equal(formatBranchPath(address), "/acme/mg-road/parking/commercial/info");
  assert.deepEqual(parseBranchPath("/acme/mg-road/parking/commercial/info"), address);
  for (const path of [
    "/acme/mg-road/parking/commercial",
    "/acme/mg-road/parking/gov/info",
    "/acme/mg-road/bays/commercial/info",
    "/acme/mg-road/parking/commercial/info/x",
    "/Acme/mg-road/parking/commercial/info",
    "//mg-road/parking/commercial/info",
  ])
    assert.equal(parseBranchPath(path), undefined, path);
});
