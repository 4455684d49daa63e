// §7: writes with the published SDK and by hand: single, batch, by keys, by query, nested; what is returned, and what
// is rejected atomically.
import assert from "node:assert/strict";
import {
  createItem,
  createItems,
  deleteItem,
  deleteItems,
  isDirectusError,
  readItem,
  updateItem,
  updateItems,
  updateItemsBatch,
  updateSingleton,
} from "@directus/sdk";
import { before, test } from "node:test";
import type { TestClient } from "#tests/support/app.ts";
import { startItemsFixture } from "#tests/support/items-fixture.ts";

const fixture = await startItemsFixture();
const { ids, factories, platform, sql } = fixture;
let branch: { id: number; company: number; name: string; slug: string };
let manager: TestClient;
let staff: TestClient;
let client: ReturnType<typeof fixture.createSdk>;

before(async () => {
  branch = await factories.branch({ slots: 50 });
  manager = await fixture.asUser(await factories.user("manager", { branch }));
  staff = await fixture.asUser(await factories.user("staff", { branch }));
  client = fixture.createSdk(platform);
});

const nextName = (() => {
  let count = 0;
  return (): string => `Place ${(count += 1)} of many`;
})();
const createAreaBody = (fields: object = {}) => ({ area_name: nextName(), ...fields });
const matchErrorCode = (code: string) => (error: unknown) =>
  isDirectusError(error) && error.errors[0]?.extensions.code === code;
const newBlock = (prefix: string, fields: object = {}) => ({
  service: "is_valet_and_parking",
  zone_or_block: `Zone ${prefix}`,
  slot_prefix: prefix,
  total_slots: 5,
  ...fields,
});
async function newBranch(fields: object = {}): Promise<number> {
  const slug = nextName().toLowerCase().replaceAll(" ", "-");
  const created = await platform.post("/items/Branch?fields=id", {
    company: ids["Alpha Parking"],
    name: slug,
    slug,
    ...fields,
  });
  assert.equal(created.status, 200, created.text);
  return created.data.id;
}
const readBlocks = async (id: number): Promise<unknown> =>
  (
    await platform.get(`/items/Branch/${id}?fields=slot_blocks.slot_prefix,slot_blocks.total_slots`)
  ).data.slot_blocks.map(
    (block: { slot_prefix: string; total_slots: number }) => `${block.slot_prefix}${block.total_slots}`,
  );
const countRows = async (table: string): Promise<number> =>
  (await sql.unsafe<{ count: number }[]>(`select count(*)::int as count from "${table}"`))[0]!.count;

// Single and batch.

test("create one: 200 and the complete row with its defaults", async () => {
  const created = await client.request(createItem("Areas", createAreaBody({ city: "Chennai" })));
  assert.deepEqual([created["city"], created["state"], typeof created["id"]], ["Chennai", null, "number"]);
  const { status } = await platform.post("/items/Areas", createAreaBody());
  assert.equal(status, 200);
});

test("create one: fields and deep select what is returned", async () => {
  const sent = {
    company: ids["Alpha Parking"],
    name: "Back and forth",
    slug: "back-and-forth",
    slot_blocks: [newBlock("A"), newBlock("B")],
  };
  const query = {
    fields: ["name", { slot_blocks: ["slot_prefix"] }],
    deep: { slot_blocks: { _limit: 1, _sort: ["-id"] } },
  };
  const created = await client.request(createItem("Branch", sent, query));
  assert.deepEqual(created, { name: "Back and forth", slot_blocks: [{ slot_prefix: "B" }] });
});

test("create many: in order, and none of them if one is invalid", async () => {
  const sent = [createAreaBody(), createAreaBody(), createAreaBody()];
  const created = await client.request(createItems("Areas", sent, { fields: ["area_name"] }));
  assert.deepEqual(created, sent);
  const previous = await countRows("Areas");
  await assert.rejects(
    client.request(createItems("Areas", [createAreaBody(), { area_name: "ab" }])),
    matchErrorCode("FAILED_VALIDATION"),
  );
  assert.equal(await countRows("Areas"), previous);
  assert.deepEqual((await platform.post("/items/Areas", [])).data, []);
});

test("create: returns no content to users who may not read what they created", async () => {
  const response = await fixture.asUser(await factories.user("admin", { branch }));
  const created = await response.post("/items/Area_Request_List", {
    area_name: "Somewhere new",
    area_request_branch_id: branch.id,
  });
  assert.equal(created.status, 200);
});

test("update one: the complete row or the selected fields; an empty body changes nothing; the key cannot be changed", async () => {
  const { id } = await client.request(createItem("Areas", createAreaBody()));
  const changed = await client.request(updateItem("Areas", id, { city: "Salem" }));
  assert.deepEqual([changed["city"], changed["id"]], ["Salem", id]);
  assert.deepEqual(await client.request(updateItem("Areas", id, { state: "TN" }, { fields: ["state"] })), {
    state: "TN",
  });
  assert.equal((await platform.patch(`/items/Areas/${id}`, {})).status, 200);
  assert.equal((await platform.patch(`/items/Areas/${id}`, { id: 12345 })).data.id, id);
});

test("update by keys: the same values for each, in the order of the keys", async () => {
  const created = await client.request(createItems("Areas", [createAreaBody(), createAreaBody()], { fields: ["id"] }));
  const [one, two] = created.map((row) => row["id"] as number);
  const changed = await client.request(
    updateItems("Areas", [two!, one!], { city: "Erode" }, { fields: ["id", "city"] }),
  );
  assert.deepEqual(
    changed,
    [one, two].map((id) => ({ id, city: "Erode" })),
  );
  assert.deepEqual((await platform.patch("/items/Areas", { keys: [], data: { city: "X" } })).data, []);
});

test("update as a list: different values for each", async () => {
  const created = await client.request(createItems("Areas", [createAreaBody(), createAreaBody()], { fields: ["id"] }));
  const batch = created.map((row, index) => ({ id: row["id"] as number, city: `City ${index}` }));
  assert.deepEqual(await client.request(updateItemsBatch("Areas", batch, { fields: ["city"] })), [
    { city: "City 0" },
    { city: "City 1" },
  ]);
});

test("update by query: all matches up to its limit, and nothing without a match", async () => {
  const state = nextName();
  await client.request(
    createItems(
      "Areas",
      Array.from({ length: 130 }, () => createAreaBody({ state })),
    ),
  );
  const all = await client.request(
    updateItems(
      "Areas",
      { filter: { state: { _eq: state } } } as never,
      { city: "Arni" },
      { fields: ["city"], limit: -1 },
    ),
  );
  assert.equal(all.length, 130);
  const limited = await platform.patch("/items/Areas?fields=id", {
    query: { filter: { state }, sort: "-id", limit: 2 },
    data: { city: "Ambur" },
  });
  assert.equal(limited.data.length, 2);
  const [{ count }] = (
    await platform.get(`/items/Areas?filter[state]=${encodeURIComponent(state)}&filter[city]=Ambur&aggregate[count]=*`)
  ).data;
  assert.equal(count, "2");
  assert.deepEqual(
    (await platform.patch("/items/Areas", { query: { filter: { id: -1 } }, data: { city: "Y" } })).data,
    [],
  );
});

test("update by query: rejects more rows than a call may write and changes none", async () => {
  const state = nextName();
  await sql`insert into "Areas" (area_name, state) select 'Row ' || n, ${state} from generate_series(1, 1001) n`;
  const many = await platform.patch("/items/Areas", { query: { filter: { state } }, data: { city: "Z" } });
  assert.deepEqual([many.status, many.code], [400, "INVALID_PAYLOAD"]);
  const deleted = await platform.delete("/items/Areas", { query: { filter: { state } } });
  assert.equal(deleted.code, "INVALID_PAYLOAD");
  const [row] = await sql`select count(*)::int as count from "Areas" where state = ${state} and city is null`;
  assert.equal(row!["count"], 1001);
});

test("update by query: matches readable rows only, and one without update permission rejects all", async () => {
  const own = await platform.post("/items/Slot_Blocks?fields=id", newBlock("Q", { branch: branch.id }));
  const other = await factories.branch({ slots: 5 });
  const response = await manager.patch("/items/Slot_Blocks?fields=id", {
    query: { filter: { total_slots: 5 } },
    data: { sort: 7 },
  });
  assert.deepEqual(response.data, [{ id: own.data.id }], response.text);
  const [row] = await sql`select count(*)::int as count from "Slot_Blocks" where branch = ${other.id} and sort = 7`;
  assert.equal(row!["count"], 0);
  const closed = await manager.patch("/items/Slot_Blocks", {
    query: { filter: { user_created: { password: { _nnull: true } } } },
    data: { sort: 8 },
  });
  assert.equal(closed.code, "FORBIDDEN");
  assert.equal((await staff.patch("/items/Slot_Blocks", { query: {}, data: { sort: 9 } })).code, "FORBIDDEN");
});

test("delete: one, by keys, by a bare list, by query; 204 and an empty body", async () => {
  const keys = (
    await client.request(
      createItems(
        "Areas",
        Array.from({ length: 5 }, () => createAreaBody({ city: "To go" })),
        { fields: ["id"] },
      ),
    )
  ).map((row) => row["id"] as number);
  assert.equal(await client.request(deleteItem("Areas", keys[0]!)), null);
  assert.equal(await client.request(deleteItems("Areas", [keys[1]!])), null);
  assert.deepEqual(
    [
      (await platform.delete("/items/Areas", [keys[2]])).status,
      (await platform.delete("/items/Areas", { keys: [] })).text,
    ],
    [204, ""],
  );
  assert.equal(await client.request(deleteItems("Areas", { filter: { city: { _eq: "To go" } } } as never)), null);
  const left = await platform.get("/items/Areas?filter[city]=To go&aggregate[count]=*");
  assert.deepEqual(left.data, [{ count: "0" }]);
});

test("a missing row is FORBIDDEN for all users, and a list with one fails as a whole", async () => {
  const { id } = await client.request(createItem("Areas", createAreaBody({ city: "Here" })));
  await assert.rejects(client.request(updateItem("Areas", 999_999, { city: "X" })), matchErrorCode("FORBIDDEN"));
  await assert.rejects(client.request(updateItems("Areas", [id, 999_999], { city: "X" })), matchErrorCode("FORBIDDEN"));
  await assert.rejects(client.request(deleteItem("Areas", 999_999)), matchErrorCode("FORBIDDEN"));
  await assert.rejects(client.request(deleteItems("Areas", [id, 999_999])), matchErrorCode("FORBIDDEN"));
  assert.equal((await client.request(readItem("Areas", id)))["city"], "Here");
});

for (const [name, method, body] of [
  ["PATCH with an empty body", "patch", undefined],
  ["PATCH without data", "patch", { keys: [1] }],
  ["PATCH with data only", "patch", { data: {} }],
  ["PATCH with an invalid query", "patch", { query: "all", data: {} }],
  ["PATCH with keys that are not a list", "patch", { keys: 1, data: {} }],
  ["DELETE without a body", "delete", undefined],
  ["DELETE of an empty object", "delete", {}],
  ["DELETE with an invalid query", "delete", { query: [1] }],
  ["POST of text", "post", '"text"'],
  ["POST of broken JSON", "post", "{"],
] as const)
  test(`${name} is INVALID_PAYLOAD`, async () => {
    const response = await platform[method]("/items/Areas", body);
    assert.deepEqual([response.status, response.code], [400, "INVALID_PAYLOAD"], response.text);
  });

test("a singleton is updated without a key and cannot be created", async () => {
  const settings = await client.request(
    updateSingleton("Configuration_Settings", { support_phone: "044 111" }, { fields: ["support_phone"] }),
  );
  assert.deepEqual(settings, { support_phone: "044 111" });
  assert.equal((await platform.post("/items/Configuration_Settings", {})).code, "ROUTE_NOT_FOUND");
});

// Errors of the database and the rules.

const refusalCases: [string, () => Promise<{ code: string | undefined; status: number }>, string][] = [
  [
    "a reference to a missing row",
    () => platform.post("/items/Branch", { company: 999_999, name: "Nowhere", slug: "nowhere" }),
    "INVALID_FOREIGN_KEY",
  ],
  ["a duplicate value", () => platform.post("/items/Tags_Category", { Name: "roofed" }), "RECORD_NOT_UNIQUE"],
  ["a missing required field", () => platform.post("/items/Tags_Category", {}), "FAILED_VALIDATION"],
  ["a text too long", () => platform.post("/items/Tags_Category", { Name: "x".repeat(51) }), "FAILED_VALIDATION"],
  [
    "a number too large",
    () => platform.post("/items/Vehicle_Type", { name: "Big", sort: 2 ** 31 }),
    "FAILED_VALIDATION",
  ],
  ["an unknown field", () => platform.post("/items/Tags_Category", { Name: "Other", nope: 1 }), "FORBIDDEN"],
  [
    "a field only the server sets",
    () => platform.post("/items/Tags_Category", { Name: "Other", date_created: null }),
    "FORBIDDEN",
  ],
  ["an unknown collection", () => platform.post("/items/nope", {}), "FORBIDDEN"],
  ["a system collection under /items", () => platform.post("/items/users", {}), "FORBIDDEN"],
  [
    "history, which cannot be written",
    () => platform.post("/items/Parking_History", { parking_information: 1 }),
    "FORBIDDEN",
  ],
];
for (const [name, call, code] of refusalCases)
  test(`write: ${name} is ${code}`, async () => {
    const response = await call();
    assert.equal(response.code, code);
    assert.equal(response.status, code === "FORBIDDEN" ? 403 : 400);
  });

test("a status set through PATCH follows the state table, by key, by keys, by query and nested", async () => {
  const checkInResponse = await staff.post("/actions/parking/check-in", {
    vehicle_no: factories.plate(),
    phone_no: "9840012345",
  });
  const { id } = checkInResponse.data;
  const visitorRecord = checkInResponse.data.parking_main_info.id as number;
  const to = { parking_status_id: 3 };
  const attempts = [
    await staff.patch(`/items/Parking_Information/${id}`, to),
    await staff.patch("/items/Parking_Information", { keys: [id], data: to }),
    await staff.patch("/items/Parking_Information", { query: { filter: { id } }, data: to }),
    await staff.patch("/items/Parking_Information", [{ id, ...to }]),
    await staff.patch(`/items/Parking_Main_Information/${visitorRecord}`, { entries: { update: [{ id, ...to }] } }),
  ];
  for (const response of attempts) assert.ok(response.status >= 400 && response.status < 500, response.text);
  assert.equal((await staff.get(`/items/Parking_Information/${id}`)).data.parking_status_id, 1);
});

// Nested.

test("nested: a many-to-one row without a key is created, with one it is updated, and a bare key refers to it", async () => {
  const id = await newBranch({ area: { area_name: "Nested area", city: "One" } });
  const read = async () => (await platform.get(`/items/Branch/${id}?fields=area.*`)).data.area;
  const made = await read();
  assert.deepEqual([made.area_name, made.city], ["Nested area", "One"]);
  await platform.patch(`/items/Branch/${id}`, { area: { id: made.id, city: "Two" } });
  assert.deepEqual([(await read()).id, (await read()).city], [made.id, "Two"]);
  await platform.patch(`/items/Branch/${id}`, { area: { id: ids["Guindy"] } });
  assert.equal((await read()).area_name, "Guindy");
  await platform.patch(`/items/Branch/${id}`, { area: null });
  assert.equal(await read(), null);
});

test("nested: a new row with a many-to-one key updates and refers to that row", async () => {
  const { id: at } = await client.request(createItem("Areas", createAreaBody({ city: "Before" })));
  const id = await newBranch({ area: { id: at, city: "After" } });
  const { data } = await platform.get(`/items/Branch/${id}?fields=area.id,area.city`);
  assert.deepEqual(data.area, { id: at, city: "After" });
});

test("nested: a one-to-many list creates its rows and is then the complete set", async () => {
  const id = await newBranch({ slot_blocks: [newBlock("A"), newBlock("B"), newBlock("C")] });
  assert.deepEqual(await readBlocks(id), ["A5", "B5", "C5"]);
  const [a, b] = (await platform.get(`/items/Branch/${id}?fields=slot_blocks`)).data.slot_blocks;
  await platform.patch(`/items/Branch/${id}`, { slot_blocks: [a, { id: b, total_slots: 9 }, newBlock("D")] });
  assert.deepEqual(await readBlocks(id), ["A5", "B9", "D5"]);
  await platform.patch(`/items/Branch/${id}`, { slot_blocks: [] });
  assert.deepEqual(await readBlocks(id), []);
});

test("nested: create, update and delete leave other rows unchanged", async () => {
  const id = await newBranch({ slot_blocks: { create: [newBlock("A"), newBlock("B"), newBlock("C")] } });
  const [a, b] = (await platform.get(`/items/Branch/${id}?fields=slot_blocks`)).data.slot_blocks;
  const response = await platform.patch(`/items/Branch/${id}?fields=slot_blocks.slot_prefix`, {
    slot_blocks: { create: [newBlock("D")], update: [{ id: b, total_slots: 8 }], delete: [a] },
  });
  assert.deepEqual(
    response.data.slot_blocks,
    ["B", "C", "D"].map((slot_prefix) => ({ slot_prefix })),
  );
  assert.deepEqual(await readBlocks(id), ["B8", "C5", "D5"]);
});

test("nested: many-to-many through the junction, creating a tag", async () => {
  const id = await newBranch({ tags: [{ tag: { Name: "Made on the way" } }, { tag: ids["Roofed"] }] });
  const { data } = await platform.get(`/items/Branch/${id}?fields=tags.tag.Name`);
  assert.deepEqual(data.tags, [{ tag: { Name: "Made on the way" } }, { tag: { Name: "Roofed" } }]);
});

test("nested: a row that can exist without its parent is detached, not deleted", async () => {
  const first = await newBranch();
  const config = await platform.post("/items/Parking_Configuration?fields=id,branches", { branches: [first] });
  assert.deepEqual(config.data.branches, [first], config.text);
  const released = await platform.patch(`/items/Parking_Configuration/${config.data.id}?fields=branches`, {
    branches: { delete: [first] },
  });
  assert.deepEqual(released.data.branches, [], released.text);
  assert.equal((await platform.get(`/items/Branch/${first}?fields=parking_config`)).data.parking_config, null);
});

test("nested: three levels in one transaction, rolled back if the last is invalid", async () => {
  const company = (name: string, prefix: string) => ({
    name,
    slug: name.toLowerCase().replaceAll(" ", "-"),
    company_type: "franchise",
    branches: [{ name: `${name} one`, slug: "one", slot_blocks: [newBlock("A"), newBlock(prefix)] }],
  });
  const created = await platform.post(
    "/items/Companies?fields=branches.slot_blocks.slot_prefix",
    company("Deep Company", "B"),
  );
  assert.deepEqual(created.data, { branches: [{ slot_blocks: [{ slot_prefix: "A" }, { slot_prefix: "B" }] }] });
  const previous = [await countRows("Companies"), await countRows("Branch"), await countRows("activity")];
  const wrong = await platform.post("/items/Companies", company("Other Company", "A"));
  assert.equal(wrong.code, "SLOT_EXIST", wrong.text);
  assert.deepEqual([await countRows("Companies"), await countRows("Branch"), await countRows("activity")], previous);
});

test("nested: every row adds its own activity and revision", async () => {
  const id = await newBranch({ slot_blocks: [newBlock("A")] });
  const [block] = await sql<{ id: number }[]>`select id from "Slot_Blocks" where branch = ${id}`;
  const [row] = await sql`select count(*)::int as count from activity a join revisions r on r.activity = a.id
    where a.collection = 'Slot_Blocks' and a.item = ${String(block!.id)} and a.action = 'create'`;
  assert.equal(row!["count"], 1);
});

test("nested: the permissions of each collection apply", async () => {
  const [block] = await sql<{ id: number }[]>`select id from "Slot_Blocks" where branch = ${branch.id} limit 1`;
  const other = await factories.branch({ slots: 3 });
  const [foreign] = await sql<{ id: number }[]>`select id from "Slot_Blocks" where branch = ${other.id} limit 1`;
  const url = `/items/Branch/${branch.id}`;
  const attempts: [TestClient, object][] = [
    // A manager may change the branch but not its blocks, nested or not; staff may change neither.
    [manager, { slot_blocks: { update: [{ id: block!.id, total_slots: 99 }] } }],
    [manager, { slot_blocks: [] }],
    [staff, { slot_blocks: { create: [newBlock("Z")] } }],
    [manager, { company: { id: branch.company, name: "Renamed" } }],
    [platform, { slot_blocks: { delete: [foreign!.id] } }],
    [platform, { slot_blocks: { update: [{ id: 999_999, total_slots: 1 }] } }],
    [platform, { slot_blocks: [999_999] }],
  ];
  for (const [caller, body] of attempts) {
    const response = await caller.patch(url, body);
    assert.deepEqual([response.status, response.code], [403, "FORBIDDEN"], `${JSON.stringify(body)} ${response.text}`);
  }
  const [stored] =
    await sql`select count(*)::int as count from "Slot_Blocks" where branch in (${branch.id}, ${other.id})`;
  assert.ok((stored!["count"] as number) >= 2);
});

test("nested: moving a row requires permission to change its new parent", async () => {
  const other = await factories.branch();
  const [config] = await sql<{ id: number }[]>`select parking_config as id from "Branch" where id = ${branch.id}`;
  const response = await manager.patch(`/items/Parking_Configuration/${config!.id}`, {
    branches: [branch.id, other.id],
  });
  assert.equal(response.code, "FORBIDDEN", response.text);
  const stored = await sql`select id from "Branch" where parking_config = ${config!.id}`;
  assert.deepEqual(
    stored.map((row) => row["id"] as number),
    [branch.id],
  );
});

for (const [name, value] of [
  ["text", "all"],
  ["a number", 5],
  ["null", null],
  ["an unknown part", { factories: [] }],
  ["a part that is not a list", { create: {} }],
] as const)
  test(`nested: ${name} for a to-many relation is FAILED_VALIDATION`, async () => {
    const response = await platform.patch(`/items/Branch/${branch.id}`, { slot_blocks: value });
    assert.equal(response.code, "FAILED_VALIDATION", response.text);
  });

test("nested: rejects values that are neither rows nor keys, and too many rows", async () => {
  for (const value of [[null], [[1]], { create: [1] }, { create: [null] }])
    assert.equal(
      (await platform.patch(`/items/Branch/${branch.id}`, { slot_blocks: value })).code,
      "INVALID_PAYLOAD",
      JSON.stringify(value),
    );
  for (const value of [["x"], [{ id: "x" }], { delete: ["x"] }, { update: [{ id: null }] }])
    assert.equal(
      (await platform.patch(`/items/Branch/${branch.id}`, { slot_blocks: value })).code,
      "FORBIDDEN",
      JSON.stringify(value),
    );
  const many = Array.from({ length: 1_001 }, (_, n) => newBlock(`N${n}`));
  const response = await platform.post("/items/Branch", {
    company: ids["Delta"],
    name: "Too many",
    slug: "too-many",
    slot_blocks: many,
  });
  assert.equal(response.code, "INVALID_PAYLOAD", response.text);
});
