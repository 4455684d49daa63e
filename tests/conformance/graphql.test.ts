// §7: GraphQL over the collections: the schema of the CMS, with the permissions, rules and limits of all other
// interfaces.
import assert from "node:assert/strict";
import { before, test } from "node:test";
import { authentication, createDirectus, graphql, staticToken } from "@directus/sdk";
import { buildClientSchema, getIntrospectionQuery, type IntrospectionQuery, printSchema } from "graphql";
import { findAccessRule } from "#domain/access/access-rule.ts";
import { collections } from "#domain/collections.ts";
import { roleNames, roles } from "#domain/access/roles.ts";
import { startApp, type TestClient } from "#tests/support/app.ts";
import { createFactories, type CreatedBranch, type CreatedUser } from "#tests/support/factories.ts";

const { app, asUser, sql } = await startApp();
const factories = createFactories(sql);
const entries = "Parking_Information";
let branch: CreatedBranch;
let other: CreatedBranch;
let user: CreatedUser;
let manager: TestClient;
let staff: TestClient;
let outsider: TestClient;
let platform: TestClient;
let ids: number[];
let foreign: number;

before(async () => {
  branch = await factories.branch({ slots: 100, rate: "20.00" });
  other = await factories.branch({ slots: 100, rate: "20.00" });
  user = await factories.user("manager", { branch });
  manager = await asUser(user);
  staff = await asUser(await factories.user("staff", { branch }));
  outsider = await asUser(await factories.user("manager", { branch: other }));
  platform = await asUser(await factories.user("platform"));
  ids = [];
  for (const plate of ["TN09GQ0001", "TN09GQ0002", "KA01GQ0003"]) ids.push(await checkIn(staff, plate));
  foreign = await checkIn(await asUser(await factories.user("staff", { branch: other })), "TN09GQ0009");
});

async function checkIn(caller: TestClient, plate: string): Promise<number> {
  const response = await caller.post("/actions/parking/check-in", { vehicle_no: plate, phone_no: "9840012345" });
  assert.equal(response.status, 200, response.text);
  return response.data.id;
}

interface GraphqlRequestOptions {
  user?: TestClient;
  url?: string;
  variables?: object;
}

/** Sends a document and returns the complete response. */
async function sendQuery(query: string, { user = manager, url = "/graphql", variables }: GraphqlRequestOptions = {}) {
  return user.post(url, { query, ...(variables ? { variables } : {}) });
}

/** The data of a query that must succeed. */
async function data(query: string, asking: GraphqlRequestOptions = {}) {
  const response = await sendQuery(query, asking);
  assert.equal(response.status, 200, response.text);
  assert.deepEqual(response.errors, [], response.text);
  return response.data;
}

/** The status and code of a query that must be rejected. */
async function sendInvalidQuery(
  query: string,
  asking: GraphqlRequestOptions = {},
): Promise<[number, string | undefined]> {
  const response = await sendQuery(query, asking);
  return [response.status, response.code];
}

const invalid: [number, string] = [400, "GRAPHQL_VALIDATION"];
const system: GraphqlRequestOptions = { url: "/graphql/system" };

test("a list: fields, relations in both directions, ids as text, amounts as numbers, timestamps in UTC", async () => {
  const { Parking_Information: rows } = await data(
    `{ ${entries}(sort: ["-id"], limit: 1) { id charge_amount_for_minutes in_time is_person duration branch { id name company { slug } } history { id status_id { name } } } }`,
  );
  const [row] = rows;
  assert.equal(row.id, String(ids[2]));
  assert.equal(row.branch.id, String(branch.id));
  assert.equal(row.charge_amount_for_minutes, 20);
  assert.match(row.in_time, /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
  assert.deepEqual([row.is_person, row.duration], [false, null]);
  assert.match(row.branch.company.slug, /^company-/);
  assert.equal(row.history[0].status_id.name, "In");
});

test("filter, sort, limit, offset, page and search", async () => {
  const list = async (args: string) =>
    (await data(`{ ${entries}(${args}) { parking_main_info { vehicle_no } } }`))[entries].map(
      (row: { parking_main_info: { vehicle_no: string } }) => row.parking_main_info.vehicle_no.slice(-1),
    );
  assert.deepEqual(await list(`sort: ["id"]`), ["1", "2", "3"]);
  assert.deepEqual(await list(`sort: ["-parking_main_info.vehicle_no"], limit: 2`), ["2", "1"]);
  assert.deepEqual(await list(`sort: ["id"], limit: 1, offset: 1`), ["2"]);
  assert.deepEqual(await list(`sort: ["id"], limit: 1, page: 3`), ["3"]);
  assert.deepEqual(await list(`limit: 0`), []);
  assert.deepEqual(await list(`search: "${ids[1]}", filter: { id: { _eq: ${ids[1]} } }`), ["2"]);
  assert.deepEqual(await list(`filter: { parking_main_info: { vehicle_no: { _starts_with: "KA" } } }`), ["3"]);
  assert.deepEqual(
    await list(`filter: { _or: [{ id: { _eq: "${ids[0]}" } }, { id: { _in: [${ids[2]}] } }] }, sort: "id"`),
    ["1", "3"],
  );
  assert.deepEqual(await list(`filter: { _and: [{ id: { _gt: ${ids[0]} } }, { id: { _lt: ${ids[2]} } }] }`), ["2"]);
  assert.deepEqual(await list(`filter: { history: { _none: { id: { _nnull: true } } } }`), []);
  assert.deepEqual(
    await list(`filter: { history: { _some: { status_id: { sequence: { _eq: 1 } } } }, id: { _eq: ${ids[0]} } }`),
    ["1"],
  );
  assert.deepEqual(await list(`filter: { history_func: { count: { _eq: 1 } } }, sort: ["id"]`), ["1", "2", "3"]);
  assert.deepEqual(await list(`filter: { date_created_func: { year: { _lt: 2020 } } }`), []);
  assert.deepEqual(
    await list(
      `filter: { date_created: { _gte: "2020-01-01" }, charge_amount_for_minutes: { _eq: "20.00" } }, sort: ["id"]`,
    ),
    ["1", "2", "3"],
  );
});

test("functions of a timestamp and counts of a relation", async () => {
  const [row] = (
    await data(`{ ${entries}(limit: 1) { date_created date_created_func { year month } history_func { count } } }`)
  )[entries];
  assert.equal(row.date_created_func.year, Number(row.date_created.slice(0, 4)));
  assert.equal(row.date_created_func.month, Number(row.date_created.slice(5, 7)));
  assert.equal(row.history_func.count, 1);
});

test("arguments of relations, and one relation under several keys", async () => {
  await staff.patch(`/items/${entries}/${ids[0]}`, { slot_prefix: "A", slot_no: 90 });
  const [row] = (
    await data(`{ ${entries}(filter: { id: { _eq: ${ids[0]} } }) {
      newest: history(sort: ["-id"], limit: 1) { id } oldest: history(sort: ["id"], limit: 1) { id } all: history { id }
      b: branch { name } branch { company { a: slug b: slug } } key: id } }`)
  )[entries];
  assert.equal(row.all.length, 2);
  assert.deepEqual([row.oldest, row.newest], [[row.all[0]], [row.all[1]]]);
  assert.equal(row.b.name, branch.name);
  assert.equal(row.branch.company.a, row.branch.company.b);
  assert.equal(row.key, String(ids[0]));
});

test("fragments, variables, skip, include and __typename", async () => {
  const query = `query Of($id: ID!, $no: Boolean!) { one: ${entries}_by_id(id: $id) { ...Short id @skip(if: $no) branch @include(if: $no) { ... on Branch { name } } } }
    fragment Short on ${entries} { __typename is_person }`;
  const options = { variables: { id: ids[0], no: false } };
  assert.deepEqual(await data(query, options), { one: { __typename: entries, is_person: false, id: String(ids[0]) } });
  const yes = await data(query, { variables: { id: ids[0], no: true } });
  assert.deepEqual(yes.one, { __typename: entries, is_person: false, branch: { name: branch.name } });
});

test("aggregates with and without groups", async () => {
  const { all, grouped } = await data(`{
    all: ${entries}_aggregated { countAll count { id } countDistinct { branch } min { id in_time } max { id } avg { charge_amount_for_minutes } sum { charge_amount_for_minutes } }
    grouped: ${entries}_aggregated(groupBy: ["is_person", "year(date_created)"]) { group countAll } }`);
  assert.deepEqual([all[0].countAll, all[0].count.id, all[0].countDistinct.branch], [3, 3, 1]);
  assert.deepEqual(
    [all[0].min.id, all[0].max.id, all[0].avg.charge_amount_for_minutes, all[0].sum.charge_amount_for_minutes],
    [ids[0], ids[2], 20, 60],
  );
  assert.equal(grouped.length, 1);
  assert.equal(grouped[0].group.is_person, false);
  assert.equal(grouped[0].countAll, 3);
});

test("each root field is one statement at any depth", async () => {
  const requested: string[] = [];
  const original = sql.unsafe;
  sql.unsafe = ((text: string, ...rest: unknown[]) => {
    requested.push(text);
    return (original as unknown as (...args: unknown[]) => unknown).call(sql, text, ...rest);
  }) as typeof original;
  try {
    await data(
      `{ a: ${entries} { history { status_id { name } } branch { company { name } slot_blocks { slot_prefix } } parking_main_info { vehicle_no } } b: Branch { name } }`,
    );
  } finally {
    sql.unsafe = original;
  }
  assert.equal(requested.filter((text) => text.includes("json_agg")).length, 2);
  assert.equal(requested.length, 2);
});

test("create, update and delete, single and batch, return what was written", async () => {
  const block = (prefix: string) =>
    `{ branch: { id: ${branch.id} }, service: "is_valet_and_parking", zone_or_block: "${prefix}", slot_prefix: "${prefix}", total_slots: 5 }`;
  const { create_Slot_Blocks_item: one } = await data(
    `mutation { create_Slot_Blocks_item(data: ${block("P")}) { id total_slots branch { name } } }`,
  );
  assert.deepEqual([one.total_slots, one.branch.name], [5, branch.name]);
  const { create_Slot_Blocks_items: two } = await data(
    `mutation { create_Slot_Blocks_items(data: [${block("Q")}, ${block("R")}]) { id slot_prefix } }`,
  );
  assert.deepEqual(
    two.map((row: { slot_prefix: string }) => row.slot_prefix),
    ["Q", "R"],
  );
  const keys = two.map((row: { id: string }) => row.id);
  const changed = await data(
    `mutation($ids: [ID!]!, $data: update_Slot_Blocks_input!) { update_Slot_Blocks_items(ids: $ids, data: $data) { total_slots } }`,
    {
      variables: { ids: keys.toReversed(), data: { total_slots: 8 } },
    },
  );
  assert.deepEqual(changed.update_Slot_Blocks_items, [{ total_slots: 8 }, { total_slots: 8 }]);
  const { update_Slot_Blocks_item } = await data(
    `mutation { update_Slot_Blocks_item(id: ${one.id}, data: { total_slots: 6 }) { total_slots } }`,
  );
  assert.equal(update_Slot_Blocks_item.total_slots, 6);
  const { update_Slot_Blocks_batch: batch } = await data(
    `mutation { update_Slot_Blocks_batch(data: [{ id: ${keys[1]}, total_slots: 2 }, { id: ${keys[0]}, total_slots: 1 }]) { id total_slots } }`,
  );
  assert.deepEqual(batch, [
    { id: keys[1], total_slots: 2 },
    { id: keys[0], total_slots: 1 },
  ]);
  assert.deepEqual(
    await data(
      `mutation { delete_Slot_Blocks_item(id: ${one.id}) { id } delete_Slot_Blocks_items(ids: [${keys.join()}]) { ids } }`,
    ),
    {
      delete_Slot_Blocks_item: { id: one.id },
      delete_Slot_Blocks_items: { ids: keys },
    },
  );
  assert.deepEqual(await data(`{ Slot_Blocks(filter: { service: { _eq: "is_valet_and_parking" } }) { id } }`), {
    Slot_Blocks: [],
  });
});

test("a list of rows is written atomically; root fields of a mutation are independent", async () => {
  const good = `{ branch: { id: ${branch.id} }, service: "is_parking", zone_or_block: "W", slot_prefix: "W", total_slots: 5 }`;
  const bad = `{ branch: { id: ${branch.id} }, service: "is_parking", zone_or_block: "V", slot_prefix: "V", total_slots: -1 }`;
  const response = await sendQuery(`mutation { create_Slot_Blocks_items(data: [${good}, ${bad}]) { id } }`);
  assert.deepEqual([response.status, response.code, response.data], [200, "FAILED_VALIDATION", null]);
  assert.equal(response.errors[0]!.extensions.field, "total_slots");
  const mixed = await sendQuery(
    `mutation { a: create_Slot_Blocks_item(data: ${good}) { id } b: create_Slot_Blocks_item(data: ${bad}) { id } }`,
  );
  assert.ok(mixed.data.a.id);
  assert.equal(mixed.data.b, null);
  assert.deepEqual((mixed.errors[0] as unknown as { path: string[] }).path, ["b"]);
  await data(`mutation { delete_Slot_Blocks_item(id: ${mixed.data.a.id}) { id } }`);
});

test("a row with nested rows", async () => {
  const { create_Parking_Information_item: created } = await data(
    `mutation { create_${entries}_item(data: { parking_main_info: { vehicle_no: "tn 09 gq 0077", phone_no: "9840012345", branch: { id: ${branch.id} } } }) { id receipt_no parking_main_info { vehicle_no } branch { name } } }`,
    { user: staff },
  );
  assert.equal(created.parking_main_info.vehicle_no, "TN09GQ0077");
  assert.equal(created.branch.name, branch.name);
  assert.match(created.receipt_no, /^\d{8}-\d+$/);
  const checkOut = await sendQuery(
    `mutation { update_${entries}_item(id: ${created.id}, data: { parking_status_id: { id: 2 } }) { out_time parking_status_id { sequence } } }`,
    { user: staff },
  );
  assert.equal(checkOut.code, "NOT_SETTLED");
});

test("the rules of the write path apply: states, fields set by the server, texts of the fields", async () => {
  const update = (sent: string) =>
    sendInvalidQuery(`mutation { update_${entries}_item(id: ${ids[0]}, data: ${sent}) { id } }`, { user: staff });
  assert.deepEqual(await update(`{ parking_status_id: { id: 4 } }`), [200, "NO_NEXT_STATUS"]);
  assert.deepEqual(await update(`{ receipt_no: "X" }`), invalid);
  assert.deepEqual(await update(`{ in_time: "2026-01-01" }`), invalid);
  const missing = await sendQuery(
    `mutation { create_Slot_Blocks_item(data: { branch: { id: ${branch.id} } }) { id } }`,
  );
  assert.match(missing.errors[0]!.message, /^\*.* is required$/);
  assert.equal((missing.errors[0] as unknown as { path: string[] }).path[0], "create_Slot_Blocks_item");
});

test("tenancy: rows of another branch cannot be listed, found, counted, filtered by, changed or deleted", async () => {
  const options = { user: outsider };
  assert.deepEqual(await data(`{ ${entries} { id } }`, options), { [entries]: [{ id: String(foreign) }] });
  assert.deepEqual(await data(`{ ${entries}(filter: { id: { _in: [${ids.join()}] } }) { id } }`, options), {
    [entries]: [],
  });
  assert.deepEqual(await sendInvalidQuery(`{ ${entries}_by_id(id: ${ids[0]}) { id } }`, options), [200, "FORBIDDEN"]);
  assert.deepEqual(await data(`{ ${entries}_aggregated { countAll max { id } } }`, options), {
    [`${entries}_aggregated`]: [{ countAll: 1, max: { id: foreign } }],
  });
  assert.deepEqual(await data(`{ ${entries}_aggregated(groupBy: ["branch"]) { group } }`, options), {
    [`${entries}_aggregated`]: [{ group: { branch: other.id } }],
  });
  assert.deepEqual(
    await data(`{ Branch { id parking_config { id } } }`, options).then(({ Branch }) =>
      Branch.map((row: { id: string }) => row.id),
    ),
    [String(other.id)],
  );
  assert.deepEqual(
    await sendInvalidQuery(
      `mutation { update_${entries}_item(id: ${ids[0]}, data: { parking_status_id: { id: 2 } }) { id } }`,
      options,
    ),
    [200, "FORBIDDEN"],
  );
  const [block] = await sql<{ id: number }[]>`select id from "Slot_Blocks" where branch = ${branch.id} limit 1`;
  assert.deepEqual(await sendInvalidQuery(`mutation { delete_Slot_Blocks_item(id: ${block!.id}) { id } }`, options), [
    200,
    "FORBIDDEN",
  ]);
  assert.deepEqual(
    await sendInvalidQuery(
      `mutation { create_Slot_Blocks_item(data: { branch: { id: ${branch.id} }, service: "is_parking", zone_or_block: "S", slot_prefix: "S", total_slots: 1 }) { id } }`,
      options,
    ),
    [200, "FORBIDDEN"],
  );
});

test("an unreadable field is not in the schema: not selected, filtered, sorted, grouped, counted or searched", async () => {
  const options = { ...system, user: staff };
  assert.deepEqual(await sendInvalidQuery(`{ users { email } }`, options), invalid);
  assert.deepEqual(await sendInvalidQuery(`{ users(filter: { email: { _contains: "a" } }) { id } }`, options), invalid);
  assert.deepEqual(
    await sendInvalidQuery(`{ users(filter: { password: { _nnull: true } }) { id } }`, { ...system, user: platform }),
    invalid,
  );
  assert.deepEqual(await sendInvalidQuery(`{ users(sort: ["email"]) { id } }`, options), [200, "FORBIDDEN"]);
  assert.deepEqual(await sendInvalidQuery(`{ users_aggregated(groupBy: ["email"]) { countAll } }`, options), [
    200,
    "FORBIDDEN",
  ]);
  assert.deepEqual(await sendInvalidQuery(`{ users_aggregated { count { email } } }`, options), invalid);
  assert.deepEqual(await sendInvalidQuery(`{ activity { id } }`, options), invalid);
  assert.deepEqual(await data(`{ users(search: "@example.com") { id } }`, options), { users: [] });
  const suggestion = await sendQuery(`{ users { emai } }`, options);
  assert.ok(!suggestion.text.includes("email"), suggestion.text);
});

test("a secret can be written and reads as asterisks", async () => {
  const { users } = await data(`{ users(filter: { id: { _eq: "${user.id}" } }) { password token } }`, {
    ...system,
    user: platform,
  });
  assert.deepEqual(users, [{ password: "**********", token: null }]);
});

for (const role of roleNames)
  test(`the schema of ${role} contains exactly what ${role} may read`, async () => {
    const location = ["public", "platform", "verifier", "customer"].includes(role) ? {} : { branch };
    const caller = role === "public" ? await asUser() : await asUser(await factories.user(role, location));
    for (const url of ["/graphql", "/graphql/system"]) {
      const response = await caller.post(url, { query: getIntrospectionQuery() });
      const schema = buildClientSchema(response.data as IntrospectionQuery);
      const roots = schema.getQueryType()!.getFields();
      for (const collection of collections) {
        if ((collection.isSystem === true) !== (url === "/graphql/system")) continue;
        const rule = findAccessRule({ rules: collection.access.read, actor: { role } });
        const isReadable = role === "platform" || (rule !== undefined && rule !== false);
        if (roots[collection.name]) assert.ok(isReadable, `${role} has ${collection.name}`);
        if (rule === true || role === "platform") assert.ok(roots[collection.name], `${role} lacks ${collection.name}`);
        if (typeof rule !== "object" || !rule.fields || role === "platform") continue;
        const type = schema.getType(collection.isSystem ? `directus_${collection.name}` : collection.name);
        for (const name of Object.keys((type as { getFields?: () => object } | undefined)?.getFields?.() ?? {}))
          assert.ok(
            ["id", ...rule.fields].includes(name.replace(/_func$/, "")),
            `${role} has ${collection.name}.${name}`,
          );
      }
    }
  });

test("two users of one role share a schema", async () => {
  const own = await manager.get("/server/specs/graphql");
  const theirs = await outsider.get("/server/specs/graphql");
  assert.equal(own.text, theirs.text);
  assert.match(own.text, /type Parking_Information \{/);
  assert.match(String(own.headers["content-disposition"]), /attachment/);
  const fullSchema = buildClientSchema((await sendQuery(getIntrospectionQuery())).data as IntrospectionQuery);
  assert.equal(printSchema(fullSchema).length, own.text.length);
});

test("a user moved or promoted a moment ago has the new permissions", async () => {
  const transferred = await factories.user("staff", { branch });
  const user = await asUser(transferred);
  assert.equal((await data(`{ Branch { id } }`, { user })).Branch[0].id, String(branch.id));
  await platform.patch(`/users/${transferred.id}`, { default_branch: other.id, default_company: other.company });
  assert.equal((await data(`{ Branch { id } }`, { user })).Branch[0].id, String(other.id));
  const [row] = await sql<{ auth_version: number }[]>`select auth_version from users where id = ${transferred.id}`;
  await platform.patch(`/users/${transferred.id}`, { role: roles.manager.id });
  assert.equal((await sendQuery(`{ Branch { id } }`, { user })).code, "TOKEN_EXPIRED");
  const repeated = await asUser({ id: transferred.id, auth_version: row!.auth_version + 1 });
  assert.ok((await sendQuery(`{ users { email } }`, { ...system, user: repeated })).data.users);
});

test("GET reads and changes nothing", async () => {
  const query = encodeURIComponent(`query Q($id: ID!) { ${entries}_by_id(id: $id) { id } }`);
  const variables = encodeURIComponent(JSON.stringify({ id: ids[0] }));
  const response = await manager.get(`/graphql?query=${query}&variables=${variables}&operationName=Q`);
  assert.deepEqual(response.data, { [`${entries}_by_id`]: { id: String(ids[0]) } });
  const change = encodeURIComponent(`mutation { delete_Slot_Blocks_item(id: 1) { id } }`);
  const rejected = await manager.get(`/graphql?query=${change}`);
  assert.deepEqual([rejected.status, rejected.code], [405, "METHOD_NOT_ALLOWED"]);
  assert.equal((await manager.get("/graphql")).code, "INVALID_PAYLOAD");
  assert.equal((await manager.get(`/graphql?query=${query}&variables=nonsense`)).code, "INVALID_PAYLOAD");
});

test("rejects an invalid query with a code", async () => {
  for (const query of [
    "{",
    "",
    "}{",

    "{ nope }",
    `{ ${entries} }`,
    `{ ${entries} { id { x } } }`,
    `{ ${entries}(limit: "x") { id } }`,
    "subscription { x }",
  ])
    assert.equal((await sendQuery(query)).status, 400, query);
  assert.deepEqual(await sendInvalidQuery("{ nope }"), invalid);
  assert.deepEqual(await sendInvalidQuery(`query A { Branch { id } } query B { Branch { id } }`), invalid);
  assert.deepEqual(
    await sendInvalidQuery(`query A($x: Int!) { Branch(limit: $x) { id } }`, { variables: { x: "many" } }),
    invalid,
  );
  assert.deepEqual(await sendInvalidQuery(`{ Branch(limit: -2) { id } }`), [200, "INVALID_QUERY"]);
  assert.deepEqual(await sendInvalidQuery(`{ ${entries}_by_id(id: "abc") { id } }`), [200, "FORBIDDEN"]);
  assert.equal((await manager.post("/graphql", [{ query: "{ Branch { id } }" }])).code, "INVALID_PAYLOAD");
  assert.equal((await manager.post("/graphql", { query: "{ Branch { id } }", variables: 7 })).code, "INVALID_PAYLOAD");
  const injected = `'; drop table "Branch"; --`;
  const text = JSON.stringify(injected);
  assert.deepEqual(await data(`{ Branch(search: ${text}, filter: { name: { _eq: ${text} } }) { id } }`), {
    Branch: [],
  });
  assert.equal((await sendQuery(`{ Branch(sort: [${text}]) { id } }`)).code, "FORBIDDEN");
});

test("limits: aliases, depth, length, expanding fragments and rows are bounded and rejected quickly", async () => {
  const aliases = Array.from({ length: 1_000 }, (_, index) => `a${index}: Branch { id }`).join(" ");
  const deep = `{ Branch { ${"company { branches { ".repeat(12)} id ${"} }".repeat(12)} } }`;
  const fragments = Array.from(
    { length: 20 },
    (_, index) => `fragment F${index} on Branch { ...F${index + 1} ...F${index + 1} }`,
  ).join(" ");
  const bomb = `{ Branch { ...F0 } } ${fragments} fragment F20 on Branch { id name }`;
  const circle = `{ Branch { ...A } } fragment A on Branch { ...B } fragment B on Branch { ...A }`;
  const repeated = `{ Branch { ${"id ".repeat(5_000)} } }`;
  const list = `{ Branch(filter: { id: { _in: [${Array.from({ length: 30_000 }, (_, index) => index).join()}] } }) { id } }`;
  for (const [label, query] of Object.entries({ aliases, deep, bomb, circle, repeated, list })) {
    // CPU time of this process, which a busy machine does not lengthen.
    const begun = process.cpuUsage();
    assert.deepEqual(await sendInvalidQuery(query), invalid, label);
    const { user, system } = process.cpuUsage(begun);
    assert.ok(user + system < 1_000_000, `${label}: ${user + system} µs`);
  }
  const wide = `{ ${entries}(limit: -1) { history(limit: -1) { parking_information { history(limit: -1) { id } } } } }`;
  assert.deepEqual(await sendInvalidQuery(wide), [200, "INVALID_QUERY"]);
  assert.deepEqual(await sendInvalidQuery(`{ Branch { ${"_or ".repeat(3)} } }`), invalid);
  assert.deepEqual(
    await sendInvalidQuery(`{ Branch(filter: ${"{ _and: [".repeat(60)}{}${"] }".repeat(60)}) { id } }`),
    [200, "INVALID_QUERY"],
  );
  assert.equal((await sendQuery("x".repeat(2 * 1024 * 1024))).status, 413);
});

test("system: current user, users, and values that are not rows", async () => {
  const me = await data(
    `{ users_me { id email role { name } default_branch { name company { slug } } } server_ping server_info }`,
    system,
  );
  assert.deepEqual([me.users_me.id, me.users_me.email, me.users_me.role.name], [user.id, user.email, "Manager"]);
  assert.equal(me.users_me.default_branch.name, branch.name);
  assert.equal(me.server_ping, "pong");
  assert.deepEqual(await sendInvalidQuery(`{ users_me { id } }`, { ...system, user: await asUser() }), invalid);
  const employee = await asUser(await factories.user("employee", { branch }));
  assert.ok((await data(`{ users_me { email } }`, { ...system, user: employee })).users_me.email);
});

test("system: log in, refresh and log out as on their REST routes", async () => {
  const caller = await asUser();
  const request = { ...system, user: caller };
  const { auth_login: tokens } = await data(
    `mutation { auth_login(email: "${user.email}", password: "${user.password}") { access_token refresh_token expires } }`,
    request,
  );
  assert.equal(tokens.expires, 900_000);
  const renew = `mutation($t: String!) { auth_refresh(refresh_token: $t, mode: "json") { access_token refresh_token } }`;
  const { auth_refresh: next } = await data(renew, { ...request, variables: { t: tokens.refresh_token } });
  assert.notEqual(next.refresh_token, tokens.refresh_token);
  const { auth_logout } = await data(`mutation($t: String!) { auth_logout(refresh_token: $t, mode: "json") }`, {
    ...request,
    variables: { t: next.refresh_token },
  });
  assert.equal(auth_logout, true);
  assert.deepEqual(await sendInvalidQuery(renew, { ...request, variables: { t: next.refresh_token } }), [
    200,
    "INVALID_CREDENTIALS",
  ]);
  assert.deepEqual(
    await sendInvalidQuery(`mutation { auth_login(email: "${user.email}", password: "no") { access_token } }`, request),
    [200, "INVALID_CREDENTIALS"],
  );
});

test("system: rows are changed under the same rules", async () => {
  const colleague = await factories.user("staff", { branch });
  const update = (sent: string, user = manager) =>
    sendQuery(`mutation { update_users_item(id: "${colleague.id}", data: ${sent}) { id in_out_flag } }`, {
      ...system,
      user,
    });
  assert.equal((await update(`{ in_out_flag: false }`)).data.update_users_item.in_out_flag, false);
  assert.equal((await update(`{ role: { id: "${roles.admin.id}" } }`)).code, "GRAPHQL_VALIDATION");
  assert.equal((await update(`{ in_out_flag: true }`, outsider)).code, "FORBIDDEN");
});

const getErrorCode = (error: unknown): string =>
  (error as { errors: { extensions: { code: string } }[] }).errors[0]!.extensions.code;

test("the SDK queries items and system, and throws what is rejected", async () => {
  const address = await app.listen({ port: 0, host: "127.0.0.1" });
  const client = createDirectus(address).with(staticToken(manager.token!)).with(graphql());
  const found = await client.query<{ Branch: { name: string }[] }>(
    `query($n: String) { Branch(filter: { name: { _eq: $n } }) { name } }`,
    { n: branch.name },
  );
  assert.deepEqual(found.Branch, [{ name: branch.name }]);
  const me = await client.query<{ users_me: { id: string } }>(`{ users_me { id } }`, {}, "system");
  assert.equal(me.users_me.id, user.id);
  await assert.rejects(client.query(`{ nope }`), (error) => getErrorCode(error) === "GRAPHQL_VALIDATION");
  await assert.rejects(
    client.query(`{ ${entries}_by_id(id: ${foreign}) { id } }`),
    (error) => getErrorCode(error) === "FORBIDDEN",
  );
  const loggedIn = createDirectus(address).with(authentication("json")).with(graphql());
  await loggedIn.login({ email: user.email, password: user.password });
  assert.ok((await loggedIn.query<{ Branch: unknown[] }>(`{ Branch { id } }`)).Branch.length > 0);
  loggedIn.stopRefreshing();
});

test("rejects an invalid token before the query runs", async () => {
  const response = await app.inject({
    method: "POST",
    url: "/graphql",
    headers: { authorization: "Bearer nonsense" },
    payload: { query: "{ Branch { id } }" },
  });
  assert.equal(response.statusCode, 401);
  assert.equal(response.json().errors[0].extensions.code, "INVALID_CREDENTIALS");
  const anyone = await asUser();
  const { Branch } = await data(`{ Branch { name } }`, { user: anyone });
  assert.ok(Branch.some(({ name }: { name: string }) => name === branch.name));
  assert.deepEqual(await sendInvalidQuery(`{ Branch { gstin } }`, { user: anyone }), invalid);
  assert.deepEqual(
    await sendInvalidQuery(`mutation { delete_Slot_Blocks_item(id: 1) { id } }`, { user: anyone }),
    invalid,
  );
});
