// §2 §4 §5: onboarding of a vendor from the first code to the correction and publication of a submission.
import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";
import { createSealer } from "#server/auth/secrets.ts";
import { startApp, testConfig, type TestClient } from "#tests/support/app.ts";
import { findCodeSentTo, findMailTo } from "#tests/support/outbox.ts";
import { createFactories, testPassword } from "#tests/support/factories.ts";
import { createGstin, createRegistrationForm } from "#tests/support/registration-form.ts";
import { startSimulatedIntegrations } from "#tests/support/simulators.ts";

const simulated = await startSimulatedIntegrations();
const { app, asUser, sql } = await startApp({ integrations: simulated.integrations });
const make = createFactories(sql);
const sealer = createSealer(testConfig.secret);
const verifier = await asUser(await make.user("verifier"));
const { id: areaId } = await make.row("Areas", { area_name: "T Nagar", city: "Chennai", state: "Tamil Nadu" });

beforeEach(async () => {
  simulated.faults.set("tax-ids", "none");
  await sql`delete from otp_challenges`;
});

let count = 0;
const next = (): number => (count += 1);
const createPan = (number: number, digit = "1"): string => `AAACM${String(number).padStart(3, "0")}${digit}F`;
const anonymous = await asUser();

/** Creates an admin without a company. */
async function createAdmin() {
  const email = `vendor${next()}@example.com`;
  const created = await make.row(
    "users",
    {
      first_name: "Meena Kumari",
      email,
      password: testPassword,
      role: "c4aa0000-0000-4000-8000-000000000003",
      contact_number: `97000${String(next()).padStart(5, "0")}`,
    },
    { is_email_verified: true, pending_creation_type: "company" },
  );
  const id = String(created.id);
  return { id, email, caller: await asUser({ id }) };
}

async function createFile(owner: string, type = "application/pdf"): Promise<string> {
  const { id } = await make.row("files", { filename_download: "paper.pdf" }, { type });
  await sql`update files set uploaded_by = ${owner} where id = ${String(id)}`;
  return String(id);
}

async function createForm({ id, caller }: { id: string; caller: TestClient }, more: object = {}) {
  const number = next();
  const { data: agreement } = await caller.get("/actions/onboarding/agreement");
  return {
    ...createRegistrationForm({
      number,
      pan: createPan(number),
      file: await createFile(id),
      agreement: agreement.version,
    }),
    area: String(areaId),
    is_valet_and_parking: false,
    is_pre_booking: false,
    amenities: ["CCTV"],
    tags: [1, 2],
    ...more,
  };
}
const register = (caller: TestClient, form: object, type = "company") =>
  caller.post("/actions/onboarding/register", { registration_type: type, form });

test("creates an account after both codes are verified, with the company registration pending", async () => {
  const phone = "9840055001";
  const email = "first.vendor@example.com";
  const sent = await anonymous.post("/actions/onboarding/send-codes", { phone, email: email.toUpperCase() });
  assert.equal(sent.status, 200, sent.text);
  const { values } = sent.data;
  assert.ok(!values.includes(phone));
  const check = (channel: string, otp: string) =>
    anonymous.post("/actions/onboarding/check-code", { values, channel, otp });
  const sms = await findCodeSentTo({ sql, sealer, to: phone });
  const mail = (await findMailTo({ sql, sealer, to: email })).values["otp"]!;
  assert.equal((await check("sms", sms === "123456" ? "654321" : "123456")).code, "OTP_INVALID");
  const phoneProof = (await check("sms", sms)).data.proof;
  const emailProof = (await check("mail", mail)).data.proof;
  const body = { first_name: "Meena Kumari", password: "Chosen@2026" };
  const swappedProofs = { ...body, phone_proof: emailProof, email_proof: phoneProof };
  const createAccount = (accountBody: object) => anonymous.post("/actions/onboarding/create-account", accountBody);
  assert.equal((await createAccount(swappedProofs)).code, "INVALID_TOKEN");
  const proofs = { phone_proof: phoneProof, email_proof: emailProof };
  assert.equal((await createAccount({ ...body, ...proofs, password: "weak" })).errors[0]!.extensions.field, "password");
  assert.equal((await createAccount({ ...body, ...proofs, role: "platform" })).code, "INVALID_PAYLOAD");
  const created = await Promise.all([createAccount({ ...body, ...proofs }), createAccount({ ...body, ...proofs })]);
  assert.equal(created.filter(({ status }) => status === 200).length, 1);
  assert.equal(created.filter(({ code }) => code === "USER_EMAIL_EXIST").length, 1);
  const [row] =
    await sql`select pending_creation_type, is_email_verified, is_admin_user, contact_number from users where email = ${email}`;
  assert.deepEqual(
    { ...row },
    { pending_creation_type: "company", is_email_verified: true, is_admin_user: true, contact_number: phone },
  );
});

test("the owner of a contact with an account learns it from the code, and nobody from sending one", async () => {
  const existing = await make.user("manager");
  const phone = "9840055009";
  const sent = await anonymous.post("/actions/onboarding/send-codes", { phone, email: existing.email });
  assert.equal(sent.status, 200, sent.text);
  const { values } = sent.data;
  const check = (channel: string, otp: string) =>
    anonymous.post("/actions/onboarding/check-code", { values, channel, otp });
  const { otp } = (await findMailTo({ sql, sealer, to: existing.email })).values;
  assert.equal((await check("mail", otp === "123456" ? "654321" : "123456")).code, "OTP_INVALID");
  const taken = await check("mail", otp!);
  assert.deepEqual(
    [taken.status, taken.code, taken.errors[0]!.extensions["field"]],
    [409, "USER_EMAIL_EXIST", "email"],
  );
  assert.equal((await check("sms", await findCodeSentTo({ sql, sealer, to: phone }))).status, 200);
});

test("the fees of new branches are in the agreement, and become those of the branch that accepted it", async () => {
  const admin = await createAdmin();
  const readAgreement = async () => (await admin.caller.get("/actions/onboarding/agreement")).data;
  const fees = { platform_charges: 250, service_charges: null };
  const without = await readAgreement();
  assert.match(without.text, /We charge no fee for this branch/);
  await sql`update "Configuration_Settings" set ${sql(fees)}`;
  try {
    const agreement = await readAgreement();
    assert.match(agreement.text, /Our fee is 2\.50 % as platform charges of what/);
    const form = await createForm(admin, { agreement_version: without.version });
    assert.equal((await register(admin.caller, form)).code, "AGREEMENT_CHANGED");
    const registered = await register(admin.caller, { ...form, agreement_version: agreement.version });
    assert.equal(registered.status, 200, registered.text);
    const [branch] = await sql`
      select platform_charges, service_charges, agreement from "Branch" where id = ${registered.data.branch}`;
    assert.deepEqual({ ...branch }, { ...fees, agreement: agreement.text });
  } finally {
    await sql`update "Configuration_Settings" set platform_charges = null, service_charges = null`;
  }
});

test("registers atomically, deletes the cached form, and answers log-ins with the status token", async () => {
  const admin = await createAdmin();
  const form = await createForm(admin);
  const cache = await admin.caller.post("/items/Company_Branch_Registration_Cache", {
    registration_type: "company",
    form_cache: form,
  });
  assert.deepEqual([cache.status, cache.data.current_step, cache.data.revision], [200, 2, 1]);
  const registered = await register(admin.caller, form);
  assert.equal(registered.status, 200, registered.text);
  const [company] = await sql`select * from "Companies" where id = ${registered.data.company}`;
  const [branch] = await sql`select * from "Branch" where id = ${registered.data.branch}`;
  assert.deepEqual([company!["status"], branch!["status"], branch!["slug"]], ["draft", "draft", "mount-road"]);
  assert.equal(branch!["agreement_accepted_by"], "Meena Kumari");
  assert.ok(branch!["agreement_accepted_at"] && branch!["parking_config"] && !branch!["valet_and_parking_config"]);
  assert.equal((await sql`select 1 from "Branch_Tags" where branch = ${registered.data.branch}`).length, 2);
  assert.equal((await sql`select 1 from "Company_Branch_Registration_Cache" where admin = ${admin.id}`).length, 0);
  assert.equal((await admin.caller.get("/users/me")).code, "COMPANY_DRAFT");
  const logIn = await anonymous.post("/auth/login", { email: admin.email, password: testPassword, page: "partner" });
  assert.equal(logIn.code, "COMPANY_DRAFT");
  const application = logIn.errors[0]!.extensions["application"];
  const state = await anonymous.post("/actions/onboarding/state", { application });
  assert.deepEqual([state.data.company.status, state.data.branches.length, state.data.may_log_in], ["draft", 1, false]);
  assert.equal(
    (await anonymous.post("/actions/onboarding/state", { application: `${String(application)}x` })).code,
    "INVALID_TOKEN",
  );
  assert.equal((await findMailTo({ sql, sealer, to: admin.email })).template, "application-received");
  const documents = await verifier.get(
    `/items/Onboarding_Documents?filter[branch][_eq]=${registered.data.branch}&fields=kind,file.id,file.type`,
  );
  assert.deepEqual(documents.data[0].file.type, "application/pdf");
  // What a verifier sees of the registration; neither id was known before the rows were written.
  const readActivity = async (filter: string) =>
    (await verifier.get(`/activity?${filter}&filter[action][_eq]=create&fields=collection,user.id`)).data;
  const { id: user } = admin;
  const created = (collection: string) => [{ collection, user: { id: user } }];
  assert.deepEqual(
    await readActivity(`filter[branch][_eq]=${registered.data.branch}&filter[collection][_eq]=Branch`),
    created("Branch"),
  );
  assert.deepEqual(
    await readActivity(`filter[company][_eq]=${registered.data.company}&filter[collection][_eq]=Companies`),
    created("Companies"),
  );
});

test("reports invalid values by field and stores nothing", async () => {
  const admin = await createAdmin();
  const before = await sql`select count(*)::int as n from "Companies"`;
  const pan = createPan(990);
  const cases: [object, string, string][] = [
    [{ company_name: "ab" }, "company_name", "FAILED_VALIDATION"],
    [{ company_type: "government" }, "company_type", "FAILED_VALIDATION"],
    [{ entity_type: "government" }, "entity_type", "FAILED_VALIDATION"],
    [{ gstin: createGstin(createPan(991)) }, "gstin", "GSTIN_OTHER_PAN"],
    [{ state: "Kerala" }, "gstin", "GSTIN_OTHER_STATE"],
    [{ pan, gstin: createGstin(pan, "2") }, "gstin", "GSTIN_NOT_ACTIVE"],
    [{ pan: createPan(99, "4"), gstin: "" }, "pan", "PAN_VERIFICATION_FAILED"],
    [{ is_parking: false }, "is_parking", "SERVICE_REQUIRED"],
    [{ documents: [] }, "documents", "DOCUMENT_REQUIRED"],
    [{ area: "0" }, "area_name", "FAILED_VALIDATION"],
    [{ area: "0", area_name: "t  NAGAR" }, "area_name", "AREA_EXIST"],
    [{ latitude: "13.05" }, "longitude", "LOCATION_HALF"],
    [{ agreement_version: "old" }, "agreement", "AGREEMENT_CHANGED"],
    [{ agreement_version: "" }, "agreement", "AGREEMENT_REQUIRED"],
    [{ company_logo: await createFile(admin.id) }, "company_logo", "IMAGE_TYPE"],
    [
      { documents: [{ kind: "pan_card", file: await createFile((await createAdmin()).id) }] },
      "documents",
      "INVALID_FOREIGN_KEY",
    ],
  ];
  for (const [more, field, code] of cases) {
    const response = await register(admin.caller, await createForm(admin, more));
    assert.deepEqual([response.errors[0]?.extensions.field, response.code], [field, code], response.text);
  }
  assert.deepEqual([...(await sql`select count(*)::int as n from "Companies"`)], [...before]);
});

test("compares names without case and spaces, also under concurrency", async () => {
  const firstAdmin = await createAdmin();
  const secondAdmin = await createAdmin();
  const forms = [
    await createForm(firstAdmin, { company_name: "Anna  Parking" }),
    await createForm(secondAdmin, { company_name: "annaPARKING" }),
  ];
  const responses = await Promise.all([
    register(firstAdmin.caller, forms[0]!),
    register(secondAdmin.caller, forms[1]!),
  ]);
  assert.equal(responses.filter(({ status }) => status === 200).length, 1);
  assert.equal(responses.filter(({ code }) => code === "COMPANY_NAME_EXIST").length, 1);
  const nameCheck = await secondAdmin.caller.post("/actions/onboarding/check-name", { company_name: " ANNA parking" });
  const isSecondRejected = responses[1]!.code !== undefined;
  assert.equal(nameCheck.code, isSecondRejected ? "COMPANY_NAME_EXIST" : "COMPANY_DRAFT");
});

test("accepts a registration while the tax registers are unreachable; requests an area with 'Others'", async () => {
  simulated.faults.set("tax-ids", "down");
  const admin = await createAdmin();
  const registered = await register(admin.caller, await createForm(admin, { area: "0", area_name: "Kotturpuram" }));
  assert.equal(registered.status, 200, registered.text);
  const [areaRequest] = await sql`
    select r.area_name, b.area from "Area_Request_List" r join "Branch" b on b.area_request = r.id where b.id = ${registered.data.branch}`;
  assert.deepEqual({ ...areaRequest }, { area_name: "Kotturpuram", area: null });
});

test("detects conflicting drafts of two devices and persists them across restarts", async () => {
  const admin = await createAdmin();
  const cacheUrl = "/items/Company_Branch_Registration_Cache";
  const first = await admin.caller.post(cacheUrl, {
    registration_type: "company",
    form_cache: { company_name: "Half" },
  });
  const row = `${cacheUrl}/${first.data.id}`;
  const phone = await admin.caller.patch(row, {
    form_cache: { company_name: "Half a name" },
    current_step: 3,
    revision: 2,
  });
  assert.deepEqual([phone.data.revision, phone.data.current_step], [2, 3]);
  const conflicting = await admin.caller.patch(row, { form_cache: { company_name: "Hal" }, revision: 2 });
  assert.equal(conflicting.code, "REGISTRATION_CHANGED");
  // Without `revision` the write overwrites the draft and increments it.
  assert.equal((await admin.caller.patch(row, { current_step: 4 })).data.revision, 3);
  const other = await createAdmin();
  assert.equal((await other.caller.get(row)).code, "FORBIDDEN");
  const restarted = await startSecondApp();
  const stored = await restarted.inject({ url: cacheUrl, headers: { authorization: `Bearer ${admin.caller.token}` } });
  assert.equal(JSON.parse(stored.body).data[0].form_cache.company_name, "Half a name");
  await restarted.close();
});

async function startSecondApp() {
  const { buildApp } = await import("#server/app.ts");
  const secondApp = await buildApp({ sql, config: { ...testConfig } });
  await secondApp.ready();
  return secondApp;
}

test("accepts corrections of exactly the rejected fields and records the changes", async () => {
  const admin = await createAdmin();
  const form = await createForm(admin);
  const { company, branch } = (await register(admin.caller, form)).data;
  assert.equal((await verifier.post("/items/Onboarding_Reviews", { company, decision: "published" })).status, 200);
  assert.equal((await findMailTo({ sql, sealer, to: admin.email })).template, "application-published");
  const remarks = [
    { field: "pincode", remark: "This is of Adyar" },
    { field: "documents", remark: "Not readable" },
  ];
  const rejected = await verifier.post("/items/Onboarding_Reviews", { company, branch, decision: "rejected", remarks });
  assert.equal(rejected.status, 200, rejected.text);
  const mail = await findMailTo({ sql, sealer, to: admin.email });
  assert.equal(mail.values["remarks"], "Pin code: This is of Adyar; Documents: Not readable");
  const correct = (changes: object, note: string | null = null) =>
    admin.caller.post("/actions/onboarding/correct", { corrections: [{ branch, changes, note }] });
  assert.equal((await correct({ address: "Somewhere else" })).code, "FORBIDDEN");
  assert.equal((await correct({ pincode: form.pincode })).code, "NO_CHANGES");
  assert.equal((await correct({ pincode: "6000" })).errors[0]!.extensions.field, "pincode");
  const documents = [{ kind: "pan_card", file: await createFile(admin.id) }];
  const sent = await correct({ pincode: "600020", documents }, "A clearer scan");
  assert.equal(sent.status, 200, sent.text);
  assert.equal((await correct({ pincode: "600028" })).code, "BRANCH_DRAFT");
  const state = await anonymous.post("/actions/onboarding/state", { application: sent.data.application });
  const [site] = state.data.branches;
  assert.ok(site.corrected_at > site.sent_at, state.text);
  assert.equal(state.data.company.corrected_at, null);
  const [lastReview] = (await verifier.get(`/items/Onboarding_Reviews?filter[branch][_eq]=${branch}&sort=-id&limit=1`))
    .data;
  assert.deepEqual(
    [lastReview.decision, lastReview.note, lastReview.follows],
    ["draft", "A clearer scan", rejected.data.id],
  );
  assert.deepEqual(lastReview.changes, { pincode: ["600002", "600020"], documents: [["pan_card"], ["pan_card"]] });
  const published = { company, branch, follows: lastReview.id, decision: "published" };
  assert.equal((await verifier.post("/items/Onboarding_Reviews", published)).status, 200);
  assert.equal((await admin.caller.get("/users/me")).status, 200);
});

test("accepts corrections of other fields than the rejected one if the rejection has a note", async () => {
  const admin = await createAdmin();
  const { company, branch } = (await register(admin.caller, await createForm(admin))).data;
  const note = "The document cannot be read";
  const remarks = [{ field: "pincode", remark: "This is of Adyar" }];
  const decision = "rejected";
  assert.equal(
    (await verifier.post("/items/Onboarding_Reviews", { company, branch, decision, remarks, note })).status,
    200,
  );
  const documents = [{ kind: "pan_card", file: await createFile(admin.id) }];
  const corrections = [{ branch, changes: { pincode: "600020", documents } }];
  const sent = await admin.caller.post("/actions/onboarding/correct", { corrections });
  assert.equal(sent.status, 200, sent.text);
});

test("registers a further branch; the admin can switch to it only after publication", async () => {
  const first = await make.branch({});
  const created = await make.user("admin", { branch: first });
  const caller = await asUser(created);
  const form = await createForm({ id: created.id, caller }, { gstin: "", branch_name: "Second Gate" });
  assert.equal((await register(caller, form)).code, "REGISTRATION_DONE");
  const registered = await register(caller, form, "branch");
  assert.equal(registered.status, 200, registered.text);
  const { place } = (await findMailTo({ sql, sealer, to: created.email })).values;
  assert.match(place!, /^the branch Second Gate of ./);
  assert.equal((await register(caller, { ...form, branch_name: "second  GATE" }, "branch")).code, "BRANCH_NAME_EXIST");
  assert.equal((await caller.get("/users/me")).data.default_branch, first.id);
  const switchBranch = () => caller.patch("/users/me", { default_branch: registered.data.branch });
  assert.equal((await switchBranch()).code, "BRANCH_NOT_PUBLISHED");
  await verifier.post("/items/Onboarding_Reviews", {
    company: first.company,
    branch: registered.data.branch,
    decision: "published",
  });
  assert.equal((await switchBranch()).status, 200);
  const otherBranch = await make.branch({});
  assert.equal((await caller.patch("/users/me", { default_branch: otherBranch.id })).code, "FORBIDDEN");
});

test("a government company registers government branches only, and other companies none", async () => {
  for (const [owned, refused] of [
    ["government", "commercial"],
    ["commercial", "government"],
  ] as const) {
    const created = await make.user("admin", { branch: await make.branch({ entity_type: owned }) });
    const caller = await asUser(created);
    // The type of the company is not part of a branch's registration.
    const form = await createForm({ id: created.id, caller }, { company_type: "", branch_name: "Second Gate" });
    const response = await register(caller, { ...form, entity_type: refused }, "branch");
    assert.deepEqual([response.code, response.errors[0]?.extensions.field], ["FAILED_VALIDATION", "entity_type"]);
    const accepted = await register(caller, { ...form, entity_type: owned }, "branch");
    assert.equal(accepted.status, 200, accepted.text);
  }
});

test("a branch whose stored type disagrees with its company can be corrected, and its type only to a fitting one", async () => {
  const admin = await createAdmin();
  const { company, branch } = (await register(admin.caller, await createForm(admin))).data;
  await sql`update "Branch" set entity_type = 'government' where id = ${branch}`;
  await verifier.post("/items/Onboarding_Reviews", { company, decision: "published" });
  const remarks = ["pincode", "entity_type"].map((field) => ({ field, remark: "Please check" }));
  const rejection = { company, branch, decision: "rejected", remarks };
  const rejected = await verifier.post("/items/Onboarding_Reviews", rejection);
  assert.equal(rejected.status, 200, rejected.text);
  const correct = (changes: object) =>
    admin.caller.post("/actions/onboarding/correct", { corrections: [{ branch, changes, note: null }] });
  const corrected = await correct({ pincode: "600020" });
  assert.equal(corrected.status, 200, corrected.text);
  assert.equal(
    (await verifier.post("/items/Onboarding_Reviews", { ...rejection, follows: await readLast(branch) })).status,
    200,
  );
  assert.equal((await correct({ entity_type: "commercial" })).status, 200);
  assert.equal(
    (await verifier.post("/items/Onboarding_Reviews", { ...rejection, follows: await readLast(branch) })).status,
    200,
  );
  const refused = await correct({ entity_type: "government" });
  assert.deepEqual([refused.code, refused.errors[0]?.extensions.field], ["FAILED_VALIDATION", "entity_type"]);
});

/** The latest review of a branch. */
async function readLast(branch: number): Promise<number> {
  const [row] = await sql<{ id: number }[]>`
    select id from "Onboarding_Reviews" where branch = ${branch} order by id desc limit 1`;
  return row!.id;
}

test("corrects the area to a listed one or a new request and withdraws the earlier request", async () => {
  const admin = await createAdmin();
  const { id: adyar } = await make.row("Areas", { area_name: "Adyar", city: "Chennai", state: "Tamil Nadu" });
  const form = await createForm(admin, { area: "0", area_name: "Besant Nagar" });
  const { branch, company } = (await register(admin.caller, form)).data;
  await verifier.post("/items/Onboarding_Reviews", { company, decision: "published" });
  let follows: number | undefined;
  const reject = async () => {
    const remarks = [{ field: "area", remark: "Which part?" }];
    const sent = { company, branch, decision: "rejected", remarks, ...(follows ? { follows } : {}) };
    const response = await verifier.post("/items/Onboarding_Reviews", sent);
    assert.equal(response.status, 200, response.text);
  };
  const correct = async (changes: object) => {
    const response = await admin.caller.post("/actions/onboarding/correct", {
      corrections: [{ branch, changes, note: null }],
    });
    const [last] = await sql<{ id: number; changes: object }[]>`
      select id, changes from "Onboarding_Reviews" where branch = ${branch} order by id desc limit 1`;
    follows = last!.id;
    return { response, changes: last!.changes };
  };
  const readArea = async () => {
    const [row] = await sql`
      select b.area, r.area_name, r.status,
        (select count(*)::int from "Area_Request_List" where area_request_branch_id = b.id and status = 'draft') as waiting
      from "Branch" b left join "Area_Request_List" r on r.id = b.area_request where b.id = ${branch}`;
    return { ...row };
  };
  await reject();
  for (const [changes, field, code] of [
    [{ area: 0 }, "area_name", "FAILED_VALIDATION"],
    [{ area: 0, area_name: "abc" }, "area_name", "FAILED_VALIDATION"],
    [{ area: 0, area_name: " t NAGAR" }, "area_name", "AREA_EXIST"],
    [{ area: 999_999 }, "area", "INVALID_FOREIGN_KEY"],
  ] as const) {
    const { response } = await correct(changes);
    assert.deepEqual([response.errors[0]?.extensions["field"], response.code], [field, code], response.text);
  }
  assert.equal((await correct({ area: "near" })).response.code, "INVALID_PAYLOAD");
  const correctedToRequest = await correct({ area: 0, area_name: "Elliots Beach" });
  assert.equal(correctedToRequest.response.status, 200, correctedToRequest.response.text);
  assert.deepEqual(correctedToRequest.changes, { area: [null, { area_name: "Elliots Beach (asked for)" }] });
  assert.deepEqual(await readArea(), { area: null, area_name: "Elliots Beach", status: "draft", waiting: 1 });
  await reject();
  const correctedToListed = await correct({ area: adyar });
  assert.deepEqual(correctedToListed.changes, { area: [null, { area_name: "Adyar" }] });
  assert.deepEqual(await readArea(), { area: adyar, area_name: null, status: null, waiting: 0 });
});

test("lets only admins register, and correct only their own company's submissions", async () => {
  const branch = await make.branch({ status: "rejected" });
  await make.row("Onboarding_Reviews", { company: branch.company, branch: branch.id, decision: "archived" });
  const stranger = await asUser(await make.user("admin", { branch: await make.branch({}) }));
  const corrections = [{ branch: branch.id, changes: { pincode: "600001" } }];
  assert.equal((await stranger.post("/actions/onboarding/correct", { corrections })).code, "FORBIDDEN");
  const manager = await asUser(await make.user("manager", { branch: await make.branch({}) }));
  assert.equal((await manager.post("/actions/onboarding/correct", { corrections })).code, "FORBIDDEN");
  assert.equal((await register(manager, {})).code, "FORBIDDEN");
  assert.equal((await manager.get("/actions/onboarding/agreement")).code, "FORBIDDEN");
  assert.equal((await anonymous.post("/actions/onboarding/register", {})).code, "INVALID_CREDENTIALS");
  assert.ok(app);
});
