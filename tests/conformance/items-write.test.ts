// §7: writes by the published SDK and by hand: one, many, by keys, by query, nested; what comes back, and what is refused whole.
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
import type { Caller } from "#tests/support/app.ts";
import { startWorld } from "#tests/support/items-world.ts";

const world = await startWorld();
const { ids, make, platform, sql } = world;
let branch: { id: number; company: number; name: string; slug: string };
let manager: Caller;
let staff: Caller;
let client: ReturnType<typeof world.sdk>;

before(async () => {
  branch = await make.branch({ slots: 50 });
  manager = await world.as(await make.user("manager", { branch }));
  staff = await world.as(await make.user("staff", { branch }));
  client = world.sdk(platform);
});

const numbered = (() => {
  let count = 0;
  return (): string => `Place ${(count += 1)} of many`;
})();
const area = (more: object = {}) => ({ area_name: numbered(), ...more });
const throws = (code: string) => (error: unknown) =>
  isDirectusError(error) && error.errors[0]?.extensions.code === code;
const newBlock = (prefix: string, more: object = {}) => ({
  service: "is_valet_and_parking",
  zone_or_block: `Zone ${prefix}`,
  slot_prefix: prefix,
  total_slots: 5,
  ...more,
});
async function newBranch(more: object = {}): Promise<number> {
  const slug = numbered().toLowerCase().replaceAll(" ", "-");
  const made = await platform.post("/items/Branch?fields=id", {
    company: ids["Alpha Parking"],
    name: slug,
    slug,
    ...more,
  });
  assert.equal(made.status, 200, made.text);
  return made.data.id;
}
const blocksOf = async (id: number): Promise<unknown> =>
  (
    await platform.get(`/items/Branch/${id}?fields=slot_blocks.slot_prefix,slot_blocks.total_slots`)
  ).data.slot_blocks.map(
    (block: { slot_prefix: string; total_slots: number }) => `${block.slot_prefix}${block.total_slots}`,
  );
const countOf = async (table: string): Promise<number> =>
  (await sql.unsafe<{ count: number }[]>(`select count(*)::int as count from "${table}"`))[0]!.count;

// One and many.

test("create one: 200, the whole row with its defaults", async () => {
  const made = await client.request(createItem("Areas", area({ city: "Chennai" })));
  assert.deepEqual([made["city"], made["state"], typeof made["id"]], ["Chennai", null, "number"]);
  const { status } = await platform.post("/items/Areas", area());
  assert.equal(status, 200);
});

test("create one: fields and deep say what comes back", async () => {
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
  const made = await client.request(createItem("Branch", sent, query));
  assert.deepEqual(made, { name: "Back and forth", slot_blocks: [{ slot_prefix: "B" }] });
});

test("create many: in their order; none of them where one is wrong", async () => {
  const sent = [area(), area(), area()];
  const made = await client.request(createItems("Areas", sent, { fields: ["area_name"] }));
  assert.deepEqual(made, sent);
  const had = await countOf("Areas");
  await assert.rejects(
    client.request(createItems("Areas", [area(), { area_name: "ab" }])),
    throws("FAILED_VALIDATION"),
  );
  assert.equal(await countOf("Areas"), had);
  assert.deepEqual((await platform.post("/items/Areas", [])).data, []);
});

test("create: who may not read what they made is answered with nothing", async () => {
  const answer = await world.as(await make.user("admin", { branch }));
  const made = await answer.post("/items/Area_Request_List", {
    area_name: "Somewhere new",
    area_request_branch_id: branch.id,
  });
  assert.equal(made.status, 200);
});

test("update one: the whole row, or what fields say; nothing sent changes nothing; the key stays", async () => {
  const { id } = await client.request(createItem("Areas", area()));
  const changed = await client.request(updateItem("Areas", id, { city: "Salem" }));
  assert.deepEqual([changed["city"], changed["id"]], ["Salem", id]);
  assert.deepEqual(await client.request(updateItem("Areas", id, { state: "TN" }, { fields: ["state"] })), {
    state: "TN",
  });
  assert.equal((await platform.patch(`/items/Areas/${id}`, {})).status, 200);
  assert.equal((await platform.patch(`/items/Areas/${id}`, { id: 12345 })).data.id, id);
});

test("update by keys: the same for each, in the order of the keys", async () => {
  const made = await client.request(createItems("Areas", [area(), area()], { fields: ["id"] }));
  const [one, two] = made.map((row) => row["id"] as number);
  const changed = await client.request(
    updateItems("Areas", [two!, one!], { city: "Erode" }, { fields: ["id", "city"] }),
  );
  assert.deepEqual(
    changed,
    [one, two].map((id) => ({ id, city: "Erode" })),
  );
  assert.deepEqual((await platform.patch("/items/Areas", { keys: [], data: { city: "X" } })).data, []);
});

test("update as a list: each its own", async () => {
  const made = await client.request(createItems("Areas", [area(), area()], { fields: ["id"] }));
  const batch = made.map((row, place) => ({ id: row["id"] as number, city: `City ${place}` }));
  assert.deepEqual(await client.request(updateItemsBatch("Areas", batch, { fields: ["city"] })), [
    { city: "City 0" },
    { city: "City 1" },
  ]);
});

test("update by query: all it finds, the limit it sets, and nothing where it finds nothing", async () => {
  const state = numbered();
  await client.request(
    createItems(
      "Areas",
      Array.from({ length: 130 }, () => area({ state })),
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
  const few = await platform.patch("/items/Areas?fields=id", {
    query: { filter: { state }, sort: "-id", limit: 2 },
    data: { city: "Ambur" },
  });
  assert.equal(few.data.length, 2);
  const [{ count }] = (
    await platform.get(`/items/Areas?filter[state]=${encodeURIComponent(state)}&filter[city]=Ambur&aggregate[count]=*`)
  ).data;
  assert.equal(count, "2");
  assert.deepEqual(
    (await platform.patch("/items/Areas", { query: { filter: { id: -1 } }, data: { city: "Y" } })).data,
    [],
  );
});

test("update by query: more than may be written at once is refused, and none is changed", async () => {
  const state = numbered();
  await sql`insert into "Areas" (area_name, state) select 'Row ' || n, ${state} from generate_series(1, 1001) n`;
  const many = await platform.patch("/items/Areas", { query: { filter: { state } }, data: { city: "Z" } });
  assert.deepEqual([many.status, many.code], [400, "INVALID_PAYLOAD"]);
  const gone = await platform.delete("/items/Areas", { query: { filter: { state } } });
  assert.equal(gone.code, "INVALID_PAYLOAD");
  const [row] = await sql`select count(*)::int as count from "Areas" where state = ${state} and city is null`;
  assert.equal(row!["count"], 1001);
});

test("update by query: only rows one may read are found, and one that may not be changed keeps all", async () => {
  const own = await platform.post("/items/Slot_Blocks?fields=id", newBlock("Q", { branch: branch.id }));
  const other = await make.branch({ slots: 5 });
  const answer = await manager.patch("/items/Slot_Blocks?fields=id", {
    query: { filter: { total_slots: 5 } },
    data: { sort: 7 },
  });
  assert.deepEqual(answer.data, [{ id: own.data.id }], answer.text);
  const [row] = await sql`select count(*)::int as count from "Slot_Blocks" where branch = ${other.id} and sort = 7`;
  assert.equal(row!["count"], 0);
  const closed = await manager.patch("/items/Slot_Blocks", {
    query: { filter: { user_created: { password: { _nnull: true } } } },
    data: { sort: 8 },
  });
  assert.equal(closed.code, "FORBIDDEN");
  assert.equal((await staff.patch("/items/Slot_Blocks", { query: {}, data: { sort: 9 } })).code, "FORBIDDEN");
});

test("delete: one, by keys, by a bare list, by query; 204 and empty", async () => {
  const keys = (
    await client.request(
      createItems(
        "Areas",
        Array.from({ length: 5 }, () => area({ city: "To go" })),
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

test("a missing row is FORBIDDEN for everybody, and a list with one fails whole", async () => {
  const { id } = await client.request(createItem("Areas", area({ city: "Here" })));
  await assert.rejects(client.request(updateItem("Areas", 999_999, { city: "X" })), throws("FORBIDDEN"));
  await assert.rejects(client.request(updateItems("Areas", [id, 999_999], { city: "X" })), throws("FORBIDDEN"));
  await assert.rejects(client.request(deleteItem("Areas", 999_999)), throws("FORBIDDEN"));
  await assert.rejects(client.request(deleteItems("Areas", [id, 999_999])), throws("FORBIDDEN"));
  assert.equal((await client.request(readItem("Areas", id)))["city"], "Here");
});

for (const [name, method, body] of [
  ["PATCH of nothing", "patch", undefined],
  ["PATCH without data", "patch", { keys: [1] }],
  ["PATCH of data alone", "patch", { data: {} }],
  ["PATCH by what is no query", "patch", { query: "all", data: {} }],
  ["PATCH by keys that are no list", "patch", { keys: 1, data: {} }],
  ["DELETE of nothing", "delete", undefined],
  ["DELETE of an empty object", "delete", {}],
  ["DELETE by what is no query", "delete", { query: [1] }],
  ["POST of text", "post", '"text"'],
  ["POST of broken JSON", "post", "{"],
] as const)
  test(`${name} is INVALID_PAYLOAD`, async () => {
    const answer = await platform[method]("/items/Areas", body);
    assert.deepEqual([answer.status, answer.code], [400, "INVALID_PAYLOAD"], answer.text);
  });

test("a singleton is changed without a key, and not made", async () => {
  const settings = await client.request(
    updateSingleton("Configuration_Settings", { support_phone: "044 111" }, { fields: ["support_phone"] }),
  );
  assert.deepEqual(settings, { support_phone: "044 111" });
  assert.equal((await platform.post("/items/Configuration_Settings", {})).code, "ROUTE_NOT_FOUND");
});

// What the database and the rules say.

const refusals: [string, () => Promise<{ code: string | undefined; status: number }>, string][] = [
  [
    "a missing row pointed to",
    () => platform.post("/items/Branch", { company: 999_999, name: "Nowhere", slug: "nowhere" }),
    "INVALID_FOREIGN_KEY",
  ],
  ["a value that is taken", () => platform.post("/items/Tags_Category", { Name: "roofed" }), "RECORD_NOT_UNIQUE"],
  ["a required field left out", () => platform.post("/items/Tags_Category", {}), "FAILED_VALIDATION"],
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
    "history, which nobody writes",
    () => platform.post("/items/Parking_History", { parking_information: 1 }),
    "FORBIDDEN",
  ],
];
for (const [name, call, code] of refusals)
  test(`write: ${name} is ${code}`, async () => {
    const answer = await call();
    assert.equal(answer.code, code);
    assert.equal(answer.status, code === "FORBIDDEN" ? 403 : 400);
  });

test("a status set through PATCH obeys the state table, by key, by keys, by query and nested", async () => {
  const entered = await staff.post("/actions/parking/check-in", { vehicle_no: make.plate(), phone_no: "9840012345" });
  const { id } = entered.data;
  const main = entered.data.parking_main_info.id as number;
  const to = { parking_status_id: 3 };
  const tries = [
    await staff.patch(`/items/Parking_Information/${id}`, to),
    await staff.patch("/items/Parking_Information", { keys: [id], data: to }),
    await staff.patch("/items/Parking_Information", { query: { filter: { id } }, data: to }),
    await staff.patch("/items/Parking_Information", [{ id, ...to }]),
    await staff.patch(`/items/Parking_Main_Information/${main}`, { entries: { update: [{ id, ...to }] } }),
  ];
  for (const answer of tries) assert.ok(answer.status >= 400 && answer.status < 500, answer.text);
  assert.equal((await staff.get(`/items/Parking_Information/${id}`)).data.parking_status_id, 1);
});

// Nested.

test("nested: a many-to-one without a key is made, with one it is changed, and by its key alone pointed to", async () => {
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

test("nested: with a new row, a many-to-one with a key is changed and pointed to", async () => {
  const { id: at } = await client.request(createItem("Areas", area({ city: "Before" })));
  const id = await newBranch({ area: { id: at, city: "After" } });
  const { data } = await platform.get(`/items/Branch/${id}?fields=area.id,area.city`);
  assert.deepEqual(data.area, { id: at, city: "After" });
});

test("nested: a one-to-many list makes its rows, and then is all there is", async () => {
  const id = await newBranch({ slot_blocks: [newBlock("A"), newBlock("B"), newBlock("C")] });
  assert.deepEqual(await blocksOf(id), ["A5", "B5", "C5"]);
  const [a, b] = (await platform.get(`/items/Branch/${id}?fields=slot_blocks`)).data.slot_blocks;
  await platform.patch(`/items/Branch/${id}`, { slot_blocks: [a, { id: b, total_slots: 9 }, newBlock("D")] });
  assert.deepEqual(await blocksOf(id), ["A5", "B9", "D5"]);
  await platform.patch(`/items/Branch/${id}`, { slot_blocks: [] });
  assert.deepEqual(await blocksOf(id), []);
});

test("nested: create, update and delete leave the others as they are", async () => {
  const id = await newBranch({ slot_blocks: { create: [newBlock("A"), newBlock("B"), newBlock("C")] } });
  const [a, b] = (await platform.get(`/items/Branch/${id}?fields=slot_blocks`)).data.slot_blocks;
  const answer = await platform.patch(`/items/Branch/${id}?fields=slot_blocks.slot_prefix`, {
    slot_blocks: { create: [newBlock("D")], update: [{ id: b, total_slots: 8 }], delete: [a] },
  });
  assert.deepEqual(
    answer.data.slot_blocks,
    ["B", "C", "D"].map((slot_prefix) => ({ slot_prefix })),
  );
  assert.deepEqual(await blocksOf(id), ["B8", "C5", "D5"]);
});

test("nested: many-to-many through the junction, with a tag made on the way", async () => {
  const id = await newBranch({ tags: [{ tag: { Name: "Made on the way" } }, { tag: ids["Roofed"] }] });
  const { data } = await platform.get(`/items/Branch/${id}?fields=tags.tag.Name`);
  assert.deepEqual(data.tags, [{ tag: { Name: "Made on the way" } }, { tag: { Name: "Roofed" } }]);
});

test("nested: a row that can be without its parent is let go, not removed", async () => {
  const first = await newBranch();
  const config = await platform.post("/items/Parking_Configuration?fields=id,branches", { branches: [first] });
  assert.deepEqual(config.data.branches, [first], config.text);
  const released = await platform.patch(`/items/Parking_Configuration/${config.data.id}?fields=branches`, {
    branches: { delete: [first] },
  });
  assert.deepEqual(released.data.branches, [], released.text);
  assert.equal((await platform.get(`/items/Branch/${first}?fields=parking_config`)).data.parking_config, null);
});

test("nested: three levels in one transaction, and nothing of it where the last is wrong", async () => {
  const company = (name: string, prefix: string) => ({
    name,
    slug: name.toLowerCase().replaceAll(" ", "-"),
    company_type: "franchise",
    branches: [{ name: `${name} one`, slug: "one", slot_blocks: [newBlock("A"), newBlock(prefix)] }],
  });
  const made = await platform.post(
    "/items/Companies?fields=branches.slot_blocks.slot_prefix",
    company("Deep Company", "B"),
  );
  assert.deepEqual(made.data, { branches: [{ slot_blocks: [{ slot_prefix: "A" }, { slot_prefix: "B" }] }] });
  const had = [await countOf("Companies"), await countOf("Branch"), await countOf("activity")];
  const wrong = await platform.post("/items/Companies", company("Other Company", "A"));
  assert.equal(wrong.code, "SLOT_EXIST", wrong.text);
  assert.deepEqual([await countOf("Companies"), await countOf("Branch"), await countOf("activity")], had);
});

test("nested: every row leaves its own activity and revision", async () => {
  const id = await newBranch({ slot_blocks: [newBlock("A")] });
  const [block] = await sql<{ id: number }[]>`select id from "Slot_Blocks" where branch = ${id}`;
  const [row] = await sql`select count(*)::int as count from activity a join revisions r on r.activity = a.id
    where a.collection = 'Slot_Blocks' and a.item = ${String(block!.id)} and a.action = 'create'`;
  assert.equal(row!["count"], 1);
});

test("nested: the rights of each collection hold", async () => {
  const [block] = await sql<{ id: number }[]>`select id from "Slot_Blocks" where branch = ${branch.id} limit 1`;
  const other = await make.branch({ slots: 3 });
  const [foreign] = await sql<{ id: number }[]>`select id from "Slot_Blocks" where branch = ${other.id} limit 1`;
  const at = `/items/Branch/${branch.id}`;
  const tries: [Caller, object][] = [
    // What a branch's manager may change of it is not its blocks, nested or not; staff may change nothing.
    [manager, { slot_blocks: { update: [{ id: block!.id, total_slots: 99 }] } }],
    [manager, { slot_blocks: [] }],
    [staff, { slot_blocks: { create: [newBlock("Z")] } }],
    [manager, { company: { id: branch.company, name: "Renamed" } }],
    [platform, { slot_blocks: { delete: [foreign!.id] } }],
    [platform, { slot_blocks: { update: [{ id: 999_999, total_slots: 1 }] } }],
    [platform, { slot_blocks: [999_999] }],
  ];
  for (const [caller, body] of tries) {
    const answer = await caller.patch(at, body);
    assert.deepEqual([answer.status, answer.code], [403, "FORBIDDEN"], `${JSON.stringify(body)} ${answer.text}`);
  }
  const [kept] =
    await sql`select count(*)::int as count from "Slot_Blocks" where branch in (${branch.id}, ${other.id})`;
  assert.ok((kept!["count"] as number) >= 2);
});

test("nested: a row is taken over only by who may change where it points", async () => {
  const other = await make.branch();
  const [config] = await sql<{ id: number }[]>`select parking_config as id from "Branch" where id = ${branch.id}`;
  const answer = await manager.patch(`/items/Parking_Configuration/${config!.id}`, { branches: [branch.id, other.id] });
  assert.equal(answer.code, "FORBIDDEN", answer.text);
  const kept = await sql`select id from "Branch" where parking_config = ${config!.id}`;
  assert.deepEqual(
    kept.map((row) => row["id"] as number),
    [branch.id],
  );
});

for (const [name, value] of [
  ["text", "all"],
  ["a number", 5],
  ["null", null],
  ["an unknown part", { make: [] }],
  ["a part that is no list", { create: {} }],
] as const)
  test(`nested: ${name} for a to-many relation is FAILED_VALIDATION`, async () => {
    const answer = await platform.patch(`/items/Branch/${branch.id}`, { slot_blocks: value });
    assert.equal(answer.code, "FAILED_VALIDATION", answer.text);
  });

test("nested: what is neither a row nor a key, and too many rows", async () => {
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
  const answer = await platform.post("/items/Branch", {
    company: ids["Delta"],
    name: "Too many",
    slug: "too-many",
    slot_blocks: many,
  });
  assert.equal(answer.code, "INVALID_PAYLOAD", answer.text);
});
