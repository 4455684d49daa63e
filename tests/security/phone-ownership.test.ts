// §5 §6: a phone number or email typed at a gate proves nothing. Data by phone is readable only by the user who
// verified it.
import assert from "node:assert/strict";
import { beforeEach, describe, test } from "node:test";
import { createSealer } from "#server/auth/secrets.ts";
import { startApp, testConfig } from "#tests/support/app.ts";
import { findCodeSentTo, findMailTo } from "#tests/support/outbox.ts";
import { createFactories, type CreatedUser, testPassword } from "#tests/support/factories.ts";

const { app, asUser, sql } = await startApp();
const factories = createFactories(sql);
const open = createSealer(testConfig.secret);
const [hotel, mall] = [await factories.valetBranch(), await factories.branch({ slots: 50 })];
const driver = await asUser(await factories.user("staff", { branch: hotel }));
const gate = await asUser(await factories.user("staff", { branch: mall }));

beforeEach(async () => {
  await sql`delete from otp_challenges`;
  await sql`delete from throttle`;
});

let count = 0;
const freshPhone = (): string => `98111${String((count += 1)).padStart(5, "0")}`;

async function post(url: string, payload: object, token?: string) {
  const headers = token ? { authorization: `Bearer ${token}` } : {};
  const response = await app.inject({ method: "POST", url, payload, headers });
  const parsed = response.body ? JSON.parse(response.body) : {};
  const code = parsed.errors?.[0]?.extensions.code as string | undefined;
  return { status: response.statusCode, data: parsed.data, code, text: response.body };
}
async function get(url: string, token: string) {
  const response = await app.inject({ url, headers: { authorization: `Bearer ${token}` } });
  return JSON.parse(response.body).data;
}
/** What this token can read of a collection; empty if rejected. */
const listRows = async (name: string, token: string) => (await get(`/items/${name}`, token)) ?? [];
const findSentMail = (to: string) => findMailTo({ sql, sealer: open, to }).catch(() => null);

async function logInByCode(phone: string) {
  const { data } = await post("/actions/customers/send-code", { phone, page: "commercial" });
  const otp = await findCodeSentTo({ sql, sealer: open, to: phone });
  return post("/actions/customers/log-in-with-code", { values: data.values, otp });
}

/** A vehicle of this phone at the hotel; its owner has no account but the unverified one of the ticket. */
async function createTicket(phone: string): Promise<{ id: number; plate: string }> {
  const plate = factories.plate();
  const body = { Vehicle_Number: plate, Customer_Phone_Number: phone, Customer_Name: "Meenakshi" };
  const created = await driver.post("/actions/valet/create-ticket", body);
  assert.equal(created.status, 200, created.text);
  return { id: created.data.id, plate };
}

async function checkIn(body: object): Promise<void> {
  const response = await gate.post("/actions/parking/check-in", { vehicle_no: factories.plate(), ...body });
  assert.equal(response.status, 200, response.text);
}

/** An account with a password and an unverified phone, as gate staff could once create. */
async function createUnverifiedUser(phone: string): Promise<CreatedUser> {
  const user = await factories.user("customer", { public_customer: true });
  await sql`update users set contact_number = ${phone} where id = ${user.id}`;
  return user;
}
const tokenFor = async ({ email }: CreatedUser): Promise<string> =>
  (await post("/auth/login", { email, password: testPassword })).data.access_token;

test("an email typed at a gate is sent no link that opens another vendor's ticket", async () => {
  const phone = freshPhone();
  const { id } = await createTicket(phone);
  const email = `evil${phone}@example.com`;
  await checkIn({ phone_no: phone, email });
  assert.equal((await post("/auth/password/request", { email })).status, 204);
  const mail = await findSentMail(email);
  if (mail) {
    const token = new URL(mail.values["reset_link"]!).searchParams.get("token");
    await post("/auth/password/reset", { token, password: "Attacker#77x" });
    const session = await post("/auth/login", { email, password: "Attacker#77x" });
    const read = await get("/items/Valet_and_Parking_Information?fields=id,Vehicle_Number", session.data.access_token);
    assert.fail(`the typed email was sent a link, whose account reads ${JSON.stringify(read)} (ticket ${id})`);
  }
});

test("the typed email stays on the visitor record and is on no account", async () => {
  const phone = freshPhone();
  const email = `visitor${phone}@example.com`;
  const vehicle = factories.plate();
  await checkIn({ phone_no: phone, email, vehicle_no: vehicle });
  const rows = await sql`select email, phone_verified_at from users where contact_number = ${phone}`;
  assert.deepEqual(
    rows.map((row) => ({ ...row })),
    [{ email: `c_${phone}_${vehicle.toLowerCase()}@customers.chaavi.example`, phone_verified_at: null }],
  );
  assert.equal((await sql`select 1 from users where email = ${email}`).length, 0);
  const [visitorRecord] = await sql`select email from "Parking_Main_Information" where vehicle_no = ${vehicle}`;
  assert.equal(visitorRecord!["email"], email);
});

test("an account with an unverified phone reads nothing by that phone, through any interface", async () => {
  const phone = freshPhone();
  const { id, plate } = await createTicket(phone);
  await checkIn({ phone_no: phone });
  const user = await createUnverifiedUser(phone);
  const token = await tokenFor(user);
  const collections = ["Valet_and_Parking_Information", "Parking_Information", "Parking_Main_Information"];
  const readOwnRows = async () =>
    Promise.all(collections.map(async (name) => ((await listRows(name, token)) as object[]).length));
  assert.deepEqual(await readOwnRows(), [0, 0, 0]);
  assert.equal((await post(`/actions/valet/${id}/my-page`, {}, token)).data, undefined);
  const graph = await post("/graphql", { query: "{ Valet_and_Parking_Information { id Vehicle_Number } }" }, token);
  assert.ok(!graph.text.includes(plate), graph.text);
  // Control: the same account reads all of it from the request after verification.
  await sql`update users set phone_verified_at = now() where id = ${user.id}`;
  assert.deepEqual(await readOwnRows(), [1, 1, 1]);
  assert.notEqual(
    (await post("/graphql", { query: "{ Valet_and_Parking_Information { Vehicle_Number } }" }, token)).text.indexOf(
      plate,
    ),
    -1,
  );
});

test("a code logs its owner in to the account of the ticket, and not to one set up by another person", async () => {
  const phone = freshPhone();
  // The older one: the order of the accounts does not decide.
  const unverifiedUser = await createUnverifiedUser(phone);
  const { plate } = await createTicket(phone);
  const loggedIn = await logInByCode(phone);
  assert.equal(loggedIn.status, 200, loggedIn.text);
  const token = loggedIn.data.access_token;
  const me = await get("/users/me", token);
  assert.deepEqual([me.contact_number, me.id === unverifiedUser.id], [phone, false]);
  const [ticket] = await get("/items/Valet_and_Parking_Information?fields=Vehicle_Number", token);
  assert.equal(ticket.Vehicle_Number, plate);
  assert.deepEqual(await listRows("Valet_and_Parking_Information", await tokenFor(unverifiedUser)), []);
});

test("a code does not log its owner in to an account set up by another person; registering works", async () => {
  const phone = freshPhone();
  const { plate } = await createTicket(phone);
  // As for a ticket from before tickets created accounts.
  await sql`delete from users where contact_number = ${phone}`;
  const unverifiedUser = await createUnverifiedUser(phone);
  const loggedIn = await logInByCode(phone);
  assert.equal(loggedIn.status, 200, loggedIn.text);
  assert.ok(loggedIn.data.proof && !loggedIn.data.access_token, loggedIn.text);
  const email = `owner${phone}@example.com`;
  const details = { first_name: "Meenakshi", email, password: "Chosen#2026x", customer_type: "public" };
  const created = await post("/actions/customers/register", { proof: loggedIn.data.proof, ...details });
  assert.equal(created.status, 200, created.text);
  const token = created.data.access_token;
  assert.notEqual((await get("/users/me", token)).id, unverifiedUser.id);
  const [ticket] = await get("/items/Valet_and_Parking_Information?fields=Vehicle_Number", token);
  assert.equal(ticket.Vehicle_Number, plate);
  assert.deepEqual(await listRows("Valet_and_Parking_Information", await tokenFor(unverifiedUser)), []);
  const repeated = await logInByCode(phone);
  assert.equal((await get("/users/me", repeated.data.access_token)).contact_number, phone);
});

test("a phone typed only at a gate becomes its owner's by a code, with the vehicles of its entries", async () => {
  const phone = freshPhone();
  const [first, second] = [factories.plate(), factories.plate()];
  await checkIn({ phone_no: phone, vehicle_no: first, email: `someone${phone}@example.com` });
  const own = await logInByCode(phone);
  assert.equal(own.status, 200, own.text);
  const token = own.data.access_token;
  assert.equal((await get("/items/Parking_Information", token)).length, 1);
  // §5: an existing customer gets the vehicle added.
  await checkIn({ phone_no: phone, vehicle_no: second });
  const { user_vehicles: vehicles } = await get("/users/me", token);
  assert.deepEqual(
    vehicles.map(({ vehicleNo }: { vehicleNo: string }) => vehicleNo),
    [first, second],
  );
  assert.equal((await sql`select 1 from users where contact_number = ${phone}`).length, 1);
});

test("the gate links vehicles to users who verified the phone or email, and never to others", async () => {
  const phone = freshPhone();
  const unverifiedUser = await createUnverifiedUser(phone);
  await checkIn({ phone_no: phone });
  const [stored] = await sql`select user_vehicles from users where id = ${unverifiedUser.id}`;
  assert.deepEqual(stored!["user_vehicles"], []);
  // Created by another person with an own email, and without a password yet.
  const invited = await factories.user("customer", { public_customer: true, status: "invited" });
  await sql`update users set contact_number = ${phone}, password = null where id = ${invited.id}`;
  await checkIn({ phone_no: phone });
  const [empty] = await sql`select user_vehicles from users where id = ${invited.id}`;
  assert.deepEqual(empty!["user_vehicles"], []);
  const unverified = await factories.user("customer", { public_customer: true });
  await sql`update users set is_email_verified = false where id = ${unverified.id}`;
  await checkIn({ phone_no: freshPhone(), email: unverified.email });
  const [unverifiedRow] = await sql`select user_vehicles from users where id = ${unverified.id}`;
  assert.deepEqual(unverifiedRow!["user_vehicles"], []);
  const regular = await factories.user("customer", { public_customer: true });
  const vehicle = factories.plate();
  await checkIn({ phone_no: freshPhone(), email: regular.email, vehicle_no: vehicle });
  const [known] = await sql`select user_vehicles from users where id = ${regular.id}`;
  assert.equal(known!["user_vehicles"][0].vehicleNo, vehicle);
});

test("a verification belongs to one account and its number only", async () => {
  const phone = freshPhone();
  const user = await factories.user("customer", { contact_number: phone, public_customer: true });
  const other = await createUnverifiedUser(phone);
  await assert.rejects(sql`update users set phone_verified_at = now() where id = ${other.id}`, /users_u/);
  const platform = await asUser(await factories.user("platform"));
  assert.equal(
    (await platform.patch(`/users/${user.id}`, { phone_verified_at: new Date().toISOString() })).status,
    403,
  );
  assert.equal((await platform.patch(`/users/${user.id}`, { contact_number: freshPhone() })).status, 200);
  const [row] = await sql`select phone_verified_at from users where id = ${user.id}`;
  assert.equal(row!["phone_verified_at"], null, "another number is not verified");
});

test("no link is sent to an unverified email, and the response does not reveal it", async () => {
  const phone = freshPhone();
  const user = await factories.user("customer", { contact_number: phone, public_customer: true });
  await sql`update users set is_email_verified = false where id = ${user.id}`;
  const known = await post("/auth/password/request", { email: user.email });
  const unknown = await post("/auth/password/request", { email: `nobody${phone}@example.com` });
  assert.deepEqual([known.status, known.text], [unknown.status, unknown.text]);
  assert.equal(await findSentMail(user.email), null);
  await sql`update users set is_email_verified = true where id = ${user.id}`;
  await post("/auth/password/request", { email: user.email });
  assert.equal((await findSentMail(user.email))!.template, "reset-password", "control");
});

test("password login remains possible for a verified email, without access by the phone", async () => {
  const phone = freshPhone();
  await createTicket(phone);
  const user = await createUnverifiedUser(phone);
  assert.equal(
    (await post("/auth/login", { email: user.email, password: testPassword, page: "commercial" })).status,
    200,
  );
});

/** A customer with an email and a password, and no phone on the account. */
const createUserWithoutPhone = (): Promise<CreatedUser> => factories.user("customer", { public_customer: true });
const getContact = async ({ id }: CreatedUser) => {
  const [row] = await sql<{ phone: string | null; isVerified: boolean }[]>`
    select contact_number as phone, phone_verified_at is not null as "isVerified" from users where id = ${id}`;
  return { ...row! };
};
async function requestPhoneChange(token: string, phone: string, input: object = { password: testPassword }) {
  const response = await post("/actions/account/phone", { phone, ...input }, token);
  assert.equal(response.status, 200, response.text);
  const otp = await findCodeSentTo({ sql, sealer: open, to: phone.slice(-10) });
  return { values: response.data.values as string, otp };
}
const confirmPhone = (token: string, body: object) => post("/actions/account/phone/confirm", body, token);

describe("a user's own phone is added to the account by a code sent to it", () => {
  test("the phone's entries are readable from then on and not before, in the existing session", async () => {
    const phone = freshPhone();
    const { plate } = await createTicket(phone);
    await checkIn({ phone_no: phone });
    const user = await createUserWithoutPhone();
    const token = await tokenFor(user);
    const { values, otp } = await requestPhoneChange(token, `+91${phone}`);
    assert.deepEqual(await listRows("Valet_and_Parking_Information", token), []);
    assert.deepEqual(await getContact(user), { phone: null, isVerified: false });
    const wrong = await confirmPhone(token, { values, otp: otp === "111111" ? "222222" : "111111" });
    assert.equal(wrong.code, "OTP_INVALID");
    const confirmed = await confirmPhone(token, { values, otp });
    assert.deepEqual([confirmed.status, confirmed.data], [200, { contact_number: phone }], confirmed.text);
    assert.deepEqual(await getContact(user), { phone, isVerified: true });
    const [ticket] = await listRows("Valet_and_Parking_Information", token);
    assert.equal(ticket.Vehicle_Number, plate);
    assert.equal((await listRows("Parking_Information", token)).length, 1);
    assert.equal((await confirmPhone(token, { values, otp })).code, "NO_OTP", "a code is valid once");
    const own = await logInByCode(phone);
    assert.equal((await get("/users/me", own.data.access_token)).id, user.id);
  });

  test("changing the phone ends access by the old one, notifies the email and adds a security event", async () => {
    const [old, phone] = [freshPhone(), freshPhone()];
    await createTicket(old);
    const user = await factories.user("customer", { contact_number: old, public_customer: true });
    const token = await tokenFor(user);
    assert.equal((await listRows("Valet_and_Parking_Information", token)).length, 1);
    await confirmPhone(token, await requestPhoneChange(token, phone));
    assert.deepEqual(await getContact(user), { phone, isVerified: true });
    assert.deepEqual(await listRows("Valet_and_Parking_Information", token), []);
    const mail = (await findSentMail(user.email))!;
    assert.deepEqual([mail.template, mail.values["phone_end"]], ["phone-changed", phone.slice(-4)]);
    const events = await sql`select kind, person, detail from "Security_Events" where account = ${user.id}`;
    assert.deepEqual(
      events.map(({ kind, person }) => [kind, person]),
      [["phone_changed", user.id]],
    );
    assert.ok(!JSON.stringify(events).includes(phone));
    // The old number can then be verified by another user: its code opens the account of the ticket, not the former one.
    const { access_token: own } = (await logInByCode(old)).data;
    assert.notEqual((await get("/users/me", own)).id, user.id);
    assert.deepEqual(await getContact(user), { phone, isVerified: true });
  });

  test("requesting does not reveal a phone's owner; verifying rejects a number of another account and merges nothing", async () => {
    const phone = freshPhone();
    const owner = await factories.user("customer", { contact_number: phone, public_customer: true });
    await createTicket(phone);
    const other = await createUserWithoutPhone();
    const token = await tokenFor(other);
    const held = await requestPhoneChange(token, phone);
    await sql`delete from throttle`;
    const free = await post("/actions/account/phone", { phone: freshPhone(), password: testPassword }, token);
    assert.deepEqual(Object.keys(free.data), ["values", "phone_end", "resend_at"]);
    assert.equal((await confirmPhone(token, held)).code, "USER_PHONE_EXIST");
    assert.deepEqual(await getContact(other), { phone: null, isVerified: false });
    assert.deepEqual(await getContact(owner), { phone, isVerified: true });
    assert.deepEqual(await listRows("Valet_and_Parking_Information", token), []);
  });

  test("the code belongs to this account, and only a customer with the password is sent one", async () => {
    const phone = freshPhone();
    const [user, other] = [await createUserWithoutPhone(), await createUserWithoutPhone()];
    const [token, otherToken] = [await tokenFor(user), await tokenFor(other)];
    const response = await requestPhoneChange(token, phone);
    assert.equal((await confirmPhone(otherToken, response)).code, "NO_OTP");
    const logIn = await post("/actions/customers/send-code", { phone: freshPhone(), page: "commercial" });
    assert.equal((await confirmPhone(token, { ...response, values: logIn.data.values })).code, "NO_OTP");
    const send = (body: object, bearer = token) => post("/actions/account/phone", { phone, ...body }, bearer);
    assert.equal((await send({ password: "Wrong@2026" })).code, "INVALID_CREDENTIALS");
    assert.equal((await send({})).code, "INVALID_CREDENTIALS");
    assert.equal((await send({ password: testPassword, phone: "4412345678" })).code, "INVALID_PHONE");
    assert.equal((await post("/actions/account/phone", { phone, password: testPassword })).code, "INVALID_CREDENTIALS");
    const staff = await tokenFor(await factories.user("staff", { branch: mall }));
    assert.equal((await send({ password: testPassword }, staff)).code, "FORBIDDEN");
    assert.equal((await confirmPhone(staff, response)).code, "FORBIDDEN");
    assert.equal((await confirmPhone(token, response)).status, 200);
    assert.equal((await send({ password: testPassword })).code, "NO_CHANGES");
  });

  test("a user without a password proves ownership by a login within the last 15 minutes", async () => {
    const [phone, next] = [freshPhone(), freshPhone()];
    await checkIn({ phone_no: phone });
    const token = (await logInByCode(phone)).data.access_token;
    await sql`update sessions set opened_at = now() - interval '16 minutes'`;
    const late = await post("/actions/account/phone", { phone: next }, token);
    assert.equal(late.code, "INVALID_CREDENTIALS");
    await sql`update sessions set opened_at = now() - interval '14 minutes'`;
    assert.equal((await confirmPhone(token, await requestPhoneChange(token, next, {}))).status, 200);
  });

  test("a code is sent again to the same phone after half a minute, and an account may request a few phones only", async () => {
    const phone = freshPhone();
    const token = await tokenFor(await createUserWithoutPhone());
    const first = await requestPhoneChange(token, phone);
    const repeated = () => post("/actions/account/phone/send-again", { values: first.values }, token);
    assert.equal((await repeated()).code, "VALID_OTP_ALREADY_EXIST");
    await sql`update otp_challenges set created_at = created_at - interval '31 seconds'`;
    assert.ok((await repeated()).data.resend_at);
    assert.equal((await confirmPhone(token, first)).code, "OTP_INVALID", "the previous code is invalid");
    const otp = await findCodeSentTo({ sql, sealer: open, to: phone });
    assert.equal((await confirmPhone(token, { values: first.values, otp })).status, 200);
    const codes = [];
    for (let round = 0; round < 6; round += 1)
      codes.push((await post("/actions/account/phone", { phone: freshPhone(), password: testPassword }, token)).code);
    assert.equal(codes.at(-1), "REQUESTS_EXCEEDED");
  });

  test("of two accounts that verify one phone at the same time one gets it; without lock and index both would", async () => {
    for (let round = 0; round < 5; round += 1) {
      const phone = freshPhone();
      const users = [await createUserWithoutPhone(), await createUserWithoutPhone()];
      const tokens = await Promise.all(users.map(tokenFor));
      const requested: { values: string; otp: string }[] = [];
      for (const token of tokens) {
        requested.push(await requestPhoneChange(token, phone));
        await sql`update otp_challenges set created_at = created_at - interval '31 seconds'`;
        await sql`delete from throttle`;
      }
      const responses = await Promise.all(tokens.map((token, index) => confirmPhone(token, requested[index]!)));
      assert.deepEqual(responses.map(({ code }) => code ?? "").toSorted(), ["", "USER_PHONE_EXIST"]);
      const holders = await sql`select 1 from users where contact_number = ${phone} and phone_verified_at is not null`;
      assert.equal(holders.length, 1);
    }
    assert.equal(await verifyWithoutProtection(), 2, "control");
  });
});

/** How many accounts hold one phone if two check at the same time without further protection. */
async function verifyWithoutProtection(): Promise<number> {
  const phone = freshPhone();
  const users = [await createUserWithoutPhone(), await createUserWithoutPhone()];
  await sql`drop index users_u5`;
  let looking = users.length;
  let allHaveLooked = (): void => undefined;
  const checked = new Promise<void>((resolve) => (allHaveLooked = resolve));
  await Promise.all(
    users.map(({ id }) =>
      sql.begin(async (tx) => {
        const held = await tx`select 1 from users where contact_number = ${phone} and phone_verified_at is not null`;
        looking -= 1;
        if (looking === 0) allHaveLooked();
        await checked;
        if (held.length === 0)
          await tx`update users set contact_number = ${phone}, phone_verified_at = now() where id = ${id}`;
      }),
    ),
  );
  const holders = await sql`select id from users where contact_number = ${phone} and phone_verified_at is not null`;
  await sql`update users set phone_verified_at = null where contact_number = ${phone}`;
  await sql`create unique index users_u5 on users (contact_number) where phone_verified_at is not null and is_customer_user`;
  return holders.length;
}
