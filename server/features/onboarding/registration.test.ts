// §2 §4 §5: a vendor from the first code to a submission that is corrected and published, through the app.
import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";
import { sealer } from "#server/services/secrets.ts";
import { startApp, testConfig, type Caller } from "#tests/support/app.ts";
import { codeTo, mailTo } from "#tests/support/mail.ts";
import { factories, password } from "#tests/support/make.ts";
import { gstinOf, registrationForm } from "#tests/support/registration-form.ts";
import { simulatedOutside } from "#tests/support/simulators.ts";

const outsides = await simulatedOutside();
const { app, as, sql } = await startApp({ outside: outsides.outside });
const make = factories(sql);
const open = sealer(testConfig.secret);
const verifier = await as(await make.user("verifier"));
const { id: areaId } = await make.row("Areas", { area_name: "T Nagar", city: "Chennai", state: "Tamil Nadu" });

beforeEach(async () => {
  outsides.faults.set("tax-ids", "none");
  await sql`delete from otp_challenges`;
});

let count = 0;
const next = (): number => (count += 1);
const panOf = (number: number, digit = "1"): string => `AAACM${String(number).padStart(3, "0")}${digit}F`;
const nobody = await as();

/** An admin without a company, with their address. */
async function newAdmin() {
  const email = `vendor${next()}@example.com`;
  const made = await make.row(
    "users",
    {
      first_name: "Meena Kumari",
      email,
      password,
      role: "c4aa0000-0000-4000-8000-000000000003",
      contact_number: `97000${String(next()).padStart(5, "0")}`,
    },
    { is_email_verified: true, pending_creation_type: "company" },
  );
  const id = String(made.id);
  return { id, email, caller: await as({ id }) };
}

async function fileOf(owner: string, type = "application/pdf"): Promise<string> {
  const { id } = await make.row("files", { filename_download: "paper.pdf" }, { type });
  await sql`update files set uploaded_by = ${owner} where id = ${String(id)}`;
  return String(id);
}

async function formFor({ id, caller }: { id: string; caller: Caller }, more: object = {}) {
  const number = next();
  const { data: agreement } = await caller.get("/actions/onboarding/agreement");
  return {
    ...registrationForm({ number, pan: panOf(number), file: await fileOf(id), agreement: agreement.version }),
    area: String(areaId),
    is_valet_and_parking: false,
    is_pre_booking: false,
    amenities: ["CCTV"],
    tags: [1, 2],
    ...more,
  };
}
const register = (caller: Caller, form: object, type = "company") =>
  caller.post("/actions/onboarding/register", { registration_type: type, form });

test("an account needs both codes; its password is its owner's; it lands where the company is registered", async () => {
  const phone = "9840055001";
  const email = "first.vendor@example.com";
  const sent = await nobody.post("/actions/onboarding/send-codes", { phone, email: email.toUpperCase() });
  assert.equal(sent.status, 200, sent.text);
  const { values } = sent.data;
  assert.ok(!values.includes(phone));
  const check = (channel: string, otp: string) =>
    nobody.post("/actions/onboarding/check-code", { values, channel, otp });
  const sms = await codeTo({ sql, sealer: open, to: phone });
  const mail = (await mailTo({ sql, sealer: open, to: email })).values["otp"]!;
  assert.equal((await check("sms", sms === "1234" ? "4321" : "1234")).code, "OTP_INVALID");
  const phoneProof = (await check("sms", sms)).data.proof;
  const emailProof = (await check("mail", mail)).data.proof;
  const body = { first_name: "Meena Kumari", password: "Chosen@2026" };
  const crossed = { ...body, phone_proof: emailProof, email_proof: phoneProof };
  const make_ = (sent_: object) => nobody.post("/actions/onboarding/create-account", sent_);
  assert.equal((await make_(crossed)).code, "INVALID_TOKEN");
  const proofs = { phone_proof: phoneProof, email_proof: emailProof };
  assert.equal((await make_({ ...body, ...proofs, password: "weak" })).errors[0]!.extensions.field, "password");
  assert.equal((await make_({ ...body, ...proofs, role: "platform" })).code, "INVALID_PAYLOAD");
  const made = await Promise.all([make_({ ...body, ...proofs }), make_({ ...body, ...proofs })]);
  assert.equal(made.filter(({ status }) => status === 200).length, 1);
  assert.equal(made.filter(({ code }) => code === "USER_EMAIL_EXIST").length, 1);
  const [row] =
    await sql`select pending_creation_type, is_email_verified, is_admin_user, contact_number from users where email = ${email}`;
  assert.deepEqual(
    { ...row },
    { pending_creation_type: "company", is_email_verified: true, is_admin_user: true, contact_number: phone },
  );
});

test("a registration makes everything at once, ends its cache, and closes the log-in with the state's address", async () => {
  const admin = await newAdmin();
  const form = await formFor(admin);
  const cache = await admin.caller.post("/items/Company_Branch_Registration_Cache", {
    registration_type: "company",
    form_cache: form,
  });
  assert.deepEqual([cache.status, cache.data.current_step, cache.data.revision], [200, 2, 1]);
  const done = await register(admin.caller, form);
  assert.equal(done.status, 200, done.text);
  const [company] = await sql`select * from "Companies" where id = ${done.data.company}`;
  const [branch] = await sql`select * from "Branch" where id = ${done.data.branch}`;
  assert.deepEqual([company!["status"], branch!["status"], branch!["slug"]], ["draft", "draft", "mount-road"]);
  assert.equal(branch!["agreement_accepted_by"], "Meena Kumari");
  assert.ok(branch!["agreement_accepted_at"] && branch!["parking_config"] && !branch!["valet_and_parking_config"]);
  assert.equal((await sql`select 1 from "Branch_Tags" where branch = ${done.data.branch}`).length, 2);
  assert.equal((await sql`select 1 from "Company_Branch_Registration_Cache" where admin = ${admin.id}`).length, 0);
  assert.equal((await admin.caller.get("/users/me")).code, "COMPANY_DRAFT");
  const logIn = await nobody.post("/auth/login", { email: admin.email, password, page: "partner" });
  assert.equal(logIn.code, "COMPANY_DRAFT");
  const application = logIn.errors[0]!.extensions["application"];
  const state = await nobody.post("/actions/onboarding/state", { application });
  assert.deepEqual([state.data.company.status, state.data.branches.length, state.data.may_log_in], ["draft", 1, false]);
  assert.equal(
    (await nobody.post("/actions/onboarding/state", { application: `${String(application)}x` })).code,
    "INVALID_TOKEN",
  );
  assert.equal((await mailTo({ sql, sealer: open, to: admin.email })).template, "application-received");
  const paper = await verifier.get(
    `/items/Onboarding_Documents?filter[branch][_eq]=${done.data.branch}&fields=kind,file.id,file.type`,
  );
  assert.deepEqual(paper.data[0].file.type, "application/pdf");
});

test("what is not right is said by its field, all at once, and nothing is kept", async () => {
  const admin = await newAdmin();
  const before = await sql`select count(*)::int as n from "Companies"`;
  const pan = panOf(990);
  const cases: [object, string, string][] = [
    [{ company_name: "ab" }, "company_name", "FAILED_VALIDATION"],
    [{ company_type: "government" }, "company_type", "FAILED_VALIDATION"],
    [{ gstin: gstinOf(panOf(991)) }, "gstin", "GSTIN_OTHER_PAN"],
    [{ state: "Kerala" }, "gstin", "GSTIN_OTHER_STATE"],
    [{ pan, gstin: gstinOf(pan, "2") }, "gstin", "GSTIN_NOT_ACTIVE"],
    [{ pan: panOf(99, "4"), gstin: "" }, "pan", "PAN_VERIFICATION_FAILED"],
    [{ is_parking: false }, "is_parking", "SERVICE_REQUIRED"],
    [{ documents: [] }, "documents", "DOCUMENT_REQUIRED"],
    [{ area: "0" }, "area_name", "FAILED_VALIDATION"],
    [{ area: "0", area_name: "t  NAGAR" }, "area_name", "AREA_EXIST"],
    [{ latitude: "13.05" }, "longitude", "LOCATION_HALF"],
    [{ agreement_version: "old" }, "agreement", "AGREEMENT_CHANGED"],
    [{ agreement_version: "" }, "agreement", "AGREEMENT_REQUIRED"],
    [{ company_logo: await fileOf(admin.id) }, "company_logo", "IMAGE_TYPE"],
    [
      { documents: [{ kind: "pan_card", file: await fileOf((await newAdmin()).id) }] },
      "documents",
      "INVALID_FOREIGN_KEY",
    ],
  ];
  for (const [more, field, code] of cases) {
    const answer = await register(admin.caller, await formFor(admin, more));
    assert.deepEqual([answer.errors[0]?.extensions.field, answer.code], [field, code], answer.text);
  }
  assert.deepEqual([...(await sql`select count(*)::int as n from "Companies"`)], [...before]);
});

test("names are the same whatever their capitals and spaces, also for two at the same moment", async () => {
  const one = await newAdmin();
  const two = await newAdmin();
  const forms = [
    await formFor(one, { company_name: "Anna  Parking" }),
    await formFor(two, { company_name: "annaPARKING" }),
  ];
  const answers = await Promise.all([register(one.caller, forms[0]!), register(two.caller, forms[1]!)]);
  assert.equal(answers.filter(({ status }) => status === 200).length, 1);
  assert.equal(answers.filter(({ code }) => code === "COMPANY_NAME_EXIST").length, 1);
  const free = await two.caller.post("/actions/onboarding/check-name", { company_name: " ANNA parking" });
  const isTwoLeft = answers[1]!.code !== undefined;
  assert.equal(free.code, isTwoLeft ? "COMPANY_NAME_EXIST" : "COMPANY_DRAFT");
});

test("a register out of reach stands in nobody's way; 'Others' asks for the area", async () => {
  outsides.faults.set("tax-ids", "down");
  const admin = await newAdmin();
  const done = await register(admin.caller, await formFor(admin, { area: "0", area_name: "Kotturpuram" }));
  assert.equal(done.status, 200, done.text);
  const [asked] = await sql`
    select r.area_name, b.area from "Area_Request_List" r join "Branch" b on b.area_request = r.id where b.id = ${done.data.branch}`;
  assert.deepEqual({ ...asked }, { area_name: "Kotturpuram", area: null });
});

test("what is typed on two devices is kept of both, and stays when the server starts anew", async () => {
  const admin = await newAdmin();
  const address = "/items/Company_Branch_Registration_Cache";
  const first = await admin.caller.post(address, {
    registration_type: "company",
    form_cache: { company_name: "Half" },
  });
  const row = `${address}/${first.data.id}`;
  const phone = await admin.caller.patch(row, {
    form_cache: { company_name: "Half a name" },
    current_step: 3,
    revision: 2,
  });
  assert.deepEqual([phone.data.revision, phone.data.current_step], [2, 3]);
  const desk = await admin.caller.patch(row, { form_cache: { company_name: "Hal" }, revision: 2 });
  assert.equal(desk.code, "REGISTRATION_CHANGED");
  // Who does not say what they have seen writes over it, and is counted.
  assert.equal((await admin.caller.patch(row, { current_step: 4 })).data.revision, 3);
  const other = await newAdmin();
  assert.equal((await other.caller.get(row)).code, "FORBIDDEN");
  const again = await startAgain();
  const kept = await again.inject({ url: address, headers: { authorization: `Bearer ${admin.caller.token}` } });
  assert.equal(JSON.parse(kept.body).data[0].form_cache.company_name, "Half a name");
  await again.close();
});

async function startAgain() {
  const { buildApp } = await import("#server/app.ts");
  const fresh = await buildApp({ sql, config: { ...testConfig } });
  await fresh.ready();
  return fresh;
}

test("a rejection names its fields, and exactly those are corrected and sent again with what changed", async () => {
  const admin = await newAdmin();
  const form = await formFor(admin);
  const { company, branch } = (await register(admin.caller, form)).data;
  assert.equal((await verifier.post("/items/Onboarding_Reviews", { company, decision: "published" })).status, 200);
  assert.equal((await mailTo({ sql, sealer: open, to: admin.email })).template, "application-published");
  const remarks = [
    { field: "pincode", remark: "This is of Adyar" },
    { field: "documents", remark: "Not readable" },
  ];
  const rejected = await verifier.post("/items/Onboarding_Reviews", { company, branch, decision: "rejected", remarks });
  assert.equal(rejected.status, 200, rejected.text);
  const mail = await mailTo({ sql, sealer: open, to: admin.email });
  assert.equal(mail.values["remarks"], "Pin code: This is of Adyar; Documents: Not readable");
  const correct = (changes: object, note: string | null = null) =>
    admin.caller.post("/actions/onboarding/correct", { corrections: [{ branch, changes, note }] });
  assert.equal((await correct({ address: "Somewhere else" })).code, "FORBIDDEN");
  assert.equal((await correct({ pincode: form.pincode })).code, "NO_CHANGES");
  assert.equal((await correct({ pincode: "6000" })).errors[0]!.extensions.field, "pincode");
  const documents = [{ kind: "pan_card", file: await fileOf(admin.id) }];
  const sent = await correct({ pincode: "600020", documents }, "A clearer scan");
  assert.equal(sent.status, 200, sent.text);
  assert.equal((await correct({ pincode: "600028" })).code, "BRANCH_DRAFT");
  const [last] = (await verifier.get(`/items/Onboarding_Reviews?filter[branch][_eq]=${branch}&sort=-id&limit=1`)).data;
  assert.deepEqual([last.decision, last.note, last.follows], ["draft", "A clearer scan", rejected.data.id]);
  assert.deepEqual(last.changes, { pincode: ["600002", "600020"], documents: [["pan_card"], ["pan_card"]] });
  const published = { company, branch, follows: last.id, decision: "published" };
  assert.equal((await verifier.post("/items/Onboarding_Reviews", published)).status, 200);
  assert.equal((await admin.caller.get("/users/me")).status, 200);
});

test("an admin adds a branch and goes on at the one they have; to wait at the new one is refused", async () => {
  const first = await make.branch({});
  const made = await make.user("admin", { branch: first });
  const caller = await as(made);
  const form = await formFor({ id: made.id, caller }, { gstin: "", branch_name: "Second Gate" });
  assert.equal((await register(caller, form)).code, "REGISTRATION_DONE");
  const done = await register(caller, form, "branch");
  assert.equal(done.status, 200, done.text);
  assert.equal((await register(caller, { ...form, branch_name: "second  GATE" }, "branch")).code, "BRANCH_NAME_EXIST");
  assert.equal((await caller.get("/users/me")).data.default_branch, first.id);
  const switched = () => caller.patch("/users/me", { default_branch: done.data.branch });
  assert.equal((await switched()).code, "BRANCH_NOT_PUBLISHED");
  await verifier.post("/items/Onboarding_Reviews", {
    company: first.company,
    branch: done.data.branch,
    decision: "published",
  });
  assert.equal((await switched()).status, 200);
  const stranger = await make.branch({});
  assert.equal((await caller.patch("/users/me", { default_branch: stranger.id })).code, "FORBIDDEN");
});

test("a corrected area is one of the list, or asked for as at the registration; what was asked before is asked no more", async () => {
  const admin = await newAdmin();
  const { id: adyar } = await make.row("Areas", { area_name: "Adyar", city: "Chennai", state: "Tamil Nadu" });
  const form = await formFor(admin, { area: "0", area_name: "Besant Nagar" });
  const { branch, company } = (await register(admin.caller, form)).data;
  await verifier.post("/items/Onboarding_Reviews", { company, decision: "published" });
  let follows: number | undefined;
  const reject = async () => {
    const remarks = [{ field: "area", remark: "Which part?" }];
    const sent = { company, branch, decision: "rejected", remarks, ...(follows ? { follows } : {}) };
    const answer = await verifier.post("/items/Onboarding_Reviews", sent);
    assert.equal(answer.status, 200, answer.text);
  };
  const correct = async (changes: object) => {
    const answer = await admin.caller.post("/actions/onboarding/correct", {
      corrections: [{ branch, changes, note: null }],
    });
    const [last] = await sql<{ id: number; changes: object }[]>`
      select id, changes from "Onboarding_Reviews" where branch = ${branch} order by id desc limit 1`;
    follows = last!.id;
    return { answer, changes: last!.changes };
  };
  const stands = async () => {
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
    const { answer } = await correct(changes);
    assert.deepEqual([answer.errors[0]?.extensions["field"], answer.code], [field, code], answer.text);
  }
  assert.equal((await correct({ area: "near" })).answer.code, "INVALID_PAYLOAD");
  const asked = await correct({ area: 0, area_name: "Elliots Beach" });
  assert.equal(asked.answer.status, 200, asked.answer.text);
  assert.deepEqual(asked.changes, { area: [null, { area_name: "Elliots Beach (asked for)" }] });
  assert.deepEqual(await stands(), { area: null, area_name: "Elliots Beach", status: "draft", waiting: 1 });
  await reject();
  const chosen = await correct({ area: adyar });
  assert.deepEqual(chosen.changes, { area: [null, { area_name: "Adyar" }] });
  assert.deepEqual(await stands(), { area: adyar, area_name: null, status: null, waiting: 0 });
});

test("nobody but an admin registers, and nobody corrects what is another's", async () => {
  const branch = await make.branch({ status: "rejected" });
  await make.row("Onboarding_Reviews", { company: branch.company, branch: branch.id, decision: "archived" });
  const stranger = await as(await make.user("admin", { branch: await make.branch({}) }));
  const corrections = [{ branch: branch.id, changes: { pincode: "600001" } }];
  assert.equal((await stranger.post("/actions/onboarding/correct", { corrections })).code, "FORBIDDEN");
  const manager = await as(await make.user("manager", { branch: await make.branch({}) }));
  assert.equal((await manager.post("/actions/onboarding/correct", { corrections })).code, "FORBIDDEN");
  assert.equal((await register(manager, {})).code, "FORBIDDEN");
  assert.equal((await manager.get("/actions/onboarding/agreement")).code, "FORBIDDEN");
  assert.equal((await nobody.post("/actions/onboarding/register", {})).code, "INVALID_CREDENTIALS");
  assert.ok(app);
});
