// §7: every filter operator with the published SDK, on rows with known values.
import assert from "node:assert/strict";
import { readItems, withSearch } from "@directus/sdk";
import { test } from "node:test";
import { roles } from "#domain/access/roles.ts";
import { toQueryString, startItemsFixture } from "#tests/support/items-fixture.ts";

const fixture = await startItemsFixture();
const { ids, getName, platform, clock } = fixture;
const client = fixture.createSdk(platform);
const [anna, besant, charminar, salai, egmore, fort] = [
  "Anna Nagar",
  "Besant_Nagar 100%",
  "Charminar",
  "anna salai",
  "Egmore",
  "Fort",
];
const allBranches = [anna, besant, charminar, salai, egmore, fort];
const allExcept = (...left: string[]): string[] => allBranches.filter((name) => !left.includes(name));

async function findNames(filter: object): Promise<string[]> {
  const rows = await client.request(readItems("Branch", { fields: ["id"], filter, sort: ["id"] }));
  return rows.map((row) => getName("branch", row["id"] as number));
}

/** The filter, and the branches that match it. */
const cases: [string, object, string[]][] = [
  ["_eq on text", { city: { _eq: "Chennai" } }, [anna, besant, egmore]],
  ["_eq is case-sensitive", { city: { _eq: "chennai" } }, []],
  ["_eq without operator", { city: "Mysuru" }, [fort]],
  ["_eq on a number", { platform_charges: { _eq: 250 } }, [anna, egmore]],
  ["_eq on a number as text", { platform_charges: { _eq: "250" } }, [anna, egmore]],
  ["_eq on true", { is_parking: { _eq: true } }, allExcept(charminar)],
  ["_eq on false as text", { is_parking: { _eq: "false" } }, [charminar]],
  ["_eq on a time", { date_created: { _eq: "2026-02-28T12:00:00Z" } }, [salai, egmore]],
  ["_eq on a time in another zone", { date_created: { _eq: "2026-02-28T17:30:00+05:30" } }, [salai, egmore]],
  ["_eq null is _null", { city: { _eq: null } }, [salai]],
  ["_eq on JSON", { amenities: { _eq: ["Tea"] } }, [anna]],
  ["_neq leaves out nulls", { city: { _neq: "Chennai" } }, [charminar, fort]],
  ["_neq null is _nnull", { city: { _neq: null } }, allExcept(salai)],
  ["_in", { city: { _in: ["Mysuru", "Hyderabad"] } }, [charminar, fort]],
  ["_in as comma list", { city: { _in: "Mysuru,Hyderabad" } }, [charminar, fort]],
  ["_in on numbers", { platform_charges: { _in: [0, "100"] } }, [charminar, salai]],
  ["_nin leaves out nulls", { city: { _nin: ["Chennai"] } }, [charminar, fort]],
  ["_null", { platform_charges: { _null: true } }, [besant]],
  ["_null false", { platform_charges: { _null: false } }, allExcept(besant)],
  ["_nnull", { platform_charges: { _nnull: true } }, allExcept(besant)],
  ["_nnull false", { platform_charges: { _nnull: false } }, [besant]],
  ["_empty matches null and empty text", { state: { _empty: true } }, [salai, egmore]],
  ["_empty false", { state: { _empty: false } }, allExcept(salai, egmore)],
  ["_nempty", { state: { _nempty: true } }, allExcept(salai, egmore)],
  ["_lt", { platform_charges: { _lt: 100 } }, [charminar]],
  ["_lte", { platform_charges: { _lte: 100 } }, [charminar, salai]],
  ["_gt", { platform_charges: { _gt: 250 } }, [fort]],
  ["_gte", { platform_charges: { _gte: 250 } }, [anna, egmore, fort]],
  ["_lt and _gt together", { platform_charges: { _gt: 0, _lt: 250 } }, [salai]],
  ["_gt on a time", { date_created: { _gt: "2026-01-01" } }, [salai, egmore]],
  ["_gte on a day", { date_created: { _gte: "2026-01-01" } }, [charminar, salai, egmore]],
  ["_lt on text", { name: { _lt: "B" } }, [anna]],
  ["_between includes both ends", { platform_charges: { _between: [0, 100] } }, [charminar, salai]],
  ["_between as comma list", { platform_charges: { _between: "100,250" } }, [anna, salai, egmore]],
  ["_between times", { date_created: { _between: ["2025-01-01", "2025-12-31"] } }, [anna, besant]],
  ["_nbetween leaves out nulls", { platform_charges: { _nbetween: [0, 250] } }, [fort]],
  ["_contains", { name: { _contains: "nna" } }, [anna, salai]],
  ["_contains is case-sensitive", { name: { _contains: "Anna" } }, [anna]],
  ["_contains matches % literally", { name: { _contains: "%" } }, [besant]],
  ["_contains matches _ literally", { name: { _contains: "t_N" } }, [besant]],
  ["_contains matches a backslash literally", { name: { _contains: "\\" } }, []],
  ["_ncontains leaves out nulls", { city: { _ncontains: "enn" } }, [charminar, fort]],
  ["_icontains", { name: { _icontains: "ANNA" } }, [anna, salai]],
  ["_starts_with", { name: { _starts_with: "Anna" } }, [anna]],
  ["_nstarts_with", { city: { _nstarts_with: "C" } }, [charminar, fort]],
  ["_istarts_with", { name: { _istarts_with: "ANNA" } }, [anna, salai]],
  ["_nistarts_with", { name: { _nistarts_with: "anna" } }, allExcept(anna, salai)],
  ["_ends_with", { name: { _ends_with: "r" } }, [anna, charminar]],
  ["_nends_with", { city: { _nends_with: "i" } }, [charminar, fort]],
  ["_iends_with", { name: { _iends_with: "NAGAR" } }, [anna]],
  ["_niends_with", { name: { _niends_with: "NAGAR" } }, allExcept(anna)],
  ["several fields are combined with and", { city: "Chennai", entity_type: "government" }, [egmore]],
  ["_and", { _and: [{ city: "Chennai" }, { state: "TN" }] }, [anna, besant]],
  ["_or", { _or: [{ city: "Mysuru" }, { platform_charges: 0 }] }, [charminar, fort]],
  [
    "_and within _or",
    { _or: [{ _and: [{ state: "TN" }, { pincode: { _null: true } }] }, { state: "KA" }] },
    [besant, fort],
  ],
  ["an empty _and matches all", { _and: [] }, allBranches],
  ["many-to-one by key", { company: { _eq: ids["Beta Group"] } }, [charminar, salai]],
  ["many-to-one _in", { company: { _in: [ids["Beta Group"], ids["Gamma City"]] } }, [charminar, salai, egmore, fort]],
  ["many-to-one by a field", { company: { slug: { _eq: "alpha" } } }, [anna, besant]],
  ["a missing row matches nothing", { area: { city: { _neq: "Nowhere" } } }, [anna, besant]],
  ["many-to-one _null", { area: { _null: true } }, allExcept(anna, besant)],
  [
    "one-to-many returns a row once for several matches",
    { slot_blocks: { total_slots: { _gte: 5 } } },
    [anna, besant, charminar, egmore],
  ],
  ["one-to-many by key", { slot_blocks: { _eq: ids["Charminar B"] } }, [charminar]],
  ["one-to-many _in keys", { slot_blocks: { _in: [ids["Charminar B"], ids["Egmore A"]] } }, [charminar, egmore]],
  ["one-to-many without rows", { slot_blocks: { id: { _null: true } } }, [salai, fort]],
  ["one-to-many with rows", { slot_blocks: { id: { _nnull: true } } }, [anna, besant, charminar, egmore]],
  ["_some", { slot_blocks: { _some: { total_slots: 40 } } }, [charminar]],
  ["_some matches one row with all conditions", { slot_blocks: { _some: { total_slots: 10, slot_prefix: "B" } } }, []],
  ["_none", { slot_blocks: { _none: { slot_prefix: "A" } } }, [salai, fort]],
  ["_none of anything", { tags: { _none: {} } }, [salai, egmore, fort]],
  ["many-to-many through the junction", { tags: { tag: { Name: { _eq: "Roofed" } } } }, [anna, besant]],
  ["through three relations", { company: { branches: { slot_blocks: { slot_prefix: "C" } } } }, [anna, besant]],
  [
    "_or within a relation",
    { company: { _or: [{ slug: "beta" }, { slug: "gamma" }] } },
    [charminar, salai, egmore, fort],
  ],
  ["year", { "year(date_created)": { _eq: 2026 } }, [charminar, salai, egmore]],
  ["year in UTC", { "year(date_created)": { _eq: 2024 } }, [fort]],
  ["month", { "month(date_created)": { _in: [1, 6] } }, [anna, besant, charminar]],
  ["week", { "week(date_created)": { _eq: 3 } }, [anna]],
  ["day", { "day(date_created)": { _gt: 28 } }, [besant, fort]],
  ["weekday, Sunday is 0", { "weekday(date_created)": { _eq: 6 } }, [salai, egmore]],
  ["hour", { "hour(date_created)": { _between: [4, 12] } }, [anna, salai, egmore]],
  ["minute", { "minute(date_created)": { _eq: 30 } }, [anna, fort]],
  ["second with its fraction", { "second(date_created)": { _eq: "59.5" } }, [besant]],
  ["count of a relation", { "count(slot_blocks)": { _eq: 3 } }, [anna]],
  ["count of none", { "count(tags)": { _eq: 0 } }, [salai, egmore, fort]],
  ["a function without operator", { "count(slot_blocks)": 2 }, [charminar]],
  [
    "a function of a related field",
    { company: { "count(branches)": { _gte: 1 }, "year(date_created)": { _gt: 2000 } } },
    allBranches,
  ],
  ["SQL is treated as text", { name: { _eq: "' or 1=1; --" } }, []],
];
for (const [name, filter, expected] of cases)
  test(`filter: ${name}`, async () => assert.deepEqual(await findNames(filter), expected));

test("filter: SEARCH gives the same result as GET", async () => {
  const query = {
    fields: ["id", { company: ["slug"] }],
    filter: { _or: [{ city: "Mysuru" }, { "count(slot_blocks)": 2 }] },
  };
  const got = await client.request(readItems("Branch", query));
  assert.deepEqual(await client.request(withSearch(readItems("Branch", query))), got);
  assert.equal(got.length, 2);
});

/** Operators that a field type does not support, and values of the wrong type. */
const invalidFilters: [string, object][] = [
  ["_regex", { name: { _regex: "^A" } }],
  ["_like", { name: { _like: "A%" } }],
  ["_nicontains", { name: { _nicontains: "a" } }],
  ["_ieq", { name: { _ieq: "a" } }],
  ["_submitted", { name: { _submitted: true } }],
  ["_not", { _not: { name: "Fort" } }],
  ["an empty _in", { city: { _in: [] } }],
  ["_contains on a number", { platform_charges: { _contains: "2" } }],
  ["_lt on a boolean", { is_parking: { _lt: true } }],
  ["_some on a many-to-one", { company: { _some: { slug: "alpha" } } }],
  ["_intersects", { name: { _intersects: {} } }],
  ["text for a number", { platform_charges: { _eq: "much" } }],
  ["an invalid date", { date_created: { _gt: "2026-02-30" } }],
  ["an invalid key", { company: { _eq: "alpha" } }],
  ["_between one value", { platform_charges: { _between: [1] } }],
  ["a function of the wrong type", { "year(name)": { _eq: 2026 } }],
  ["a count of a field", { "count(name)": { _eq: 1 } }],
  ["an unknown function", { "upper(name)": { _eq: "A" } }],
  ["a nested function", { "year(month(date_created))": 1 }],
  ["a text for a year", { "year(date_created)": { _eq: "soon" } }],
  ["a nested field of a field", { name: { slug: { _eq: "a" } } }],
  ["an unknown variable", { company: { _eq: "$CURRENT_POLICIES" } }],
];
for (const [name, filter] of invalidFilters)
  test(`filter: ${name} is INVALID_QUERY`, async () => {
    const response = await platform.get(`/items/Branch?${toQueryString({ filter })}`);
    assert.deepEqual([response.status, response.code], [400, "INVALID_QUERY"], response.text);
    assert.match(response.errors[0]!.message, /^Invalid query\. /);
    assert.ok(response.errors[0]!.extensions["reason"]);
  });

test("filter: an unknown field is FORBIDDEN at any depth", async () => {
  const response = await platform.get(`/items/Branch?${toQueryString({ filter: { company: { nope: 1 } } })}`);
  assert.equal(response.status, 403);
  assert.equal(
    response.errors[0]!.message,
    'You don\'t have permission to access field "nope" in collection "Companies" or it does not exist. Queried in "company".',
  );
});

test("filter: $CURRENT_USER, its fields, and $CURRENT_ROLE", async () => {
  const branch = { id: ids[anna!]!, company: ids["Alpha Parking"]!, name: anna!, slug: "anna-nagar" };
  const caller = await fixture.asUser(await fixture.factories.user("manager", { branch }));
  const names = async (path: string, filter: object): Promise<unknown[]> => {
    const response = await caller.get(`${path}?${toQueryString({ fields: "id", filter })}`);
    assert.equal(response.status, 200, response.text);
    return response.data;
  };
  assert.equal((await names("/users", { id: { _eq: "$CURRENT_USER" } })).length, 1);
  assert.equal((await names("/users", { role: { _eq: "$CURRENT_ROLE" } })).length, 1);
  assert.equal((await names("/users", { role: { _in: ["$CURRENT_ROLES", roles.staff.id] } })).length, 1);
  assert.deepEqual(await names("/items/Branch", { id: { _eq: "$CURRENT_USER.default_branch" } }), [{ id: branch.id }]);
  assert.equal((await names("/items/Slot_Blocks", { branch: { _in: ["$CURRENT_USER.default_branch", 0] } })).length, 3);
  assert.equal((await names("/items/Branch", { company: { name: "$CURRENT_USER.first_name" } })).length, 0);
  for (const value of ["$CURRENT_USER.password", "$CURRENT_USER.pin_number", "$CURRENT_USER.nope", "$CURRENT_USER."]) {
    const response = await caller.get(`/items/Branch?${toQueryString({ filter: { name: { _lt: value } } })}`);
    assert.equal(response.code, "INVALID_QUERY", value);
  }
});

const nowCases: [string, string, string[]][] = [
  ["$NOW", "2026-02-28T12:00:00Z", [salai!, egmore!]],
  ["$NOW(-1 day)", "2026-03-01T12:00:00Z", [salai!, egmore!]],
  ["$NOW(+2 hours)", "2026-02-28T10:00:00Z", [salai!, egmore!]],
  ["$NOW(-1 month)", "2026-03-31T12:00:00Z", [salai!, egmore!]],
  ["$NOW(1 year)", "2025-01-01T00:00:00Z", [charminar!]],
  ["$NOW(-90 minutes)", "2026-01-01T01:30:00Z", [charminar!]],
  ["$NOW(-1 week)", "2025-01-22T04:30:00Z", [anna!]],
];
for (const [value, now, expected] of nowCases)
  test(`filter: ${value}`, async () => {
    clock.now = new Date(now);
    const token = await fixture.asUser(fixture.platformUser);
    const response = await token.get(
      `/items/Branch?${toQueryString({ fields: "id", filter: { date_created: { _eq: value } } })}`,
    );
    clock.now = null;
    assert.equal(response.status, 200, response.text);
    assert.deepEqual(
      (response.data as { id: number }[]).map(({ id }) => getName("branch", id)),
      expected,
    );
  });
