// §7: static tokens of integrations.
import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";
import { buildApp } from "#server/app.ts";
import { startApp, testConfig, type Answer } from "#tests/support/app.ts";
import { factories } from "#tests/support/make.ts";

const { app, as, sql, clock } = await startApp();
const make = factories(sql);
const branch = await make.branch({ slots: 5 });
const sister = await make.branch({ company: branch.company, slots: 5 });
const foreign = await make.branch({ slots: 5 });
const admin = await as(await make.user("admin", { branch }));
const entry = () => ({ vehicle_no: make.plate(), phone_no: "9840012345" });

beforeEach(() => {
  clock.now = null;
});

const create = (body: object = {}, caller = admin): Promise<Answer> =>
  caller.post("/actions/integrations", { name: "Accounts export", role: "staff", branches: [branch.id], ...body });

async function ask({
  token,
  url,
  body,
  at,
  on = app,
}: {
  token: string;
  url: string;
  body?: object;
  at?: string;
  on?: typeof app;
}) {
  const answer = await on.inject({
    method: body ? "POST" : "GET",
    url,
    headers: { authorization: `Bearer ${token}`, ...(at ? { "x-branch": at } : {}) },
    ...(body ? { payload: body } : {}),
  });
  const parsed = answer.body ? JSON.parse(answer.body) : {};
  return {
    status: answer.statusCode,
    data: parsed.data,
    code: parsed.errors?.[0]?.extensions.code as string | undefined,
  };
}

test("made by an admin, shown once, kept as a hash; it works for its branch under its own name", async () => {
  const made = await create();
  assert.equal(made.status, 200, made.text);
  const { id, token } = made.data;
  assert.match(token, /^chv_[\w-]{40}$/);
  assert.equal(made.headers["cache-control"], "no-store");
  const checkIn = await ask({ token, url: "/actions/parking/check-in", body: entry() });
  assert.equal(checkIn.status, 200, checkIn.code);
  const [visit] =
    await sql`select u.first_name, v.branch from "Parking_Information" v join users u on u.id = v.user_created where v.id = ${checkIn.data.id}`;
  assert.deepEqual({ ...visit }, { first_name: "Accounts export", branch: branch.id });
  const { data } = await admin.get(`/items/Integration_Tokens/${id}?fields=*,users.default_branch.name`);
  assert.deepEqual([data.token, data.token_start, data.name], ["**********", token.slice(0, 8), "Accounts export"]);
  assert.ok(data.last_used_at);
  assert.deepEqual(data.users, [{ default_branch: { name: branch.name } }]);
  const kept = JSON.stringify([
    await sql`select * from "Integration_Tokens"`,
    await sql`select * from revisions`,
    await sql`select * from activity`,
  ]);
  assert.ok(!kept.includes(token));
});

test("it has its role's rights and no account of its own", async () => {
  const { token } = (await create()).data;
  assert.equal((await ask({ token, url: "/items/Slot_Blocks?fields=branch" })).status, 200);
  assert.equal((await ask({ token, url: "/items/activity" })).code, "FORBIDDEN");
  for (const url of ["/actions/account/security"]) assert.equal((await ask({ token, url })).code, "FORBIDDEN", url);
  for (const url of [
    "/users/me/tfa/generate",
    "/actions/account/password",
    "/actions/account/email",
    "/actions/account/sessions/end-all",
    "/users/invite",
    "/actions/integrations",
  ])
    assert.equal((await ask({ token, url, body: { password: "x" } })).code, "FORBIDDEN", url);
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

test("for several branches: the first, or the one named by id or slug; never another's", async () => {
  const { token } = (await create({ branches: [sister.id, branch.id] })).data;
  const seen = async (at?: string) =>
    (await ask({ token, url: "/items/Slot_Blocks?fields=branch", ...(at ? { at } : {}) })).data?.map(
      (row: { branch: number }) => row.branch,
    );
  assert.deepEqual(await seen(), [sister.id]);
  assert.deepEqual(await seen(String(branch.id)), [branch.id]);
  assert.deepEqual(await seen(branch.slug), [branch.id]);
  for (const at of [foreign.slug, String(foreign.id), "nope"])
    assert.equal((await ask({ token, url: "/items/Slot_Blocks", at })).code, "FORBIDDEN");
});

test("taken back, it is worth nothing on the next request, at every server", async () => {
  const other = await buildApp({ sql, config: testConfig });
  await other.ready();
  const { id, token } = (await create()).data;
  const urls = ["/items/Slot_Blocks", "/users/me"];
  for (const url of urls) for (const on of [app, other]) assert.equal((await ask({ token, url, on })).status, 200);
  assert.equal((await admin.post(`/actions/integrations/${id}/revoke`)).status, 204);
  for (const url of urls)
    for (const on of [app, other]) {
      const answer = await ask({ token, url, on });
      assert.deepEqual([answer.status, answer.code], [401, "INVALID_CREDENTIALS"], url);
    }
  assert.equal(
    (await ask({ token, url: "/actions/parking/check-in", body: entry(), on: other })).code,
    "INVALID_CREDENTIALS",
  );
  assert.equal((await admin.post(`/actions/integrations/${id}/revoke`)).status, 204);
  await other.close();
});

test("it ends when it was said to, and an unknown one never was", async () => {
  const start = Date.now();
  clock.now = new Date(start);
  const { token } = (await create({ expires_at: new Date(start + 60_000).toISOString() })).data;
  assert.equal((await ask({ token, url: "/users/me" })).status, 200);
  clock.now = new Date(start + 60_000);
  assert.equal((await ask({ token, url: "/users/me" })).code, "INVALID_CREDENTIALS");
  assert.equal((await ask({ token: `chv_${"x".repeat(40)}`, url: "/users/me" })).code, "INVALID_CREDENTIALS");
  assert.equal((await create({ expires_at: new Date(start).toISOString() })).code, "FAILED_VALIDATION");
});

test("who may make one, of what, and for which branches", async () => {
  for (const role of ["manager", "staff", "approver", "employee", "customer", "verifier"] as const)
    assert.equal((await create({}, await as(await make.user(role, { branch })))).code, "FORBIDDEN", role);
  assert.equal((await create({}, await as())).code, "INVALID_CREDENTIALS");
  for (const role of ["admin", "platform", "customer", "public", "x", null])
    assert.equal((await create({ role })).code, "INVALID_PAYLOAD");
  for (const branches of [[], null, ["1"], [1.5]]) assert.equal((await create({ branches })).code, "FAILED_VALIDATION");
  assert.equal((await create({ name: "ab" })).code, "FAILED_VALIDATION");
  for (const branches of [[foreign.id], [branch.id, foreign.id], [999_999]])
    assert.equal((await create({ branches })).code, "FORBIDDEN");
  const { id } = (await create({}, await as(await make.user("platform")))).data;
  const foreigner = await as(await make.user("admin", { branch: foreign }));
  assert.equal((await foreigner.post(`/actions/integrations/${id}/revoke`)).code, "FORBIDDEN");
  assert.equal((await foreigner.get(`/items/Integration_Tokens/${id}`)).code, "FORBIDDEN");
});

test("an integration is never taken for somebody on duty", async () => {
  const valet = await make.valetBranch();
  const owner = await as(await make.user("admin", { branch: valet }));
  await create({ branches: [valet.id] }, owner);
  const ticket = await owner.post("/actions/valet/create-ticket", {
    Vehicle_Number: make.plate(),
    Customer_Phone_Number: "9840012345",
  });
  assert.equal(ticket.status, 200, ticket.text);
  const machines = await sql`select id from users where integration is not null`;
  assert.ok(!machines.some(({ id }) => id === ticket.data.Assigned_Staff?.id));
});
