// §4: the admin of a registration under review cannot log in, but sets up the branch.
import assert from "node:assert/strict";
import { before, test } from "node:test";
import { isWrittenDuringSetUp, isRouteDuringSetUp } from "#domain/access/set-up-writes.ts";
import { collections } from "#domain/collections.ts";
import { contracts } from "#domain/contracts.ts";
import { parseContractRoute } from "#domain/schema/contract.ts";
import { startApp } from "#tests/support/app.ts";
import { createFactories, testPassword, type CreatedBranch, type CreatedUser } from "#tests/support/factories.ts";

const { app, asUser, sql, clock } = await startApp();
const make = createFactories(sql);
const anonymous = await asUser();
const logIn = ({ email }: { email: string }) => anonymous.post("/auth/login", { email, password: testPassword });
const trade = (set_up: unknown) => anonymous.post("/actions/onboarding/set-up", { set_up, mode: "json" });

async function send(token: string, method: "GET" | "POST" | "PATCH" | "DELETE", url: string, body?: object) {
  const headers = { authorization: `Bearer ${token}` };
  const response = await app.inject({ method, url, headers, ...(body ? { payload: body } : {}) });
  const parsed = response.body ? JSON.parse(response.body) : {};
  return { status: response.statusCode, code: parsed.errors?.[0]?.extensions.code, data: parsed.data };
}

async function createVendor({ company = "draft", branch = "draft" } = {}) {
  const owner = await make.company({ status: company });
  const site = await make.branch({ company: owner.id, status: branch, config: { is_free: false } });
  return { site, admin: await make.user("admin", { branch: site }) };
}
async function startSetUp(admin: CreatedUser): Promise<{ access_token: string; refresh_token: string }> {
  const refused = await logIn(admin);
  const { data } = await trade(refused.errors[0]!.extensions["set_up"]);
  return data;
}

let site: CreatedBranch;
let admin: CreatedUser;
let token: string;
before(async () => {
  ({ site, admin } = await createVendor());
  ({ access_token: token } = await startSetUp(admin));
});

test("the log-in stays refused, with a token for the set-up", async () => {
  const refused = await logIn(admin);
  assert.deepEqual([refused.status, refused.code], [403, "COMPANY_DRAFT"]);
  assert.equal(typeof refused.errors[0]!.extensions["application"], "string");
  const opened = await trade(refused.errors[0]!.extensions["set_up"]);
  assert.equal(opened.status, 200, opened.text);
  assert.equal((await send(opened.data.access_token, "GET", "/users/me")).status, 200);
  // Other sessions of the same user stay closed.
  assert.equal((await (await asUser(admin)).get("/users/me")).code, "COMPANY_DRAFT");
  const refreshed = await anonymous.post("/auth/refresh", { refresh_token: opened.data.refresh_token, mode: "json" });
  assert.equal(refreshed.status, 200, refreshed.text);
  assert.equal((await send(refreshed.data.access_token, "GET", "/users/me")).status, 200);
});

test("settings, tariff, slots and staff are set up in the own branch only", async () => {
  const branch = `/items/Branch/${site.id}`;
  assert.equal((await send(token, "PATCH", branch, { amenities: ["CCTV"] })).status, 200);
  const block = { branch: site.id, service: "is_parking", zone_or_block: "A", slot_prefix: "A", total_slots: 3 };
  assert.equal((await send(token, "POST", "/items/Slot_Blocks", block)).status, 200);
  const charge = { service: "is_parking", parking_time_type: "minutes", time_value_for_minutes: 30 };
  const priced = { ...charge, branch: site.id, charge_amount_for_minutes: "20.00" };
  assert.equal((await send(token, "POST", "/items/Time_Charges", priced)).status, 200);
  const person = { role: "staff", first_name: "Ravi", email: "ravi.set-up@example.com", pin_number: "4821" };
  const created = await send(token, "POST", "/actions/people", { ...person, contact_number: "9840077001" });
  assert.equal(created.status, 200, created.code);
  const { data } = await send(token, "POST", `/actions/branches/${site.id}/page`, {});
  const preview = await app.inject({ url: data.path, headers: { accept: "text/html" } });
  assert.deepEqual([preview.statusCode, preview.body.includes("Preview: not published")], [200, true]);
  const other = await make.branch();
  assert.equal((await send(token, "PATCH", `/items/Branch/${other.id}`, { amenities: [] })).code, "FORBIDDEN");
  assert.equal((await send(token, "GET", `/items/Slot_Blocks?filter[branch][_eq]=${other.id}`)).data.length, 0);
  assert.equal((await send(token, "PATCH", branch, { status: "published" })).code, "FORBIDDEN");
});

test("every action that is not listed is refused", async () => {
  const refused = contracts.filter(({ route, ...contract }) => {
    const { method, path } = parseContractRoute(route);
    const isPublic = "access" in contract && contract.access === "public";
    return !isPublic && !isRouteDuringSetUp({ method, route: path });
  });
  assert.ok(refused.length > 70, String(refused.length));
  for (const { route } of refused) {
    const { method, path } = parseContractRoute(route);
    assert.equal((await send(token, method, path.replace(/:\w+/g, "1"), {})).code, "FORBIDDEN", route);
  }
});

test("every collection that is not listed is refused", async () => {
  const refused = collections.filter(
    ({ name, isSystem, isSingleton }) => !isSystem && !isSingleton && !isWrittenDuringSetUp(name),
  );
  assert.ok(refused.length > 30, String(refused.length));
  for (const { name } of refused) {
    assert.equal((await send(token, "POST", `/items/${name}`, {})).code, "FORBIDDEN", name);
    assert.equal((await send(token, "DELETE", `/items/${name}/1`)).code, "FORBIDDEN", name);
  }
});

test("reports, security log, tokens and money stay closed", async () => {
  for (const path of ["/actions/cash/day", "/actions/company/day", "/items/Outbox", "/items/Security_Events"])
    assert.equal((await send(token, "GET", path)).code, "FORBIDDEN", path);
});

test("published meanwhile, the session has the rights of the admin; closed, it ends", async () => {
  const vendor = await createVendor({ company: "published" });
  const { access_token: session } = await startSetUp(vendor.admin);
  assert.equal((await send(session, "GET", "/items/Outbox")).code, "FORBIDDEN");
  await sql`update "Branch" set status = 'published' where id = ${vendor.site.id}`;
  assert.equal((await send(session, "GET", "/items/Outbox")).status, 200);
  await sql`update "Branch" set status = 'archived' where id = ${vendor.site.id}`;
  assert.equal((await send(session, "GET", "/users/me")).code, "BRANCH_ARCHIVED");
});

test("a suspended account, a new password and 15 minutes end the way in", async () => {
  const vendor = await createVendor();
  const refused = await logIn(vendor.admin);
  const setUp = refused.errors[0]!.extensions["set_up"];
  const { access_token: session } = await startSetUp(vendor.admin);
  await sql`update users set status = 'suspended' where id = ${vendor.admin.id}`;
  assert.equal((await send(session, "GET", "/users/me")).code, "ACCOUNT_SUSPEND");
  assert.equal((await trade(setUp)).code, "ACCOUNT_SUSPEND");
  await sql`update users set status = 'active', auth_version = auth_version + 1 where id = ${vendor.admin.id}`;
  assert.equal((await trade(setUp)).code, "TOKEN_EXPIRED");
  assert.equal((await send(session, "GET", "/users/me")).code, "TOKEN_EXPIRED");
  const later = await logIn(vendor.admin);
  clock.now = new Date(Date.now() + 15 * 60_000 + 1_000);
  assert.equal((await trade(later.errors[0]!.extensions["set_up"])).code, "TOKEN_EXPIRED");
  clock.now = null;
  assert.equal((await trade(later.errors[0]!.extensions["application"])).code, "INVALID_TOKEN");
});

test("a resubmitted correction hands out a token, which sets up the branch again", async () => {
  const vendor = await createVendor({ company: "published", branch: "rejected" });
  await sql`insert into "Onboarding_Reviews" (company, branch, decision, remarks)
    values (${vendor.site.company}, ${vendor.site.id}, 'rejected', '[{"field":"address","text":"Which number?"}]')`;
  const { access_token: own } = (await logIn(vendor.admin)).data;
  const corrections = [{ branch: vendor.site.id, changes: { address: "12 Mount Road" }, note: null }];
  const sent = await send(own, "POST", "/actions/onboarding/correct", { corrections });
  assert.equal(sent.status, 200, sent.code);
  // The session that corrected is refused; the new one is not.
  assert.equal((await send(own, "GET", "/users/me")).code, "BRANCH_DRAFT");
  const opened = await trade(sent.data.set_up);
  assert.equal(opened.status, 200, opened.text);
  assert.equal((await send(opened.data.access_token, "GET", "/users/me")).status, 200);
});

test("only who submits registrations gets a token, and for a branch that is neither closed nor to be corrected", async () => {
  const { site: pending } = await createVendor();
  for (const role of ["manager", "staff"] as const) {
    const refused = await logIn(await make.user(role, { branch: pending }));
    assert.deepEqual([refused.code, refused.errors[0]!.extensions["set_up"]], ["COMPANY_DRAFT", undefined], role);
  }
  const { admin: closed } = await createVendor({ branch: "archived" });
  const refused = await logIn(closed);
  assert.deepEqual([refused.code, refused.errors[0]!.extensions["set_up"]], ["COMPANY_DRAFT", null]);
  const { admin: corrects } = await createVendor({ branch: "rejected" });
  assert.equal((await logIn(corrects)).status, 200);
});
