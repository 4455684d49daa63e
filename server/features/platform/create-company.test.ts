// §1: a company that the platform creates: drafts, invitation of its admin, publication by review, and what is rejected.
import assert from "node:assert/strict";
import { test } from "node:test";
import { createSealer } from "#server/auth/secrets.ts";
import { startApp, testConfig } from "#tests/support/app.ts";
import { createFactories, testPassword } from "#tests/support/factories.ts";
import { findMailTo } from "#tests/support/outbox.ts";
import { createGstin } from "#tests/support/registration-form.ts";
import { startSimulatedIntegrations } from "#tests/support/simulators.ts";

const { integrations } = await startSimulatedIntegrations();
const { asUser, sql } = await startApp({ integrations });
const make = createFactories(sql);
const sealer = createSealer(testConfig.secret);
const platform = await asUser(await make.user("platform"));
const anonymous = await asUser();
const { id: area } = await make.row("Areas", { area_name: "Adyar", city: "Chennai", state: "Tamil Nadu" });

let count = 0;
function createForm(changes: object = {}) {
  count += 1;
  return {
    organisation: "school-college-university",
    company_name: `Velan School ${count}`,
    branch_name: "Main gate",
    address: "4 Canal Road",
    state: "Tamil Nadu",
    city: "Chennai",
    area: String(area),
    pincode: "600020",
    is_parking: true,
    admin_name: "Meena Kumari",
    admin_email: `meena${count}@velan.example`,
    ...changes,
  };
}
const create = (form: object, caller = platform) => caller.post("/actions/platform/companies", form);

test("creates drafts, whose admin logs in once company and branch are published", async () => {
  const form = createForm();
  const { status, data, text } = await create(form);
  assert.equal(status, 200, text);
  const [row] = await sql`
    select c.status as company, b.status as branch, c.company_type, b.entity_type, b.area, b.agreement, c.slug,
      b.parking_config is not null as "hasParking" from "Companies" c join "Branch" b on b.company = c.id
    where c.id = ${data.company} and b.id = ${data.branch}`;
  assert.deepEqual(
    { ...row },
    {
      company: "draft",
      branch: "draft",
      company_type: "single_organization",
      entity_type: "school-college-university",
      area,
      agreement: null,
      slug: "velan-school-1",
      hasParking: true,
    },
  );

  const mail = await findMailTo({ sql, sealer, to: form.admin_email });
  assert.equal(mail.template, "invitation");
  const token = new URL(mail.values["invite_link"]!).searchParams.get("token");
  const accepted = await anonymous.post("/users/invite/accept", { token, password: testPassword });
  assert.equal(accepted.status, 204, accepted.text);
  const logIn = () =>
    anonymous.post("/auth/login", { email: form.admin_email, password: testPassword, page: "partner" });
  const early = await logIn();
  assert.deepEqual([early.status, early.code], [403, "COMPANY_DRAFT"]);
  for (const branch of [null, data.branch]) {
    const review = { company: data.company, branch, decision: "published", remarks: [] };
    assert.equal((await platform.post("/items/Onboarding_Reviews", review)).status, 200);
  }
  assert.equal((await logIn()).status, 200);
});

test("rejects values in use or invalid by field, and creates nothing", async () => {
  const existing = createForm();
  await create(existing);
  const rows: [changes: object, code: string, field: string][] = [
    [{ company_name: existing.company_name.toUpperCase() }, "COMPANY_NAME_EXIST", "company_name"],
    [{ admin_email: existing.admin_email.toUpperCase() }, "USER_EMAIL_EXIST", "admin_email"],
    [{ area: "0", area_name: "Adyar" }, "AREA_EXIST", "area_name"],
    [{ area: "0", area_name: "adyar", city: "Madras" }, "AREA_EXIST", "area_name"],
    [{ gstin: createGstin("AAATV1234F"), state: "Kerala" }, "GSTIN_OTHER_STATE", "gstin"],
    [{ organisation: "commercial" }, "FAILED_VALIDATION", "organisation"],
  ];
  const countRows = async () =>
    (await sql`select (select count(*) from "Companies")::int + (select count(*) from "Branch")::int as n`)[0]!["n"];
  const before = await countRows();
  for (const [changes, code, field] of rows) {
    const { errors } = await create(createForm(changes));
    assert.deepEqual([errors[0]!.extensions.code, errors[0]!.extensions.field], [code, field]);
  }
  assert.equal(await countRows(), before);
});

test("only administrators of the platform create companies", async () => {
  const branch = await make.branch();
  for (const role of ["verifier", "admin", "manager"] as const) {
    const caller = await asUser(await make.user(role, role === "verifier" ? {} : { branch }));
    assert.equal((await create(createForm(), caller)).code, "FORBIDDEN", role);
  }
  assert.equal((await create(createForm(), anonymous)).status, 403);
});
