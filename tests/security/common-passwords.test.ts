// §5 password (ASVS 6.2.4): common passwords are rejected wherever one is set.
import assert from "node:assert/strict";
import { test } from "node:test";
import { createSealer } from "#server/auth/secrets.ts";
import { roles } from "#domain/access/roles.ts";
import { startApp, testConfig } from "#tests/support/app.ts";
import { findCodeSentTo, findMailTo } from "#tests/support/outbox.ts";
import { createFactories, testPassword } from "#tests/support/factories.ts";

const { asUser, sql } = await startApp();
const factories = createFactories(sql);
const open = createSealer(testConfig.secret);
const branch = await factories.branch();
const anonymous = await asUser();
const commonPassword = "Password@1";
const strongPassword = "kT7#vqLm2x";

const findMailedLink = async (to: string): Promise<string> => {
  const { values } = await findMailTo({ sql, sealer: open, to });
  const link = Object.entries(values).find(([name]) => name.endsWith("link"))![1];
  return new URL(link).searchParams.get("token")!;
};

/** Each way to set a password, first with a common one and then with a good one. */
const passwordEntryPoints: { [way: string]: () => Promise<(typed: string) => ReturnType<typeof anonymous.post>> } = {
  "a customer's registration": async () => {
    const phone = "9844400001";
    const { values } = (await anonymous.post("/actions/customers/send-code", { phone, page: "commercial" })).data;
    const otp = await findCodeSentTo({ sql, sealer: open, to: phone });
    const { proof } = (await anonymous.post("/actions/customers/log-in-with-code", { values, otp })).data;
    const details = { proof, first_name: "Anitha", email: "anitha@example.com", customer_type: "public" };
    return (input) => anonymous.post("/actions/customers/register", { ...details, password: input });
  },
  "a vendor registration": async () => {
    const [phone, email] = ["9844400002", "vendor@example.com"];
    const { values } = (await anonymous.post("/actions/onboarding/send-codes", { phone, email })).data;
    const check = async (channel: string, otp: string) =>
      (await anonymous.post("/actions/onboarding/check-code", { values, channel, otp })).data.proof;
    const phone_proof = await check("sms", await findCodeSentTo({ sql, sealer: open, to: phone }));
    const email_proof = await check("mail", (await findMailTo({ sql, sealer: open, to: email })).values["otp"]!);
    const details = { first_name: "Meena", phone_proof, email_proof };
    return (input) => anonymous.post("/actions/onboarding/create-account", { ...details, password: input });
  },
  "a password reset": async () => {
    const { email } = await factories.user("staff", { branch });
    await anonymous.post("/auth/password/request", { email });
    const token = await findMailedLink(email);
    return (input) => anonymous.post("/auth/password/reset", { token, password: input });
  },
  "an invitation": async () => {
    const admin = await asUser(await factories.user("admin", { branch }));
    const email = "invited@example.com";
    await admin.post("/users/invite", { email, role: roles.staff.id });
    const token = await findMailedLink(email);
    return (input) => anonymous.post("/users/invite/accept", { token, password: input });
  },
  "a change of the own password": async () => {
    const user = await asUser(await factories.user("staff", { branch }));
    return (input) => user.post("/actions/account/password", { current_password: testPassword, password: input });
  },
};

for (const [way, begin] of Object.entries(passwordEntryPoints))
  test(`${way}: a common password is rejected by its field, and the next attempt succeeds`, async () => {
    const set = await begin();
    const rejected = await set(commonPassword);
    assert.deepEqual(
      [rejected.code, rejected.errors[0]?.extensions.field],
      ["COMMON_PASSWORD", "password"],
      rejected.text,
    );
    assert.match(rejected.errors[0]!.message, /^\*This password is too common/);
    const taken = await set(strongPassword);
    assert.ok(taken.status < 300, taken.text);
  });

test("a password that does not match the pattern gets the pattern's error first", async () => {
  const user = await asUser(await factories.user("staff", { branch }));
  const weak = await user.post("/actions/account/password", { current_password: testPassword, password: "password" });
  assert.equal(weak.code, "FAILED_VALIDATION");
});

test("listed passwords that match the pattern are rejected, plain or decorated", async () => {
  const user = await asUser(await factories.user("platform"));
  const input = ["P@ssw0rd", "Welcome@123", "Qwerty#2026", "!Qaz2wsx", "Summer#2026", "Admin@123", "Iloveyou@1"];
  for (const [position, one] of input.entries()) {
    const row = { first_name: "Somebody", email: `common${position}@example.com`, role: roles.verifier.id };
    assert.equal((await user.post("/users", { ...row, password: one })).code, "COMMON_PASSWORD", one);
    assert.equal((await user.post("/users", { ...row, password: strongPassword })).status, 200);
  }
});
