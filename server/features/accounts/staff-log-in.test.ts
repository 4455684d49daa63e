// §6: staff without an email log in by a code to their phone, or by a card and PIN. See docs/rules/staff-log-in.md.
import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";
import { maxWrongPins, pinSessionTtlMs } from "#domain/devices/pin-log-in.ts";
import { roles } from "#domain/access/roles.ts";
import { createSealer } from "#server/auth/secrets.ts";
import { startApp, testConfig, type TestResponse } from "#tests/support/app.ts";
import { createFactories, testPassword, type CreatedBranch } from "#tests/support/factories.ts";
import { findCodeSentTo, findMailTo } from "#tests/support/outbox.ts";

const { app, asUser, clock, sql } = await startApp();
const make = createFactories(sql);
const anonymous = await asUser();
const sealer = createSealer(testConfig.secret);
const branch = await make.branch({ slots: 20, name: "T Nagar" });
const manager = await asUser(await make.user("manager", { branch }));
const admin = await asUser(await make.user("admin", { branch }));

beforeEach(async () => {
  clock.now = null;
  await sql`delete from throttle`;
});

let count = 0;
const nextPhone = (): string => `91${String((count += 1)).padStart(8, "0")}`;
const nextPin = (): string => String(2_000 + (count += 1));
const createPerson = (fields: object, by = manager): Promise<TestResponse> =>
  by.post("/actions/people", { role: "staff", first_name: "Ravi Kumar", pin_number: nextPin(), ...fields });

interface Guard {
  id: string;
  phone: string;
  pin: string;
}
/** Invited staff without an email. */
async function createGuard(by = manager): Promise<Guard> {
  const [phone, pin] = [nextPhone(), nextPin()];
  const { data, text } = await createPerson({ contact_number: phone, pin_number: pin }, by);
  assert.ok(data?.id, text);
  return { id: data.id, phone, pin };
}
const sendCode = (phone: string, values?: string): Promise<TestResponse> =>
  anonymous.post("/actions/staff-log-in/send-code", { phone, ...(values && { values }) });
const readCode = (phone: string): Promise<string> => findCodeSentTo({ sql, sealer, to: phone });
const logInWithCode = (values: string, otp: string): Promise<TestResponse> =>
  anonymous.post("/actions/staff-log-in/with-code", { values, otp, mode: "json" });
async function logInByPhone(phone: string): Promise<TestResponse> {
  const { data, text } = await sendCode(phone);
  assert.ok(data?.values, text);
  return logInWithCode(data.values, await readCode(phone));
}
async function issueCard({ id }: Guard, by = manager): Promise<string> {
  const { data, text } = await by.post(`/actions/people/${id}/card`, {});
  assert.ok(data?.link, text);
  const { pathname, hash } = new URL(data.link);
  assert.equal(pathname, "/staff-log-in");
  return hash.slice(1);
}
const logInWithCard = (card: string, pin: string): Promise<TestResponse> =>
  anonymous.post("/actions/staff-log-in/with-card", { card, pin, mode: "json" });
const withToken = (token: string) => ({ authorization: `Bearer ${token}` });
async function readMe(token: string): Promise<{ id: string | undefined; code: string | undefined }> {
  const response = await app.inject({ url: "/users/me?fields=id", headers: withToken(token) });
  const { data, errors } = response.json<{ data?: { id: string }; errors?: TestResponse["errors"] }>();
  return { id: data?.id, code: errors?.[0]?.extensions.code };
}
const readStatus = async ({ id }: Guard) => (await sql`select status from users where id = ${id}`)[0]!["status"];
const toWrong = (code: string): string => (code === "999999" ? "100000" : String(Number(code) + 1));

test("staff with a mobile number need no email: the invitation is an SMS without a secret", async () => {
  const { id, phone } = await createGuard();
  const [user] = await sql`select status, email, password from users where id = ${id}`;
  assert.deepEqual([user!["status"], user!["password"]], ["invited", null]);
  assert.match(user!["email"], /^s_[0-9a-f]{24}@customers\.chaavi\.example$/);
  const messages = await sql`select channel, template, values from "Outbox" where recipient = ${phone}`;
  assert.equal(messages.length, 1);
  assert.deepEqual([messages[0]!["channel"], messages[0]!["template"]], ["sms", "staff-invitation"]);
  assert.match(messages[0]!["values"].log_in_link, /\/staff-log-in$/);
  assert.equal((await manager.post(`/actions/people/${id}/invite`, {})).status, 204);
  assert.equal((await sql`select 1 from "Outbox" where recipient = ${phone}`).length, 2);
});

test("others need an email, and staff a mobile number, now and later", async () => {
  const cases: [object, string][] = [
    [{}, "contact_number"],
    [{ contact_number: "4400123456" }, "contact_number"],
    [{ email: "s_1@customers.chaavi.example", contact_number: nextPhone() }, "email"],
    [{ role: "employee", contact_number: nextPhone() }, "email"],
  ];
  for (const [fields, field] of cases) {
    const { code, errors } = await createPerson(fields);
    assert.deepEqual([code, errors?.[0]?.extensions["field"]], ["FAILED_VALIDATION", field], JSON.stringify(fields));
  }
  assert.equal((await createPerson({ role: "manager", contact_number: nextPhone() }, admin)).code, "FAILED_VALIDATION");
  const { id } = await createGuard();
  const change = (changes: object) => admin.patch(`/users/${id}`, changes);
  assert.equal((await change({ contact_number: null })).code, "FAILED_VALIDATION");
  assert.equal((await change({ role: roles.manager.id })).code, "FAILED_VALIDATION");
  assert.equal((await change({ contact_number: nextPhone() })).status, 200);
});

test("a phone number opens one account: companies cannot share it until one suspends the account", async () => {
  const guard = await createGuard();
  const elsewhere = await asUser(await make.user("manager", { branch: await make.branch() }));
  const hire = () => createPerson({ contact_number: guard.phone }, elsewhere);
  assert.equal((await hire()).code, "USER_PHONE_EXIST");
  assert.equal((await manager.patch(`/users/${guard.id}`, { status: "suspended" })).status, 200);
  assert.equal((await hire()).status, 200);
  const reactivated = await manager.patch(`/users/${guard.id}`, { status: "active" });
  assert.equal(reactivated.code, "USER_PHONE_EXIST");
});

test("two companies that enter one number at the same time get one account with it", async () => {
  const branches = await Promise.all(Array.from({ length: 4 }, () => make.branch()));
  const managers = await Promise.all(branches.map(async (at) => asUser(await make.user("manager", { branch: at }))));
  const phone = nextPhone();
  const results = await Promise.all(managers.map((by) => createPerson({ contact_number: phone }, by)));
  assert.deepEqual(
    results.map(({ code }) => code ?? "created").toSorted(),
    ["USER_PHONE_EXIST", "USER_PHONE_EXIST", "USER_PHONE_EXIST", "created"].toSorted(),
  );
});

test("the code opens a session at the gate, and the first one accepts the invitation", async () => {
  const guard = await createGuard();
  const { data, status, text } = await logInByPhone(guard.phone);
  assert.equal(status, 200, text);
  assert.equal((await readMe(data.access_token)).id, guard.id);
  assert.equal(await readStatus(guard), "active");
  const headers = withToken(data.access_token);
  assert.equal(
    (await app.inject({ method: "PATCH", url: "/users/me", headers, payload: { in_out_flag: true } })).statusCode,
    200,
  );
  const entry = await anonymous.post(
    "/actions/parking/check-in",
    { vehicle_no: make.plate(), phone_no: "9840012345" },
    headers,
  );
  assert.equal(entry.status, 200, entry.text);
});

test("wrong, expired, used and foreign codes open nothing", async () => {
  const guard = await createGuard();
  const { data } = await sendCode(guard.phone);
  const otp = await readCode(guard.phone);
  assert.equal((await logInWithCode(data.values, toWrong(otp))).code, "OTP_INVALID");
  assert.equal((await logInWithCode("x", otp)).code, "NO_OTP");
  const asCustomer = await anonymous.post("/actions/customers/log-in-with-code", { values: data.values, otp });
  assert.equal(asCustomer.code, "NO_OTP");
  const { data: customerCode } = await anonymous.post("/actions/customers/send-code", {
    phone: guard.phone,
    page: "commercial",
  });
  assert.equal((await logInWithCode(customerCode.values, await readCode(guard.phone))).code, "NO_OTP");
  clock.now = new Date(Date.now() + 11 * 60_000);
  assert.equal((await logInWithCode(data.values, otp)).code, "OTP_EXPIRED");
  const again = await sendCode(guard.phone, data.values);
  assert.equal(again.status, 200, again.text);
  const newest = await readCode(guard.phone);
  assert.equal((await logInWithCode(again.data.values, newest)).status, 200);
  assert.equal((await logInWithCode(again.data.values, newest)).code, "NO_OTP");
});

test("one code sent at once ten times opens one session", async () => {
  const guard = await createGuard();
  const { data } = await sendCode(guard.phone);
  const otp = await readCode(guard.phone);
  const results = await Promise.all(Array.from({ length: 10 }, () => logInWithCode(data.values, otp)));
  assert.equal(results.filter(({ status }) => status === 200).length, 1);
});

test("wrong codes are limited, and so are codes for one number", async () => {
  const guard = await createGuard();
  const { data } = await sendCode(guard.phone);
  const otp = await readCode(guard.phone);
  for (let attempt = 1; attempt < 5; attempt += 1)
    assert.equal((await logInWithCode(data.values, toWrong(otp))).code, "OTP_INVALID");
  assert.equal((await logInWithCode(data.values, toWrong(otp))).code, "OTP_TOO_MANY_TRIES");
  assert.equal((await logInWithCode(data.values, otp)).code, "OTP_TOO_MANY_TRIES");
  assert.equal((await sendCode(guard.phone)).code, "VALID_OTP_ALREADY_EXIST");
  const start = Date.now();
  for (let again = 1; again <= 4; again += 1) {
    clock.now = new Date(start + again * 31_000);
    assert.equal((await sendCode(guard.phone)).status, 200, String(again));
  }
  clock.now = new Date(start + 5 * 31_000);
  assert.equal((await sendCode(guard.phone)).code, "REQUESTS_EXCEEDED");
});

test("a number without an account gets the same replies until its code has been entered", async () => {
  const guard = await createGuard();
  const stranger = nextPhone();
  const [known, unknown] = [await sendCode(guard.phone), await sendCode(stranger)];
  assert.deepEqual([known.status, unknown.status], [200, 200]);
  assert.deepEqual(Object.keys(known.data), Object.keys(unknown.data));
  assert.equal(known.data.values.length, unknown.data.values.length);
  const readDelivery = async (values: string) =>
    (await anonymous.post("/actions/staff-log-in/read-code-delivery", { values })).data;
  assert.deepEqual(await readDelivery(known.data.values), await readDelivery(unknown.data.values));
  const otp = await readCode(stranger);
  assert.equal((await logInWithCode(unknown.data.values, toWrong(otp))).code, "OTP_INVALID");
  const reply = await logInWithCode(unknown.data.values, otp);
  assert.equal(reply.code, "INVALID_CREDENTIALS");
  assert.match(reply.errors![0]!.message, /No staff account/);
});

test("the number of staff with an email, of other roles and of suspended people opens nothing", async () => {
  const [withEmail, employee, customer] = [nextPhone(), nextPhone(), nextPhone()];
  await make.user("staff", { branch, contact_number: withEmail });
  await make.user("employee", { branch, contact_number: employee });
  await make.user("customer", { contact_number: customer, email: `c_${customer}_x@customers.chaavi.example` });
  const gone = await createGuard();
  assert.equal((await logInByPhone(gone.phone)).status, 200);
  const card = await issueCard(gone);
  await manager.patch(`/users/${gone.id}`, { status: "suspended" });
  await sql`update otp_challenges set created_at = created_at - interval '1 minute'`;
  for (const phone of [withEmail, employee, customer, gone.phone])
    assert.equal((await logInByPhone(phone)).code, "INVALID_CREDENTIALS", phone);
  assert.equal((await logInWithCard(card, gone.pin)).code, "INVALID_CREDENTIALS");
});

test("a new phone number logs out who had the former one", async () => {
  const guard = await createGuard();
  const { data } = await logInByPhone(guard.phone);
  const phone = nextPhone();
  assert.equal((await manager.patch(`/users/${guard.id}`, { contact_number: phone })).status, 200);
  assert.equal((await readMe(data.access_token)).code, "TOKEN_EXPIRED");
  await sql`update otp_challenges set created_at = created_at - interval '1 minute'`;
  assert.equal((await logInByPhone(guard.phone)).code, "INVALID_CREDENTIALS");
  assert.equal((await logInByPhone(phone)).status, 200);
});

test("a card and the PIN open a session of twelve hours, as often as needed", async () => {
  const guard = await createGuard();
  const card = await issueCard(guard);
  const [row] = await sql`select log_in_card from users where id = ${guard.id}`;
  assert.ok(!row!["log_in_card"].includes(card));
  const first = await logInWithCard(card, guard.pin);
  assert.equal(first.status, 200, first.text);
  assert.equal(await readStatus(guard), "active");
  assert.equal((await readMe(first.data.access_token)).id, guard.id);
  assert.equal((await logInWithCard(card, guard.pin)).status, 200);
  const refresh = (token: string) => anonymous.post("/auth/refresh", { refresh_token: token, mode: "json" });
  const start = Date.now();
  clock.now = new Date(start + pinSessionTtlMs - 60_000);
  const renewed = await refresh(first.data.refresh_token);
  assert.equal(renewed.status, 200, renewed.text);
  clock.now = new Date(start + pinSessionTtlMs + 60_000);
  assert.equal((await refresh(renewed.data.refresh_token)).code, "INVALID_CREDENTIALS");
});

test("a new card ends the former one and its sessions, and a revoked one opens nothing", async () => {
  const guard = await createGuard();
  const former = await issueCard(guard);
  const { data } = await logInWithCard(former, guard.pin);
  const card = await issueCard(guard);
  assert.equal((await logInWithCard(former, guard.pin)).code, "INVALID_CREDENTIALS");
  assert.equal((await readMe(data.access_token)).code, "TOKEN_EXPIRED");
  const byPhone = await logInByPhone(guard.phone);
  assert.equal((await manager.post(`/actions/people/${guard.id}/card/revoke`, {})).status, 204);
  assert.equal((await logInWithCard(card, guard.pin)).code, "INVALID_CREDENTIALS");
  assert.equal((await readMe(byPhone.data.access_token)).id, guard.id);
  const events = await sql<{ kind: string }[]>`
    select kind from "Security_Events" where account = ${guard.id} and kind like 'card%' order by id`;
  assert.deepEqual(
    events.map(({ kind }) => kind),
    ["card_issued", "card_issued", "card_revoked"],
  );
});

test("managers issue cards to staff of their branch without an email only", async () => {
  const guard = await createGuard();
  const sister = await asUser(await make.user("manager", { branch: await make.branch({ company: branch.company }) }));
  const other = await asUser(await make.user("manager", { branch: await make.branch() }));
  const colleague = await asUser(await make.user("staff", { branch }));
  for (const client of [sister, other, colleague])
    for (const action of ["card", "card/revoke"])
      assert.equal((await client.post(`/actions/people/${guard.id}/${action}`, {})).code, "FORBIDDEN");
  const withEmail = await make.user("staff", { branch, pin_number: nextPin() });
  assert.equal((await manager.post(`/actions/people/${withEmail.id}/card`, {})).code, "FORBIDDEN");
});

test("the third wrong PIN locks the card until the person logs in by phone", async () => {
  const guard = await createGuard();
  const card = await issueCard(guard);
  const codes = [];
  for (let attempt = 0; attempt < maxWrongPins; attempt += 1) codes.push((await logInWithCard(card, "9999")).code);
  assert.deepEqual(codes, ["INVALID_CREDENTIALS", "INVALID_CREDENTIALS", "PIN_LOCKED"]);
  assert.equal((await logInWithCard(card, guard.pin)).code, "PIN_LOCKED");
  assert.equal((await logInByPhone(guard.phone)).status, 200);
  assert.equal((await logInWithCard(card, guard.pin)).status, 200);
});

test("PINs sent at once with one card get no more than three tries", async () => {
  const guard = await createGuard();
  const card = await issueCard(guard);
  const results = await Promise.all(Array.from({ length: 12 }, () => logInWithCard(card, "9999")));
  const wrong = results.filter(({ code }) => code === "INVALID_CREDENTIALS");
  assert.equal(wrong.length, maxWrongPins - 1);
  assert.equal(results.filter(({ code }) => code === "PIN_LOCKED").length, 12 - wrong.length);
});

const countActivations = async ({ id }: Guard): Promise<number> =>
  (await sql`select 1 from "Security_Events" where account = ${id} and kind = 'status_changed'`).length;

test("two first uses of a card at the same time accept the invitation once", async () => {
  const guard = await createGuard();
  const card = await issueCard(guard);
  const results = await Promise.all([logInWithCard(card, guard.pin), logInWithCard(card, guard.pin)]);
  assert.deepEqual(
    results.map(({ status }) => status),
    [200, 200],
  );
  for (const { data } of results) assert.equal((await readMe(data.access_token)).id, guard.id);
  assert.equal(await countActivations(guard), 1);
});

test("control: without the lock, two uses that have both read the invitation accept it twice", async () => {
  const guard = await createGuard();
  let reading = 2;
  let accepted = 0;
  const haveBothRead = Promise.withResolvers<void>();
  const acceptUnlocked = async () => {
    const status = await readStatus(guard);
    reading -= 1;
    if (reading === 0) haveBothRead.resolve();
    await haveBothRead.promise;
    if (status === "invited") accepted += 1;
  };
  await Promise.all([acceptUnlocked(), acceptUnlocked()]);
  assert.equal(accepted, 2);
});

test("a person who gets an email before the first log-in is invited by it, and the card ends", async () => {
  const guard = await createGuard();
  const card = await issueCard(guard);
  const email = `guard${count}@staff.example`;
  assert.equal((await manager.post(`/actions/people/${guard.id}/invite`, { email })).status, 204);
  assert.equal((await sql`select 1 from "Outbox" where recipient = ${email} and template = 'invitation'`).length, 1);
  assert.equal((await logInWithCard(card, guard.pin)).code, "INVALID_CREDENTIALS");
});

test("the generated address opens nothing by password or reset", async () => {
  const guard = await createGuard();
  const [row] = await sql<{ email: string }[]>`select email from users where id = ${guard.id}`;
  const { email } = row!;
  assert.equal((await anonymous.post("/auth/login", { email, password: testPassword })).code, "INVALID_CREDENTIALS");
  await anonymous.post("/auth/password/request", { email });
  assert.equal((await sql`select 1 from links where "user" = ${guard.id}`).length, 0);
});

test("an import accepts staff with a mobile number instead of an email, and invites them by SMS", async () => {
  const importer = await importBranch();
  const [phone, other] = [nextPhone(), nextPhone()];
  const file = ["Name,Phone,PIN", `Asha Rao,${phone},4101`, `Bala Murthy,,4102`, `Chitra Devi,4400123456,4103`].join(
    "\n",
  );
  const preview = await importer.send("/preview?role=staff", file);
  assert.deepEqual(
    preview.data.errors.map(({ line, column }: { line: number; column: string }) => [line, column]),
    [
      [3, "Phone"],
      [4, "Phone"],
    ],
  );
  const withEmail = `Name,Email,Phone,PIN\nAsha Rao,,${phone},4101\nDeepa Nair,deepa@staff.example,${other},4104`;
  const imported = await importer.send("?role=staff&rows=good", withEmail);
  assert.deepEqual(imported.data, { created: 2, left: 0 });
  const [row] = await sql`select email from users where contact_number = ${phone}`;
  assert.match(row!["email"], /^s_/);
});

async function importBranch() {
  const at: CreatedBranch = await make.branch();
  const { token } = await asUser(await make.user("manager", { branch: at }));
  async function send(path: string, file: string) {
    const form = new FormData();
    form.set("file", new Blob([file]), "people");
    const request = new Request("http://local/", { method: "POST", body: form });
    const response = await app.inject({
      method: "POST",
      url: `/actions/people/import${path}`,
      headers: { "content-type": request.headers.get("content-type")!, ...withToken(token!) },
      payload: Buffer.from(await request.arrayBuffer()),
    });
    return JSON.parse(response.body.trim().split("\n").at(-1)!);
  }
  return { send };
}

const confirmMail = async (email: string): Promise<TestResponse> => {
  const { values } = await findMailTo({ sql, sealer, to: email });
  const token = new URL(values["confirm_link"]!).searchParams.get("token");
  return anonymous.post("/actions/account/confirm-email", { token });
};

/** By the link for forgotten passwords. */
async function logInWithEmail(email: string): Promise<number> {
  await anonymous.post("/auth/password/request", { email });
  const { values } = await findMailTo({ sql, sealer, to: email });
  const token = new URL(values["reset_link"]!).searchParams.get("token");
  assert.equal((await anonymous.post("/auth/password/reset", { token, password: testPassword })).status, 204);
  return (await anonymous.post("/auth/login", { email, password: testPassword })).status;
}

test("a manager gives active staff an email, which counts once its link was opened", async () => {
  const guard = await createGuard();
  const email = `guard-${guard.phone}@example.com`;
  const give = (to: unknown, by = manager) => by.post(`/actions/people/${guard.id}/email`, { email: to });
  assert.equal((await give(email)).code, "FORBIDDEN", "invited: the invitation is corrected instead");
  assert.equal((await logInByPhone(guard.phone)).status, 200);
  const card = await issueCard(guard);
  const taken = await make.user("staff", { branch });
  assert.equal((await give(taken.email)).code, "EMAIL_IN_USE");
  assert.equal((await give("nobody")).code, "FAILED_VALIDATION");
  const other = await asUser(await make.user("manager", { branch: await make.branch() }));
  for (const stranger of [other, await asUser(taken)]) assert.equal((await give(email, stranger)).code, "FORBIDDEN");

  assert.equal((await give(email)).status, 204);
  assert.equal((await logInByPhone(guard.phone)).status, 200, "the phone number still opens it");
  assert.deepEqual((await confirmMail(email)).data, { email, has_password: false });
  assert.equal((await logInByPhone(guard.phone)).code, "INVALID_CREDENTIALS");
  assert.equal((await logInWithCard(card, guard.pin)).code, "INVALID_CREDENTIALS");
  assert.equal(await logInWithEmail(email), 200);
  assert.equal((await give(`again-${email}`)).code, "FORBIDDEN", "an email is changed by its owner");
});

test("staff add their first email within 15 minutes of a log-in", async () => {
  const guard = await createGuard();
  const email = `own-${guard.phone}@example.com`;
  const { data } = await logInByPhone(guard.phone);
  const add = async () => {
    const response = await app.inject({
      method: "POST",
      url: "/actions/account/email",
      headers: withToken(data.access_token),
      payload: { email },
    });
    return { status: response.statusCode, text: response.body };
  };
  await sql`update sessions set opened_at = now() - interval '16 minutes', created_at = now() - interval '16 minutes' where "user" = ${guard.id}`;
  assert.match((await add()).text, /INVALID_CREDENTIALS/);
  await sql`update sessions set opened_at = now(), created_at = now() where "user" = ${guard.id}`;
  assert.equal((await add()).status, 204);
  assert.equal((await confirmMail(email)).status, 200);
  assert.equal(await logInWithEmail(email), 200);
});
