// §2 §4 §5 §6: customers log in by password or by a code to their phone, each at the page of their kind, and register.
import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";
import { sealer } from "#server/services/secrets.ts";
import { startApp, testConfig } from "#tests/support/app.ts";
import { codeTo, mailTo } from "#tests/support/mail.ts";
import { factories, password } from "#tests/support/make.ts";

const { app, as, sql, clock } = await startApp();
const make = factories(sql);
const branch = await make.branch({ slots: 5 });
const open = sealer(testConfig.secret);

beforeEach(async () => {
  clock.now = null;
  // What was sent in other tests is no matter of this one's limits.
  await sql`delete from otp_challenges`;
});

let count = 0;
const freshPhone = (): string => `98401${String((count += 1)).padStart(5, "0")}`;

async function post(url: string, payload: object, cookie?: string) {
  const answer = await app.inject({ method: "POST", url, payload, ...(cookie ? { headers: { cookie } } : {}) });
  const parsed = answer.body ? JSON.parse(answer.body) : {};
  const error = parsed.errors?.[0];
  return {
    status: answer.statusCode,
    data: parsed.data,
    code: error?.extensions.code as string | undefined,
    field: error?.extensions.field as string | undefined,
    cookie: /directus_refresh_token=[^;]+/.exec(String(answer.headers["set-cookie"] ?? ""))?.[0],
    text: answer.body,
  };
}
const logIn = (email: string, page: string, typed = password) => post("/auth/login", { email, password: typed, page });
const sendCode = (phone: string, page = "commercial") => post("/actions/customers/send-code", { phone, page });

async function withCode(phone: string, page = "commercial", more: object = {}) {
  const sent = await sendCode(phone, page);
  assert.equal(sent.status, 200, sent.text);
  const otp = await codeTo({ sql, sealer: open, to: phone });
  return post("/actions/customers/log-in-with-code", { values: sent.data.values, otp, ...more });
}
const meOf = async (token: string) =>
  JSON.parse((await app.inject({ url: "/users/me", headers: { authorization: `Bearer ${token}` } })).body).data;

const kinds = {
  commercial: { public_customer: true },
  residential: { residential_customer: true },
  government: { govt_customer: true },
  school: { school_college_university_customer: true },
};

test("by password: each kind at its own page, told of another only once the password is proved", async () => {
  const opens: { [kind in keyof typeof kinds]: string } = {
    commercial: "commercial",
    residential: "commercial",
    government: "government",
    school: "school-college-university",
  };
  for (const [kind, flags] of Object.entries(kinds)) {
    const { email } = await make.user("customer", flags);
    for (const page of ["commercial", "government", "school-college-university"]) {
      const isOwn = opens[kind as keyof typeof kinds] === page;
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

test("by a code: the one who has the phone is in; the number never stands in the address", async () => {
  const phone = freshPhone();
  const user = await make.user("customer", { contact_number: phone, ...kinds.commercial });
  const sent = await sendCode(`+91${phone}`);
  assert.equal(sent.data.phone_end, phone.slice(-4));
  assert.ok(
    !sent.data.values.includes(phone) && !Buffer.from(sent.data.values, "base64url").toString().includes(phone),
  );
  const otp = await codeTo({ sql, sealer: open, to: phone });
  const { values } = sent.data;
  const wrong = await post("/actions/customers/log-in-with-code", { values, otp: otp === "1234" ? "4321" : "1234" });
  assert.deepEqual([wrong.code, wrong.field], ["OTP_INVALID", "otp"]);
  const right = await post("/actions/customers/log-in-with-code", { values, otp });
  assert.equal((await meOf(right.data.access_token)).id, user.id);
  assert.equal((await post("/actions/customers/log-in-with-code", { values, otp })).code, "NO_OTP");
  for (const forged of [`${values}x`, "x", "", undefined, 5])
    assert.equal((await post("/actions/customers/log-in-with-code", { values: forged, otp })).code, "NO_OTP");
});

test("a code is sent whether there is an account or not, again after half a minute, and holds for ten", async () => {
  const phone = freshPhone();
  const start = Date.now();
  clock.now = new Date(start);
  const { data, status } = await sendCode(phone);
  assert.equal(status, 200);
  const again = () => post("/actions/customers/send-code-again", { values: data.values });
  assert.equal((await again()).code, "VALID_OTP_ALREADY_EXIST");
  clock.now = new Date(start + 30_000);
  assert.equal((await again()).status, 200);
  const otp = await codeTo({ sql, sealer: open, to: phone });
  clock.now = new Date(start + 30_000 + 10 * 60_000);
  assert.equal((await post("/actions/customers/log-in-with-code", { values: data.values, otp })).code, "OTP_EXPIRED");
  assert.equal((await sendCode("12345")).code, "INVALID_PHONE");
  assert.equal((await post("/actions/customers/send-code", { phone })).code, "INVALID_PAYLOAD");
});

test("government customers have no log-in by phone, and neither has who has a second factor", async () => {
  assert.equal((await sendCode(freshPhone(), "government")).code, "ADMIN_GOVERNMENT_PHONE_LOGIN");
  const official = freshPhone();
  await make.user("customer", { contact_number: official, ...kinds.government });
  assert.equal((await withCode(official)).code, "USER_INVALID_ENTITY");
  const careful = freshPhone();
  const { id } = await make.user("customer", { contact_number: careful, ...kinds.commercial });
  await sql`update users set tfa_secret = 'on' where id = ${id}`;
  assert.equal((await withCode(careful)).code, "ADMIN_GOVERNMENT_PHONE_LOGIN");
  const suspended = freshPhone();
  await make.user("customer", { contact_number: suspended, status: "suspended", ...kinds.commercial });
  assert.equal((await withCode(suspended)).code, "ACCOUNT_SUSPEND");
});

test("who is logged in in this browser on the other side is told to log out first", async () => {
  const cookieOf = async (email: string, page: string) =>
    (await post("/auth/login", { email, password, page, mode: "cookie" })).cookie;
  const customer = await make.user("customer", kinds.commercial);
  const staff = await make.user("staff", { branch });
  const admin = await make.user("admin", { branch });
  const at = async (page: string, cookie: string | undefined) =>
    (await post("/auth/login", { email: customer.email, password, page, mode: "cookie" }, cookie)).code;
  assert.equal(await at("commercial", await cookieOf(staff.email, "partner")), "PARTNER_LOGGED_IN");
  assert.equal(await at("commercial", await cookieOf(admin.email, "partner")), "ADMIN_LOGGED_IN");
  assert.equal(await at("partner", await cookieOf(customer.email, "commercial")), "CUSTOMER_LOGGED_IN");
  const cookie = await cookieOf(staff.email, "partner");
  const sent = await post("/actions/customers/send-code", { phone: freshPhone(), page: "commercial" }, cookie);
  assert.equal(sent.code, "PARTNER_LOGGED_IN");
  // A log-in that is over stands in nobody's way.
  await post("/auth/logout", { mode: "cookie" }, cookie);
  assert.equal(await at("commercial", cookie), undefined);
});

const person = { first_name: "Lakshmi Narayan", password: "Chosen@2026", customer_type: "public" };
async function proofFor(phone: string): Promise<string> {
  return (await withCode(phone)).data.proof as string;
}
const register = (body: object) => post("/actions/customers/register", { ...person, ...body });

test("registered: in at once by the phone, by the password once the email is verified", async () => {
  const phone = freshPhone();
  const email = `lakshmi${phone}@example.com`;
  const proof = await proofFor(phone);
  const made = await register({ proof, email, vehicles: [{ vehicleNo: "tn 09 ab 4321", type: null }] });
  assert.equal(made.status, 200, made.text);
  const me = await meOf(made.data.access_token);
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
  const { values } = await mailTo({ sql, sealer: open, to: email });
  const token = new URL(values["verify_link"]!).searchParams.get("token");
  assert.equal((await post("/actions/account/verify-email", { token })).status, 200);
  assert.equal((await logIn(email, "commercial", person.password)).status, 200);
  assert.equal((await withCode(phone)).status, 200);
});

test("a government customer registers as one, and logs in at their page", async () => {
  const phone = freshPhone();
  const email = `clerk${phone}@example.com`;
  const proof = await proofFor(phone);
  const made = await register({ proof, email, customer_type: "gov", department: "Revenue", designation: "Clerk" });
  assert.equal(made.status, 200, made.text);
  await sql`update users set is_email_verified = true where email = ${email}`;
  assert.equal((await logIn(email, "government", person.password)).status, 200);
});

test("§5: rejected where the phone or the email is somebody's; a customer the gate has made is completed", async () => {
  const phone = freshPhone();
  const proof = await proofFor(phone);
  const owner = await make.user("customer", { contact_number: phone, ...kinds.commercial });
  const email = `new${phone}@example.com`;
  assert.deepEqual(
    [(await register({ proof, email })).code, (await register({ proof, email })).field],
    ["USER_PHONE_EXIST", "contact_number"],
  );
  const other = await proofFor(freshPhone());
  assert.equal((await register({ proof: other, email: owner.email.toUpperCase() })).code, "USER_EMAIL_EXIST");

  const walkedIn = freshPhone();
  const early = await proofFor(walkedIn);
  const gate = await as(await make.user("staff", { branch }));
  assert.equal(
    (await gate.post("/actions/parking/check-in", { vehicle_no: make.plate(), phone_no: walkedIn })).status,
    200,
  );
  const [before] = await sql`select id from users where contact_number = ${walkedIn}`;
  assert.ok(before);
  const made = await register({ proof: early, email: `walked${walkedIn}@example.com` });
  assert.equal(made.status, 200, made.text);
  const me = await meOf(made.data.access_token);
  assert.deepEqual([me.id, me.first_name], [before["id"], person.first_name]);
});

test("many registrations of one phone at once make one account", async () => {
  const phone = freshPhone();
  const proof = await proofFor(phone);
  const answers = await Promise.all(
    Array.from({ length: 6 }, (_, turn) => register({ proof, email: `many${turn}${phone}@example.com` })),
  );
  assert.equal(answers.filter(({ status }) => status === 200).length, 1);
  assert.equal((await sql`select 1 from users where contact_number = ${phone}`).length, 1);
});

test("what is not right says so by its field, and nothing is kept", async () => {
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
    const answer = await register({ proof, ...body });
    assert.deepEqual([answer.code, answer.field], [code, field], JSON.stringify(body));
  }
  for (const forged of ["x", undefined, `${proof}x`])
    assert.equal((await register({ proof: forged, email })).code, "INVALID_TOKEN");
  assert.equal((await sql`select 1 from users where contact_number = ${phone}`).length, 0);
  clock.now = new Date(Date.now() + 31 * 60_000);
  assert.equal((await register({ proof, email })).code, "TOKEN_EXPIRED");
});
