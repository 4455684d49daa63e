// §7: static tokens of integrations.
import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";
import { buildApp } from "#server/app.ts";
import { startApp, testConfig, type TestResponse } from "#tests/support/app.ts";
import { createFactories } from "#tests/support/factories.ts";

const { app, asUser, sql, clock } = await startApp();
const make = createFactories(sql);
const branch = await make.branch({ slots: 5 });
const siblingBranch = await make.branch({ company: branch.company, slots: 5 });
const otherCompanyBranch = await make.branch({ slots: 5 });
const admin = await asUser(await make.user("admin", { branch }));
const entry = () => ({ vehicle_no: make.plate(), phone_no: "9840012345" });

beforeEach(() => {
  clock.now = null;
});

const create = (body: object = {}, caller = admin): Promise<TestResponse> =>
  caller.post("/actions/integrations", { name: "Accounts export", role: "staff", branches: [branch.id], ...body });

async function sendRequest({
  token,
  url,
  body,
  at: branchHeader,
  on: targetApp = app,
}: {
  token: string;
  url: string;
  body?: object;
  at?: string;
  on?: typeof app;
}) {
  const response = await targetApp.inject({
    method: body ? "POST" : "GET",
    url,
    headers: { authorization: `Bearer ${token}`, ...(branchHeader ? { "x-branch": branchHeader } : {}) },
    ...(body ? { payload: body } : {}),
  });
  const parsed = response.body ? JSON.parse(response.body) : {};
  return {
    status: response.statusCode,
    data: parsed.data,
    code: parsed.errors?.[0]?.extensions.code as string | undefined,
  };
}

test("creates a token, shown once and stored as a hash, that acts at its branch under its own name", async () => {
  const created = await create();
  assert.equal(created.status, 200, created.text);
  const { id, token } = created.data;
  assert.match(token, /^chv_[\w-]{40}$/);
  assert.equal(created.headers["cache-control"], "no-store");
  const checkIn = await sendRequest({ token, url: "/actions/parking/check-in", body: entry() });
  assert.equal(checkIn.status, 200, checkIn.code);
  const [createdEntry] =
    await sql`select u.first_name, v.branch from "Parking_Information" v join users u on u.id = v.user_created where v.id = ${checkIn.data.id}`;
  assert.deepEqual({ ...createdEntry }, { first_name: "Accounts export", branch: branch.id });
  const { data } = await admin.get(`/items/Integration_Tokens/${id}?fields=*,users.default_branch.name`);
  assert.deepEqual([data.token, data.token_start, data.name], ["**********", token.slice(0, 8), "Accounts export"]);
  assert.ok(data.last_used_at);
  assert.deepEqual(data.users, [{ default_branch: { name: branch.name } }]);
  const stored = JSON.stringify([
    await sql`select * from "Integration_Tokens"`,
    await sql`select * from revisions`,
    await sql`select * from activity`,
  ]);
  assert.ok(!stored.includes(token));
});

test("grants the permissions of its role but no account functions", async () => {
  const { token } = (await create()).data;
  assert.equal((await sendRequest({ token, url: "/items/Slot_Blocks?fields=branch" })).status, 200);
  assert.equal((await sendRequest({ token, url: "/items/activity" })).code, "FORBIDDEN");
  for (const url of ["/actions/account/security"])
    assert.equal((await sendRequest({ token, url })).code, "FORBIDDEN", url);
  for (const url of [
    "/users/me/tfa/generate",
    "/actions/account/password",
    "/actions/account/email",
    "/actions/account/sessions/end-all",
    "/users/invite",
    "/actions/integrations",
  ])
    assert.equal((await sendRequest({ token, url, body: { password: "x" } })).code, "FORBIDDEN", url);
  const patched = await app.inject({
    method: "PATCH",
    url: "/users/me",
    headers: { authorization: `Bearer ${token}` },
    payload: { first_name: "Renamed" },
  });
  assert.equal(patched.statusCode, 403);
  const [user] = await sql`select in_out_flag, password from users where integration is not null limit 1`;
  assert.deepEqual({ ...user }, { in_out_flag: false, password: null });
});

test("selects the first branch or the one in x-branch; rejects other branches", async () => {
  const { token } = (await create({ branches: [siblingBranch.id, branch.id] })).data;
  const readBranches = async (at?: string) =>
    (await sendRequest({ token, url: "/items/Slot_Blocks?fields=branch", ...(at ? { at } : {}) })).data?.map(
      (row: { branch: number }) => row.branch,
    );
  assert.deepEqual(await readBranches(), [siblingBranch.id]);
  assert.deepEqual(await readBranches(String(branch.id)), [branch.id]);
  assert.deepEqual(await readBranches(branch.slug), [branch.id]);
  for (const at of [otherCompanyBranch.slug, String(otherCompanyBranch.id), "nope"])
    assert.equal((await sendRequest({ token, url: "/items/Slot_Blocks", at })).code, "FORBIDDEN");
});

test("rejects a revoked token on the next request of every server", async () => {
  const other = await buildApp({ sql, config: testConfig });
  await other.ready();
  const { id, token } = (await create()).data;
  const urls = ["/items/Slot_Blocks", "/users/me"];
  for (const url of urls)
    for (const targetApp of [app, other]) assert.equal((await sendRequest({ token, url, on: targetApp })).status, 200);
  assert.equal((await admin.post(`/actions/integrations/${id}/revoke`)).status, 204);
  for (const url of urls)
    for (const targetApp of [app, other]) {
      const response = await sendRequest({ token, url, on: targetApp });
      assert.deepEqual([response.status, response.code], [401, "INVALID_CREDENTIALS"], url);
    }
  assert.equal(
    (await sendRequest({ token, url: "/actions/parking/check-in", body: entry(), on: other })).code,
    "INVALID_CREDENTIALS",
  );
  assert.equal((await admin.post(`/actions/integrations/${id}/revoke`)).status, 204);
  await other.close();
});

test("rejects expired and unknown tokens", async () => {
  const start = Date.now();
  clock.now = new Date(start);
  const { token } = (await create({ expires_at: new Date(start + 60_000).toISOString() })).data;
  assert.equal((await sendRequest({ token, url: "/users/me" })).status, 200);
  clock.now = new Date(start + 60_000);
  assert.equal((await sendRequest({ token, url: "/users/me" })).code, "INVALID_CREDENTIALS");
  assert.equal((await sendRequest({ token: `chv_${"x".repeat(40)}`, url: "/users/me" })).code, "INVALID_CREDENTIALS");
  assert.equal((await create({ expires_at: new Date(start).toISOString() })).code, "FAILED_VALIDATION");
});

test("limits who may create tokens, for which roles and branches", async () => {
  for (const role of ["manager", "staff", "approver", "employee", "customer", "verifier"] as const)
    assert.equal((await create({}, await asUser(await make.user(role, { branch })))).code, "FORBIDDEN", role);
  assert.equal((await create({}, await asUser())).code, "INVALID_CREDENTIALS");
  for (const role of ["admin", "platform", "customer", "public", "x", null])
    assert.equal((await create({ role })).code, "INVALID_PAYLOAD");
  for (const branches of [[], null, ["1"], [1.5]]) assert.equal((await create({ branches })).code, "FAILED_VALIDATION");
  assert.equal((await create({ name: "ab" })).code, "FAILED_VALIDATION");
  for (const branches of [[otherCompanyBranch.id], [branch.id, otherCompanyBranch.id], [999_999]])
    assert.equal((await create({ branches })).code, "FORBIDDEN");
  const { id } = (await create({}, await asUser(await make.user("platform")))).data;
  const otherAdmin = await asUser(await make.user("admin", { branch: otherCompanyBranch }));
  assert.equal((await otherAdmin.post(`/actions/integrations/${id}/revoke`)).code, "FORBIDDEN");
  assert.equal((await otherAdmin.get(`/items/Integration_Tokens/${id}`)).code, "FORBIDDEN");
});

test("never assigns tickets to integrations", async () => {
  const valet = await make.valetBranch();
  const owner = await asUser(await make.user("admin", { branch: valet }));
  await create({ branches: [valet.id] }, owner);
  const ticket = await owner.post("/actions/valet/create-ticket", {
    Vehicle_Number: make.plate(),
    Customer_Phone_Number: "9840012345",
  });
  assert.equal(ticket.status, 200, ticket.text);
  const integrationUsers = await sql`select id from users where integration is not null`;
  assert.ok(!integrationUsers.some(({ id }) => id === ticket.data.Assigned_Staff?.id));
});

const send = async (
  token: string,
  method: "GET" | "POST" | "PATCH" | "DELETE" | "SEARCH",
  url: string,
  body?: object,
) => {
  const { statusCode, body: text } = await app.inject({
    method: method as "GET",
    url,
    headers: { authorization: `Bearer ${token}` },
    ...(body ? { payload: body } : {}),
  });
  const parsed = text ? JSON.parse(text) : {};
  return { status: statusCode, data: parsed.data, code: parsed.errors?.[0]?.extensions?.code as string | undefined };
};

test("a token to read with reads through every interface and writes through none", async () => {
  const { token } = (await create({ role: "manager", is_read_only: true })).data;
  const { id } = (await admin.post("/actions/parking/check-in", entry())).data;
  const change = { addition_note: "Two tickets", additional_charge: "5.00" };
  const reads = [
    send(token, "GET", `/items/Parking_Information/${id}?fields=id,parking_main_info.vehicle_no`),
    send(token, "SEARCH", "/items/Parking_Information", { query: { limit: 1 } }),
    send(token, "GET", "/users/me"),
    send(token, "GET", `/actions/parking/${id}/slip`),
    send(token, "POST", "/graphql", { query: "{ Parking_Information(limit: 1) { id } }" }),
  ];
  for (const { status, code } of await Promise.all(reads)) assert.equal(status, 200, code);
  const writes: Parameters<typeof send>[] = [
    [token, "POST", "/actions/parking/check-in", entry()],
    [token, "POST", `/actions/parking/${id}/check-out`, {}],
    [token, "PATCH", `/items/Parking_Information/${id}`, change],
    [token, "PATCH", "/items/Parking_Information", { keys: [id], data: change }],
    [token, "POST", "/items/Slot_Blocks", {}],
    [token, "DELETE", `/items/Slot_Blocks/1`],
    [token, "POST", "/items/presets", {}],
    [token, "POST", "/presets", { bookmark: "x", collection: "Parking_Information" }],
    [token, "POST", "/folders", { name: "x" }],
    [token, "PATCH", "/users/me", { first_name: "x" }],
    [token, "POST", "/utils/import/Slot_Blocks", {}],
  ];
  for (const write of writes) assert.equal((await send(...write)).code, "FORBIDDEN", `${write[1]} ${write[2]}`);
  const mutation = `mutation { update_Parking_Information_item(id: ${id}, data: { addition_note: "x", additional_charge: 5 }) { id } }`;
  const changed = await send(token, "POST", "/graphql", { query: mutation });
  assert.notEqual(changed.code, undefined);
  const [row] = await sql`select parking_status_id, addition_note from "Parking_Information" where id = ${id}`;
  assert.deepEqual({ ...row }, { parking_status_id: 1, addition_note: null });
});

test("a token for an area reads and writes what belongs to it, and nothing else", async () => {
  const { token } = (await create({ role: "manager", areas: ["entries"] })).data;
  const checkedIn = await send(token, "POST", "/actions/parking/check-in", entry());
  assert.equal(checkedIn.status, 200, checkedIn.code);
  const { id } = checkedIn.data;
  const allowed = ["/items/Parking_Information", "/items/Parking_Main_Information", "/items/Slot_Blocks"];
  for (const url of [...allowed, `/actions/parking/${id}/slip`])
    assert.equal((await send(token, "GET", url)).status, 200, url);
  const denied: [Parameters<typeof send>[1], string, object?][] = [
    ["GET", "/items/payments"],
    ["GET", "/items/Valet_and_Parking_Information"],
    ["GET", "/items/Outbox"],
    ["GET", "/users"],
    ["GET", "/users/me"],
    ["GET", "/files"],
    ["GET", "/activity"],
    ["GET", "/items/Parking_Information?fields=user_created.first_name"],
    ["GET", "/items/Parking_Information?filter[user_created][first_name][_eq]=x"],
    ["GET", "/actions/cash/day"],
    ["POST", "/actions/passes", {}],
    ["POST", "/actions/valet/create-ticket", {}],
    ["PATCH", "/items/Branch/1", { name: "x" }],
    ["POST", "/utils/export/payments", {}],
  ];
  for (const [method, url, body] of denied)
    assert.equal((await send(token, method, url, body)).code, "FORBIDDEN", `${method} ${url}`);
  const listed = await send(token, "POST", "/graphql", { query: "{ payments { id } }" });
  assert.notEqual(listed.code, undefined);
  // Control: the same role without a scope.
  const { token: full } = (await create({ role: "manager" })).data;
  for (const url of ["/items/payments", "/users", "/actions/cash/day"])
    assert.notEqual((await send(full, "GET", url)).code, "FORBIDDEN", url);
});

test("rejects unknown areas, and shows what a token is limited to", async () => {
  for (const areas of [[], ["all"], "entries"]) assert.equal((await create({ areas })).code, "INVALID_PAYLOAD");
  assert.equal((await create({ is_read_only: "yes" })).code, "INVALID_PAYLOAD");
  const { id } = (await create({ is_read_only: true, areas: ["payments", "valet"] })).data;
  const { data } = await admin.get(`/items/Integration_Tokens/${id}?fields=is_read_only,areas`);
  assert.deepEqual(data, { is_read_only: true, areas: ["payments", "valet"] });
});
