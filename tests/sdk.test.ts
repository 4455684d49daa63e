// §7: the CMS's own SDK works with the server over a real port.
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
import { createFactories, type CreatedBranch, type CreatedUser } from "#tests/support/factories.ts";

const { app, asUser, sql } = await startApp();
const factories = createFactories(sql);
let address: string;
let branch: CreatedBranch;
let manager: CreatedUser;

// The SDK refreshes automatically before a token expires, and its timer must be stopped.
const clients: { stopRefreshing: () => void }[] = [];
after(() => {
  for (const client of clients) client.stopRefreshing();
});

function connect() {
  const client = createDirectus(address).with(authentication("json")).with(rest());
  clients.push(client);
  return client;
}
/** An error of the SDK, in the shape that its `isDirectusError` checks. */
const matchErrorCode = (code: string) => (error: unknown) =>
  (error as { errors: { extensions: { code: string } }[] }).errors[0]!.extensions.code === code;

before(async () => {
  address = await app.listen({ port: 0, host: "127.0.0.1" });
  branch = await factories.branch({ slots: 50 });
  manager = await factories.user("manager", { branch });
});

async function createLoggedInClient(user = manager) {
  const client = connect();
  await client.login({ email: user.email, password: user.password });
  return client;
}

test("log in, current user, refresh, log out", async () => {
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
  await assert.rejects(client.request(readMe()), matchErrorCode("INVALID_CREDENTIALS"));
});

test("a wrong password throws the SDK's own error", async () => {
  const wrong = connect().login({ email: manager.email, password: "Wrong@2026" });
  await assert.rejects(wrong, matchErrorCode("INVALID_CREDENTIALS"));
});

test("read items: fields, filter, sort, paging, search by body", async () => {
  const gate = await asUser(await factories.user("staff", { branch }));
  for (const vehicle of ["TN09SD0001", "TN09SD0002", "TN09SD0003"])
    await gate.post("/actions/parking/check-in", { vehicle_no: vehicle, phone_no: "9840012345" });
  const client = await createLoggedInClient();
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
  await assert.rejects(client.request(readItems("activity_secrets")), matchErrorCode("FORBIDDEN"));
  await assert.rejects(
    client.request(readItems("Parking_Information", { fields: ["nope"] })),
    matchErrorCode("FORBIDDEN"),
  );
});

test("create, read, update and delete items, single and batch", async () => {
  const client = await createLoggedInClient();
  const block = (prefix: string) => ({
    branch: branch.id,
    service: "is_valet_and_parking",
    zone_or_block: prefix,
    slot_prefix: prefix,
    total_slots: 5,
  });
  const created = await client.request(createItem("Slot_Blocks", block("X")));
  assert.equal(created["total_slots"], 5);
  assert.equal(
    (await client.request(readItem("Slot_Blocks", created["id"], { fields: ["slot_prefix"] })))["slot_prefix"],
    "X",
  );
  assert.equal((await client.request(updateItem("Slot_Blocks", created["id"], { total_slots: 7 })))["total_slots"], 7);
  const many = await client.request(createItems("Slot_Blocks", [block("Y"), block("Z")], { fields: ["id"] }));
  const keys = many.map((row) => row["id"] as number);
  const all = await client.request(updateItems("Slot_Blocks", keys, { total_slots: 9 }, { fields: ["total_slots"] }));
  assert.deepEqual(all, [{ total_slots: 9 }, { total_slots: 9 }]);
  const batch = keys.map((id, index) => ({ id, total_slots: index + 1 }));
  const each = await client.request(updateItemsBatch("Slot_Blocks", batch, { fields: ["total_slots"] }));
  assert.deepEqual(each, [{ total_slots: 1 }, { total_slots: 2 }]);
  await client.request(deleteItem("Slot_Blocks", created["id"]));
  await client.request(deleteItems("Slot_Blocks", keys));
  await assert.rejects(client.request(readItem("Slot_Blocks", created["id"])), matchErrorCode("FORBIDDEN"));
});

test("system collections at their own addresses, ping and health, and a static token", async () => {
  const client = await createLoggedInClient();
  const users = await client.request(readUsers({ fields: ["id"], filter: { id: { _eq: manager.id } } }));
  assert.deepEqual(users, [{ id: manager.id }]);
  assert.equal(await client.request(serverPing()), "pong");
  assert.deepEqual(await client.request(serverHealth()), { status: "ok" });
  const provided = createDirectus(address)
    .with(staticToken((await client.getToken())!))
    .with(rest());
  assert.equal((await provided.request(readMe({ fields: ["id"] })))["id"], manager.id);
});

test("two concurrent refreshes both succeed", async () => {
  const client = await createLoggedInClient();
  const [one, other] = await Promise.all([client.refresh(), client.refresh()]);
  assert.ok(one.access_token && other.access_token);
  assert.equal((await client.request(readMe({ fields: ["id"] })))["id"], manager.id);
});
