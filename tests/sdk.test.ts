// §7: the CMS's own SDK works against us, over a real port.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import {
  authentication,
  createDirectus,
  createItem,
  createItems,
  deleteItem,
  deleteItems,
  readItem,
  readItems,
  readMe,
  readUsers,
  rest,
  serverHealth,
  serverPing,
  staticToken,
  updateItem,
  updateItems,
  updateItemsBatch,
  withSearch,
} from "@directus/sdk";
import { startApp } from "#tests/support/app.ts";
import { factories, type MadeBranch, type MadeUser } from "#tests/support/make.ts";

const { app, as, sql } = await startApp();
const make = factories(sql);
let address: string;
let branch: MadeBranch;
let manager: MadeUser;

// The SDK refreshes by itself before a token runs out, and waits for that as long as nobody stops it.
const clients: { stopRefreshing: () => void }[] = [];
after(() => {
  for (const client of clients) client.stopRefreshing();
});

function connect() {
  const client = createDirectus(address).with(authentication("json")).with(rest());
  clients.push(client);
  return client;
}
/** What the SDK throws, in the shape its own `isDirectusError` looks for. */
const withCode = (code: string) => (error: unknown) =>
  (error as { errors: { extensions: { code: string } }[] }).errors[0]!.extensions.code === code;

before(async () => {
  address = await app.listen({ port: 0, host: "127.0.0.1" });
  branch = await make.branch({ slots: 50 });
  manager = await make.user("manager", { branch });
});

async function loggedIn(user = manager) {
  const client = connect();
  await client.login({ email: user.email, password: user.password });
  return client;
}

test("log in, who am I, refresh, log out", async () => {
  const client = connect();
  const tokens = await client.login({ email: manager.email, password: manager.password });
  assert.equal(tokens.expires, 900_000);
  const me = await client.request(readMe({ fields: ["id", "email", { default_branch: ["name"] }] }));
  assert.deepEqual(me, { id: manager.id, email: manager.email, default_branch: { name: branch.name } });
  const before = await client.getToken();
  const next = await client.refresh();
  assert.notEqual(next.refresh_token, tokens.refresh_token);
  assert.ok(await client.getToken());
  assert.ok(before);
  assert.equal((await client.request(readMe({ fields: ["id"] })))["id"], manager.id);
  await client.logout();
  assert.equal(await client.getToken(), null);
  await assert.rejects(client.request(readMe()), withCode("INVALID_CREDENTIALS"));
});

test("a wrong password is thrown as the SDK's own error", async () => {
  const wrong = connect().login({ email: manager.email, password: "Wrong@2026" });
  await assert.rejects(wrong, withCode("INVALID_CREDENTIALS"));
});

test("read items: fields, filter, sort, paging, search by body", async () => {
  const gate = await as(await make.user("staff", { branch }));
  for (const vehicle of ["TN09SD0001", "TN09SD0002", "TN09SD0003"])
    await gate.post("/actions/parking/check-in", { vehicle_no: vehicle, phone_no: "9840012345" });
  const client = await loggedIn();
  const query = {
    fields: ["slot_no", { parking_main_info: ["vehicle_no"] }, { branch: ["name", { company: ["slug"] }] }],
    filter: {
      _and: [{ branch: { _eq: branch.id } }, { parking_main_info: { vehicle_no: { _starts_with: "TN09SD" } } }],
    },
    sort: ["-id"],
    limit: 2,
  };
  const rows = await client.request(readItems("Parking_Information", query));
  assert.deepEqual(
    rows.map((row) => row["parking_main_info"].vehicle_no),
    ["TN09SD0003", "TN09SD0002"],
  );
  assert.match(rows[0]!["branch"].company.slug, /^company-/);
  assert.deepEqual(await client.request(withSearch(readItems("Parking_Information", query))), rows);
  const second = await client.request(readItems("Parking_Information", { ...query, page: 2 }));
  assert.deepEqual(
    second.map((row) => row["parking_main_info"].vehicle_no),
    ["TN09SD0001"],
  );
  await assert.rejects(client.request(readItems("activity_secrets")), withCode("FORBIDDEN"));
  await assert.rejects(client.request(readItems("Parking_Information", { fields: ["nope"] })), withCode("FORBIDDEN"));
});

test("create, read, update and delete items, one and many", async () => {
  const client = await loggedIn();
  const block = (prefix: string) => ({
    branch: branch.id,
    service: "is_valet_and_parking",
    zone_or_block: prefix,
    slot_prefix: prefix,
    total_slots: 5,
  });
  const made = await client.request(createItem("Slot_Blocks", block("X")));
  assert.equal(made["total_slots"], 5);
  assert.equal(
    (await client.request(readItem("Slot_Blocks", made["id"], { fields: ["slot_prefix"] })))["slot_prefix"],
    "X",
  );
  assert.equal((await client.request(updateItem("Slot_Blocks", made["id"], { total_slots: 7 })))["total_slots"], 7);
  const many = await client.request(createItems("Slot_Blocks", [block("Y"), block("Z")], { fields: ["id"] }));
  const keys = many.map((row) => row["id"] as number);
  const all = await client.request(updateItems("Slot_Blocks", keys, { total_slots: 9 }, { fields: ["total_slots"] }));
  assert.deepEqual(all, [{ total_slots: 9 }, { total_slots: 9 }]);
  const batch = keys.map((id, index) => ({ id, total_slots: index + 1 }));
  const each = await client.request(updateItemsBatch("Slot_Blocks", batch, { fields: ["total_slots"] }));
  assert.deepEqual(each, [{ total_slots: 1 }, { total_slots: 2 }]);
  await client.request(deleteItem("Slot_Blocks", made["id"]));
  await client.request(deleteItems("Slot_Blocks", keys));
  await assert.rejects(client.request(readItem("Slot_Blocks", made["id"])), withCode("FORBIDDEN"));
});

test("system collections at their own addresses, ping and health, and a token that is given", async () => {
  const client = await loggedIn();
  const users = await client.request(readUsers({ fields: ["id"], filter: { id: { _eq: manager.id } } }));
  assert.deepEqual(users, [{ id: manager.id }]);
  assert.equal(await client.request(serverPing()), "pong");
  assert.deepEqual(await client.request(serverHealth()), { status: "ok" });
  const given = createDirectus(address)
    .with(staticToken((await client.getToken())!))
    .with(rest());
  assert.equal((await given.request(readMe({ fields: ["id"] })))["id"], manager.id);
});

test("two refreshes at the same moment both end well", async () => {
  const client = await loggedIn();
  const [one, other] = await Promise.all([client.refresh(), client.refresh()]);
  assert.ok(one.access_token && other.access_token);
  assert.equal((await client.request(readMe({ fields: ["id"] })))["id"], manager.id);
});
