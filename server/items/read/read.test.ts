// §7 GET: fields, filters, sorting, paging, search and counts of the wire contract.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { buildApp } from "#server/app.ts";
import { countStatements } from "#tests/support/count-statements.ts";
import { startApp, testConfig, type TestResponse, type TestClient } from "#tests/support/app.ts";
import { createFactories, type CreatedBranch, type CreatedUser } from "#tests/support/factories.ts";

const { asUser, sql, app, clock } = await startApp();
const factories = createFactories(sql);
const list = "/items/Parking_Information";
let branch: CreatedBranch;
let admin: TestClient;
let staff: TestClient;
let platform: TestClient;
let anonymousClient: TestClient;
let staffUser: CreatedUser;
/** Ids of five entries in check-in order. */
let ids: number[];

before(async () => {
  branch = await factories.branch({ name: "Marina Beach", city: "Chennai", slots: 20, rate: "20.00" });
  staffUser = await factories.user("staff", { branch });
  staff = await asUser(staffUser);
  admin = await asUser(await factories.user("admin", { branch }));
  platform = await asUser(await factories.user("platform"));
  anonymousClient = await asUser();
  ids = [];
  for (const [index, name] of ["Asha", "Bala 100%", "Charu_Lata", null, "asha"].entries()) {
    const checkedIn = await staff.post("/actions/parking/check-in", {
      vehicle_no: `TN09XY000${index}`,
      phone_no: `984001234${index}`,
      ...(name ? { name } : {}),
    });
    assert.equal(checkedIn.status, 200, checkedIn.text);
    ids.push(checkedIn.data.id);
  }
  const paid = await staff.post(`/actions/parking/${ids[0]}/take-cash`, { auto_checkout: true });
  assert.equal(paid.status, 200, paid.text);
  const updated = await staff.patch(`${list}/${ids[1]}`, { additional_charge: "12.50", addition_note: "Two tickets" });
  assert.equal(updated.status, 200, updated.text);
});

const toQueryString = (query: object): string =>
  Object.entries(query)
    .map(([key, value]) => `${key}=${encodeURIComponent(typeof value === "string" ? value : JSON.stringify(value))}`)
    .join("&");
const toIndexes = (response: TestResponse): number[] => {
  assert.equal(response.status, 200, response.text);
  return (response.data as { id: number }[])
    .map(({ id }) => ids.indexOf(id))
    .toSorted((first, second) => first - second);
};
const findIndexes = async (filter: object, client: TestClient = staff): Promise<number[]> =>
  toIndexes(await client.get(`${list}?${toQueryString({ fields: "id", filter })}`));
function assertRejected(response: TestResponse, code: string): void {
  assert.equal(response.code, code, response.text);
  assert.equal(response.status, code === "FORBIDDEN" ? 403 : 400);
}

test("fields: all, some, nested, wildcards at every level, and the requested order", async () => {
  const selectedFields = await staff.get(`${list}?fields=slot_no,id&limit=1`);
  assert.deepEqual(Object.keys(selectedFields.data[0]), ["slot_no", "id"]);
  const [fullRow] = (await staff.get(`${list}?limit=1`)).data;
  assert.equal(typeof fullRow.branch, "number");
  assert.deepEqual(fullRow.entry_images, []);
  assert.equal(fullRow.history.length, 2);
  assert.equal(typeof fullRow.history[0], "number");
  const [empty] = (await staff.get(`${list}?fields=&limit=1`)).data;
  assert.deepEqual(Object.keys(empty), Object.keys(fullRow));
  const [mixedRow] = (await staff.get(`${list}?fields=*,branch.name&limit=1`)).data;
  assert.deepEqual(mixedRow.branch, { name: "Marina Beach" });
  assert.equal(mixedRow.slot_no, 1);
  const [deep] = (
    await staff.get(`${list}?fields=branch.company.name,history.status_id.name,parking_main_info.*&limit=1`)
  ).data;
  assert.match(deep.branch.company.name, /^Company/);
  assert.deepEqual(
    deep.history.map((row: { status_id: { name: string } }) => row.status_id.name),
    ["In", "Out"],
  );
  assert.equal(deep.parking_main_info.vehicle_no, "TN09XY0000");
  const [wildcardRow] = (await staff.get(`${list}?fields=*.*&limit=1`)).data;
  assert.equal(wildcardRow.branch.name, "Marina Beach");
  assert.equal(wildcardRow.approved_by, null);
  assert.equal(wildcardRow.user_created.first_name, staffUser.email.split("@")[0]!.replace("staff", "staff "));
});

test("fields: bracket, JSON and comma form are equivalent", async () => {
  const forms = ["fields=id,slot_no", "fields[]=id&fields[]=slot_no", "fields[0]=id&fields[1]=slot_no"];
  const texts = await Promise.all(
    [...forms, `fields=${encodeURIComponent('["id","slot_no"]')}`].map(
      async (form) => (await staff.get(`${list}?${form}`)).text,
    ),
  );
  assert.equal(new Set(texts).size, 1, texts.join("\n"));
});

test("fields: rejects unknown fields, paths through non-relations and too deep nesting", async () => {
  const unknownField = await staff.get(`${list}?fields=nope`);
  assertRejected(unknownField, "FORBIDDEN");
  assert.equal(
    unknownField.errors[0]!.message,
    'You don\'t have permission to access field "nope" in collection "Parking_Information" or it does not exist. Queried in root.',
  );
  const deep = await staff.get(`${list}?fields=branch.nope`);
  assert.match(
    deep.errors[0]!.message,
    /field "nope" in collection "Branch" or it does not exist\. Queried in "branch"\.$/,
  );
  for (const name of ["constructor", "__proto__", "toString", "id;drop table users", '"', "id.name.x", "_eq"])
    assert.ok(
      ["FORBIDDEN", "INVALID_QUERY"].includes((await staff.get(`${list}?${toQueryString({ fields: name })}`)).code!),
      name,
    );
  assertRejected(await staff.get(`${list}?fields=slot_no.name`), "INVALID_QUERY");
  assertRejected(await platform.get(`${list}?fields=*.*.*.*.*.*.*.*.*.*`), "INVALID_QUERY");
  assertRejected(await platform.get(`/users?fields=${"role.users.".repeat(6)}id`), "INVALID_QUERY");
});

test("types on the wire: numbers, money as text, UTC times with milliseconds, booleans, nulls", async () => {
  const [row] = (await staff.get(`${list}?filter[id][_eq]=${ids[1]}`)).data;
  assert.equal(typeof row.id, "number");
  assert.equal(row.additional_charge, "12.50");
  assert.equal(row.total_amount, "32.50");
  assert.equal(row.paid_amount, "0.00");
  assert.match(row.in_time, /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
  assert.equal(new Date(row.in_time).toISOString(), row.in_time);
  assert.equal(row.is_person, false);
  assert.equal(row.out_time, null);
  const [branchRow] = (await anonymousClient.get(`/items/Branch?filter[id][_eq]=${branch.id}&fields=amenities,status`))
    .data;
  assert.deepEqual(branchRow, { amenities: [], status: "published" });
});

test("filters: comparisons, lists, nulls and ranges", async () => {
  const [first, second, third] = ids;
  const cases: [object, number[]][] = [
    [{ id: { _eq: second } }, [1]],
    [{ id: second }, [1]],
    [{ id: String(second) }, [1]],
    [{ id: { _neq: second } }, [0, 2, 3, 4]],
    [{ id: { _in: [first, third] } }, [0, 2]],
    [{ id: { _in: `${first},${third}` } }, [0, 2]],
    [{ id: { _nin: [first, third] } }, [1, 3, 4]],
    [{ id: { _lt: third } }, [0, 1]],
    [{ id: { _lte: third } }, [0, 1, 2]],
    [{ id: { _gt: second } }, [2, 3, 4]],
    [{ id: { _gte: second, _lte: third } }, [1, 2]],
    [{ id: { _between: [second, third] } }, [1, 2]],
    [{ id: { _nbetween: [second, third] } }, [0, 3, 4]],
    [{ out_time: { _null: true } }, [1, 2, 3, 4]],
    [{ out_time: { _null: false } }, [0]],
    [{ out_time: { _nnull: true } }, [0]],
    [{ out_time: null }, [1, 2, 3, 4]],
    [{ additional_charge: { _gt: "12.49" } }, [1]],
    [{ additional_charge: { _eq: 12.5 } }, [1]],
    [{ additional_charge: { _neq: "12.50" } }, [0, 2, 3, 4]],
    [{ duration: { _neq: 99_999 } }, [0]],
    [{ duration: { _nin: [99_999] } }, [0]],
    [{ is_person: { _eq: "false" } }, [0, 1, 2, 3, 4]],
    [{ payment_status: { _in: ["paid", "partially_paid"] } }, [0]],
    [{ in_time: { _gt: "2020-01-01" } }, [0, 1, 2, 3, 4]],
    [{ in_time: { _lt: "2020-01-01T00:00:00+05:30" } }, []],
    [{ in_time: { _between: ["2020-01-01", "2020-12-31"] } }, []],
    [{ user_created: { _eq: staffUser.id } }, [0, 1, 2, 3, 4]],
    [{}, [0, 1, 2, 3, 4]],
  ];
  for (const [filter, expected] of cases) assert.deepEqual(await findIndexes(filter), expected, JSON.stringify(filter));
});

test("filters: text operators, with literal % and _", async () => {
  const name = (condition: object): object => ({ parking_main_info: { name: condition } });
  const cases: [object, number[]][] = [
    [name({ _contains: "sha" }), [0, 4]],
    [name({ _contains: "Ash" }), [0]],
    [name({ _contains: "%" }), [1]],
    [name({ _contains: "_" }), [2]],
    [name({ _contains: "\\" }), []],
    [name({ _ncontains: "sha" }), [1, 2]],
    [name({ _icontains: "ASH" }), [0, 4]],
    [name({ _starts_with: "A" }), [0]],
    [name({ _nstarts_with: "A" }), [1, 2, 4]],
    [name({ _istarts_with: "A" }), [0, 4]],
    [name({ _nistarts_with: "a" }), [1, 2]],
    [name({ _ends_with: "ata" }), [2]],
    [name({ _nends_with: "ata" }), [0, 1, 4]],
    [name({ _iends_with: "LATA" }), [2]],
    [name({ _niends_with: "LATA" }), [0, 1, 4]],
    [name({ _empty: true }), [3]],
    [name({ _nempty: true }), [0, 1, 2, 4]],
    [name({ _eq: "Asha" }), [0]],
    [name({ _eq: "Asha" + " ".repeat(60) }), []],
    [name({ _in: ["Asha", 'a"{},\\', "asha"] }), [0, 4]],
    [name({ _eq: "'; drop table users; --" }), []],
    [name({ _eq: "$CURRENT_USER" }), []],
  ];
  for (const [filter, expected] of cases) assert.deepEqual(await findIndexes(filter), expected, JSON.stringify(filter));
  // Negated operators such as _neq do not match null values.
  assert.deepEqual(await findIndexes(name({ _neq: "Asha" })), [1, 2, 4]);
});

test("filters: and, or, relations in both directions, some and none", async () => {
  const cases: [object, number[]][] = [
    [{ _and: [{ id: { _gt: ids[0] } }, { id: { _lt: ids[2] } }] }, [1]],
    [{ _or: [{ id: ids[0] }, { _and: [{ id: ids[2] }, { slot_no: 3 }] }] }, [0, 2]],
    [{ slot_no: { _lte: 3 }, id: { _gt: ids[0] } }, [1, 2]],
    [{ branch: { company: { id: { _eq: branch.company } } } }, [0, 1, 2, 3, 4]],
    [{ branch: { _in: [branch.id] } }, [0, 1, 2, 3, 4]],
    [{ branch: { city: { _eq: "Hyderabad" } } }, []],
    [{ history: { status_id: { _eq: 2 } } }, [0]],
    [{ history: { _some: { status_id: 2 } } }, [0]],
    [{ history: { _none: { status_id: 2 } } }, [1, 2, 3, 4]],
    [{ entry_images: { _none: {} } }, [0, 1, 2, 3, 4]],
    [{ entry_images: { _some: {} } }, []],
    [{ history: { status_id: { name: { _eq: "In" } } } }, [0, 1, 2, 3, 4]],
    [{ parking_main_info: { entries: { id: { _eq: ids[3] } } } }, [3]],
  ];
  for (const [filter, expected] of cases) assert.deepEqual(await findIndexes(filter), expected, JSON.stringify(filter));
});

test("filters: bracket form and JSON form are equivalent", async () => {
  const pairs: [string, object][] = [
    [`filter[id][_eq]=${ids[1]}`, { id: { _eq: ids[1] } }],
    [`filter[id]=${ids[1]}`, { id: ids[1] }],
    [`filter[id][_in][]=${ids[0]}&filter[id][_in][]=${ids[2]}`, { id: { _in: [ids[0], ids[2]] } }],
    [`filter[id][_in][0]=${ids[0]}&filter[id][_in][1]=${ids[2]}`, { id: { _in: [ids[0], ids[2]] } }],
    [`filter[_or][0][id][_eq]=${ids[0]}&filter[_or][1][slot_no][_eq]=3`, { _or: [{ id: ids[0] }, { slot_no: 3 }] }],
    [`filter[branch][company][id][_eq]=${branch.company}`, { branch: { company: { id: branch.company } } }],
    [`filter[out_time][_null]=true`, { out_time: { _null: true } }],
    [`filter[out_time][_null]=false`, { out_time: { _null: false } }],
  ];
  for (const [text, filter] of pairs)
    assert.deepEqual(toIndexes(await staff.get(`${list}?fields=id&${text}`)), await findIndexes(filter), text);
});

test("filters: $CURRENT_USER and $NOW", async () => {
  assert.deepEqual(await findIndexes({ user_created: { _eq: "$CURRENT_USER" } }), [0, 1, 2, 3, 4]);
  assert.deepEqual(await findIndexes({ user_created: { _eq: "$CURRENT_USER" } }, admin), []);
  assert.deepEqual(await findIndexes({ in_time: { _gt: "$NOW(-1 day)" } }), [0, 1, 2, 3, 4]);
  assert.deepEqual(await findIndexes({ in_time: { _gt: "$NOW(+1 hour)" } }), []);
  clock.now = new Date(Date.now() + 10 * 60_000);
  assert.deepEqual(await findIndexes({ in_time: { _lt: "$NOW(-5 minutes)" } }), [0, 1, 2, 3, 4]);
  clock.now = null;
  const ownUser = await platform.get("/users?filter[id][_eq]=$CURRENT_USER&fields=role");
  assert.equal(ownUser.data.length, 1);
});

test("filters: invalid ones are INVALID_QUERY and never reach the database", async () => {
  const invalidFilters: unknown[] = [
    { id: { _regex: "a" } },
    { id: { _contains: "1" } },
    { id: { _eq: "abc" } },
    { id: { _eq: "1 or 1=1" } },
    { id: { _eq: 1.5 } },
    { id: { _eq: 1e17 } },
    { id: { _eq: {} } },
    { id: { _in: [] } },
    { id: { _in: ["x"] } },
    { id: { _between: [1] } },
    { id: { _eq: "$CURRENT_USER" } },
    { id: { _eq: "$NOW" } },
    { id: { __proto__x: 1 } },
    { id: { _constructor: 1 } },
    { id: { ___proto__: 1 } },
    { is_person: { _lt: true } },
    { is_person: { _eq: "perhaps" } },
    { in_time: { _gt: "yesterday" } },
    { in_time: { _gt: "2026-02-31" } },
    { in_time: { _gt: "0000-01-01" } },
    { in_time: { _gt: "2026-13-01T00:00:00Z" } },
    { in_time: { _gt: "$NOW(-999999 weeks)" } },
    { in_time: { _gt: "$NOW; drop table users" } },
    { total_amount: { _gt: "much" } },
    { user_created: { _eq: "me" } },
    { slot_prefix: { _eq: "a\u0000b" } },
    { slot_prefix: { _contains: "\u0000" } },
    { slot_prefix: { _contains: {} } },
    { slot_no: { name: { _eq: 1 } } },
    { _and: {} },
    { _not: { id: 1 } },
    { branch: { _some: { id: 1 } } },
    { _or: ["id"] },
    [],
    "id = 1",
  ];
  for (const filter of invalidFilters)
    assertRejected(await staff.get(`${list}?${toQueryString({ filter: JSON.stringify(filter) })}`), "INVALID_QUERY");
  assertRejected(await staff.get(`${list}?filter=nonsense`), "INVALID_QUERY");
  for (const name of ["__proto__", "constructor", "__defineGetter__"]) {
    const text = `{"id":{"${name}":1}}`;
    assertRejected(await staff.get(`${list}?filter=${encodeURIComponent(text)}`), "INVALID_QUERY");
    const outer = await staff.get(`${list}?filter=${encodeURIComponent(`{"${name}":{"_eq":1}}`)}`);
    assert.ok(["INVALID_QUERY", "FORBIDDEN"].includes(outer.code!), outer.text);
  }
  let deep: object = { id: 1 };
  for (let wildcardRow = 0; wildcardRow < 30; wildcardRow += 1) deep = { _and: [deep] };
  assertRejected(await staff.search(list, { query: { filter: deep } }), "INVALID_QUERY");
  const wide = { _or: Array.from({ length: 499 }, () => ({ id: { _in: Array.from({ length: 140 }, (_, n) => n) } })) };
  assert.equal((await staff.search(list, { query: { filter: wide, fields: ["id"] } })).status, 200);
  const tooManyConditions = {
    _and: Array.from({ length: 150 }, () => ({ _or: Array.from({ length: 490 }, () => ({ id: 1 })) })),
  };
  assertRejected(await staff.search(list, { query: { filter: tooManyConditions } }), "INVALID_QUERY");
});

test("filters on JSON compare the whole value", async () => {
  const branchWithAmenities = await factories.branch({ amenities: ["Tea", "Shade"] });
  const client = async (condition: object) =>
    (await anonymousClient.search("/items/Branch", { query: { fields: ["id"], filter: { amenities: condition } } }))
      .data as unknown;
  assert.deepEqual(await client({ _eq: ["Tea", "Shade"] }), [{ id: branchWithAmenities.id }]);
  assert.deepEqual(await client({ _eq: ["Tea"] }), []);
  const invalidJson = await anonymousClient.search("/items/Branch", {
    query: { filter: { amenities: { _eq: ["\u0000"] } } },
  });
  assertRejected(invalidJson, "INVALID_QUERY");
});

test("sort: descending and ascending, several keys, through relations, by id as default", async () => {
  const order = async (sort: string): Promise<number[]> => {
    const response = await staff.get(`${list}?fields=id&${toQueryString({ sort })}`);
    assert.equal(response.status, 200, response.text);
    return (response.data as { id: number }[]).map(({ id }) => ids.indexOf(id));
  };
  assert.deepEqual(await order("-id"), [4, 3, 2, 1, 0]);
  assert.deepEqual(await order(""), [0, 1, 2, 3, 4]);
  assert.deepEqual(await order("payment_status,-slot_no"), [4, 3, 2, 1, 0]);
  assert.deepEqual(await order("-parking_main_info.vehicle_no"), [4, 3, 2, 1, 0]);
  assert.deepEqual(await order("branch.company.name,id"), [0, 1, 2, 3, 4]);
  assert.deepEqual(await order("parking_main_info.name"), [0, 1, 2, 4, 3]);
  assert.deepEqual(await order("-parking_main_info.branch.name,-parking_main_info.vehicle_no"), [4, 3, 2, 1, 0]);
  const [userWithoutBranch, userWithFewBlocks, userWithManyBlocks] = [
    await factories.user("customer", { first_name: "Sorted lone" }),
    await factories.user("staff", { branch: await factories.branch(), first_name: "Sorted few" }),
    await factories.user("staff", { branch: await factories.branch({ slots: 5 }), first_name: "Sorted many" }),
  ];
  const platform = await asUser(await factories.user("platform"));
  const sortByBlocks = async (sort: string) => {
    const response = await platform.get(`/users?fields=id&filter[first_name][_starts_with]=Sorted&sort=${sort}`);
    return (response.data as { id: string }[]).map(({ id }) => id);
  };
  // A user without a branch has a null count and sorts with nulls.
  assert.deepEqual(await sortByBlocks("default_branch.count(slot_blocks)"), [
    userWithFewBlocks.id,
    userWithManyBlocks.id,
    userWithoutBranch.id,
  ]);
  assert.deepEqual(await sortByBlocks("-default_branch.count(slot_blocks)"), [
    userWithoutBranch.id,
    userWithManyBlocks.id,
    userWithFewBlocks.id,
  ]);
  const bracket = await staff.get(`${list}?fields=id&sort[]=payment_status&sort[]=-id`);
  assert.deepEqual(
    (bracket.data as { id: number }[]).map(({ id }) => ids.indexOf(id)),
    [4, 3, 2, 1, 0],
  );
  for (const sort of ["nope", "-nope", "branch.nope", "constructor", "id desc", "1", '"id"'])
    assertRejected(await staff.get(`${list}?${toQueryString({ sort })}`), "FORBIDDEN");
  for (const sort of ["history.id", "history", "slot_no.x"])
    assertRejected(await staff.get(`${list}?sort=${sort}`), "INVALID_QUERY");
});

test("limit, offset and page", async () => {
  const page = async (query: string): Promise<number[]> => {
    const response = await staff.get(`${list}?fields=id&${query}`);
    assert.equal(response.status, 200, response.text);
    return (response.data as { id: number }[]).map(({ id }) => ids.indexOf(id));
  };
  assert.deepEqual(await page("limit=2"), [0, 1]);
  assert.deepEqual(await page("limit=2&offset=1"), [1, 2]);
  assert.deepEqual(await page("limit=2&page=1"), [0, 1]);
  assert.deepEqual(await page("limit=2&page=3"), [4]);
  assert.deepEqual(await page("limit=2&page=0"), [0, 1]);
  assert.deepEqual(await page("limit=2&page=2&offset=1"), [2, 3]);
  assert.deepEqual(await page("limit=-1"), [0, 1, 2, 3, 4]);
  assert.deepEqual(await page("limit=0"), []);
  assert.deepEqual(await page("limit=&offset=3"), [3, 4]);
  for (const query of [
    "limit=NaN",
    "limit=-2",
    "limit=abc",
    "limit=1.5",
    "limit=1e2",
    "offset=-1",
    "page=-1",
    "page=x",
    "limit[]=1",
    "offset=99999999999",
  ])
    assertRejected(await staff.get(`${list}?${query}`), "INVALID_QUERY");
});

test("a list without a limit returns 100 rows", async () => {
  await sql`insert into "Areas" (area_name, city) select 'Area ' || n, 'Chennai' from generate_series(1, 130) n`;
  assert.equal((await anonymousClient.get("/items/Areas")).data.length, 100);
  assert.equal((await anonymousClient.get("/items/Areas?limit=-1")).data.length, 130);
  assert.equal((await anonymousClient.get("/items/Areas?limit=50&page=3")).data.length, 30);
});

test("search covers readable texts, and numbers for a numeric term, with literal %", async () => {
  const names = async (search: string): Promise<string[]> => {
    const response = await staff.get(
      `/items/Parking_Main_Information?fields=name,vehicle_no&${toQueryString({ search })}`,
    );
    assert.equal(response.status, 200, response.text);
    return (response.data as { vehicle_no: string }[]).map(({ vehicle_no: vehicleNumber }) => vehicleNumber.slice(-1));
  };
  assert.deepEqual(await names("ASHA"), ["0", "4"]);
  assert.deepEqual(await names("9840012342"), ["2"]);
  assert.deepEqual(await names("xy0003"), ["3"]);
  assert.deepEqual(await names("%"), ["1"]);
  assert.deepEqual(await names("' or 1=1 --"), []);
  const byId = await staff.get(`${list}?search=${ids[3]}&fields=id`);
  assert.ok((byId.data as { id: number }[]).some(({ id }) => id === ids[3]));
  const hiddenMatch = await anonymousClient.get(`/items/Companies?search=${encodeURIComponent("AAAPL1234C")}`);
  assert.deepEqual(hiddenMatch.data, []);
  assertRejected(await staff.get(`${list}?search=%00`), "INVALID_QUERY");
});

test("meta counts readable rows with and without the filter", async () => {
  const second = await factories.branch({ slots: 3 });
  await (
    await asUser(await factories.user("staff", { branch: second }))
  ).post("/actions/parking/check-in", {
    vehicle_no: factories.plate(),
    phone_no: "9840012345",
  });
  const counted = await staff.get(`${list}?limit=1&meta=*&filter[payment_status][_eq]=paid`);
  assert.deepEqual(counted.meta, { total_count: 5, filter_count: 1 });
  assert.equal(counted.data.length, 1);
  assert.deepEqual((await staff.get(`${list}?limit=0&meta=filter_count&search=TN`)).meta, { filter_count: 0 });
  assert.deepEqual((await staff.get(`${list}?limit=0&meta[]=total_count`)).meta, { total_count: 5 });
  assert.deepEqual((await platform.get(`${list}?limit=0&meta=total_count`)).meta, { total_count: 6 });
  assert.equal((await staff.get(`${list}?limit=1`)).meta, undefined);
  assertRejected(await staff.get(`${list}?meta=nope`), "INVALID_QUERY");
});

test("unknown parameters are rejected, not ignored", async () => {
  for (const query of [
    "nope=1",
    "filters[id]=1",
    "Limit=1",
    "deep[history][limit]=1",
    "deep[history][_nope]=1",
    "deep[slot_no][_limit]=1",
    "aggregate[median]=id",
    "export=pdf",
    "version=draft",
  ])
    assertRejected(await staff.get(`${list}?${query}`), "INVALID_QUERY");
  for (const query of ["filter[__proto__][x]=1", "filter[constructor][prototype]=1"])
    assert.ok(["FORBIDDEN", "INVALID_QUERY"].includes((await staff.get(`${list}?${query}`)).code!), query);
});

test("reads one row by key; missing, malformed and hidden keys are equally FORBIDDEN", async () => {
  const first = await staff.get(`${list}/${ids[2]}?fields=id,branch.name`);
  assert.deepEqual(first.data, { id: ids[2], branch: { name: "Marina Beach" } });
  for (const id of [
    "0",
    "999999",
    "abc",
    "1.5",
    "-1",
    "1%20or%201=1",
    "%00",
    "99999999999999",
    "null",
    "1;--",
    "__proto__",
  ]) {
    const response = await staff.get(`${list}/${id}`);
    assertRejected(response, "FORBIDDEN");
    assert.equal(response.errors[0]!.message, "You don't have permission to access this.");
  }
  for (const id of ["x", "-".repeat(36), "00000000-0000-0000-0000-000000000000", String(ids[0])])
    assertRejected(await staff.get(`/users/${id}`), "FORBIDDEN");
});

test("supports HEAD, a trailing slash, and SEARCH with a query, with keys and with an empty body", async () => {
  const token = { authorization: `Bearer ${staff.token}` };
  const head = await app.inject({ method: "HEAD", url: `${list}?limit=1`, headers: token });
  assert.equal(head.statusCode, 200);
  assert.equal(head.body, "");
  assert.match(String(head.headers["content-type"]), /^application\/json/);
  assert.equal((await staff.get(`${list}/?limit=1`)).data.length, 1);
  const byQuery = await staff.search(list, {
    query: { fields: ["id"], filter: { slot_no: { _gt: 3 } }, sort: ["-id"], limit: 1 },
  });
  assert.deepEqual(byQuery.data, [{ id: ids[4] }]);
  const byKeys = await staff.search(list, { keys: [ids[1], ids[3]], query: { fields: ["id"] } });
  assert.deepEqual(byKeys.data, [{ id: ids[1] }, { id: ids[3] }]);
  assert.equal((await staff.search(list, {})).data.length, 5);
  for (const body of [{ query: null }, { query: "id" }, [], "text", { query: [] }])
    assertRejected(await staff.search(list, body), "INVALID_PAYLOAD");
});

test("malformed and unknown URLs return errors in the standard format", async () => {
  const malformed = await staff.get("/items/%ff");
  assert.equal(malformed.status, 400, malformed.text);
  assert.equal(malformed.code, "INVALID_PAYLOAD");
  assert.equal((await staff.get("/nowhere")).code, "ROUTE_NOT_FOUND");
  assert.equal((await staff.get(`${list}/1/2`)).code, "ROUTE_NOT_FOUND");
});

const { counted, count } = countStatements(sql);
const countedApp = await buildApp({ sql: counted, config: testConfig });
await countedApp.ready();
after(() => countedApp.close());

test("a read is one statement at any depth", async () => {
  const sendRequest = (query: string) =>
    countedApp.inject({ url: `${list}?${query}`, headers: { authorization: `Bearer ${staff.token}` } });
  // The first request loads the session.
  assert.equal((await sendRequest("limit=1")).statusCode, 200);
  for (const query of [
    "limit=10",
    "fields=*.*.*&meta=*&limit=10",
    `fields=*,branch.company.branches.slot_blocks.*,parking_main_info.entries.history.status_id.name&sort=-branch.company.name&${toQueryString({ filter: { history: { _some: { status_id: { name: "In" } } } } })}&meta=*&search=a`,
  ]) {
    const before = count();
    const response = await sendRequest(query);
    assert.equal(response.statusCode, 200, response.body);
    assert.equal(count() - before, 1, query);
  }
  const before = count();
  await countedApp.inject({ url: `${list}/${ids[0]}`, headers: { authorization: `Bearer ${staff.token}` } });
  assert.equal(count() - before, 1);
});
