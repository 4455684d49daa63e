// §6 §7: users are invited by mail and set their own password.
import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";
import { roles } from "#domain/access/roles.ts";
import { createSealer } from "#server/auth/secrets.ts";
import { startApp, testConfig } from "#tests/support/app.ts";
import { findMailTo } from "#tests/support/outbox.ts";
import { createFactories } from "#tests/support/factories.ts";

const { asUser, sql, clock } = await startApp();
const make = createFactories(sql);
const branch = await make.branch();
const siblingBranch = await make.branch({ company: branch.company });
const otherCompanyBranch = await make.branch();
const anonymous = await asUser();
const admin = await asUser(await make.user("admin", { branch }));
const manager = await asUser(await make.user("manager", { branch }));
const chosenPassword = "Chosen@2026";

beforeEach(() => {
  clock.now = null;
});

let count = 0;
const freshEmail = (): string => `ravi.kumar${(count += 1)}@example.com`;

async function findInviteToken(to: string): Promise<string> {
  const { values } = await findMailTo({ sql, sealer: createSealer(testConfig.secret), to });
  return new URL(values["invite_link"]!).searchParams.get("token")!;
}
const accept = (token: string, password: unknown = chosenPassword) =>
  anonymous.post("/users/invite/accept", { token, password });

test("invites a user, who sets a password and logs in", async () => {
  const email = freshEmail();
  const body = { email, role: roles.staff.id, designation: "Gate 2", contact_number: "9840012345" };
  assert.equal((await admin.post("/users/invite", body)).status, 204);
  const { template, values } = await findMailTo({ sql, sealer: createSealer(testConfig.secret), to: email });
  assert.equal(template, "invitation");
  const [company] = await sql<{ name: string }[]>`select name from "Companies" where id = ${branch.company}`;
  assert.equal(values["branch"], `${company!.name}, ${branch.name}`);
  assert.match(values["invite_link"]!, /^https:\/\/chaavi\.test\/accept-invitation\?token=/);
  assert.equal((await anonymous.post("/auth/login", { email, password: chosenPassword })).code, "INVALID_CREDENTIALS");
  const token = await findInviteToken(email);
  const { data } = await anonymous.post("/actions/invitations/read", { token });
  assert.deepEqual(data, { name: "Ravi Kumar", email, role: "Staff", branch: branch.name });
  assert.equal((await accept(token, "weak")).code, "FAILED_VALIDATION");
  assert.equal((await accept(token, "")).code, "FAILED_VALIDATION");
  assert.equal((await accept(token)).status, 204);
  assert.equal((await anonymous.post("/auth/login", { email, password: chosenPassword })).status, 200);
  const [user] =
    await sql`select status, is_email_verified, default_branch, designation, user_updated = id as by_self from users where email = ${email}`;
  assert.deepEqual(
    { ...user },
    { status: "active", is_email_verified: true, default_branch: branch.id, designation: "Gate 2", by_self: true },
  );
  assert.deepEqual([(await accept(token)).status, (await accept(token)).code], [400, "INVALID_INVITE"]);
});

test("invalidates an earlier invitation and expires after seven days", async () => {
  const email = freshEmail();
  clock.now = new Date();
  await admin.post("/users/invite", { email, role: roles.staff.id });
  const first = await findInviteToken(email);
  await admin.post("/users/invite", { email: email.toUpperCase(), role: roles.staff.id });
  const second = await findInviteToken(email);
  assert.equal((await accept(first)).code, "INVALID_INVITE");
  clock.now = new Date(clock.now.getTime() + 7 * 24 * 60 * 60 * 1000);
  assert.equal((await accept(second)).code, "TOKEN_EXPIRED");
  assert.equal((await accept("nonsense")).code, "INVALID_TOKEN");
  const found = await sql`select 1 from users where lower(email) = ${email}`;
  assert.equal(found.length, 1);
});

test("does not change an existing account and does not disclose it", async () => {
  const existing = await make.user("staff", { branch: otherCompanyBranch });
  const [before] = await sql`select to_jsonb(u) as row from users u where id = ${existing.id}`;
  assert.equal((await admin.post("/users/invite", { email: existing.email, role: roles.manager.id })).status, 204);
  const [after] = await sql`select to_jsonb(u) as row from users u where id = ${existing.id}`;
  assert.deepEqual(after, before);
  await assert.rejects(findInviteToken(existing.email));
});

test("limits the roles and branches each role may invite", async () => {
  const canInvite = async (caller: typeof admin, body: object): Promise<boolean> => {
    const email = freshEmail();
    const response = await caller.post("/users/invite", { email, ...body });
    const created = (await sql`select 1 from users where email = ${email}`).length === 1;
    assert.equal(response.status, created ? 204 : response.code === "INVALID_CREDENTIALS" ? 401 : 403, response.text);
    return created;
  };
  const toInviteBody = (role: keyof typeof roles, more: object = {}) => ({ role: roles[role].id, ...more });
  for (const role of ["admin", "manager", "staff", "approver", "employee"] as const) {
    assert.equal(await canInvite(admin, toInviteBody(role)), true, role);
    assert.equal(await canInvite(admin, toInviteBody(role, { default_branch: siblingBranch.id })), true, role);
    assert.equal(await canInvite(admin, toInviteBody(role, { default_branch: otherCompanyBranch.id })), false, role);
    assert.equal(
      await canInvite(admin, toInviteBody(role, { default_company: otherCompanyBranch.company })),
      false,
      role,
    );
    assert.equal(await canInvite(manager, toInviteBody(role)), role === "staff" || role === "employee", role);
    assert.equal(await canInvite(manager, toInviteBody(role, { default_branch: siblingBranch.id })), false, role);
  }
  for (const role of ["platform", "verifier", "customer", "public"] as const)
    assert.equal(await canInvite(admin, toInviteBody(role)), false, role);
  assert.equal(await canInvite(admin, { role: "c4aa0000-0000-4000-8000-0000000000ff" }), false);
  for (const role of ["staff", "approver", "employee", "customer", "verifier"] as const)
    assert.equal(await canInvite(await asUser(await make.user(role, { branch })), toInviteBody("staff")), false, role);
  assert.equal(await canInvite(anonymous, toInviteBody("staff")), false);
  assert.equal(
    await canInvite(
      await asUser(await make.user("platform")),
      toInviteBody("admin", { default_branch: otherCompanyBranch.id }),
    ),
    true,
  );
});

test("invites several users at once and rejects disallowed fields", async () => {
  const emails = [freshEmail(), freshEmail(), freshEmail()];
  assert.equal((await admin.post("/users/invite", { email: emails, role: roles.employee.id })).status, 204);
  const created = await sql`select 1 from users where email = any(${emails}) and status = 'invited'`;
  assert.equal(created.length, 3);
  const role = roles.staff.id;
  for (const body of [
    { role },
    { email: [], role },
    { email: 5, role },
    { email: freshEmail(), role, password: chosenPassword },
    { email: freshEmail(), role, status: "active" },
    { email: freshEmail(), role, invite_url: "https://evil.example" },
  ])
    assert.equal((await admin.post("/users/invite", body)).code, "INVALID_PAYLOAD", JSON.stringify(body));
  const rolledBackEmail = freshEmail();
  assert.equal(
    (await admin.post("/users/invite", { email: [rolledBackEmail, "no email"], role })).code,
    "FAILED_VALIDATION",
  );
  assert.equal((await sql`select 1 from users where email = ${rolledBackEmail}`).length, 0);
});
