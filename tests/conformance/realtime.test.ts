// §7: the WebSocket as the CMS's own SDK speaks it, and over the bare protocol; with the permissions of its reader.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { authentication, createDirectus, realtime, rest, staticToken } from "@directus/sdk";
import { buildApp } from "#server/app.ts";
import { limits } from "#domain/limits.ts";
import { startApp, testConfig, type Caller } from "#tests/support/app.ts";
import { factories, type MadeBranch, type MadeUser } from "#tests/support/make.ts";
import { openSocket, type Message, type TestSocket } from "#tests/support/socket.ts";

const { app, as, sql, clock } = await startApp();
const open = await buildApp({ sql, config: { ...testConfig, websocketAuth: "public" } });
const closed = await buildApp({ sql, config: { ...testConfig, websocketAuth: "strict" } });
const make = factories(sql);
const entries = "Parking_Information";
let here: string;
let publicly: string;
let strictly: string;
let branch: MadeBranch;
let other: MadeBranch;
let gate: MadeUser;
let staff: Caller;
let platform: Caller;

before(async () => {
  here = await app.listen({ port: 0, host: "127.0.0.1" });
  publicly = await open.listen({ port: 0, host: "127.0.0.1" });
  strictly = await closed.listen({ port: 0, host: "127.0.0.1" });
  branch = await make.branch({ slots: 100 });
  other = await make.branch({ slots: 100 });
  gate = await make.user("staff", { branch });
  staff = await as(gate);
  platform = await as(await make.user("platform"));
});
after(async () => {
  await open.close();
  await closed.close();
});

const sockets: TestSocket[] = [];
after(() => {
  for (const socket of sockets) socket.close();
});

async function connect({ caller, address = here }: { caller?: Caller; address?: string } = {}): Promise<TestSocket> {
  const socket = await openSocket({ address: `${address}/websocket` });
  sockets.push(socket);
  if (caller)
    assert.deepEqual(await socket.ask({ type: "auth", access_token: caller.token }), { type: "auth", status: "ok" });
  return socket;
}

async function enter({ by = staff, plate = make.plate(), phone = "9840012345" } = {}): Promise<number> {
  const answer = await by.post("/actions/parking/check-in", { vehicle_no: plate, phone_no: phone });
  assert.equal(answer.status, 200, answer.text);
  return answer.data.id;
}

/** Everything told until a change of this row. */
async function until({ socket, id }: { socket: TestSocket; id: number }): Promise<Message[]> {
  const seen: Message[] = [];
  for (;;) {
    const message = await socket.next();
    assert.ok(message, `the connection ended after ${JSON.stringify(seen)}`);
    seen.push(message);
    const rows = Array.isArray(message.data) ? message.data : [message.data];
    if (message.type === "subscription" && message.event !== "init" && rows.some((row) => (row?.id ?? row) === id))
      return seen;
  }
}

test("auth by access token, ping, pong, and a uid that comes back", async () => {
  const socket = await connect({ caller: staff });
  assert.deepEqual(await socket.ask({ type: "ping", uid: "a" }), { type: "pong", uid: "a" });
  assert.deepEqual(await socket.ask({ type: "ping" }), { type: "pong" });
  assert.deepEqual(await socket.ask({ type: "auth", access_token: staff.token, uid: 7 }), {
    type: "auth",
    status: "ok",
    uid: 7,
  });
});

test("auth by password and by refresh token answers a new refresh token, which works in turn", async () => {
  const first = await connect();
  const byPassword = await first.ask({ type: "auth", email: gate.email, password: gate.password });
  assert.equal(byPassword.status, "ok");
  assert.equal(typeof byPassword["refresh_token"], "string");
  const second = await connect();
  const byRefresh = await second.ask({ type: "auth", refresh_token: byPassword["refresh_token"] });
  assert.equal(byRefresh.status, "ok");
  assert.notEqual(byRefresh["refresh_token"], byPassword["refresh_token"]);
  const read = await second.ask({
    type: "items",
    action: "read",
    collection: "directus_users",
    query: { fields: ["id"], filter: { id: { _eq: "$CURRENT_USER" } } },
  });
  assert.deepEqual(read.data, [{ id: gate.id }]);
});

for (const [what, message] of Object.entries({
  "a broken token": { type: "auth", access_token: "abc.def.ghi" },
  "a wrong password": { type: "auth", email: "nobody@example.com", password: "Wrong@2026" },
  "a wrong refresh token": { type: "auth", refresh_token: "nothing" },
  "no credentials at all": { type: "auth" },
  "another message first": { type: "subscribe", collection: entries },
  "items before auth": { type: "items", action: "read", collection: entries },
}))
  test(`${what}: AUTH_FAILED, and the connection ends`, async () => {
    const socket = await connect();
    const answer = await socket.ask(message);
    assert.deepEqual([answer.type, answer.status, answer.error!.code], ["auth", "error", "AUTH_FAILED"]);
    assert.equal((await socket.ended()).code, 1008);
  });

test("a token in the address or the header opens the connection as that person; a bad one opens none", async () => {
  const inAddress = await openSocket({ address: `${here}/websocket?access_token=${staff.token}` });
  const inHeader = await openSocket({
    address: `${here}/websocket`,
    headers: { authorization: `Bearer ${staff.token}` },
  });
  for (const socket of [inAddress, inHeader]) {
    const answer = await socket.ask({ type: "subscribe", collection: entries, query: { limit: 1 } });
    assert.equal(answer.event, "init");
    socket.close();
  }
  await assert.rejects(openSocket({ address: `${here}/websocket?access_token=nonsense` }), /status 403/);
});

test("strict: without a token in the address nothing opens", async () => {
  await assert.rejects(openSocket({ address: `${strictly}/websocket` }), /status 401/);
  const socket = await openSocket({ address: `${strictly}/websocket?access_token=${staff.token}` });
  assert.deepEqual(await socket.ask({ type: "ping" }), { type: "pong" });
  socket.close();
});

test("public: nobody in particular sees what everybody may see, and nothing else", async () => {
  const socket = await connect({ address: publicly });
  const init = await socket.ask({
    type: "subscribe",
    collection: "Branch",
    query: { fields: ["id", "name"], filter: { id: { _eq: branch.id } } },
    uid: "b",
  });
  assert.deepEqual(init.data, [{ id: branch.id, name: branch.name }]);
  const refused = await socket.ask({ type: "subscribe", collection: entries, uid: "e" });
  assert.equal(refused.error!.code, "FORBIDDEN");
  const secret = await socket.ask({ type: "subscribe", collection: "Branch", query: { fields: ["gstin"] } });
  assert.equal(secret.error!.code, "FORBIDDEN");
  assert.deepEqual(await socket.ask({ type: "auth", access_token: staff.token }), { type: "auth", status: "ok" });
  assert.equal((await socket.ask({ type: "subscribe", collection: entries, uid: "e" })).event, "init");
});

test("subscribe: init, create, update, then unsubscribe", async () => {
  const socket = await connect({ caller: staff });
  const before = await enter();
  const query = { fields: ["id", "parking_status_id.sequence"], filter: { id: { _gte: before } } };
  const init = await socket.ask({ type: "subscribe", collection: entries, query, uid: "1" });
  assert.deepEqual(init, {
    type: "subscription",
    event: "init",
    uid: "1",
    data: [{ id: before, parking_status_id: { sequence: 1 } }],
  });
  const id = await enter();
  const created = (await until({ socket, id })).at(-1)!;
  assert.deepEqual(created, {
    type: "subscription",
    event: "create",
    uid: "1",
    data: [{ id, parking_status_id: { sequence: 1 } }],
  });
  await staff.post(`/actions/parking/${id}/check-out`);
  const updated = (await until({ socket, id })).at(-1)!;
  assert.deepEqual(updated, {
    type: "subscription",
    event: "update",
    uid: "1",
    data: [{ id, parking_status_id: { sequence: 2 } }],
  });
  assert.deepEqual(await socket.ask({ type: "unsubscribe", uid: "1" }), {
    type: "subscription",
    event: "unsubscribe",
    uid: "1",
  });
  await enter();
  assert.deepEqual(await socket.ask({ type: "ping", uid: "end" }), { type: "pong", uid: "end" });
});

test("the query's filter holds for changes; the flattened form of the SDK is understood", async () => {
  const socket = await connect({ caller: staff });
  const query = {
    fields: "id,slot_no",
    filter: JSON.stringify({ parking_main_info: { vehicle_no: { _starts_with: "KA01" } } }),
  };
  const init = await socket.ask({ type: "subscribe", collection: entries, query, uid: "f" });
  assert.deepEqual(init.data, []);
  const not = await enter();
  const wanted = await enter({ plate: "KA01AB1234" });
  const seen = await until({ socket, id: wanted });
  assert.equal(seen.length, 1);
  assert.ok(!JSON.stringify(seen).includes(`"id":${not}`));
});

test("an event filter: no rows at first, and only changes of that kind", async () => {
  const socket = await connect({ caller: staff });
  const init = await socket.ask({
    type: "subscribe",
    collection: entries,
    event: "update",
    query: { fields: ["id"] },
    uid: "u",
  });
  assert.deepEqual(init, { type: "subscription", event: "init", uid: "u" });
  const id = await enter();
  await staff.post(`/actions/parking/${id}/check-out`);
  const seen = await until({ socket, id });
  assert.ok(
    seen.every(({ event }) => event === "update"),
    JSON.stringify(seen),
  );
});

test("one item: an object at first, and changes of no other", async () => {
  const socket = await connect({ caller: staff });
  const [mine, theirs] = [await enter(), await enter()];
  const init = await socket.ask({
    type: "subscribe",
    collection: entries,
    item: mine,
    query: { fields: ["id"] },
    uid: "i",
  });
  assert.deepEqual(init.data, { id: mine });
  await staff.post(`/actions/parking/${theirs}/check-out`);
  await staff.post(`/actions/parking/${mine}/check-out`);
  const seen = await until({ socket, id: mine });
  assert.equal(seen.length, 1);
  assert.deepEqual(seen[0]!.data, { id: mine });
});

test("a row that is gone is told by its key", async () => {
  const socket = await connect({ caller: platform });
  const { id } = await make.company();
  await socket.ask({ type: "subscribe", collection: "Companies", event: "delete", uid: "d" });
  assert.equal((await platform.delete(`/items/Companies/${id}`)).status, 204);
  assert.deepEqual(await socket.next(), { type: "subscription", event: "delete", uid: "d", data: [id] });
});

test("several subscriptions on one connection, each with its own fields; without a uid all end at once", async () => {
  const socket = await connect({ caller: staff });
  await socket.ask({ type: "subscribe", collection: entries, event: "create", query: { fields: ["id"] }, uid: "a" });
  await socket.ask({
    type: "subscribe",
    collection: entries,
    event: "create",
    query: { fields: ["id", "branch.name"] },
    uid: "b",
  });
  const id = await enter();
  const two = [await socket.next(), await socket.next()];
  assert.deepEqual(
    two.map((message) => [message!.uid, message!.data]),
    [
      ["a", [{ id }]],
      ["b", [{ id, branch: { name: branch.name } }]],
    ],
  );
  assert.deepEqual(await socket.ask({ type: "unsubscribe" }), { type: "subscription", event: "unsubscribe" });
  await enter();
  assert.deepEqual(await socket.ask({ type: "ping" }), { type: "pong" });
});

test("tenancy: another branch, another company, another customer and an employee are told nothing; those concerned are", async () => {
  const phone = "9840077777";
  const sister = await make.branch({ company: branch.company, slots: 5 });
  const strangers = await Promise.all([
    make.user("staff", { branch: other }),
    make.user("admin", { branch: other }),
    make.user("manager", { branch: sister }),
    make.user("customer", { contact_number: "9840066666" }),
    make.user("employee", { branch }),
  ]);
  const friends = await Promise.all([
    make.user("manager", { branch }),
    make.user("admin", { branch }),
    make.user("approver", { branch }),
    make.user("customer", { contact_number: phone }),
    make.user("platform"),
  ]);
  const open = async (user: MadeUser) => {
    const socket = await connect({ caller: await as(user) });
    const init = await socket.ask({ type: "subscribe", collection: entries, query: { fields: ["id"] }, uid: "t" });
    assert.equal(init.event, "init", JSON.stringify(init));
    return socket;
  };
  const [out, inside] = [await Promise.all(strangers.map(open)), await Promise.all(friends.map(open))];
  const id = await enter({ phone });
  for (const socket of inside) await until({ socket, id });
  for (const socket of out)
    assert.deepEqual(await socket.ask({ type: "ping", uid: "nothing" }), { type: "pong", uid: "nothing" });
});

test("tenancy: rows and fields one may not read are neither subscribed to, filtered by, nor found", async () => {
  const stranger = await connect({ caller: await as(await make.user("staff", { branch: other })) });
  const id = await enter();
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
    codes.push((await stranger.ask(message)).error?.code);
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
  const init = await stranger.ask({ type: "subscribe", collection: entries, query: { fields: ["id"], limit: -1 } });
  assert.ok(!init.data.some((row: { id: number }) => row.id === id));
});

test("items: create, read one and many, update one and many, delete", async () => {
  const manager = await as(await make.user("manager", { branch }));
  const socket = await connect({ caller: manager });
  const items = (message: object) => socket.ask({ type: "items", collection: "Slot_Blocks", uid: "x", ...message });
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

test("items obey the rules of the write path: a status moves only as its table allows", async () => {
  const socket = await connect({ caller: staff });
  const id = await enter();
  const update = { type: "items", action: "update", collection: entries, id, uid: "m" };
  assert.equal((await socket.ask({ ...update, data: { parking_status_id: 4 } })).error!.code, "NO_NEXT_STATUS");
  const wrong = await socket.ask({ ...update, data: { receipt_no: "X" } });
  assert.deepEqual([wrong.type, wrong.status, wrong.uid, wrong.error!.code], ["items", "error", "m", "FORBIDDEN"]);
  assert.equal((await socket.ask({ ...update, action: "dance" })).error!.code, "INVALID_PAYLOAD");
});

test("what is no message is refused and does no harm; an unknown type is passed over", async () => {
  const socket = await connect({ caller: staff });
  for (const nonsense of ["{", "[]", "7", "null", '"text"', Buffer.from([1, 2, 3])]) {
    const answer = await socket.ask(nonsense);
    assert.deepEqual([answer.type, answer.error!.code], ["server", "INVALID_PAYLOAD"], String(nonsense));
  }
  socket.send({ type: "dance" });
  socket.send({ type: "subscribe", collection: entries, query: "fields=id" });
  assert.equal((await socket.next())!.error!.code, "INVALID_PAYLOAD");
  const queries = { limit: { limit: "x" }, field: { fields: ["nope"] }, many: { aggregate: { count: "*" } } };
  const codes = [];
  for (const query of Object.values(queries))
    codes.push((await socket.ask({ type: "subscribe", collection: entries, query })).error!.code);
  assert.deepEqual(codes, ["INVALID_QUERY", "FORBIDDEN", "INVALID_QUERY"]);
  assert.equal(
    (await socket.ask({ type: "subscribe", collection: entries, event: "dance" })).error!.code,
    "INVALID_PAYLOAD",
  );
});

test("limits: a connection holds so many subscriptions, and a message is so large", async () => {
  const socket = await connect({ caller: staff });
  for (let number = 0; number < limits.socketSubscriptions; number += 1) {
    const answer = await socket.ask({ type: "subscribe", collection: entries, event: "create", uid: number });
    assert.equal(answer.event, "init");
  }
  const more = await socket.ask({ type: "subscribe", collection: entries, event: "create", uid: "more" });
  assert.equal(more.error!.code, "REQUESTS_EXCEEDED");
  const again = await socket.ask({ type: "subscribe", collection: entries, event: "update", uid: 0 });
  assert.equal(again.event, "init");
  socket.send({
    type: "items",
    action: "create",
    collection: entries,
    data: { entry: "x".repeat(limits.socketMessageBytes) },
  });
  assert.equal((await socket.ended()).code, 1009);
});

test("limits: who asks faster than we answer is sent away, and others go on", async () => {
  const [greedy, calm] = [await connect({ caller: staff }), await connect({ caller: staff })];
  for (let count = 0; count < limits.socketWaiting + 10; count += 1)
    greedy.send({ type: "items", action: "read", collection: entries, query: { limit: 1 } });
  assert.equal((await greedy.ended()).code, 1013);
  assert.equal(
    (await calm.ask({ type: "items", action: "read", collection: entries, query: { limit: 1 } })).type,
    "items",
  );
});

test("limits: who does not read is cut off, and others are told on", async () => {
  const [deaf, calm] = [await connect({ caller: platform }), await connect({ caller: staff })];
  const { id } = await make.row("Companies", {
    name: "Large",
    slug: `large-${make.plate().toLowerCase()}`,
    status: "published",
    company_type: "individual",
  });
  const text = "x".repeat(60_000);
  const branches = await Promise.all(Array.from({ length: 10 }, () => make.branch({ company: id, agreement: text })));
  await calm.ask({ type: "subscribe", collection: entries, event: "create", query: { fields: ["id"] } });
  deaf.pause();
  const query = { fields: ["agreement"], filter: { id: { _in: branches.map((one) => one.id) } } };
  for (let count = 0; count < 60; count += 1) deaf.send({ type: "items", action: "read", collection: "Branch", query });
  const entered = await enter();
  await until({ socket: calm, id: entered });
  const isClosing = () => [...app.websocketServer.clients].some((client) => client.readyState === client.CLOSING);
  while (!isClosing()) await new Promise((look) => setTimeout(look, 10));
  deaf.resume();
  assert.equal((await deaf.ended()).code, 1013);
});

test("a token that runs out: TOKEN_EXPIRED, nothing is told meanwhile, and after a new one what was missed", async () => {
  const socket = await connect({ caller: staff });
  await socket.ask({ type: "subscribe", collection: entries, event: "create", query: { fields: ["id"] }, uid: "s" });
  try {
    clock.now = new Date(Date.now() + 16 * 60_000);
    const fresh = await as(gate);
    const id = await enter({ by: fresh });
    const expired = await socket.next();
    assert.deepEqual([expired!.type, expired!.error!.code], ["auth", "TOKEN_EXPIRED"]);
    assert.deepEqual(await socket.ask({ type: "auth", access_token: fresh.token }), { type: "auth", status: "ok" });
    assert.deepEqual((await socket.next())!.data, [{ id }]);
  } finally {
    clock.now = null;
  }
});

test("a token that runs out and is not renewed: nothing more may be asked", async () => {
  const socket = await connect({ caller: staff });
  try {
    clock.now = new Date(Date.now() + 16 * 60_000);
    const expired = await socket.ask({ type: "items", action: "read", collection: entries });
    assert.equal(expired.error!.code, "TOKEN_EXPIRED");
    assert.equal((await socket.next())!.error!.code, "AUTH_FAILED");
    assert.equal((await socket.ended()).code, 1008);
  } finally {
    clock.now = null;
  }
});

test("who is suspended is sent away at once; a colleague stays", async () => {
  const leaving = await make.user("staff", { branch });
  const [theirs, mine] = [await connect({ caller: await as(leaving) }), await connect({ caller: staff })];
  for (const socket of [theirs, mine])
    await socket.ask({ type: "subscribe", collection: entries, event: "create", query: { fields: ["id"] } });
  assert.equal((await platform.patch(`/users/${leaving.id}`, { status: "suspended" })).status, 200);
  assert.equal((await theirs.ended()).code, 1008);
  const id = await enter();
  await until({ socket: mine, id });
});

test("who is moved to another branch is from then on told of that one", async () => {
  const sister = await make.branch({ company: branch.company, slots: 5 });
  const moving = await make.user("staff", { branch });
  const socket = await connect({ caller: await as(moving) });
  await socket.ask({ type: "subscribe", collection: entries, event: "create", query: { fields: ["id"] } });
  assert.equal((await platform.patch(`/users/${moving.id}`, { default_branch: sister.id })).status, 200);
  const before = await enter();
  const later = await enter({ by: await as(await make.user("staff", { branch: sister })) });
  const seen = await until({ socket, id: later });
  assert.ok(!JSON.stringify(seen).includes(`{"id":${before}}`));
});

test("a page of another host may not open a socket with a cookie", async () => {
  const headers = { cookie: "directus_refresh_token=x", origin: "https://elsewhere.example" };
  await assert.rejects(openSocket({ address: `${here}/websocket`, headers }), /status 403/);
  const own = { cookie: "directus_refresh_token=x", origin: here };
  (await openSocket({ address: `${here}/websocket`, headers: own })).close();
});

test("the address without a socket is no page", async () => {
  assert.equal((await fetch(`${here}/websocket`)).status, 404);
});

test("the SDK: log in, connect, subscribe, be told, unsubscribe", async () => {
  const client = createDirectus(here)
    .with(authentication("json"))
    .with(rest())
    .with(realtime({ reconnect: false }));
  await client.login({ email: gate.email, password: gate.password });
  await client.connect();
  const { subscription, unsubscribe } = await client.subscribe(entries, {
    query: { fields: ["id", { branch: ["name"] }], filter: { branch: { _eq: branch.id } }, sort: ["-id"], limit: 1 },
  });
  const init = (await subscription.next()).value as Message;
  assert.equal(init.event, "init");
  assert.equal(init.data[0].branch.name, branch.name);
  const next = subscription.next();
  const id = await enter();
  const created = (await next).value as Message;
  assert.deepEqual([created.event, created.data], ["create", [{ id, branch: { name: branch.name } }]]);
  unsubscribe();
  client.disconnect();
  client.stopRefreshing();
});

test("the SDK: strict and public modes, and messages of one's own", async () => {
  const strict = createDirectus(strictly)
    .with(staticToken(staff.token!))
    .with(realtime({ authMode: "strict", reconnect: false }));
  await strict.connect();
  const told = new Promise<Message>((resolve) => strict.onWebSocket("message", resolve as never));
  strict.sendMessage({ type: "items", action: "read", collection: "Branch", query: { fields: ["id"] } });
  assert.deepEqual((await told).data, [{ id: branch.id }]);
  strict.disconnect();
  const anyone = createDirectus(publicly).with(realtime({ authMode: "public", reconnect: false }));
  await anyone.connect();
  const { subscription } = await anyone.subscribe("Branch", {
    query: { fields: ["id"], filter: { id: { _eq: branch.id } } },
  });
  assert.deepEqual(((await subscription.next()).value as Message).data, [{ id: branch.id }]);
  anyone.disconnect();
});
