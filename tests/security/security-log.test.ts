// reading.md §10: security events are logged once, with user, address and count, and never with a secret.
import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";
import * as limits from "#domain/limits.ts";
import { roles } from "#domain/access/roles.ts";
import { startApp, testConfig } from "#tests/support/app.ts";
import { eventually } from "#tests/support/eventually.ts";
import { createFactories, testPassword } from "#tests/support/factories.ts";

const fixture = await startApp();
const { app, sql } = fixture;
const factories = createFactories(sql);
const branch = await factories.branch();
const other = await factories.branch();
const admin = await factories.user("admin", { branch });
const manager = await factories.user("manager", { branch });
const otherAdmin = await factories.user("admin", { branch: other });
const platform = await factories.user("platform");

interface SecurityEventRow {
  kind: string;
  person: string | null;
  role: string | null;
  account: string | null;
  subject: string | null;
  ip: string | null;
  detail: { [name: string]: unknown };
  count: number;
  company: number | null;
  branch: number | null;
  target_company: number | null;
  request_id: string | null;
}

/** The events of a kind, once there are any. */
async function listEvents(kind: string): Promise<SecurityEventRow[]> {
  await eventually(async () => {
    const found = await sql`select 1 from "Security_Events" where kind = ${kind}`;
    assert.ok(found.length > 0, `no ${kind}`);
  });
  return sql<SecurityEventRow[]>`select * from "Security_Events" where kind = ${kind} order by id`;
}
const logIn = (payload: object, remoteAddress = "203.0.113.7") =>
  app.inject({ method: "POST", url: "/auth/login", payload, remoteAddress });

beforeEach(async () => {
  // Equal events share a row within an hour only.
  fixture.clock.now = new Date();
  await sql`delete from "Security_Events"`;
  await sql`delete from throttle`;
});

test("failed logins are one row with a count, for the company of the attempted account", async () => {
  for (let count = 0; count < 3; count += 1)
    assert.equal((await logIn({ email: manager.email, password: "wrong-Passw0rd" })).statusCode, 401);
  await eventually(async () => assert.equal((await listEvents("log_in_failed"))[0]!.count, 3));
  const [event, ...others] = await listEvents("log_in_failed");
  assert.equal(others.length, 0);
  assert.equal(event!.account, manager.id);
  assert.equal(event!.company, branch.company);
  assert.equal(event!.ip, "203.0.113.7");
  assert.equal(event!.detail["code"], "INVALID_CREDENTIALS");
  assert.ok(event!.request_id);
});

test("typed values never appear in full", async () => {
  await logIn({ email: "somebody.unknown@example.com", password: "My-Secret-77" });
  const sent = await (
    await fixture.asUser()
  ).post("/actions/customers/log-in-with-code", {
    phone: "9840012345",
    otp: "not-my-code",
    page: "commercial",
  });
  assert.ok(sent.status >= 400);
  const [event] = await listEvents("log_in_failed");
  assert.equal(event!.subject, "so•••@example.com");
  const [{ text }] =
    (await sql`select coalesce(string_agg(e::text, ' '), '') as text from "Security_Events" e`) as unknown as [
      { text: string },
    ];
  for (const secret of ["somebody.unknown", "My-Secret-77", "9840012345", "not-my-code"])
    assert.ok(!text.includes(secret), secret);
});

test("a rejected row of another company is logged for the own admin, without revealing its owner", async () => {
  const caller = await fixture.asUser(manager);
  assert.equal((await caller.patch(`/items/Branch/${other.id}`, { name: "Taken over" })).status, 403);
  const [event] = await listEvents("access_refused");
  assert.equal(event!.person, manager.id);
  assert.equal(event!.company, branch.company);
  assert.equal(event!.target_company, other.company);
  const [visible] = (await (await fixture.asUser(admin)).get("/items/Security_Events?filter[kind]=access_refused"))
    .data;
  assert.equal(visible.subject, `Branch ${other.id}`);
  assert.ok(!("target_company" in visible) && !("bucket" in visible));
  const response = await (await fixture.asUser(admin)).get("/items/Security_Events?fields=target_company");
  assert.equal(response.code, "FORBIDDEN");
});

test("a rejected invite of another company is resolved in the invites", async () => {
  const foreign = await factories.branch({ slots: 5 });
  const host = await factories.user("customer", { contact_number: "9840055555" });
  const soon = new Date(Date.now() + 8 * 3_600_000).toISOString();
  const visitor = { vehicle_no: factories.plate(), phone_no: "9840055556" };
  const invited = await (
    await fixture.asUser(host)
  ).post("/actions/invites", { ...visitor, branch: foreign.id, invite_end_date: soon });
  assert.equal(invited.status, 200, invited.text);
  const { id } = invited.data as { id: number };
  // Rejections of this test only: those of other tests may arrive late.
  const outsider = await factories.user("manager", { branch });
  assert.equal((await (await fixture.asUser(outsider)).get(`/actions/invites/${id}`)).status, 403);
  await eventually(async () => {
    const event = (await listEvents("access_refused")).find(({ person }) => person === outsider.id);
    assert.equal(event?.subject, `Parking_Information ${id}`);
    assert.equal(event?.target_company, foreign.company);
  });
});

test("an admin reads the company's events, the platform all, and no user can write one", async () => {
  await logIn({ email: manager.email, password: "wrong" });
  await logIn({ email: otherAdmin.email, password: "wrong" });
  await logIn({ email: "unknown@example.com", password: "wrong" });
  await eventually(async () => assert.equal((await listEvents("log_in_failed")).length, 3));
  const read = async (user: { id: string }) =>
    (await (await fixture.asUser(user)).get("/items/Security_Events?fields=id,company&filter[kind]=log_in_failed"))
      .data;
  assert.deepEqual(
    (await read(admin)).map(({ company }: SecurityEventRow) => company),
    [branch.company],
  );
  assert.equal((await read(platform)).length, 3);
  for (const user of [manager, await factories.user("staff", { branch })])
    assert.equal((await (await fixture.asUser(user)).get("/items/Security_Events")).status, 403);
  for (const user of [admin, platform]) {
    const caller = await fixture.asUser(user);
    const [{ id }] = await read(user);
    assert.equal((await caller.post("/items/Security_Events", { kind: "log_in_failed" })).status, 403);
    assert.equal((await caller.patch(`/items/Security_Events/${id}`, { count: 0 })).status, 403);
    assert.equal((await caller.delete(`/items/Security_Events/${id}`)).status, 403);
  }
});

test("throttled requests, floods of codes and forged payment messages are logged although they commit nothing", async () => {
  for (let count = 0; count < 12; count += 1)
    await logIn({ email: "guess@example.com", password: "x" }, "203.0.113.50");
  const [throttled] = await listEvents("request_throttled");
  assert.equal(throttled!.ip, "203.0.113.50");
  const forged = await app.inject({
    method: "POST",
    url: "/payments/callback/phonepe-v1",
    payload: { response: "e30=" },
  });
  assert.ok(forged.statusCode >= 400);
  await listEvents("callback_forged");
  const caller = await fixture.asUser();
  for (let count = 0; count < 10; count += 1) {
    await sql`update otp_challenges set created_at = created_at - interval '1 minute'`;
    await caller.post("/actions/customers/send-code", { phone: "9840077777", page: "commercial" });
  }
  const [flood] = await listEvents("code_flood");
  assert.ok(flood!.subject?.endsWith("777"), flood!.subject ?? "no subject");
});

test("exports are logged with their contents", async () => {
  const caller = await fixture.asUser(admin);
  assert.equal((await caller.get("/items/Time_Charges?export=csv")).status, 200);
  assert.equal((await caller.post("/utils/export/Branch", { format: "csv", query: {} })).status, 204);
  await eventually(async () => assert.equal((await listEvents("export_created")).length, 2));
  const found = await listEvents("export_created");
  assert.deepEqual(new Set(found.map(({ subject }) => subject)), new Set(["Branch", "Time_Charges"]));
  assert.ok(found.every(({ person, company }) => person === admin.id && company === branch.company));
});

test("an account's change is logged in its transaction, and not if that is rolled back", async () => {
  const staff = await factories.user("staff", { branch });
  const caller = await fixture.asUser(admin);
  const wrong = await caller.patch("/users", [
    { id: staff.id, status: "suspended" },
    { id: otherAdmin.id, status: "suspended" },
  ]);
  assert.equal(wrong.status, 403);
  await listEvents("access_refused");
  assert.equal((await sql`select 1 from "Security_Events" where kind = 'status_changed'`).length, 0);
  const response = await caller.patch(`/users/${staff.id}`, { status: "suspended" });
  assert.equal(response.status, 200, response.text);
  const [event] = await sql<SecurityEventRow[]>`select * from "Security_Events" where kind = 'status_changed'`;
  assert.equal(event!.account, staff.id);
  assert.equal(event!.person, admin.id);
  assert.deepEqual([event!.detail["from"], event!.detail["to"]], ["active", "suspended"]);
});

test("a role change is logged with the previous role", async () => {
  const staff = await factories.user("staff", { branch });
  const response = await (await fixture.asUser(platform)).patch(`/users/${staff.id}`, { role: roles.manager.id });
  assert.equal(response.status, 200, response.text);
  const [event] = await listEvents("role_changed");
  assert.deepEqual([event!.detail["from"], event!.detail["to"]], ["staff", "manager"]);
  // And that it was the platform, for the company concerned.
  const [change] = await listEvents("platform_change");
  assert.equal(change!.company, branch.company);
  assert.ok(!JSON.stringify(change).includes(roles.manager.id), "field names only, never values");
});

test("granted and revoked permissions of roles are logged with the branch, and not if nothing changes", async () => {
  const caller = await fixture.asUser(admin);
  const setExceptions = (value: object | null) =>
    caller.patch(`/items/Branch/${branch.id}`, { capability_exceptions: value });
  const response = await setExceptions({ staff: { "report.read": true }, manager: { "payment.refund": false } });
  assert.equal(response.status, 200, response.text);
  const [event] = await listEvents("permissions_changed");
  assert.deepEqual([event!.person, event!.company, event!.branch], [admin.id, branch.company, branch.id]);
  assert.deepEqual(event!.detail["granted"], ["staff report.read"]);
  assert.deepEqual(event!.detail["revoked"], ["manager payment.refund"]);
  assert.equal((await setExceptions({ staff: { "people.manage": true } })).code, "FAILED_VALIDATION");
  assert.equal((await caller.patch(`/items/Branch/${branch.id}`, { valet_number: "9840011111" })).status, 200);
  assert.equal((await listEvents("permissions_changed")).length, 1);
  assert.equal((await setExceptions(null)).status, 200);
  assert.deepEqual((await listEvents("permissions_changed"))[1]!.detail["revoked"], ["staff report.read"]);
});

test("changes of passwords and second factors are logged without their values", async () => {
  const user = await factories.user("manager", { branch });
  const caller = await fixture.asUser(user);
  const changed = await caller.post("/actions/account/password", {
    current_password: testPassword,
    password: "Another@2027",
  });
  assert.equal(changed.status, 200, changed.text);
  const [event] = await listEvents("password_changed");
  assert.equal(event!.account, user.id);
  assert.ok(!JSON.stringify(event).includes("Another"));
});

test("the token of an integration: created, revoked, and used once more", async () => {
  const caller = await fixture.asUser(admin);
  const made = await caller.post("/actions/integrations", { name: "Billing", role: "staff", branches: [branch.id] });
  assert.equal(made.status, 200, made.text);
  const { id, token } = made.data as { id: number; token: string };
  const [created] = await listEvents("token_created");
  assert.equal(created!.subject, token.slice(0, 8));
  assert.equal((await caller.post(`/actions/integrations/${id}/revoke`, {})).status, 204);
  await listEvents("token_revoked");
  const response = await app.inject({ url: "/items/Branch", headers: { authorization: `Bearer ${token}` } });
  assert.equal(response.statusCode, 401);
  const [rejected] = await listEvents("token_refused");
  assert.equal(rejected!.company, branch.company);
  assert.ok(!JSON.stringify(await sql`select * from "Security_Events"`).includes(token));
});

test("a reused refresh token is an alert for its company", async () => {
  const response = await logIn({ email: manager.email, password: testPassword });
  const { refresh_token } = response.json<{ data: { refresh_token: string } }>().data;
  const refresh = () => app.inject({ method: "POST", url: "/auth/refresh", payload: { refresh_token } });
  assert.equal((await refresh()).statusCode, 200);
  await sql`update sessions set used_at = used_at - interval '1 minute'`;
  assert.equal((await refresh()).statusCode, 401);
  const [event] = await listEvents("session_reused");
  assert.equal(event!.account, manager.id);
  assert.equal(event!.company, branch.company);
});

test("a flood of different attempts from one address stays a few rows with the total count", async () => {
  const attempts = limits.securityEventsPerAddress * 3;
  const remoteAddress = "203.0.113.99";
  for (let count = 0; count < attempts; count += 1) {
    const authorization = `Bearer chv_${String(count).padStart(4, "0")}-and-more`;
    const response = await app.inject({ url: "/items/Branch", headers: { authorization }, remoteAddress });
    assert.equal(response.statusCode, 401);
  }
  await eventually(async () => {
    const [row] = await sql<{ rows: number; all: number }[]>`
      select count(*)::int as rows, sum(count)::int as all from "Security_Events" where ip = ${remoteAddress}`;
    assert.equal(row!.all, attempts);
    assert.ok(row!.rows <= limits.securityEventsPerAddress + 1, `${row!.rows} rows`);
  });
});

test("events older than the setting are deleted nightly, newer ones stay", async () => {
  const worker = await startApp({
    runsJobs: true,
    config: { observability: { ...testConfig.observability, securityLogDays: 30 } },
  });
  for (const days of [31, 29])
    await worker.sql`
      insert into "Security_Events" (kind, first_at, last_at, bucket)
      values ('log_in_failed', now() - ${days} * interval '1 day', now() - ${days} * interval '1 day', ${`b${days}`})`;
  await worker.sql`select graphile_worker.add_job('remove-old')`;
  await eventually(async () => {
    const left = await worker.sql`select bucket from "Security_Events"`;
    assert.deepEqual(
      left.map(({ bucket }) => bucket as string),
      ["b29"],
    );
  });
});
