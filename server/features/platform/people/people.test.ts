// §1: the platform's team, and help for the people of vendors and customers.
import assert from "node:assert/strict";
import { test } from "node:test";
import { findRole } from "#domain/access/roles.ts";
import { createSealer } from "#server/auth/secrets.ts";
import { startApp, testConfig, type TestClient } from "#tests/support/app.ts";
import { eventually } from "#tests/support/eventually.ts";
import { createFactories, testPassword, type CreatedUser } from "#tests/support/factories.ts";
import { findMailTo } from "#tests/support/outbox.ts";

const { asUser, sql } = await startApp();
const make = createFactories(sql);
const sealer = createSealer(testConfig.secret);
const administrator = await asUser(await make.user("platform"));
const verifierUser = await make.user("verifier", { contact_number: "9840099999" });
const verifier = await asUser(verifierUser);
const anonymous = await asUser();
const branch = await make.branch();
const staff = await make.user("staff", { branch, contact_number: "9840012345", first_name: "Ravi Kumar" });
const admin = await make.user("admin", { branch });

const find = (account: unknown, caller = verifier) => caller.post("/actions/platform/users/find", { account });
const logIn = ({ email }: CreatedUser) => anonymous.post("/auth/login", { email, password: testPassword });
const listEvents = (kind: string) =>
  sql`select person, subject, account, detail from "Security_Events" where kind = ${kind} order by id`;

test("an administrator invites a verifier, who sets a password and reviews; a verifier invites nobody", async () => {
  const invitation = { first_name: "Meena Kumari", email: "Meena@chaavi.example", role: "verifier" };
  assert.equal((await verifier.post("/actions/platform/team", invitation)).code, "FORBIDDEN");
  const { status, text } = await administrator.post("/actions/platform/team", invitation);
  assert.equal(status, 200, text);
  assert.equal((await administrator.post("/actions/platform/team", invitation)).code, "USER_EMAIL_EXIST");
  for (const [changes, code] of [
    [{ email: "meena" }, "FAILED_VALIDATION"],
    [{ first_name: "" }, "FAILED_VALIDATION"],
    [{ role: "admin" }, "FORBIDDEN"],
  ] as const)
    assert.equal(
      (await administrator.post("/actions/platform/team", { ...invitation, email: "x@y.example", ...changes })).code,
      code,
    );
  const { values } = await findMailTo({ sql, sealer, to: invitation.email });
  const token = new URL(values["invite_link"]!).searchParams.get("token");
  assert.equal((await anonymous.post("/users/invite/accept", { token, password: testPassword })).status, 204);
  const { data } = await administrator.get("/actions/platform/team");
  const invited = data.find(({ email }: { email: string }) => email.toLowerCase() === invitation.email.toLowerCase());
  assert.deepEqual([invited.role, invited.status], ["verifier", "active"]);
  assert.equal((await logIn({ ...verifierUser, email: invitation.email })).status, 200);
  assert.equal((await verifier.get("/actions/platform/team")).code, "FORBIDDEN");
});

test("a user is found by the whole phone number or email, and the search is in the security log", async () => {
  const byPhone = await find("+91 98400 12345");
  assert.equal(byPhone.status, 200, byPhone.text);
  assert.deepEqual(
    byPhone.data.map(({ id, name, role, branch: place }: { [name: string]: string }) => [id, name, role, place]),
    [[staff.id, "Ravi Kumar", "staff", branch.name]],
  );
  assert.equal((await find(staff.email.toUpperCase())).data[0].id, staff.id);
  assert.deepEqual((await find("9840000000")).data, []);
  for (const part of ["98400", "ravi", "@example.com", "", null])
    assert.equal((await find(part)).code, "FAILED_VALIDATION", String(part));
  const events = await eventually(async () => {
    const found = await listEvents("user_searched");
    assert.ok(found.length >= 2, `${found.length} events`);
    return found;
  });
  assert.ok(
    events.every(({ person, subject }) => person === verifierUser.id && !String(subject).includes("9840012345")),
  );
  for (const user of [admin, staff]) assert.equal((await find("9840012345", await asUser(user))).code, "FORBIDDEN");
});

test("searches are limited, and contact details of others are not listed by other ways", async () => {
  const busy = await asUser(await make.user("verifier"));
  let answer = await find("9840000001", busy);
  for (let attempt = 0; attempt < 40 && answer.status === 200; attempt += 1) answer = await find("9840000001", busy);
  assert.equal(answer.code, "REQUESTS_EXCEEDED");
  const { data } = await verifier.get("/users?fields=id,email,contact_number&limit=-1");
  const readable = data.filter(
    ({ email, contact_number: phone }: { [name: string]: string | null }) => email !== null || phone !== null,
  );
  assert.deepEqual(readable, [{ id: verifierUser.id, email: verifierUser.email, contact_number: "9840099999" }]);
});

test("all sessions of a user end at once; those of the platform's people by administrators only", async () => {
  const { data } = await logIn(staff);
  const end = (user: CreatedUser, caller = verifier) =>
    caller.post(`/actions/platform/users/${user.id}/end-sessions`, {});
  assert.equal((await find(staff.email)).data[0].sessions, 1);
  const ended = await end(staff);
  assert.equal(ended.status, 204, ended.text);
  const refreshed = await anonymous.post("/auth/refresh", { refresh_token: data.refresh_token, mode: "json" });
  assert.equal(refreshed.status, 401);
  assert.equal((await find(staff.email)).data[0].sessions, 0);
  assert.equal((await end(staff)).code, "NO_CHANGES");
  const colleague = await make.user("verifier");
  await logIn(colleague);
  assert.equal((await end(colleague)).code, "FORBIDDEN");
  assert.equal((await end(colleague, administrator)).status, 204);
  for (const user of [admin, staff]) assert.equal((await end(colleague, await asUser(user))).code, "FORBIDDEN");
});

test("an invitation is sent again to the same address, and the earlier link expires", async () => {
  const invited = await make.user("staff", { branch, status: "invited", email: "late@example.com" });
  const resend = (user: CreatedUser) => verifier.post(`/actions/platform/users/${user.id}/invite`, {});
  const readLink = async () =>
    new URL((await findMailTo({ sql, sealer, to: invited.email })).values["invite_link"]!).searchParams.get("token");
  assert.equal((await resend(invited)).status, 204);
  const first = await readLink();
  assert.equal((await resend(invited)).status, 204);
  const second = await readLink();
  const accept = (token: string | null) => anonymous.post("/users/invite/accept", { token, password: testPassword });
  assert.equal((await accept(first)).code, "INVALID_INVITE");
  assert.equal((await accept(second)).status, 204);
  assert.equal((await resend(staff)).code, "INVITATION_ACCEPTED");
});

const changeRole = (user: CreatedUser, role: unknown, caller: TestClient = administrator) =>
  caller.post(`/actions/platform/team/${user.id}/role`, { role });
const readRole = async ({ id }: CreatedUser) =>
  findRole((await sql`select role from users where id = ${id}`)[0]!["role"]);

test("an administrator changes a colleague's role: sessions end, an email is sent, and the log has it", async () => {
  const colleague = await make.user("verifier", { first_name: "Suresh" });
  const { data: session } = await logIn(colleague);
  const client = await asUser(colleague);
  assert.equal((await client.get("/actions/platform/team")).code, "FORBIDDEN");
  const changed = await changeRole(colleague, "platform");
  assert.equal(changed.status, 204, changed.text);
  assert.equal(await readRole(colleague), "platform");
  assert.equal((await client.get("/users/me")).status, 401);
  const refreshed = await anonymous.post("/auth/refresh", { refresh_token: session.refresh_token, mode: "json" });
  assert.equal(refreshed.status, 401);
  const { template, values } = await findMailTo({ sql, sealer, to: colleague.email });
  assert.deepEqual(
    [template, values["before"], values["after"]],
    ["team-role-changed", "Platform verifier", "Platform administrator"],
  );
  const events = await eventually(async () => {
    const found = (await listEvents("role_changed")).filter(({ account }) => account === colleague.id);
    assert.equal(found.length, 1);
    return found;
  });
  assert.ok(events[0]);
  assert.equal((await changeRole(colleague, "platform")).code, "NO_CHANGES");
});

test("nobody changes the own role, verifiers change none, and no vendor's user gets into the team", async () => {
  const ownUser = await make.user("platform");
  const own = await asUser(ownUser);
  assert.equal((await changeRole(ownUser, "verifier", own)).code, "FORBIDDEN");
  const [{ verifierRole }] = await sql<
    [{ verifierRole: string }]
  >`select role as "verifierRole" from users where id = ${verifierUser.id}`;
  assert.equal((await own.patch(`/users/${ownUser.id}`, { role: verifierRole })).code, "FORBIDDEN");
  assert.equal((await changeRole(ownUser, "verifier", verifier)).code, "FORBIDDEN");
  assert.equal((await changeRole(verifierUser, "platform", verifier)).code, "FORBIDDEN");
  for (const user of [staff, admin]) {
    assert.equal((await changeRole(user, "platform")).code, "FORBIDDEN");
    assert.equal((await changeRole(verifierUser, "platform", await asUser(user))).code, "FORBIDDEN");
  }
  for (const role of ["admin", "public", "", null])
    assert.equal((await changeRole(verifierUser, role)).code, "FORBIDDEN");
  assert.equal((await changeRole({ ...verifierUser, id: "7" }, "platform")).code, "FORBIDDEN");
  assert.equal(await readRole(verifierUser), "verifier");
});

test("of two administrators who demote each other at once one remains", async () => {
  for (let round = 0; round < 4; round += 1) {
    const users = [await make.user("platform"), await make.user("platform")] as const;
    const [one, other] = [await asUser(users[0]), await asUser(users[1])];
    const both = await Promise.all([changeRole(users[1], "verifier", one), changeRole(users[0], "verifier", other)]);
    assert.equal(both.filter(({ status }) => status < 300).length, 1);
    assert.deepEqual([await readRole(users[0]), await readRole(users[1])].toSorted(), ["platform", "verifier"]);
  }
});

test("nobody changes the own status or place, and one administrator of the platform remains", async () => {
  const users = [await make.user("platform"), await make.user("platform")] as const;
  const [one, other] = [await asUser(users[0]), await asUser(users[1])];
  const readStatus = async ({ id }: CreatedUser) =>
    (await sql<[{ status: string }]>`select status from users where id = ${id}`)[0].status;
  for (const change of [{ status: "suspended" }, { status: "draft" }, { default_branch: branch.id }])
    assert.equal((await one.patch(`/users/${users[0].id}`, change)).code, "FORBIDDEN", JSON.stringify(change));
  assert.equal((await verifier.patch(`/users/${verifierUser.id}`, { status: "suspended" })).code, "FORBIDDEN");
  assert.equal((await one.patch(`/users/${users[0].id}`, { status: "active", language: "ta" })).status, 200);

  const others = await sql<{ id: string }[]>`
    update users set status = 'suspended' where role = (select role from users where id = ${users[0].id})
      and status = 'active' and id not in (${users[0].id}, ${users[1].id}) returning id`;
  for (let round = 0; round < 4; round += 1) {
    const suspension = { status: "suspended" };
    const both = await Promise.all([
      one.patch(`/users/${users[1].id}`, suspension),
      other.patch(`/users/${users[0].id}`, suspension),
    ]);
    assert.equal(both.filter(({ status }) => status < 300).length, 1);
    assert.deepEqual([await readStatus(users[0]), await readStatus(users[1])].toSorted(), ["active", "suspended"]);
    await sql`update users set status = 'active', auth_version = 1 where id in (${users[0].id}, ${users[1].id})`;
  }
  await sql`update users set status = 'suspended' where id = ${users[1].id}`;
  assert.equal((await one.delete(`/users/${users[0].id}`)).code, "FORBIDDEN");
  assert.equal(await readStatus(users[0]), "active");
  await sql`update users set status = 'active' where id = any(${others.map(({ id }) => id)}::uuid[])`;
});

test("control: without the lock, both who have read that the other one is an administrator are demoted", async () => {
  await sql`create table bare_team (id int primary key, role text not null)`;
  await sql`insert into bare_team values (1, 'platform'), (2, 'platform')`;
  let reading = 2;
  const haveBothRead = Promise.withResolvers<void>();
  const demote = (caller: number, member: number) =>
    sql.begin(async (tx) => {
      const [row] = await tx`select role from bare_team where id = ${caller}`;
      reading -= 1;
      if (reading === 0) haveBothRead.resolve();
      await haveBothRead.promise;
      if (row!["role"] === "platform") await tx`update bare_team set role = 'verifier' where id = ${member}`;
    });
  await Promise.all([demote(1, 2), demote(2, 1)]);
  const rows = await sql`select role from bare_team where role = 'platform'`;
  assert.equal(rows.length, 0);
});
