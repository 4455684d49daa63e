// §7: the WebSocket with the CMS's own SDK and over the bare protocol, under the permissions of its user.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { authentication, createDirectus, realtime, rest, staticToken } from "@directus/sdk";
import { buildApp } from "#server/app.ts";
import * as limits from "#domain/limits.ts";
import { startApp, testConfig, type TestClient } from "#tests/support/app.ts";
import { createFactories, type CreatedBranch, type CreatedUser } from "#tests/support/factories.ts";
import { openSocket, type SocketMessage, type TestSocket } from "#tests/support/test-socket.ts";

const { app, asUser, sql, clock } = await startApp();
const openApp = await buildApp({ sql, config: { ...testConfig, websocketAuth: "public" } });
const closedApp = await buildApp({ sql, config: { ...testConfig, websocketAuth: "strict" } });
const factories = createFactories(sql);
const entries = "Parking_Information";
let defaultAddress: string;
let openAddress: string;
let closedAddress: string;
let branch: CreatedBranch;
let other: CreatedBranch;
let gate: CreatedUser;
let staff: TestClient;
let platform: TestClient;

before(async () => {
  defaultAddress = await app.listen({ port: 0, host: "127.0.0.1" });
  openAddress = await openApp.listen({ port: 0, host: "127.0.0.1" });
  closedAddress = await closedApp.listen({ port: 0, host: "127.0.0.1" });
  branch = await factories.branch({ slots: 100 });
  other = await factories.branch({ slots: 100 });
  gate = await factories.user("staff", { branch });
  staff = await asUser(gate);
  platform = await asUser(await factories.user("platform"));
});
after(async () => {
  await openApp.close();
  await closedApp.close();
});

const sockets: TestSocket[] = [];
after(() => {
  for (const socket of sockets) socket.close();
});

async function connect({
  caller,
  address = defaultAddress,
}: { caller?: TestClient; address?: string } = {}): Promise<TestSocket> {
  const socket = await openSocket({ address: `${address}/websocket` });
  sockets.push(socket);
  if (caller)
    assert.deepEqual(await socket.request({ type: "auth", access_token: caller.token }), {
      type: "auth",
      status: "ok",
    });
  return socket;
}

async function checkIn({ by = staff, plate = factories.plate(), phone = "9840012345" } = {}): Promise<number> {
  const response = await by.post("/actions/parking/check-in", { vehicle_no: plate, phone_no: phone });
  assert.equal(response.status, 200, response.text);
  return response.data.id;
}

/** All messages up to a change of this row. */
async function waitForEvent({ socket, id }: { socket: TestSocket; id: number }): Promise<SocketMessage[]> {
  const messages: SocketMessage[] = [];
  for (;;) {
    const message = await socket.next();
    assert.ok(message, `the connection ended after ${JSON.stringify(messages)}`);
    messages.push(message);
    const rows = Array.isArray(message.data) ? message.data : [message.data];
    if (message.type === "subscription" && message.event !== "init" && rows.some((row) => (row?.id ?? row) === id))
      return messages;
  }
}

test("auth by access token, ping, pong, and a uid that is echoed", async () => {
  const socket = await connect({ caller: staff });
  assert.deepEqual(await socket.request({ type: "ping", uid: "a" }), { type: "pong", uid: "a" });
  assert.deepEqual(await socket.request({ type: "ping" }), { type: "pong" });
  assert.deepEqual(await socket.request({ type: "auth", access_token: staff.token, uid: 7 }), {
    type: "auth",
    status: "ok",
    uid: 7,
  });
});

test("auth by password and by refresh token returns a new, valid refresh token", async () => {
  const first = await connect();
  const byPassword = await first.request({ type: "auth", email: gate.email, password: gate.password });
  assert.equal(byPassword.status, "ok");
  assert.equal(typeof byPassword["refresh_token"], "string");
  const second = await connect();
  const byRefresh = await second.request({ type: "auth", refresh_token: byPassword["refresh_token"] });
  assert.equal(byRefresh.status, "ok");
  assert.notEqual(byRefresh["refresh_token"], byPassword["refresh_token"]);
  const read = await second.request({
    type: "items",
    action: "read",
    collection: "directus_users",
    query: { fields: ["id"], filter: { id: { _eq: "$CURRENT_USER" } } },
  });
  assert.deepEqual(read.data, [{ id: gate.id }]);
});

for (const [label, message] of Object.entries({
  "a broken token": { type: "auth", access_token: "abc.def.ghi" },
  "a wrong password": { type: "auth", email: "nobody@example.com", password: "Wrong@2026" },
  "a wrong refresh token": { type: "auth", refresh_token: "nothing" },
  "no credentials at all": { type: "auth" },
  "another message before auth": { type: "subscribe", collection: entries },
  "items before auth": { type: "items", action: "read", collection: entries },
}))
  test(`${label}: AUTH_FAILED, and the connection ends`, async () => {
    const socket = await connect();
    const response = await socket.request(message);
    assert.deepEqual([response.type, response.status, response.error!.code], ["auth", "error", "AUTH_FAILED"]);
    assert.equal((await socket.ended()).code, 1008);
  });

test("a token in the URL or the header authenticates the connection; an invalid one opens none", async () => {
  const inAddress = await openSocket({ address: `${defaultAddress}/websocket?access_token=${staff.token}` });
  const inHeader = await openSocket({
    address: `${defaultAddress}/websocket`,
    headers: { authorization: `Bearer ${staff.token}` },
  });
  for (const socket of [inAddress, inHeader]) {
    const response = await socket.request({ type: "subscribe", collection: entries, query: { limit: 1 } });
    assert.equal(response.event, "init");
    socket.close();
  }
  await assert.rejects(openSocket({ address: `${defaultAddress}/websocket?access_token=nonsense` }), /status 401/);
  const broken = `${staff.token!.slice(0, -2)}${staff.token!.endsWith("AA") ? "BB" : "AA"}`;
  await assert.rejects(openSocket({ address: `${defaultAddress}/websocket?access_token=${broken}` }), /status 403/);
});

test("strict: rejects a connection without a token in the URL", async () => {
  await assert.rejects(openSocket({ address: `${closedAddress}/websocket` }), /status 401/);
  const socket = await openSocket({ address: `${closedAddress}/websocket?access_token=${staff.token}` });
  assert.deepEqual(await socket.request({ type: "ping" }), { type: "pong" });
  socket.close();
});

test("public: anonymous clients see public rows only", async () => {
  const socket = await connect({ address: openAddress });
  const init = await socket.request({
    type: "subscribe",
    collection: "Branch",
    query: { fields: ["id", "name"], filter: { id: { _eq: branch.id } } },
    uid: "b",
  });
  assert.deepEqual(init.data, [{ id: branch.id, name: branch.name }]);
  const rejected = await socket.request({ type: "subscribe", collection: entries, uid: "e" });
  assert.equal(rejected.error!.code, "FORBIDDEN");
  const secret = await socket.request({ type: "subscribe", collection: "Branch", query: { fields: ["gstin"] } });
  assert.equal(secret.error!.code, "FORBIDDEN");
  assert.deepEqual(await socket.request({ type: "auth", access_token: staff.token }), { type: "auth", status: "ok" });
  assert.equal((await socket.request({ type: "subscribe", collection: entries, uid: "e" })).event, "init");
});

test("subscribe: init, create, update, then unsubscribe", async () => {
  const socket = await connect({ caller: staff });
  const before = await checkIn();
  const query = { fields: ["id", "parking_status_id.sequence"], filter: { id: { _gte: before } } };
  const init = await socket.request({ type: "subscribe", collection: entries, query, uid: "1" });
  assert.deepEqual(init, {
    type: "subscription",
    event: "init",
    uid: "1",
    data: [{ id: before, parking_status_id: { sequence: 1 } }],
  });
  const id = await checkIn();
  const created = (await waitForEvent({ socket, id })).at(-1)!;
  assert.deepEqual(created, {
    type: "subscription",
    event: "create",
    uid: "1",
    data: [{ id, parking_status_id: { sequence: 1 } }],
  });
  await staff.post(`/actions/parking/${id}/check-out`);
  const updated = (await waitForEvent({ socket, id })).at(-1)!;
  assert.deepEqual(updated, {
    type: "subscription",
    event: "update",
    uid: "1",
    data: [{ id, parking_status_id: { sequence: 2 } }],
  });
  assert.deepEqual(await socket.request({ type: "unsubscribe", uid: "1" }), {
    type: "subscription",
    event: "unsubscribe",
    uid: "1",
  });
  await checkIn();
  assert.deepEqual(await socket.request({ type: "ping", uid: "end" }), { type: "pong", uid: "end" });
});

test("the query's filter applies to changes; the flattened form of the SDK is accepted", async () => {
  const socket = await connect({ caller: staff });
  const query = {
    fields: "id,slot_no",
    filter: JSON.stringify({ parking_main_info: { vehicle_no: { _starts_with: "KA01" } } }),
  };
  const init = await socket.request({ type: "subscribe", collection: entries, query, uid: "f" });
  assert.deepEqual(init.data, []);
  const not = await checkIn();
  const requested = await checkIn({ plate: "KA01AB1234" });
  const event = await waitForEvent({ socket, id: requested });
  assert.equal(event.length, 1);
  assert.ok(!JSON.stringify(event).includes(`"id":${not}`));
});

test("an event filter: no initial rows, and only changes of that kind", async () => {
  const socket = await connect({ caller: staff });
  const init = await socket.request({
    type: "subscribe",
    collection: entries,
    event: "update",
    query: { fields: ["id"] },
    uid: "u",
  });
  assert.deepEqual(init, { type: "subscription", event: "init", uid: "u" });
  const id = await checkIn();
  await staff.post(`/actions/parking/${id}/check-out`);
  const seen = await waitForEvent({ socket, id });
  assert.ok(
    seen.every(({ event }) => event === "update"),
    JSON.stringify(seen),
  );
});

test("single item: an object initially, and no changes of other items", async () => {
  const socket = await connect({ caller: staff });
  const [own, foreign] = [await checkIn(), await checkIn()];
  const init = await socket.request({
    type: "subscribe",
    collection: entries,
    item: own,
    query: { fields: ["id"] },
    uid: "i",
  });
  assert.deepEqual(init.data, { id: own });
  await staff.post(`/actions/parking/${foreign}/check-out`);
  await staff.post(`/actions/parking/${own}/check-out`);
  const event = await waitForEvent({ socket, id: own });
  assert.equal(event.length, 1);
  assert.deepEqual(event[0]!.data, { id: own });
});

test("a deleted row is reported by its key", async () => {
  const socket = await connect({ caller: platform });
  const { id } = await factories.company();
  await socket.request({ type: "subscribe", collection: "Companies", event: "delete", uid: "d" });
  assert.equal((await platform.delete(`/items/Companies/${id}`)).status, 204);
  assert.deepEqual(await socket.next(), { type: "subscription", event: "delete", uid: "d", data: [id] });
});

test("several subscriptions on one connection with their own fields; unsubscribing without a uid ends all", async () => {
  const socket = await connect({ caller: staff });
  await socket.request({
    type: "subscribe",
    collection: entries,
    event: "create",
    query: { fields: ["id"] },
    uid: "a",
  });
  await socket.request({
    type: "subscribe",
    collection: entries,
    event: "create",
    query: { fields: ["id", "branch.name"] },
    uid: "b",
  });
  const id = await checkIn();
  const two = [await socket.next(), await socket.next()];
  assert.deepEqual(
    two.map((message) => [message!.uid, message!.data]),
    [
      ["a", [{ id }]],
      ["b", [{ id, branch: { name: branch.name } }]],
    ],
  );
  assert.deepEqual(await socket.request({ type: "unsubscribe" }), { type: "subscription", event: "unsubscribe" });
  await checkIn();
  assert.deepEqual(await socket.request({ type: "ping" }), { type: "pong" });
});

test("tenancy: events reach only users with access, and no other branch, company, customer or employee", async () => {
  const phone = "9840077777";
  const sister = await factories.branch({ company: branch.company, slots: 5 });
  const outsiders = await Promise.all([
    factories.user("staff", { branch: other }),
    factories.user("admin", { branch: other }),
    factories.user("manager", { branch: sister }),
    factories.user("customer", { contact_number: "9840066666" }),
    factories.user("employee", { branch }),
  ]);
  const friends = await Promise.all([
    factories.user("manager", { branch }),
    factories.user("admin", { branch }),
    factories.user("approver", { branch }),
    factories.user("customer", { contact_number: phone }),
    factories.user("platform"),
  ]);
  const open = async (user: CreatedUser) => {
    const socket = await connect({ caller: await asUser(user) });
    const init = await socket.request({ type: "subscribe", collection: entries, query: { fields: ["id"] }, uid: "t" });
    assert.equal(init.event, "init", JSON.stringify(init));
    return socket;
  };
  const [outside, inside] = [await Promise.all(outsiders.map(open)), await Promise.all(friends.map(open))];
  const id = await checkIn({ phone });
  for (const socket of inside) await waitForEvent({ socket, id });
  for (const socket of outside)
    assert.deepEqual(await socket.request({ type: "ping", uid: "nothing" }), { type: "pong", uid: "nothing" });
});

test("tenancy: unreadable rows and fields cannot be subscribed to, filtered by, or found", async () => {
  const outsider = await connect({ caller: await asUser(await factories.user("staff", { branch: other })) });
  const id = await checkIn();
  const codes: (string | undefined)[] = [];
  for (const message of [
    { type: "subscribe", collection: entries, item: id },
    { type: "subscribe", collection: "activity" },
    { type: "subscribe", collection: "users" },
    {
      type: "subscribe",
      collection: "directus_users",
      query: { fields: ["password"], filter: { password: { _nnull: true } } },
    },
    { type: "subscribe", collection: "directus_users", query: { fields: ["email"] } },
    { type: "subscribe", collection: "nope" },
    { type: "subscribe" },
    { type: "items", action: "read", collection: entries, id },
    { type: "items", action: "update", collection: entries, id, data: { parking_status_id: 2 } },
    { type: "items", action: "delete", collection: entries, id },
  ])
    codes.push((await outsider.request(message)).error?.code);
  const forbidden = "FORBIDDEN";
  assert.deepEqual(codes, [
    forbidden,
    forbidden,
    forbidden,
    forbidden,
    forbidden,
    forbidden,
    "INVALID_PAYLOAD",
    forbidden,
    forbidden,
    forbidden,
  ]);
  const init = await outsider.request({ type: "subscribe", collection: entries, query: { fields: ["id"], limit: -1 } });
  assert.ok(!init.data.some((row: { id: number }) => row.id === id));
});

test("items: create, read one and many, update one and many, delete", async () => {
  const manager = await asUser(await factories.user("manager", { branch }));
  const socket = await connect({ caller: manager });
  const items = (message: object) => socket.request({ type: "items", collection: "Slot_Blocks", uid: "x", ...message });
  const block = (prefix: string) => ({
    branch: branch.id,
    service: "is_valet_and_parking",
    zone_or_block: prefix,
    slot_prefix: prefix,
    total_slots: 5,
  });
  const one = await items({ action: "create", data: block("P"), query: { fields: ["id", "total_slots"] } });
  assert.equal(one.type, "items");
  assert.equal(one.uid, "x");
  assert.equal(one.data.total_slots, 5);
  const two = await items({ action: "create", data: [block("Q"), block("R")], query: { fields: ["id"] } });
  const ids = two.data.map((row: { id: number }) => row.id);
  assert.equal(ids.length, 2);
  const read = await items({ action: "read", id: one.data.id, query: { fields: ["slot_prefix"] } });
  assert.deepEqual(read.data, { slot_prefix: "P" });
  const list = await items({
    action: "read",
    query: { fields: ["slot_prefix"], filter: { id: { _in: ids } }, sort: ["-id"], meta: "filter_count" },
  });
  assert.deepEqual(list.data, [{ slot_prefix: "R" }, { slot_prefix: "Q" }]);
  assert.deepEqual(list["meta"], { filter_count: 2 });
  const changed = await items({
    action: "update",
    id: one.data.id,
    data: { total_slots: 6 },
    query: { fields: ["total_slots"] },
  });
  assert.deepEqual(changed.data, { total_slots: 6 });
  const all = await items({ action: "update", ids, data: { total_slots: 8 }, query: { fields: ["total_slots"] } });
  assert.deepEqual(all.data, [{ total_slots: 8 }, { total_slots: 8 }]);
  assert.deepEqual((await items({ action: "delete", ids })).data, ids);
  assert.deepEqual((await items({ action: "delete", id: one.data.id })).data, [one.data.id]);
  assert.equal((await items({ action: "read", id: one.data.id })).error!.code, "FORBIDDEN");
});

test("items follow the rules of the write path: a status changes only as its table allows", async () => {
  const socket = await connect({ caller: staff });
  const id = await checkIn();
  const update = { type: "items", action: "update", collection: entries, id, uid: "m" };
  assert.equal((await socket.request({ ...update, data: { parking_status_id: 4 } })).error!.code, "NO_NEXT_STATUS");
  const wrong = await socket.request({ ...update, data: { receipt_no: "X" } });
  assert.deepEqual([wrong.type, wrong.status, wrong.uid, wrong.error!.code], ["items", "error", "m", "FORBIDDEN"]);
  assert.equal((await socket.request({ ...update, action: "dance" })).error!.code, "INVALID_PAYLOAD");
});

test("rejects an invalid message without closing the connection, and ignores an unknown type", async () => {
  const socket = await connect({ caller: staff });
  for (const invalid of ["{", "[]", "7", "null", '"text"', Buffer.from([1, 2, 3])]) {
    const response = await socket.request(invalid);
    assert.deepEqual([response.type, response.error!.code], ["server", "INVALID_PAYLOAD"], String(invalid));
  }
  socket.send({ type: "dance" });
  socket.send({ type: "subscribe", collection: entries, query: "fields=id" });
  assert.equal((await socket.next())!.error!.code, "INVALID_PAYLOAD");
  const queries = { limit: { limit: "x" }, field: { fields: ["nope"] }, many: { aggregate: { count: "*" } } };
  const codes = [];
  for (const query of Object.values(queries))
    codes.push((await socket.request({ type: "subscribe", collection: entries, query })).error!.code);
  assert.deepEqual(codes, ["INVALID_QUERY", "FORBIDDEN", "INVALID_QUERY"]);
  assert.equal(
    (await socket.request({ type: "subscribe", collection: entries, event: "dance" })).error!.code,
    "INVALID_PAYLOAD",
  );
});

test("limits: number of subscriptions and size of a message", async () => {
  const socket = await connect({ caller: staff });
  for (let number = 0; number < limits.socketSubscriptions; number += 1) {
    const response = await socket.request({ type: "subscribe", collection: entries, event: "create", uid: number });
    assert.equal(response.event, "init");
  }
  const more = await socket.request({ type: "subscribe", collection: entries, event: "create", uid: "more" });
  assert.equal(more.error!.code, "REQUESTS_EXCEEDED");
  const repeated = await socket.request({ type: "subscribe", collection: entries, event: "update", uid: 0 });
  assert.equal(repeated.event, "init");
  socket.send({
    type: "items",
    action: "create",
    collection: entries,
    data: { entry: "x".repeat(limits.socketMessageBytes) },
  });
  assert.equal((await socket.ended()).code, 1009);
});

test("limits: disconnects a client that sends faster than it is served, and no other", async () => {
  const [greedy, calm] = [await connect({ caller: staff }), await connect({ caller: staff })];
  for (let count = 0; count < limits.socketWaiting + 10; count += 1)
    greedy.send({ type: "items", action: "read", collection: entries, query: { limit: 1 } });
  assert.equal((await greedy.ended()).code, 1013);
  assert.equal(
    (await calm.request({ type: "items", action: "read", collection: entries, query: { limit: 1 } })).type,
    "items",
  );
});

test("limits: disconnects a client that does not read, and still serves others", async () => {
  const [deaf, calm] = [await connect({ caller: platform }), await connect({ caller: staff })];
  const { id } = await factories.row("Companies", {
    name: "Large",
    slug: `large-${factories.plate().toLowerCase()}`,
    status: "published",
    company_type: "individual",
  });
  const text = "x".repeat(60_000);
  const branches = await Promise.all(
    Array.from({ length: 10 }, () => factories.branch({ company: id, agreement: text })),
  );
  await calm.request({ type: "subscribe", collection: entries, event: "create", query: { fields: ["id"] } });
  deaf.pause();
  const query = { fields: ["agreement"], filter: { id: { _in: branches.map((one) => one.id) } } };
  for (let count = 0; count < 60; count += 1) deaf.send({ type: "items", action: "read", collection: "Branch", query });
  const checkInResponse = await checkIn();
  await waitForEvent({ socket: calm, id: checkInResponse });
  const isClosing = () => [...app.websocketServer.clients].some((client) => client.readyState === client.CLOSING);
  while (!isClosing()) await new Promise((resolve) => setTimeout(resolve, 10));
  deaf.resume();
  assert.equal((await deaf.ended()).code, 1013);
});

test("an expired token: TOKEN_EXPIRED, no events, and after a new token the missed ones", async () => {
  const socket = await connect({ caller: staff });
  await socket.request({
    type: "subscribe",
    collection: entries,
    event: "create",
    query: { fields: ["id"] },
    uid: "s",
  });
  try {
    clock.now = new Date(Date.now() + 16 * 60_000);
    const fresh = await asUser(gate);
    const id = await checkIn({ by: fresh });
    const expired = await socket.next();
    assert.deepEqual([expired!.type, expired!.error!.code], ["auth", "TOKEN_EXPIRED"]);
    assert.deepEqual(await socket.request({ type: "auth", access_token: fresh.token }), { type: "auth", status: "ok" });
    assert.deepEqual((await socket.next())!.data, [{ id }]);
  } finally {
    clock.now = null;
  }
});

test("an expired token that is not renewed: further requests are rejected", async () => {
  const socket = await connect({ caller: staff });
  try {
    clock.now = new Date(Date.now() + 16 * 60_000);
    const expired = await socket.request({ type: "items", action: "read", collection: entries });
    assert.equal(expired.error!.code, "TOKEN_EXPIRED");
    assert.equal((await socket.next())!.error!.code, "AUTH_FAILED");
    assert.equal((await socket.ended()).code, 1008);
  } finally {
    clock.now = null;
  }
});

test("a suspended user is disconnected immediately; a colleague is not", async () => {
  const suspended = await factories.user("staff", { branch });
  const [foreign, own] = [await connect({ caller: await asUser(suspended) }), await connect({ caller: staff })];
  for (const socket of [foreign, own])
    await socket.request({ type: "subscribe", collection: entries, event: "create", query: { fields: ["id"] } });
  assert.equal((await platform.patch(`/users/${suspended.id}`, { status: "suspended" })).status, 200);
  assert.equal((await foreign.ended()).code, 1008);
  const id = await checkIn();
  await waitForEvent({ socket: own, id });
});

test("a user moved to another branch receives events of that branch only", async () => {
  const sister = await factories.branch({ company: branch.company, slots: 5 });
  const transferred = await factories.user("staff", { branch });
  const socket = await connect({ caller: await asUser(transferred) });
  await socket.request({ type: "subscribe", collection: entries, event: "create", query: { fields: ["id"] } });
  assert.equal((await platform.patch(`/users/${transferred.id}`, { default_branch: sister.id })).status, 200);
  const before = await checkIn();
  const later = await checkIn({ by: await asUser(await factories.user("staff", { branch: sister })) });
  const event = await waitForEvent({ socket, id: later });
  assert.ok(!JSON.stringify(event).includes(`{"id":${before}}`));
});

test("a page of another host cannot open a socket with a cookie", async () => {
  const headers = { cookie: "directus_refresh_token=x", origin: "https://elsewhere.example" };
  await assert.rejects(openSocket({ address: `${defaultAddress}/websocket`, headers }), /status 403/);
  const own = { cookie: "directus_refresh_token=x", origin: defaultAddress };
  (await openSocket({ address: `${defaultAddress}/websocket`, headers: own })).close();
});

test("the address is not a page", async () => {
  assert.equal((await fetch(`${defaultAddress}/websocket`)).status, 404);
});

test("the SDK: log in, connect, subscribe, receive, unsubscribe", async () => {
  const client = createDirectus(defaultAddress)
    .with(authentication("json"))
    .with(rest())
    .with(realtime({ reconnect: false }));
  await client.login({ email: gate.email, password: gate.password });
  await client.connect();
  const { subscription, unsubscribe } = await client.subscribe(entries, {
    query: { fields: ["id", { branch: ["name"] }], filter: { branch: { _eq: branch.id } }, sort: ["-id"], limit: 1 },
  });
  const init = (await subscription.next()).value as SocketMessage;
  assert.equal(init.event, "init");
  assert.equal(init.data[0].branch.name, branch.name);
  const next = subscription.next();
  const id = await checkIn();
  const created = (await next).value as SocketMessage;
  assert.deepEqual([created.event, created.data], ["create", [{ id, branch: { name: branch.name } }]]);
  unsubscribe();
  client.disconnect();
  client.stopRefreshing();
});

test("the SDK: strict and public modes, and custom messages", async () => {
  const strict = createDirectus(closedAddress)
    .with(staticToken(staff.token!))
    .with(realtime({ authMode: "strict", reconnect: false }));
  await strict.connect();
  const nextMessage = new Promise<SocketMessage>((resolve) => strict.onWebSocket("message", resolve as never));
  strict.sendMessage({ type: "items", action: "read", collection: "Branch", query: { fields: ["id"] } });
  assert.deepEqual((await nextMessage).data, [{ id: branch.id }]);
  strict.disconnect();
  const anyone = createDirectus(openAddress).with(realtime({ authMode: "public", reconnect: false }));
  await anyone.connect();
  const { subscription } = await anyone.subscribe("Branch", {
    query: { fields: ["id"], filter: { id: { _eq: branch.id } } },
  });
  assert.deepEqual(((await subscription.next()).value as SocketMessage).data, [{ id: branch.id }]);
  anyone.disconnect();
});
