// reading.md §6, §8: one-time codes through the real server and simulated gateways: limits, attempts, expiry and
// secrecy.
import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";
import { createServices } from "#server/context.ts";
import type { OtpPurpose } from "#server/auth/otp/otp-binding.ts";
import { tokenKinds } from "#server/auth/token-kinds.ts";
import { verifyOtp, sendOtp } from "#server/auth/otp/otp.ts";
import { startApp, testConfig } from "#tests/support/app.ts";
import { eventually } from "#tests/support/eventually.ts";
import { createFactories } from "#tests/support/factories.ts";
import { startSimulatedIntegrations } from "#tests/support/simulators.ts";

const simulated = await startSimulatedIntegrations();
const { journal, faults } = simulated;
const { sql, asUser, clock } = await startApp({ integrations: simulated.integrations, runsJobs: true });
const factories = createFactories(sql);
const services = createServices({ sql, config: testConfig, clock: () => clock.now! });
const origin = { ip: "10.0.0.1", userAgent: null };
const anonymous = await asUser();
let count = 10_000;
/** A phone number that no other test uses. */
const nextNumber = (): string => `98401${(count += 1)}`;

beforeEach(async () => {
  clock.now = new Date("2026-11-21T06:00:00Z");
  for (const service of ["mail", "sms"]) faults.set(service, "none");
  await sql`update otp_challenges set created_at = created_at - interval '2 days'`;
  await sql`delete from throttle`;
});
const advanceSeconds = (seconds: number): void => {
  clock.now = new Date(clock.now!.getTime() + seconds * 1_000);
};
const lastCodeSentTo = (to: string): string => /\b[1-9]\d{5}\b/.exec(journal.list(to).at(-1)!.text)![0];
const toWrongCode = (right: string): string => (right === "999999" ? "100000" : String(Number(right) + 1));
/** Returns a function that submits a code with the binding of a send response. */
function createVerifier({ values, purpose = "login" }: { values: string; purpose?: OtpPurpose }) {
  const { binding } = services.tokens.verify({ kind: tokenKinds.otp[purpose], token: values });
  return (otp: string, other: Partial<typeof binding> = {}) =>
    verifyOtp({ services, origin, binding: { ...binding, ...other }, otp });
}
const hasCode = (expected: string) => (error: unknown) => (error as { code?: string }).code === expected;

test("sends a generated code by SMS and ignores the one in the request; 200 means sent", async () => {
  const to = nextNumber();
  const response = await anonymous.post("/send-sms-otp", { phone_number: to, otp: "1234", type: "login" });
  assert.equal(response.status, 200, response.text);
  assert.equal(response.data.status, "sent");
  const sent = lastCodeSentTo(to);
  assert.doesNotMatch(response.text, new RegExp(`\\b${sent}\\b`));
  await createVerifier(response.data)(sent);
});

test("mails a code and ignores the sender, subject and body of the request", async () => {
  const body = { to: "Guest@Example.com", from: "bank@example.com", subject: "Your bank", html: "<b>Pay here</b>" };
  const response = await anonymous.post("/send-mail/otp", body);
  assert.equal(response.status, 200, response.text);
  const [mail] = journal.list("guest@example.com");
  assert.equal(mail!.from, "no-reply@chaavi.example");
  assert.equal(mail!.subject, "Your code for Chaavi");
  assert.doesNotMatch(mail!.html + mail!.text, /Pay here/);
  assert.equal((await anonymous.post("/send-mail/anything", body)).code, "ROUTE_NOT_FOUND");
});

test("accepts a code once, for its purpose, request and recipient only", async () => {
  const to = nextNumber();
  const { data } = await anonymous.post("/send-sms-otp", { phone_number: to });
  const otp = lastCodeSentTo(to);
  const verify = createVerifier(data);
  await assert.rejects(verify(otp, { purpose: "registration" }), hasCode("NO_OTP"));
  await assert.rejects(verify(otp, { requestKey: "another" }), hasCode("NO_OTP"));
  await assert.rejects(verify(otp, { recipient: nextNumber() }), hasCode("NO_OTP"));
  assert.throws(() => createVerifier({ ...data, purpose: "registration" }), hasCode("NO_OTP"));
  await verify(otp);
  await assert.rejects(verify(otp), hasCode("NO_OTP"));
});

test("accepts one of twenty concurrent attempts with the right code", async () => {
  const to = nextNumber();
  const { data } = await anonymous.post("/send-sms-otp", { phone_number: to });
  const otp = lastCodeSentTo(to);
  const verify = createVerifier(data);
  const attempts = Array.from({ length: 20 }, () => verify(otp));
  const outcomes = await Promise.allSettled(attempts);
  assert.equal(outcomes.filter(({ status }) => status === "fulfilled").length, 1);
});

test("counts twenty concurrent wrong attempts and then rejects the right code", async () => {
  const to = nextNumber();
  const { data } = await anonymous.post("/send-sms-otp", { phone_number: to });
  const otp = lastCodeSentTo(to);
  const verify = createVerifier(data);
  const outcomes = await Promise.allSettled(Array.from({ length: 20 }, () => verify(toWrongCode(otp))));
  const codes = outcomes.map((outcome) => (outcome.status === "rejected" ? outcome.reason.code : "in"));
  assert.equal(codes.filter((one) => one === "OTP_INVALID").length, 4);
  assert.equal(codes.filter((one) => one === "OTP_TOO_MANY_TRIES").length, 16);
  await assert.rejects(verify(otp), hasCode("OTP_TOO_MANY_TRIES"));
});

test("expires a code after ten minutes and allows a new one after 30 seconds, which replaces the first", async () => {
  const to = nextNumber();
  const send = (requestKey?: string) =>
    sendOtp({ services, channel: "sms", to, purpose: "login", branch: null, origin, requestKey });
  const { binding } = await send();
  const verify = (otp: string) => verifyOtp({ services, origin, binding, otp });
  // The outbox deletes a code once it is delivered, so the test reads it from the recipient.
  const waitForCode = async (count: number): Promise<string> => {
    await eventually(() => assert.equal(journal.list(to).length, count));
    return lastCodeSentTo(to);
  };
  const first = await waitForCode(1);
  advanceSeconds(29);
  await assert.rejects(send(binding.requestKey), hasCode("VALID_OTP_ALREADY_EXIST"));
  await assert.rejects(send(), hasCode("VALID_OTP_ALREADY_EXIST"), "nor with a new request from the same address");
  advanceSeconds(1);
  await send(binding.requestKey);
  const second = await waitForCode(2);
  if (first !== second) await assert.rejects(verify(first), hasCode("OTP_INVALID"));
  advanceSeconds(600);
  await assert.rejects(verify(second), hasCode("OTP_EXPIRED"));
});

test("limits codes to five per number and hour, also for concurrent requests", async () => {
  const to = nextNumber();
  const send = () => sendOtp({ services, channel: "sms", to, purpose: "login", branch: null, origin });
  const first = await Promise.allSettled(Array.from({ length: 10 }, send));
  assert.equal(first.filter(({ status }) => status === "fulfilled").length, 1);
  for (let round = 0; round < 4; round += 1) {
    advanceSeconds(31);
    await send();
  }
  advanceSeconds(31);
  await assert.rejects(send(), hasCode("REQUESTS_EXCEEDED"));
  advanceSeconds(3_600);
  await send();
});

test("limits codes to sixty per client address and hour, for any recipients", async () => {
  for (let round = 0; round < 60; round += 1)
    await sendOtp({ services, channel: "sms", to: nextNumber(), purpose: "login", branch: null, origin });
  const send = (ip: string) =>
    sendOtp({
      services,
      channel: "sms",
      to: nextNumber(),
      purpose: "login",
      branch: null,
      origin: { ...origin, ip },
    });
  await assert.rejects(send(origin.ip), hasCode("REQUESTS_EXCEEDED"));
  await send("10.0.0.2");
});

test("rejects invalid phone numbers and emails before a message is sent", async () => {
  for (const phone_number of ["12345", "0441234567", "1234567890", "98400123456", "'; drop table users"])
    assert.equal((await anonymous.post("/send-sms-otp", { phone_number })).code, "INVALID_PHONE", phone_number);
  assert.equal((await anonymous.post("/send-mail/otp", { to: "a@b.in, c@d.in" })).code, "RESET_INVALID_EMAIL");
});

test("reports a failing gateway, the second time as a failed resend", async () => {
  const to = nextNumber();
  faults.set("sms", "error-500");
  assert.equal((await anonymous.post("/send-sms-otp", { phone_number: to })).code, "SMS_OTP_FAILED");
  advanceSeconds(31);
  assert.equal((await anonymous.post("/send-sms-otp", { phone_number: to })).code, "OTP_RESEND");
  faults.set("mail", "error-500");
  assert.equal((await anonymous.post("/send-mail/otp", { to: "d@example.com" })).code, "EMAIL_API_ISSUE");
});

test("stores the code nowhere in the database after it was sent", async () => {
  const to = nextNumber();
  const response = await anonymous.post("/send-sms-otp", { phone_number: to });
  assert.equal(response.status, 200);
  const otp = lastCodeSentTo(to);
  const tables = await sql<{ name: string }[]>`
    select format('%I.%I', table_schema, table_name) as name from information_schema.tables
    where table_schema in ('public', 'graphile_worker') and table_type = 'BASE TABLE'`;
  for (const { name } of tables)
    for (const { row } of await sql.unsafe(`select to_jsonb(t)::text as row from ${name} t`))
      assert.doesNotMatch(String(row), new RegExp(`"${otp}"|\\b${otp} is`), name);
});

test("lets a manager mail a test message to themselves once a minute, and forbids it to staff", async () => {
  const branch = await factories.branch();
  const manager = await factories.user("manager", { branch });
  const asManager = await asUser(manager);
  assert.equal((await asManager.post("/send-mail/test", { to: "somebody@example.com" })).status, 200);
  assert.equal(journal.list(manager.email).length, 1);
  assert.equal(journal.list("somebody@example.com").length, 0);
  assert.equal((await asManager.post("/send-mail/test")).code, "REQUESTS_EXCEEDED");
  const staff = await asUser(await factories.user("staff", { branch }));
  assert.equal((await staff.post("/send-mail/test")).code, "FORBIDDEN");
  assert.equal((await anonymous.post("/send-mail/test")).code, "FORBIDDEN");
});
