// §7: what a list or a row contains: fields, functions, aliases, sorting, paging, deep, counts and exports, with the
// SDK and by hand.
import assert from "node:assert/strict";
import { readItem, readItems, readSingleton } from "@directus/sdk";
import { test } from "node:test";
import { toQueryString, startItemsFixture } from "#tests/support/items-fixture.ts";

const fixture = await startItemsFixture();
const { ids, getName, platform, app } = fixture;
const client = fixture.createSdk(platform);
const token = { authorization: `Bearer ${platform.token}` };
const anna = ids["Anna Nagar"]!;
const beta = ids["Beta Group"]!;

/** The names of branches in result order. */
async function readBranches(query: object): Promise<string[]> {
  const rows = await client.request(readItems("Branch", { fields: ["id"], ...query }));
  return rows.map((row) => getName("branch", row["id"] as number));
}
async function readRaw(address: string) {
  const response = await app.inject({ url: address, headers: token });
  return { ...response, json: () => JSON.parse(response.body) as { data: { [key: string]: unknown }[] } };
}

// Fields.

const fieldCases: [string, object, unknown][] = [
  ["a field", { fields: ["name"] }, { name: "Anna Nagar" }],
  ["in the requested order", { fields: ["slug", "name"] }, { slug: "anna-nagar", name: "Anna Nagar" }],
  ["a many-to-one as its key", { fields: ["company"] }, { company: ids["Alpha Parking"] }],
  ["a many-to-one as a row", { fields: [{ company: ["slug"] }] }, { company: { slug: "alpha" } }],
  ["an empty many-to-one", { fields: [{ area_request: ["area_name"] }] }, { area_request: null }],
  [
    "through two relations",
    { fields: [{ company: [{ branches: ["slug"] }] }] },
    { company: { branches: [{ slug: "anna-nagar" }, { slug: "besant-nagar-100" }] } },
  ],
  [
    "a one-to-many as keys",
    { fields: ["slot_blocks"] },
    { slot_blocks: ["A", "B", "C"].map((one) => ids[`Anna Nagar ${one}`]) },
  ],
  [
    "a one-to-many as rows",
    { fields: [{ slot_blocks: ["slot_prefix"] }] },
    { slot_blocks: [{ slot_prefix: "A" }, { slot_prefix: "B" }, { slot_prefix: "C" }] },
  ],
  ["a one-to-many without rows", { fields: [{ banner_images: ["id"] }] }, { banner_images: [] }],
  [
    "a many-to-many",
    { fields: [{ tags: [{ tag: ["Name"] }] }] },
    { tags: [{ tag: { Name: "Roofed" } }, { tag: { Name: "Plugs" } }] },
  ],
  [
    "money as text",
    { fields: [{ time_charges: ["charge_amount_for_minutes"] }] },
    { time_charges: [{ charge_amount_for_minutes: "20.00" }, { charge_amount_for_minutes: "10.50" }] },
  ],
  ["a number as number", { fields: ["platform_charges"] }, { platform_charges: 250 }],
  ["JSON as JSON", { fields: ["amenities"] }, { amenities: ["Tea"] }],
  ["a time in UTC with milliseconds", { fields: ["date_created"] }, { date_created: "2025-01-15T04:30:00.000Z" }],
  ["a boolean", { fields: ["is_parking"] }, { is_parking: true }],
  ["null", { fields: ["gstin"] }, { gstin: null }],
  ["year()", { fields: ["year(date_created)"] }, { date_created_year: "2025" }],
  ["month()", { fields: ["month(date_created)"] }, { date_created_month: "1" }],
  ["week()", { fields: ["week(date_created)"] }, { date_created_week: "3" }],
  ["day()", { fields: ["day(date_created)"] }, { date_created_day: "15" }],
  ["weekday()", { fields: ["weekday(date_created)"] }, { date_created_weekday: "3" }],
  ["hour()", { fields: ["hour(date_created)"] }, { date_created_hour: "4" }],
  ["minute()", { fields: ["minute(date_created)"] }, { date_created_minute: "30" }],
  ["second()", { fields: ["second(date_created)"] }, { date_created_second: "0.000000" }],
  ["count()", { fields: ["count(slot_blocks)"] }, { slot_blocks_count: "3" }],
  ["a function of a related field", { fields: [{ area: ["count(nothing)"] }] }, undefined],
  ["a function through a relation", { fields: ["company.count(branches)"] }, { company: { branches_count: "2" } }],
  ["json()", { fields: ["json(amenities, 0)"] }, { amenities_0_json: "Tea" }],
  ["json() of a missing path", { fields: ["json(amenities, a.b)"] }, { amenities_a_b_json: null }],
];
for (const [name, query, expected] of fieldCases)
  test(`fields: ${name}`, async () => {
    const read = client.request(readItem("Branch", anna, query));
    if (expected === undefined) await assert.rejects(read);
    else assert.deepEqual(await read, expected);
  });

test("fields: * contains every column and the keys of every to-many relation", async () => {
  const row = await client.request(readItem("Branch", anna));
  for (const [key, value] of Object.entries({ name: "Anna Nagar", banner_images: [], company: ids["Alpha Parking"] }))
    assert.deepEqual(row[key], value);
  assert.deepEqual(
    row["slot_blocks"],
    ["A", "B", "C"].map((one) => ids[`Anna Nagar ${one}`]),
  );
});

test("fields: *.* expands one level and keeps other fields unchanged", async () => {
  const row = await client.request(readItem("Branch", anna, { fields: ["*.*"] }));
  assert.equal(row["company"].slug, "alpha");
  assert.deepEqual(row["company"].branches, [anna, ids["Besant_Nagar 100%"]]);
  assert.equal(row["slot_blocks"][1].slot_prefix, "B");
  assert.equal(row["name"], "Anna Nagar");
});

test("fields: * with a named relation contains the row instead of its key", async () => {
  const { data } = (await readRaw(`/items/Branch/${anna}?fields=*,company.name`)).json() as unknown as {
    data: { [key: string]: unknown };
  };
  assert.deepEqual(data["company"], { name: "Alpha Parking" });
  assert.equal(data["slug"], "anna-nagar");
});

test("fields: every form gives the same result", async () => {
  const forms = [
    "fields=id,company.slug,year(date_created)",
    "fields[]=id&fields[]=company.slug&fields[]=year(date_created)",
    "fields=id&fields=company.slug&fields=year(date_created)",
    `fields=${encodeURIComponent('["id","company.slug","year(date_created)"]')}`,
  ];
  const bodies = await Promise.all(forms.map(async (form) => (await readRaw(`/items/Branch?${form}`)).body));
  assert.equal(new Set(bodies).size, 1);
  assert.deepEqual(JSON.parse(bodies[0]!).data[0], { id: anna, company: { slug: "alpha" }, date_created_year: "2025" });
});

for (const [name, fields, code] of [
  ["an unknown field", "nope", "FORBIDDEN"],
  ["an unknown related field", "company.nope", "FORBIDDEN"],
  ["a function of an unknown field", "year(nope)", "FORBIDDEN"],
  ["an unknown function", "lower(name)", "INVALID_QUERY"],
  ["a function of the wrong type", "year(name)", "INVALID_QUERY"],
  ["a function without a closing bracket", "year(date_created", "INVALID_QUERY"],
  ["a nested field of a number", "platform_charges.x", "INVALID_QUERY"],
  ["a nested field of a function", "year(date_created).x", "INVALID_QUERY"],
  [
    "eleven levels",
    "company.branches.company.branches.company.branches.company.branches.company.branches.id",
    "INVALID_QUERY",
  ],
] as const)
  test(`fields: ${name} is ${code}`, async () => {
    const response = await platform.get(`/items/Branch?${toQueryString({ fields })}`);
    assert.equal(response.code, code, response.text);
  });

// Aliases.

test("alias: another key for a field, a relation and a function", async () => {
  const alias = { title: "name", owner: "company", since: "year(date_created)", blocks: "slot_blocks" };
  const fields = ["title", "owner.slug", "since", "blocks"];
  const row = await platform.get(`/items/Branch/${anna}?${toQueryString({ alias, fields: fields.join(",") })}`);
  const blocks = ["A", "B", "C"].map((one) => ids[`Anna Nagar ${one}`]);
  assert.deepEqual(row.data, { title: "Anna Nagar", owner: { slug: "alpha" }, since: "2025", blocks });
});

test("alias: one relation twice with different queries", async () => {
  const query = {
    alias: { few: "slot_blocks", many: "slot_blocks" },
    fields: ["few.slot_prefix", "many.slot_prefix"],
    deep: { few: { _limit: 1 }, many: { _filter: { total_slots: { _gt: 15 } }, _sort: "-id" } },
  };
  const { data } = await platform.search("/items/Branch", { query: { ...query, filter: { id: anna } } });
  assert.deepEqual(data, [{ few: [{ slot_prefix: "A" }], many: [{ slot_prefix: "C" }, { slot_prefix: "B" }] }]);
});

test("alias: bracket form, and * includes it", async () => {
  const { data } = await platform.get(`/items/Branch/${anna}?alias[title]=name&fields=*`);
  assert.equal(data.title, "Anna Nagar");
  assert.equal(data.name, "Anna Nagar");
});

test("alias: nested in deep", async () => {
  const deep = JSON.stringify({ company: { _alias: { shops: "branches" }, shops: { _limit: 1, _sort: ["-id"] } } });
  const { data } = await platform.get(`/items/Branch/${anna}?${toQueryString({ fields: "company.shops.slug", deep })}`);
  assert.deepEqual(data, { company: { shops: [{ slug: "besant-nagar-100" }] } });
});

for (const alias of [
  '{"a.b":"name"}',
  '{"a\\"b":"name"}',
  '{"__proto__":"name"}',
  '{"a":1}',
  '["name"]',
  `{"${"a".repeat(64)}":"name"}`,
])
  test(`alias: ${alias.slice(0, 20)} is INVALID_QUERY`, async () =>
    assert.equal((await platform.get(`/items/Branch?${toQueryString({ alias })}`)).code, "INVALID_QUERY"));

// Sorting and paging.

const allBranchNames = ["Anna Nagar", "Besant_Nagar 100%", "Charminar", "anna salai", "Egmore", "Fort"];
const sortCases: [string, object, string[]][] = [
  ["by key by default", {}, allBranchNames],
  ["down", { sort: ["-id"] }, allBranchNames.toReversed()],
  ["by text", { sort: ["name"] }, ["Anna Nagar", "Besant_Nagar 100%", "Charminar", "Egmore", "Fort", "anna salai"]],
  [
    "nulls last when ascending",
    { sort: ["platform_charges"] },
    ["Charminar", "anna salai", "Anna Nagar", "Egmore", "Fort", "Besant_Nagar 100%"],
  ],
  [
    "nulls first when descending",
    { sort: ["-platform_charges"] },
    ["Besant_Nagar 100%", "Fort", "Egmore", "Anna Nagar", "anna salai", "Charminar"],
  ],
  [
    "several keys",
    { sort: ["-company", "name"] },
    ["Egmore", "Fort", "Charminar", "anna salai", "Anna Nagar", "Besant_Nagar 100%"],
  ],
  [
    "through a relation",
    { sort: ["-company.slug", "id"] },
    ["Egmore", "Fort", "Charminar", "anna salai", "Anna Nagar", "Besant_Nagar 100%"],
  ],
  [
    "by a function",
    { sort: ["year(date_created)", "-id"] },
    ["Fort", "Besant_Nagar 100%", "Anna Nagar", "Egmore", "anna salai", "Charminar"],
  ],
  [
    "by a count",
    { sort: ["-count(slot_blocks)", "id"] },
    ["Anna Nagar", "Charminar", "Besant_Nagar 100%", "Egmore", "anna salai", "Fort"],
  ],
  ["limit", { limit: 2 }, allBranchNames.slice(0, 2)],
  ["limit and offset", { limit: 2, offset: 3 }, allBranchNames.slice(3, 5)],
  ["limit and page", { limit: 4, page: 2 }, allBranchNames.slice(4)],
  ["page 0 is page 1", { limit: 2, page: 0 }, allBranchNames.slice(0, 2)],
  ["page takes precedence over offset", { limit: 2, page: 2, offset: 1 }, allBranchNames.slice(2, 4)],
  ["limit 0", { limit: 0 }, []],
  ["all", { limit: -1 }, allBranchNames],
  ["beyond the end", { offset: 100 }, []],
];
for (const [name, query, expected] of sortCases)
  test(`sort and page: ${name}`, async () => assert.deepEqual(await readBranches(query), expected));

for (const query of [
  "limit=-2",
  "limit=x",
  "limit=NaN",
  "limit=100001",
  "offset=-1",
  "page=-1",
  "sort=slot_blocks",
  "sort=amenities",
  "sort=slot_blocks.id",
  "sort=json(amenities,a)",
])
  test(`sort and page: ${query} is INVALID_QUERY`, async () =>
    assert.equal((await platform.get(`/items/Branch?${query}`)).code, "INVALID_QUERY"));

// Search.

for (const [search, expected] of [
  ["nagar", ["Anna Nagar", "Besant_Nagar 100%"]],
  ["CHENNAI", ["Anna Nagar", "Besant_Nagar 100%", "Egmore"]],
  ["%", ["Besant_Nagar 100%"]],
  ["9999", ["Fort"]],
  ["' or 1=1", []],
] as const)
  test(`search: ${search}`, async () => assert.deepEqual(await readBranches({ search }), expected));

test("search: a key, an amount, and an alphanumeric id", async () => {
  const byKey = await platform.get(`/items/Companies?fields=id&search=${beta}`);
  assert.ok((byKey.data as { id: number }[]).some(({ id }) => id === beta));
  const byAmount = await platform.get("/items/Time_Charges?fields=id&search=99.99");
  assert.deepEqual(byAmount.data, [{ id: ids["Besant_Nagar 100% Car"] ?? byAmount.data[0].id }]);
  assert.equal(byAmount.data.length, 1);
  const byUuid = await platform.get(`/users?fields=id&search=${fixture.platformUser.id}`);
  assert.deepEqual(byUuid.data, [{ id: fixture.platformUser.id }]);
});

// Deep.

const readBlocks = async (deep: object): Promise<unknown> => {
  const rows = await client.request(
    readItems("Branch", {
      fields: [{ slot_blocks: ["slot_prefix"] }],
      deep,
      filter: { "count(slot_blocks)": { _gt: 1 } },
    }),
  );
  return rows.map((row) =>
    (row["slot_blocks"] as { slot_prefix: string }[]).map((block) => block.slot_prefix).join(""),
  );
};
const deepCases: [string, object, string[]][] = [
  ["nothing", {}, ["ABC", "AB"]],
  ["_limit, for each parent", { _limit: 1 }, ["A", "A"]],
  ["_limit -1", { _limit: -1 }, ["ABC", "AB"]],
  ["_limit 0", { _limit: 0 }, ["", ""]],
  ["_sort", { _sort: ["-slot_prefix"] }, ["CBA", "BA"]],
  ["_sort and _limit", { _sort: ["-slot_prefix"], _limit: 1 }, ["C", "B"]],
  ["_offset", { _offset: 1 }, ["BC", "B"]],
  ["_page", { _page: 2, _limit: 1 }, ["B", "B"]],
  ["_filter", { _filter: { total_slots: { _gte: 20 } } }, ["BC", "AB"]],
  ["_search", { _search: "zone b" }, ["B", "B"]],
];
for (const [name, deep, expected] of deepCases)
  test(`deep: ${name}`, async () => assert.deepEqual(await readBlocks({ slot_blocks: deep }), expected));

test("deep: applies to relations returned as keys", async () => {
  const response = await platform.get(
    `/items/Branch/${anna}?fields=slot_blocks&deep[slot_blocks][_limit]=1&deep[slot_blocks][_sort]=-id`,
  );
  assert.deepEqual(response.data, { slot_blocks: [ids["Anna Nagar C"]] });
});

test("deep: two levels, and a filter on a many-to-one relation that gives null", async () => {
  const query = {
    fields: ["slug", "branches.slug", "branches.area.area_name", "branches.slot_blocks.slot_prefix"],
    deep: {
      branches: { _sort: "-id", _limit: 1, slot_blocks: { _limit: 1 }, area: { _filter: { area_name: "Guindy" } } },
    },
    limit: 1,
  };
  const { data } = await platform.search("/items/Companies", { query });
  const besant = { slug: "besant-nagar-100", area: null, slot_blocks: [{ slot_prefix: "A" }] };
  assert.deepEqual(data, [{ slug: "alpha", branches: [besant] }]);
});

test("deep: returns a hundred children unless more are requested", async () => {
  const tag = await fixture.factories.row("Tags_Category", { Name: "Everywhere" });
  await fixture.sql`insert into "Branch" (company, name, slug) select ${ids["Delta"]!}, 'Delta ' || n, 'delta-' || n from generate_series(1, 130) n`;
  await fixture.sql`insert into "Branch_Tags" (branch, tag) select id, ${tag.id} from "Branch" where company = ${ids["Delta"]!}`;
  const count = async (deep: string) =>
    (await platform.get(`/items/Tags_Category/${tag.id}?fields=branches.id,count(branches)${deep}`)).data;
  assert.equal((await count("")).branches.length, 100);
  assert.equal((await count("")).branches_count, "130");
  assert.equal((await count("&deep[branches][_limit]=-1")).branches.length, 130);
  assert.equal((await count("&deep[branches][_limit]=120")).branches.length, 120);
  await fixture.sql`delete from "Branch" where company = ${ids["Delta"]!}`;
});

for (const deep of [
  '{"slot_blocks":{"_nope":1}}',
  '{"name":{"_limit":1}}',
  '{"slot_blocks":{"_limit":-2}}',
  '{"slot_blocks":[]}',
  "[]",
  "nope",
  '{"slot_blocks":{"_filter":{"total_slots":{"_contains":"1"}}}}',
])
  test(`deep: ${deep} is INVALID_QUERY`, async () => {
    const response = await platform.get(`/items/Branch?${toQueryString({ deep, fields: "slot_blocks.id" })}`);
    assert.equal(response.code, "INVALID_QUERY", response.text);
  });

// Counts.

test("meta: with and without the filter, comma, list and *", async () => {
  const filter = { city: "Chennai" };
  const meta = async (asking: string) =>
    (await platform.get(`/items/Branch?limit=1&${toQueryString({ filter })}&${asking}`)).meta;
  assert.deepEqual(await meta("meta=filter_count"), { filter_count: 3 });
  assert.deepEqual(await meta("meta=total_count"), { total_count: 6 });
  assert.deepEqual(await meta("meta=total_count,filter_count"), { total_count: 6, filter_count: 3 });
  assert.deepEqual(await meta("meta[]=total_count"), { total_count: 6 });
  assert.deepEqual(await meta("meta=*"), { total_count: 6, filter_count: 3 });
  assert.equal(await meta(""), undefined);
});

test("meta comes first, and is not part of a single row", async () => {
  assert.match((await readRaw("/items/Branch?limit=1&meta=*")).body, /^\{"meta":\{.*\},"data":\[/);
  assert.match((await readRaw(`/items/Branch/${anna}?fields=id&meta=*&filter={}`)).body, /^\{"data":\{"id":\d+\}\}$/);
});

// One row, a singleton, headers.

test("single row: missing, malformed and inaccessible keys are FORBIDDEN", async () => {
  for (const id of ["0", "999999", "3000000000", "999999999999999", "9007199254740993", "abc", "1.5", "-1", "null"]) {
    const response = await platform.get(`/items/Branch/${id}`);
    assert.deepEqual(
      [response.status, response.code, response.errors[0]!.message],
      [403, "FORBIDDEN", "You don't have permission to access this."],
    );
  }
});

test("an id that 32 bits cannot hold is read, filtered and referred to like any other", async () => {
  const id = 5_000_000_000;
  await fixture.sql`insert into "Tags_Category" (id, "Name") values (${id}, 'Beyond 32 bits')`;
  assert.equal((await platform.get(`/items/Tags_Category/${id}`)).data.id, id);
  const listed = await platform.get(`/items/Tags_Category?filter[id][_in]=${id},${id + 1}&fields=id`);
  assert.deepEqual(listed.data, [{ id }]);
  const changed = await platform.patch(`/items/Tags_Category/${id}`, { Name: "Renamed" });
  assert.equal(changed.data.id, id);
  const revisions = await platform.get(`/revisions?filter[item][_eq]=${id}&fields=item,activity.item`);
  assert.deepEqual(revisions.data, [{ item: String(id), activity: { item: String(id) } }]);
  assert.deepEqual((await platform.get(`/items/Branch?filter[company][_eq]=${id}`)).data, []);
});

test("single row: deep applies", async () => {
  const row = await client.request(
    readItem("Branch", anna, { fields: [{ slot_blocks: ["id"] }], deep: { slot_blocks: { _limit: 1 } } }),
  );
  assert.equal(row["slot_blocks"].length, 1);
});

test("a singleton is an object", async () => {
  const settings = await client.request(readSingleton("Configuration_Settings", { fields: ["id", "product_name"] }));
  assert.deepEqual(settings, { id: 1, product_name: "Chaavi" });
});

test("headers of a list, HEAD, and a trailing slash", async () => {
  const list = await readRaw("/items/Branch/?limit=1");
  assert.equal(list.statusCode, 200);
  assert.equal(list.headers["content-type"], "application/json; charset=utf-8");
  assert.equal(list.headers["cache-control"], "no-store");
  const head = await app.inject({ method: "HEAD", url: "/items/Branch?limit=1", headers: token });
  assert.deepEqual([head.statusCode, head.body], [200, ""]);
});

test("SEARCH: a query, keys, both, flattened as by the SDK's socket, and an empty body", async () => {
  const found = async (body: object) =>
    ((await platform.search("/items/Branch", body)).data as { id: number }[]).map(({ id }) => id);
  assert.deepEqual(await found({ query: { fields: ["id"], sort: ["-id"], limit: 1 } }), [ids["Fort"]]);
  assert.deepEqual(await found({ keys: [ids["Fort"], anna], query: { fields: ["id"] } }), [anna, ids["Fort"]]);
  assert.deepEqual(await found({ keys: [ids["Fort"], anna], query: { filter: { city: "Mysuru" } } }), [ids["Fort"]]);
  assert.deepEqual(await found({ query: { fields: "id,name", filter: '{"city":"Mysuru"}', limit: "1" } }), [
    ids["Fort"],
  ]);
  assert.equal((await found({})).length, 6);
  assert.equal((await platform.search(`/items/Branch/${anna}`, {})).status, 404);
});
