// §2 §5: an email belongs to the account whose owner opened its link; registering with another person's email takes
// nothing from them.
import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";
import { createSealer } from "#server/auth/secrets.ts";
import { startApp, testConfig } from "#tests/support/app.ts";
import { findCodeSentTo, findMailTo } from "#tests/support/outbox.ts";
import { createFactories } from "#tests/support/factories.ts";

const { app, sql } = await startApp();
const factories = createFactories(sql);
const open = createSealer(testConfig.secret);

beforeEach(async () => {
  await sql`delete from otp_challenges`;
  await sql`delete from throttle`;
});

let count = 0;
const freshPhone = (): string => `98222${String((count += 1)).padStart(5, "0")}`;

async function post(url: string, payload: object) {
  const response = await app.inject({ method: "POST", url, payload });
  const parsed = response.body ? JSON.parse(response.body) : {};
  const code = parsed.errors?.[0]?.extensions.code as string | undefined;
  return { status: response.statusCode, data: parsed.data, code, text: response.body };
}
const readOwnUser = async (token: string) =>
  JSON.parse((await app.inject({ url: "/users/me", headers: { authorization: `Bearer ${token}` } })).body).data;

async function register({ phone, email, password }: { phone: string; email: string; password: string }) {
  const { data } = await post("/actions/customers/send-code", { phone, page: "commercial" });
  const otp = await findCodeSentTo({ sql, sealer: open, to: phone });
  const { proof } = (await post("/actions/customers/log-in-with-code", { values: data.values, otp })).data;
  const details = { first_name: "Somebody", email, password, customer_type: "public" };
  return post("/actions/customers/register", { proof, ...details });
}
async function linkTo(email: string): Promise<string> {
  const { values } = await findMailTo({ sql, sealer: open, to: email });
  return new URL(values["verify_link"]!).searchParams.get("token")!;
}
const verify = (token: string) => post("/actions/account/verify-email", { token });
const logIn = ({ email, password }: { email: string; password: string }) =>
  post("/auth/login", { email, password, page: "commercial" });

test("registering with another person's email does not lock its owner out", async () => {
  const email = `victim${freshPhone()}@example.com`;
  const attacker = { phone: freshPhone(), email, password: "Attacker#77x" };
  const owner = { phone: freshPhone(), email, password: "Owner#55xyz" };
  assert.equal((await register(attacker)).status, 200);
  const created = await register(owner);
  assert.equal(created.status, 200, created.text);
  assert.equal((await verify(await linkTo(email))).status, 200);
  assert.equal((await readOwnUser((await logIn(owner)).data.access_token)).contact_number, owner.phone);
  assert.equal((await logIn(attacker)).code, "CUSTOMER_INVALID_CREDS");
});

test("the first to open the link gets the email; the other link is then invalid", async () => {
  const email = `both${freshPhone()}@example.com`;
  const [first, second] = ["One#55xyzab", "Two#55xyzab"].map((password) => ({ phone: freshPhone(), email, password }));
  await register(first!);
  const link = await linkTo(email);
  await register(second!);
  const laterLink = await linkTo(email);
  assert.equal((await verify(link)).status, 200);
  assert.equal((await verify(laterLink)).code, "EMAIL_IN_USE");
  assert.equal((await logIn(first!)).status, 200);
  const third = { phone: freshPhone(), email, password: "Three#55xyz" };
  assert.equal((await register(third)).code, "USER_EMAIL_EXIST");
});

test("an unverified email neither logs in nor resets a password", async () => {
  const own = { phone: freshPhone(), email: `slow${freshPhone()}@example.com`, password: "Slow#55xyzab" };
  const created = await register(own);
  const me = await readOwnUser(created.data.access_token);
  assert.equal(me.temporary_email, own.email);
  assert.notEqual(me.email, own.email);
  assert.equal((await logIn(own)).code, "EMAIL_NOT_VERIFIED");
  assert.equal((await logIn({ ...own, password: "Wrong#55xyz" })).code, "CUSTOMER_INVALID_CREDS");
  assert.equal((await post("/auth/password/request", { email: own.email })).status, 204);
  assert.equal((await findMailTo({ sql, sealer: open, to: own.email })).template, "verify-email");
  await verify(await linkTo(own.email));
  assert.equal((await logIn(own)).status, 200);
});

test("rejects registration with an address of the kind generated at gates", async () => {
  const phone = freshPhone();
  const email = `c_${freshPhone()}_tn01ab1234@customers.chaavi.example`;
  assert.equal((await register({ phone, email, password: "Gate#55xyzab" })).code, "FAILED_VALIDATION");
  void factories;
});
