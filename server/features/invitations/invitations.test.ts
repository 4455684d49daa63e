// §6 §7: an account is made by one person, its password chosen by another.
import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";
import { roles } from "#domain/roles.ts";
import { sealer } from "#server/services/secrets.ts";
import { startApp, testConfig } from "#tests/support/app.ts";
import { mailTo } from "#tests/support/mail.ts";
import { factories } from "#tests/support/make.ts";

const { as, sql, clock } = await startApp();
const make = factories(sql);
const branch = await make.branch();
const sister = await make.branch({ company: branch.company });
const foreign = await make.branch();
const nobody = await as();
const admin = await as(await make.user("admin", { branch }));
const manager = await as(await make.user("manager", { branch }));
const chosen = "Chosen@2026";

beforeEach(() => {
  clock.now = null;
});

let count = 0;
const freshEmail = (): string => `ravi.kumar${(count += 1)}@example.com`;

async function linkOf(to: string): Promise<string> {
  const { values } = await mailTo({ sql, sealer: sealer(testConfig.secret), to });
  return new URL(values["invite_link"]!).searchParams.get("token")!;
}
const accept = (token: string, password: unknown = chosen) => nobody.post("/users/invite/accept", { token, password });

test("invited by an admin, greeted by name, in with a password of one's own", async () => {
  const email = freshEmail();
  const body = { email, role: roles.staff.id, designation: "Gate 2", contact_number: "9840012345" };
  assert.equal((await admin.post("/users/invite", body)).status, 204);
  const { template, values } = await mailTo({ sql, sealer: sealer(testConfig.secret), to: email });
  assert.equal(template, "invitation");
  assert.equal(values["branch"], branch.name);
  assert.match(values["invite_link"]!, /^https:\/\/chaavi\.test\/accept-invitation\?token=/);
  assert.equal((await nobody.post("/auth/login", { email, password: chosen })).code, "INVALID_CREDENTIALS");
  const token = await linkOf(email);
  const { data } = await nobody.post("/actions/invitations/read", { token });
  assert.deepEqual(data, { name: "Ravi Kumar", email, role: "Staff", branch: branch.name });
  assert.equal((await accept(token, "weak")).code, "FAILED_VALIDATION");
  assert.equal((await accept(token, "")).code, "FAILED_VALIDATION");
  assert.equal((await accept(token)).status, 204);
  assert.equal((await nobody.post("/auth/login", { email, password: chosen })).status, 200);
  const [user] =
    await sql`select status, is_email_verified, default_branch, designation, user_updated = id as by_self from users where email = ${email}`;
  assert.deepEqual(
    { ...user },
    { status: "active", is_email_verified: true, default_branch: branch.id, designation: "Gate 2", by_self: true },
  );
  assert.deepEqual([(await accept(token)).status, (await accept(token)).code], [400, "INVALID_INVITE"]);
});

test("a second invitation ends the first; after seven days neither opens", async () => {
  const email = freshEmail();
  clock.now = new Date();
  await admin.post("/users/invite", { email, role: roles.staff.id });
  const first = await linkOf(email);
  await admin.post("/users/invite", { email: email.toUpperCase(), role: roles.staff.id });
  const second = await linkOf(email);
  assert.equal((await accept(first)).code, "INVALID_INVITE");
  clock.now = new Date(clock.now.getTime() + 7 * 24 * 60 * 60 * 1000);
  assert.equal((await accept(second)).code, "TOKEN_EXPIRED");
  assert.equal((await accept("nonsense")).code, "INVALID_TOKEN");
  const found = await sql`select 1 from users where lower(email) = ${email}`;
  assert.equal(found.length, 1);
});

test("somebody who has an account is left alone, and the answer does not say so", async () => {
  const known = await make.user("staff", { branch: foreign });
  const [before] = await sql`select to_jsonb(u) as row from users u where id = ${known.id}`;
  assert.equal((await admin.post("/users/invite", { email: known.email, role: roles.manager.id })).status, 204);
  const [after] = await sql`select to_jsonb(u) as row from users u where id = ${known.id}`;
  assert.deepEqual(after, before);
  await assert.rejects(linkOf(known.email));
});

test("who may invite whom, and where", async () => {
  const may = async (caller: typeof admin, body: object): Promise<boolean> => {
    const email = freshEmail();
    const answer = await caller.post("/users/invite", { email, ...body });
    const made = (await sql`select 1 from users where email = ${email}`).length === 1;
    assert.equal(answer.status, made ? 204 : answer.code === "INVALID_CREDENTIALS" ? 401 : 403, answer.text);
    return made;
  };
  const as_ = (role: keyof typeof roles, more: object = {}) => ({ role: roles[role].id, ...more });
  for (const role of ["admin", "manager", "staff", "approver", "employee"] as const) {
    assert.equal(await may(admin, as_(role)), true, role);
    assert.equal(await may(admin, as_(role, { default_branch: sister.id })), true, role);
    assert.equal(await may(admin, as_(role, { default_branch: foreign.id })), false, role);
    assert.equal(await may(admin, as_(role, { default_company: foreign.company })), false, role);
    assert.equal(await may(manager, as_(role)), role === "staff" || role === "employee", role);
    assert.equal(await may(manager, as_(role, { default_branch: sister.id })), false, role);
  }
  for (const role of ["platform", "verifier", "customer", "public"] as const)
    assert.equal(await may(admin, as_(role)), false, role);
  assert.equal(await may(admin, { role: "c4aa0000-0000-4000-8000-0000000000ff" }), false);
  for (const role of ["staff", "approver", "employee", "customer", "verifier"] as const)
    assert.equal(await may(await as(await make.user(role, { branch })), as_("staff")), false, role);
  assert.equal(await may(nobody, as_("staff")), false);
  assert.equal(await may(await as(await make.user("platform")), as_("admin", { default_branch: foreign.id })), true);
});

test("many at once, and what cannot be said of somebody", async () => {
  const emails = [freshEmail(), freshEmail(), freshEmail()];
  assert.equal((await admin.post("/users/invite", { email: emails, role: roles.employee.id })).status, 204);
  const made = await sql`select 1 from users where email = any(${emails}) and status = 'invited'`;
  assert.equal(made.length, 3);
  const role = roles.staff.id;
  for (const body of [
    { role },
    { email: [], role },
    { email: 5, role },
    { email: freshEmail(), role, password: chosen },
    { email: freshEmail(), role, status: "active" },
    { email: freshEmail(), role, invite_url: "https://evil.example" },
  ])
    assert.equal((await admin.post("/users/invite", body)).code, "INVALID_PAYLOAD", JSON.stringify(body));
  const bad = freshEmail();
  assert.equal((await admin.post("/users/invite", { email: [bad, "no email"], role })).code, "FAILED_VALIDATION");
  assert.equal((await sql`select 1 from users where email = ${bad}`).length, 0);
});
