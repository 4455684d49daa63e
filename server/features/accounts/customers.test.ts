// §2 §4 §5 §6: customers log in by password or by a code sent to the phone, on the page of their type, and register.
import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";
import { createSealer } from "#server/auth/secrets.ts";
import { startApp, testConfig } from "#tests/support/app.ts";
import { findCodeSentTo, findMailTo } from "#tests/support/outbox.ts";
import { createFactories, testPassword } from "#tests/support/factories.ts";

const { app, asUser, sql, clock } = await startApp();
const make = createFactories(sql);
const branch = await make.branch({ slots: 5 });
const sealer = createSealer(testConfig.secret);

beforeEach(async () => {
  clock.now = null;
  // Resets the limits, which other tests have used.
  await sql`delete from otp_challenges`;
  await sql`delete from throttle`;
});

let count = 0;
const freshPhone = (): string => `98401${String((count += 1)).padStart(5, "0")}`;

async function post(url: string, payload: object, cookie?: string) {
  const response = await app.inject({ method: "POST", url, payload, ...(cookie ? { headers: { cookie } } : {}) });
  const parsed = response.body ? JSON.parse(response.body) : {};
  const error = parsed.errors?.[0];
  return {
    status: response.statusCode,
    data: parsed.data,
    code: error?.extensions.code as string | undefined,
    field: error?.extensions.field as string | undefined,
    cookie: /directus_refresh_token=[^;]+/.exec(String(response.headers["set-cookie"] ?? ""))?.[0],
    text: response.body,
  };
}
const logIn = (email: string, page: string, password = testPassword) => post("/auth/login", { email, password, page });
const sendCode = (phone: string, page = "commercial") => post("/actions/customers/send-code", { phone, page });

async function logInWithCode(phone: string, page = "commercial", more: object = {}) {
  const sent = await sendCode(phone, page);
  assert.equal(sent.status, 200, sent.text);
  const otp = await findCodeSentTo({ sql, sealer, to: phone });
  return post("/actions/customers/log-in-with-code", { values: sent.data.values, otp, ...more });
}
const readMe = async (token: string) =>
  JSON.parse((await app.inject({ url: "/users/me", headers: { authorization: `Bearer ${token}` } })).body).data;

const customerTypes = {
  commercial: { public_customer: true },
  residential: { residential_customer: true },
  government: { govt_customer: true },
  school: { school_college_university_customer: true },
};

test("logs each customer type in on its own page; discloses a wrong page only after a correct password", async () => {
  const pagesByType: { [kind in keyof typeof customerTypes]: string } = {
    commercial: "commercial",
    residential: "commercial",
    government: "government",
    school: "school-college-university",
  };
  for (const [kind, flags] of Object.entries(customerTypes)) {
    const { email } = await make.user("customer", flags);
    for (const page of ["commercial", "government", "school-college-university"]) {
      const isOwn = pagesByType[kind as keyof typeof customerTypes] === page;
      assert.equal((await logIn(email, page)).code, isOwn ? undefined : "USER_INVALID_ENTITY", `${kind} at ${page}`);
    }
    assert.equal((await logIn(email, "government", "Wrong@2026")).code, "CUSTOMER_INVALID_CREDS");
    assert.equal((await logIn(email, "partner")).code, "INVALID_CREDENTIALS");
  }
  assert.equal((await logIn("nobody@example.com", "commercial")).code, "CUSTOMER_INVALID_CREDS");
  const staff = await make.user("staff", { branch });
  assert.equal((await logIn(staff.email, "commercial")).code, "CUSTOMER_INVALID_CREDS");
  assert.equal((await logIn(staff.email, "partner")).status, 200);
});

test("logs in with a code sent to the phone without exposing the number in the URL", async () => {
  const phone = freshPhone();
  const user = await make.user("customer", { contact_number: phone, ...customerTypes.commercial });
  const sent = await sendCode(`+91${phone}`);
  assert.equal(sent.data.phone_end, phone.slice(-4));
  assert.ok(
    !sent.data.values.includes(phone) && !Buffer.from(sent.data.values, "base64url").toString().includes(phone),
  );
  const otp = await findCodeSentTo({ sql, sealer, to: phone });
  const { values } = sent.data;
  const rejected = await post("/actions/customers/log-in-with-code", {
    values,
    otp: otp === "123456" ? "654321" : "123456",
  });
  assert.deepEqual([rejected.code, rejected.field], ["OTP_INVALID", "otp"]);
  const loggedIn = await post("/actions/customers/log-in-with-code", { values, otp });
  assert.equal((await readMe(loggedIn.data.access_token)).id, user.id);
  assert.equal((await post("/actions/customers/log-in-with-code", { values, otp })).code, "NO_OTP");
  for (const forged of [`${values}x`, "x", "", undefined, 5])
    assert.equal((await post("/actions/customers/log-in-with-code", { values: forged, otp })).code, "NO_OTP");
});

test("sends a code with and without an account, again after 30 seconds, valid for ten minutes", async () => {
  const phone = freshPhone();
  const start = Date.now();
  clock.now = new Date(start);
  const { data, status } = await sendCode(phone);
  assert.equal(status, 200);
  const resendCode = () => post("/actions/customers/send-code-again", { values: data.values });
  assert.equal((await resendCode()).code, "VALID_OTP_ALREADY_EXIST");
  clock.now = new Date(start + 30_000);
  assert.equal((await resendCode()).status, 200);
  const otp = await findCodeSentTo({ sql, sealer, to: phone });
  clock.now = new Date(start + 30_000 + 10 * 60_000);
  assert.equal((await post("/actions/customers/log-in-with-code", { values: data.values, otp })).code, "OTP_EXPIRED");
  assert.equal((await sendCode("12345")).code, "INVALID_PHONE");
  assert.equal((await post("/actions/customers/send-code", { phone })).code, "INVALID_PAYLOAD");
});

test("rejects log-in by phone for government customers and accounts with two-factor log-in", async () => {
  assert.equal((await sendCode(freshPhone(), "government")).code, "ADMIN_GOVERNMENT_PHONE_LOGIN");
  const governmentPhone = freshPhone();
  await make.user("customer", { contact_number: governmentPhone, ...customerTypes.government });
  assert.equal((await logInWithCode(governmentPhone)).code, "USER_INVALID_ENTITY");
  const twoFactorPhone = freshPhone();
  const { id } = await make.user("customer", { contact_number: twoFactorPhone, ...customerTypes.commercial });
  await sql`update users set tfa_secret = 'on' where id = ${id}`;
  assert.equal((await logInWithCode(twoFactorPhone)).code, "ADMIN_GOVERNMENT_PHONE_LOGIN");
  const suspended = freshPhone();
  await make.user("customer", { contact_number: suspended, status: "suspended", ...customerTypes.commercial });
  assert.equal((await logInWithCode(suspended)).code, "ACCOUNT_SUSPEND");
});

test("requires log-out of a conflicting session in the same browser", async () => {
  const getCookie = async (email: string, page: string) =>
    (await post("/auth/login", { email, password: testPassword, page, mode: "cookie" })).cookie;
  const customer = await make.user("customer", customerTypes.commercial);
  const staff = await make.user("staff", { branch });
  const admin = await make.user("admin", { branch });
  const logInOnPage = async (page: string, cookie: string | undefined) =>
    (await post("/auth/login", { email: customer.email, password: testPassword, page, mode: "cookie" }, cookie)).code;
  assert.equal(await logInOnPage("commercial", await getCookie(staff.email, "partner")), "PARTNER_LOGGED_IN");
  assert.equal(await logInOnPage("commercial", await getCookie(admin.email, "partner")), "ADMIN_LOGGED_IN");
  assert.equal(await logInOnPage("partner", await getCookie(customer.email, "commercial")), "CUSTOMER_LOGGED_IN");
  const cookie = await getCookie(staff.email, "partner");
  const sent = await post("/actions/customers/send-code", { phone: freshPhone(), page: "commercial" }, cookie);
  assert.equal(sent.code, "PARTNER_LOGGED_IN");
  // An ended session does not conflict.
  await post("/auth/logout", { mode: "cookie" }, cookie);
  assert.equal(await logInOnPage("commercial", cookie), undefined);
});

const person = { first_name: "Lakshmi Narayan", password: "Chosen@2026", customer_type: "public" };
async function proofFor(phone: string): Promise<string> {
  return (await logInWithCode(phone)).data.proof as string;
}
const register = (body: object) => post("/actions/customers/register", { ...person, ...body });

test("registers a customer, logged in by phone immediately and by password once the e-mail is verified", async () => {
  const phone = freshPhone();
  const email = `lakshmi${phone}@example.com`;
  const proof = await proofFor(phone);
  const created = await register({ proof, email, vehicles: [{ vehicleNo: "tn 09 ab 4321", type: null }] });
  assert.equal(created.status, 200, created.text);
  const me = await readMe(created.data.access_token);
  assert.deepEqual(
    [
      me.contact_number,
      me.public_customer,
      me.govt_customer,
      me.is_customer_user,
      me.user_vehicle_type,
      me.user_vehicles,
    ],
    [phone, true, false, true, "single", [{ vehicleNo: "TN09AB4321", type: null }]],
  );
  assert.equal((await logIn(email, "commercial", person.password)).code, "EMAIL_NOT_VERIFIED");
  const { values } = await findMailTo({ sql, sealer, to: email });
  const token = new URL(values["verify_link"]!).searchParams.get("token");
  assert.equal((await post("/actions/account/verify-email", { token })).status, 200);
  assert.equal((await logIn(email, "commercial", person.password)).status, 200);
  assert.equal((await logInWithCode(phone)).status, 200);
});

test("registers a government customer, who logs in on the government page", async () => {
  const phone = freshPhone();
  const email = `clerk${phone}@example.com`;
  const proof = await proofFor(phone);
  const created = await register({ proof, email, customer_type: "gov", department: "Revenue", designation: "Clerk" });
  assert.equal(created.status, 200, created.text);
  const { values } = await findMailTo({ sql, sealer, to: email });
  const token = new URL(values["verify_link"]!).searchParams.get("token");
  assert.equal((await post("/actions/account/verify-email", { token })).status, 200);
  assert.equal((await logIn(email, "government", person.password)).status, 200);
});

test("§5: rejects a phone or e-mail in use; completes an account created at check-in", async () => {
  const phone = freshPhone();
  const proof = await proofFor(phone);
  const owner = await make.user("customer", { contact_number: phone, ...customerTypes.commercial });
  const email = `new${phone}@example.com`;
  assert.deepEqual(
    [(await register({ proof, email })).code, (await register({ proof, email })).field],
    ["USER_PHONE_EXIST", "contact_number"],
  );
  const otherProof = await proofFor(freshPhone());
  assert.equal((await register({ proof: otherProof, email: owner.email.toUpperCase() })).code, "USER_EMAIL_EXIST");

  const walkInPhone = freshPhone();
  const walkInProof = await proofFor(walkInPhone);
  const gate = await asUser(await make.user("staff", { branch }));
  assert.equal(
    (await gate.post("/actions/parking/check-in", { vehicle_no: make.plate(), phone_no: walkInPhone })).status,
    200,
  );
  const [before] = await sql`select id from users where contact_number = ${walkInPhone}`;
  assert.ok(before);
  const created = await register({ proof: walkInProof, email: `walked${walkInPhone}@example.com` });
  assert.equal(created.status, 200, created.text);
  const me = await readMe(created.data.access_token);
  assert.deepEqual([me.id, me.first_name], [before["id"], person.first_name]);
});

test("creates one account from concurrent registrations of one phone number", async () => {
  const phone = freshPhone();
  const proof = await proofFor(phone);
  const responses = await Promise.all(
    Array.from({ length: 6 }, (_, attempt) => register({ proof, email: `many${attempt}${phone}@example.com` })),
  );
  assert.equal(responses.filter(({ status }) => status === 200).length, 1);
  assert.equal((await sql`select 1 from users where contact_number = ${phone}`).length, 1);
});

test("reports invalid values by field and stores nothing", async () => {
  const phone = freshPhone();
  const proof = await proofFor(phone);
  const email = `wrong${phone}@example.com`;
  const cases: [object, string, string | undefined][] = [
    [{ email, password: "weak" }, "FAILED_VALIDATION", "password"],
    [{ email, password: "" }, "FAILED_VALIDATION", "password"],
    [{ email: "no email" }, "FAILED_VALIDATION", "email"],
    [{ email, first_name: "ab" }, "FAILED_VALIDATION", "first_name"],
    [{ email, vehicles: [{ vehicleNo: "x" }] }, "INVALID_VEHICLE_NUMBER", "vehicle"],
    [{ email, vehicles: "TN09AB1234" }, "INVALID_PAYLOAD", undefined],
    [{ email, customer_type: "admin" }, "INVALID_PAYLOAD", undefined],
    [{ email, role: "c4aa0000-0000-4000-8000-000000000003" }, "INVALID_PAYLOAD", undefined],
    [{ email, status: "active" }, "INVALID_PAYLOAD", undefined],
  ];
  for (const [body, code, field] of cases) {
    const response = await register({ proof, ...body });
    assert.deepEqual([response.code, response.field], [code, field], JSON.stringify(body));
  }
  for (const forged of ["x", undefined, `${proof}x`])
    assert.equal((await register({ proof: forged, email })).code, "INVALID_TOKEN");
  assert.equal((await sql`select 1 from users where contact_number = ${phone}`).length, 0);
  clock.now = new Date(Date.now() + 31 * 60_000);
  assert.equal((await register({ proof, email })).code, "TOKEN_EXPIRED");
});

test("an account created at check-in is completed after a log-in by code, and its sessions are renewed", async () => {
  const phone = freshPhone();
  const plate = make.plate();
  const gate = await asUser(await make.user("staff", { branch }));
  assert.equal((await gate.post("/actions/parking/check-in", { vehicle_no: plate, phone_no: phone })).status, 200);
  const { access_token: token } = (await logInWithCode(phone)).data;
  const complete = async (bearer: string, changes: object = {}) => {
    const body = { first_name: "Lakshmi", email: `done${phone}@example.com`, password: "Chosen@2026", mode: "json" };
    const response = await app.inject({
      method: "POST",
      url: "/actions/account/complete-registration",
      payload: { ...body, ...changes },
      headers: { authorization: `Bearer ${bearer}` },
    });
    const { data, errors } = JSON.parse(response.body);
    return { data, code: errors?.[0].extensions.code, field: errors?.[0].extensions.field };
  };
  const owner = await make.user("customer", customerTypes.commercial);
  const rows: [object, string, string][] = [
    [{ email: owner.email.toUpperCase() }, "USER_EMAIL_EXIST", "email"],
    [{ email: "c_1_x@customers.chaavi.example" }, "FAILED_VALIDATION", "email"],
    [{ password: "weak" }, "FAILED_VALIDATION", "password"],
    [{ password: undefined }, "FAILED_VALIDATION", "password"],
  ];
  for (const [changes, code, field] of rows) {
    const { data: _, ...rejected } = await complete(token, changes);
    assert.deepEqual(rejected, { code, field }, JSON.stringify(changes));
  }
  const done = await complete(token);
  assert.ok(done.data?.access_token, JSON.stringify(done));
  assert.equal((await complete(token)).code, "TOKEN_EXPIRED");
  assert.equal((await complete(done.data.access_token)).code, "REGISTRATION_DONE");
  const me = await readMe(done.data.access_token);
  assert.deepEqual(
    [me.first_name, me.contact_number, me.user_vehicles.map(({ vehicleNo }: { vehicleNo: string }) => vehicleNo)],
    ["Lakshmi", phone, [plate]],
  );
  // The email is used once its link is opened; the phone number alone had opened the account before.
  const email = `done${phone}@example.com`;
  assert.equal((await logIn(email, "commercial", "Chosen@2026")).code, "EMAIL_NOT_VERIFIED");
  const { values } = await findMailTo({ sql, sealer, to: email });
  const link = new URL(values["verify_link"]!).searchParams.get("token");
  assert.equal((await post("/actions/account/verify-email", { token: link })).status, 200);
  assert.equal((await logIn(email, "commercial", "Chosen@2026")).status, 200);
});

test("registration refuses a plate that another account holds, which is named", async () => {
  const holder = await make.user("customer", { contact_number: freshPhone(), ...customerTypes.commercial });
  const held = make.plate();
  const added = await (await asUser(holder)).post("/actions/account/vehicles", { vehicleNo: held });
  assert.equal(added.status, 204, added.text);
  const phone = freshPhone();
  const proof = await proofFor(phone);
  const registration = { proof, email: `plates${phone}@example.com` };
  const refused = await register({ ...registration, vehicles: [{ vehicleNo: make.plate() }, { vehicleNo: held }] });
  assert.deepEqual([refused.code, refused.field], ["VISIT_CODE_REQUIRED", "vehicle"]);
  assert.match(refused.text, new RegExp(held));
  assert.equal((await register({ ...registration, vehicles: [{ vehicleNo: make.plate() }] })).status, 200);
});

test("§5: a valet ticket creates its customer as a check-in does, whose first code logs in and who completes the account", async () => {
  const hotel = await make.valetBranch();
  const driver = await asUser(await make.user("staff", { branch: hotel }));
  const createTicket = async (phone: string): Promise<string> => {
    const plate = make.plate();
    const body = { Vehicle_Number: plate, Customer_Phone_Number: phone, Customer_Name: "Lakshmi" };
    const created = await driver.post("/actions/valet/create-ticket", body);
    assert.equal(created.status, 200, created.text);
    return plate;
  };
  const phone = freshPhone();
  const first = await createTicket(phone);
  const accounts = await sql`
    select email, first_name, password, phone_verified_at from users where contact_number = ${phone}`;
  const email = `c_${phone}_${first.toLowerCase()}@customers.chaavi.example`;
  const expected = { email, first_name: "Lakshmi", password: null, phone_verified_at: null };
  assert.deepEqual(
    accounts.map((account) => ({ ...account })),
    [expected],
  );
  const loggedIn = await logInWithCode(phone);
  assert.equal(loggedIn.status, 200, loggedIn.text);
  const second = await createTicket(phone);
  const token = loggedIn.data.access_token;
  const completion = {
    first_name: "Lakshmi Rao",
    email: `valet${phone}@example.com`,
    password: testPassword,
    mode: "json",
  };
  const completed = await app.inject({
    method: "POST",
    url: "/actions/account/complete-registration",
    payload: completion,
    headers: { authorization: `Bearer ${token}` },
  });
  assert.equal(completed.statusCode, 200, completed.body);
  const { user_vehicles: vehicles, first_name: name } = await readMe(JSON.parse(completed.body).data.access_token);
  assert.equal(name, "Lakshmi Rao");
  assert.deepEqual(
    vehicles.map(({ vehicleNo }: { vehicleNo: string }) => vehicleNo),
    [first, second],
  );
});

test("the owner's code adds the types of branches that list the number, and being listed alone adds none", async () => {
  const listPhone = async (entity_type: string, phone: string) => {
    const listing = await make.branch({ entity_type });
    const unit = await make.row("Branch_Units", { branch: listing.id, name: "Class 5" });
    await make.row("Unit_Members", { unit: unit.id, name: "Lakshmi", phone });
  };
  const phone = freshPhone();
  const email = `parent${phone}@example.com`;
  const proof = await proofFor(phone);
  const created = await register({ proof, email });
  assert.equal(created.status, 200, created.text);
  const readTypes = async () => {
    const me = await readMe(created.data.access_token);
    return [me.public_customer, me.residential_customer, me.school_college_university_customer, me.govt_customer];
  };
  const school = "school-college-university";
  assert.equal((await logInWithCode(phone, school)).code, "USER_INVALID_ENTITY");
  for (const entityType of [school, "government"]) await listPhone(entityType, phone);
  assert.deepEqual(await readTypes(), [true, false, false, false]);
  await sql`delete from otp_challenges`;
  assert.equal((await logInWithCode(phone, school)).status, 200);
  assert.deepEqual(await readTypes(), [true, false, true, false]);

  // At the registration, too.
  const resident = freshPhone();
  await listPhone("residential", resident);
  const residentProof = await proofFor(resident);
  const registered = await register({ proof: residentProof, email: `resident${resident}@example.com` });
  const me = await readMe(registered.data.access_token);
  assert.deepEqual([me.public_customer, me.residential_customer], [true, true]);
});
