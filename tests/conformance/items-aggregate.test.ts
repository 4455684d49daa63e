// §7: aggregates, groups, exports, and limits of queries.
import assert from "node:assert/strict";
import { aggregate } from "@directus/sdk";
import { test } from "node:test";
import { queryLimits } from "#server/items/query/query-limits.ts";
import { toQueryString, startItemsFixture } from "#tests/support/items-fixture.ts";

const fixture = await startItemsFixture();
const { ids, platform, app, clock } = fixture;
const client = fixture.createSdk(platform);
const token = { authorization: `Bearer ${platform.token}` };

const aggregateCases: [string, string, object, unknown][] = [
  ["count of rows", "Branch", { aggregate: { count: "*" } }, [{ count: "6" }]],
  [
    "count of values",
    "Branch",
    { aggregate: { count: ["city", "platform_charges"] } },
    [{ count: { city: "5", platform_charges: "5" } }],
  ],
  ["countDistinct", "Branch", { aggregate: { countDistinct: ["city"] } }, [{ countDistinct: { city: "3" } }]],
  ["sum of numbers", "Branch", { aggregate: { sum: ["platform_charges"] } }, [{ sum: { platform_charges: "10599" } }]],
  [
    "sum of money",
    "Time_Charges",
    { aggregate: { sum: ["charge_amount_for_minutes"] } },
    [{ sum: { charge_amount_for_minutes: "150.49" } }],
  ],
  [
    "sumDistinct",
    "Branch",
    { aggregate: { sumDistinct: ["platform_charges"] } },
    [{ sumDistinct: { platform_charges: "10349" } }],
  ],
  ["avg", "Slot_Blocks", { aggregate: { avg: ["total_slots"] } }, [{ avg: { total_slots: "21.7142857142857143" } }]],
  [
    "avgDistinct",
    "Slot_Blocks",
    { aggregate: { avgDistinct: ["total_slots"] } },
    [{ avgDistinct: { total_slots: "18.6666666666666667" } }],
  ],
  [
    "min and max keep their type",
    "Branch",
    { aggregate: { min: ["date_created"], max: ["platform_charges"] } },
    [{ min: { date_created: "2024-12-31T18:30:00.000Z" }, max: { platform_charges: 9999 } }],
  ],
  [
    "min of money and text",
    "Time_Charges",
    { aggregate: { min: ["min_charge_of_minutes", "service"] } },
    [{ min: { min_charge_of_minutes: "0.00", service: "is_parking" } }],
  ],
  [
    "of a filter",
    "Branch",
    { aggregate: { count: "*" }, query: { filter: { city: { _eq: "Chennai" } } } },
    [{ count: "3" }],
  ],
  [
    "of a filter through a relation",
    "Slot_Blocks",
    { aggregate: { sum: ["total_slots"] }, query: { filter: { branch: { company: { slug: "beta" } } } } },
    [{ sum: { total_slots: "80" } }],
  ],
  ["of a search", "Branch", { aggregate: { count: "*" }, query: { search: "nagar" } }, [{ count: "2" }]],
  [
    "of no rows",
    "Branch",
    { aggregate: { count: "*", sum: ["platform_charges"], max: ["name"] }, query: { filter: { id: { _lt: 0 } } } },
    [{ count: "0", sum: { platform_charges: null }, max: { name: null } }],
  ],
  [
    "by a field",
    "Branch",
    { aggregate: { count: "*" }, groupBy: ["city"] },
    [
      { city: "Chennai", count: "3" },
      { city: "Hyderabad", count: "1" },
      { city: "Mysuru", count: "1" },
      { city: null, count: "1" },
    ],
  ],
  [
    "by a field, descending",
    "Branch",
    { aggregate: { count: "*" }, groupBy: ["city"], query: { sort: ["-city"], limit: 2 } },
    [
      { city: null, count: "1" },
      { city: "Mysuru", count: "1" },
    ],
  ],
  [
    "by two fields",
    "Branch",
    { aggregate: { max: ["id"] }, groupBy: ["is_parking", "city"], query: { filter: { city: "Chennai" } } },
    [{ is_parking: true, city: "Chennai", max: { id: ids["Egmore"] } }],
  ],
  [
    "by a relation's key",
    "Branch",
    { aggregate: { count: ["id"] }, groupBy: ["company"] },
    ["Alpha Parking", "Beta Group", "Gamma City"].map((name) => ({ company: ids[name], count: { id: "2" } })),
  ],
  [
    "by a function",
    "Branch",
    { aggregate: { count: "*" }, groupBy: ["year(date_created)"] },
    [
      { date_created_year: "2024", count: "1" },
      { date_created_year: "2025", count: "2" },
      { date_created_year: "2026", count: "3" },
    ],
  ],
  [
    "by a function, descending, one page",
    "Branch",
    {
      aggregate: { count: "*" },
      groupBy: ["year(date_created)"],
      query: { sort: ["-year(date_created)"], limit: 1, page: 2 },
    },
    [{ date_created_year: "2025", count: "2" }],
  ],
];
for (const [name, collection, query, expected] of aggregateCases)
  test(`aggregate: ${name}`, async () =>
    assert.deepEqual(await client.request(aggregate(collection as never, query as never)), expected));

test("aggregate: bracket form, and groups without functions return distinct values", async () => {
  const bracket = await platform.get(
    "/items/Branch?aggregate[count]=*&aggregate[sum][]=platform_charges&groupBy[]=is_parking",
  );
  assert.deepEqual(bracket.data, [
    { is_parking: false, count: "1", sum: { platform_charges: "0" } },
    { is_parking: true, count: "5", sum: { platform_charges: "10599" } },
  ]);
  const alone = await platform.get("/items/Branch?groupBy=entity_type");
  assert.deepEqual(alone.data, [
    { entity_type: "commercial" },
    { entity_type: "government" },
    { entity_type: "residential" },
  ]);
});

test("aggregate: a system collection at its own address", async () => {
  const users = await platform.get("/users?aggregate[count]=*");
  assert.deepEqual(users.data, [{ count: "1" }]);
});

for (const query of [
  "aggregate[median]=id",
  "aggregate[sum]=name",
  "aggregate[avg]=date_created",
  "aggregate[sum]=*",
  "aggregate[min]=is_parking",
  "aggregate[max]=amenities",
  "aggregate[count]=slot_blocks",
  "aggregate[count]=",
  "aggregate=count",
  "groupBy=slot_blocks",
  "groupBy=amenities",
  "groupBy=count(slot_blocks)",
  "groupBy=year(name)",
  "aggregate[count]=*&groupBy=city&sort=name",
  "aggregate[count]=*&groupBy=city&sort=-amenities",
])
  test(`aggregate: ${query} is INVALID_QUERY`, async () => {
    const response = await platform.get(`/items/Branch?${query}`);
    assert.deepEqual([response.status, response.code], [400, "INVALID_QUERY"], response.text);
  });

for (const query of [
  "aggregate[count]=nope",
  "groupBy=nope",
  "groupBy=year(nope)",
  "groupBy=company.slug",
  "aggregate[count]=*&groupBy=city&sort=nope",
])
  test(`aggregate: ${query} is FORBIDDEN`, async () =>
    assert.equal((await platform.get(`/items/Branch?${query}`)).code, "FORBIDDEN"));

// Exports.

const exportItems = async (query: string) => {
  clock.now = new Date("2026-11-21T14:26:04Z");
  // A token of that hour.
  const caller = await fixture.asUser(fixture.platformUser);
  const response = await app.inject({
    url: `/items/Branch?${query}`,
    headers: { authorization: `Bearer ${caller.token}` },
  });
  clock.now = null;
  assert.equal(response.statusCode, 200, response.body);
  return response;
};
const smallQuery = "fields=name,company.slug,platform_charges,amenities,slot_blocks.total_slots&limit=2";

test("export: csv with columns for related rows", async () => {
  const response = await exportItems(`${smallQuery}&export=csv`);
  assert.equal(response.headers["content-type"], "text/csv; charset=utf-8");
  assert.equal(response.headers["content-disposition"], 'attachment; filename="Branch 2026-11-21 at 14.26.04.csv"');
  assert.deepEqual(response.body.split("\n"), [
    "name,company.slug,platform_charges,amenities,slot_blocks",
    'Anna Nagar,alpha,250,"[""Tea""]","[{""total_slots"":10},{""total_slots"":20},{""total_slots"":30}]"',
    'Besant_Nagar 100%,alpha,,[],"[{""total_slots"":5}]"',
  ]);
});

test("export: json contains the rows only", async () => {
  const response = await exportItems("fields=name&limit=1&export=json&meta=*");
  assert.deepEqual(JSON.parse(response.body), [{ name: "Anna Nagar" }]);
  assert.match(String(response.headers["content-disposition"]), /\.json"$/);
});

test("export: xml", async () => {
  const response = await exportItems("fields=name,company.slug,gstin&filter[name]=Fort&export=xml");
  assert.equal(
    response.body,
    '<?xml version="1.0" encoding="UTF-8"?>\n<data>\n  <data>\n    <name>Fort</name>\n    <company>\n      <slug>gamma</slug>\n    </company>\n    <gstin/>\n  </data>\n</data>\n',
  );
});

test("export: yaml", async () => {
  const response = await exportItems(
    "fields=name,company.slug,gstin,slot_blocks.total_slots&filter[name]=Charminar&export=yaml",
  );
  assert.equal(
    response.body,
    '- name: "Charminar"\n  company:\n    slug: "beta"\n  gstin: null\n  slot_blocks:\n    - total_slots: 40\n    - total_slots: 40\n',
  );
});

test("export: escapes spreadsheet formulas and characters that XML cannot contain", async () => {
  const type = await fixture.factories.row("Vehicle_Type", { name: '=HYPERLINK("x","<&>")' });
  const one = (format: string) =>
    app.inject({ url: `/items/Vehicle_Type?fields=name&filter[id]=${type.id}&export=${format}`, headers: token });
  assert.equal((await one("csv")).body, `name\n"'=HYPERLINK(""x"",""<&>"")"`);
  assert.match((await one("xml")).body, /<name>=HYPERLINK\("x","&lt;&amp;&gt;"\)<\/name>/);
  await fixture.sql`delete from "Vehicle_Type" where id = ${type.id}`;
});

test("export: by SEARCH, and of groups", async () => {
  const response = await platform.search("/items/Branch", {
    query: { aggregate: { count: ["id"] }, groupBy: ["is_parking"], export: "csv" },
  });
  assert.equal(response.text, "is_parking,count.id\nfalse,1\ntrue,5");
});

// Limits.

const nestFilter = (levels: number): object => (levels === 0 ? { id: 1 } : { _and: [nestFilter(levels - 1)] });
const oversizedQueries: [string, object][] = [
  ["a filter of fifty levels", { filter: nestFilter(50) }],
  ["a filter of thirteen levels", { filter: nestFilter(13) }],
  ["a list of ten thousand values", { filter: { id: { _in: Array.from({ length: 10_000 }, (_, n) => n) } } }],
  ["a thousand aliases", { alias: Object.fromEntries(Array.from({ length: 1_000 }, (_, n) => [`a${n}`, "name"])) }],
  [
    "three thousand conditions",
    { filter: { _and: Array.from({ length: 10 }, () => ({ _or: Array.from({ length: 300 }, () => ({ id: 1 })) })) } },
  ],
  [
    "a hundred relations in a filter",
    { filter: { _or: Array.from({ length: 101 }, () => ({ company: { slug: "a" } })) } },
  ],
  ["more than a thousand fields", { fields: Array.from({ length: 1_001 }, (_, n) => `f${n}`) }],
  ["wildcards of nine levels", { fields: ["*.*.*.*.*.*.*.*.*"] }],
  ["twenty-one sort keys", { sort: Array.from({ length: 21 }, () => "id") }],
  ["eleven groups", { groupBy: Array.from({ length: 11 }, () => "id") }],
  ["a hundred and one aggregates", { aggregate: { count: Array.from({ length: 101 }, (_, n) => `f${n}`) } }],
  ["deep of twenty levels", { deep: Array.from({ length: 20 }).reduce<object>((inner) => ({ company: inner }), {}) }],
  ["a limit beyond any page", { limit: queryLimits.rows + 1 }],
];
for (const [name, query] of oversizedQueries)
  test(`limit: ${name} is INVALID_QUERY immediately`, async () => {
    // CPU time of this process, which a busy machine does not lengthen.
    const begun = process.cpuUsage();
    const response = await platform.search("/items/Branch", { query });
    assert.deepEqual([response.status, response.code], [400, "INVALID_QUERY"], response.text.slice(0, 300));
    const { user, system } = process.cpuUsage(begun);
    assert.ok(user + system < 1_000_000, `${user + system} µs`);
  });

test("limit: a body of ten megabytes is CONTENT_TOO_LARGE", async () => {
  const response = await platform.search("/items/Branch", { query: { search: "x".repeat(10_000_000) } });
  assert.deepEqual([response.status, response.code], [413, "CONTENT_TOO_LARGE"]);
});

test("limit: a result with too many rows or bytes is rejected and never truncated", async () => {
  await fixture.sql`insert into "Areas" (area_name, city, state) select 'Area number ' || n, repeat('x', 80), repeat('y', 80) from generate_series(1, 100100) n`;
  const all = await platform.get("/items/Areas?limit=-1&fields=id");
  assert.equal(all.code, "INVALID_QUERY");
  assert.match(all.errors[0]!.message, /more than 100000 rows or 32 MB/);
  const half = await platform.get("/items/Areas?limit=60000&fields=id");
  assert.equal(half.data.length, 60_000);
  const heavy = await platform.get("/items/Areas?limit=99000&fields=*&alias[a]=city&alias[b]=state&alias[c]=city");
  assert.equal(heavy.code, "INVALID_QUERY", heavy.text.slice(0, 100));
  const page = await platform.get(`/items/Areas?limit=1&fields=id&sort=-id&${toQueryString({ meta: "filter_count" })}`);
  assert.ok(page.meta!.filter_count! > 100_000);
});
