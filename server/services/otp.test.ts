// reading.md §6, §8: one-time codes through the real server and gateways: limits, tries, expiry, and what is never told.
import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";
import { makeHouse } from "#server/context.ts";
import { checkOtp, sendOtp } from "#server/services/otp.ts";
import { startApp, testConfig } from "#tests/support/app.ts";
import { factories } from "#tests/support/make.ts";
import { simulatedOutside } from "#tests/support/simulators.ts";

const services = await simulatedOutside();
const { journal, faults } = services;
const { sql, as, clock } = await startApp({ outside: services.outside, isWorking: true });
const make = factories(sql);
const house = makeHouse({ sql, config: testConfig, clock: () => clock.now! });
const origin = { ip: "10.0.0.1", userAgent: null };
const caller = await as();
let count = 10_000;
/** A number nobody used yet. */
const number = (): string => `98401${(count += 1)}`;

beforeEach(async () => {
  clock.now = new Date("2026-11-21T06:00:00Z");
  for (const service of ["mail", "sms"]) faults.set(service, "none");
  await sql`update otp_challenges set created_at = created_at - interval '2 days'`;
});
const later = (seconds: number): void => {
  clock.now = new Date(clock.now!.getTime() + seconds * 1_000);
};
const codeTo = (to: string): string => /\b[1-9]\d{3}\b/.exec(journal.list(to).at(-1)!.text)![0];
const wrong = (right: string): string => (right === "9999" ? "1000" : String(Number(right) + 1));
const code = (expected: string) => (error: unknown) => (error as { code?: string }).code === expected;

test("an SMS with a code of ours, whatever the caller would like it to be; 200 means sent", async () => {
  const to = number();
  const answer = await caller.post("/send-sms-otp", { phone_number: to, otp: "1234", type: "login" });
  assert.equal(answer.status, 200, answer.text);
  assert.equal(answer.data.status, "sent");
  const sent = codeTo(to);
  assert.doesNotMatch(answer.text, new RegExp(`\\b${sent}\\b`));
  await checkOtp({ house, channel: "sms", to, purpose: "login", otp: sent });
});

test("a mail with a code; the caller's sender, subject and body go nowhere", async () => {
  const body = { to: "Guest@Example.com", from: "bank@example.com", subject: "Your bank", html: "<b>Pay here</b>" };
  const answer = await caller.post("/send-mail/otp", body);
  assert.equal(answer.status, 200, answer.text);
  const [mail] = journal.list("guest@example.com");
  assert.equal(mail!.from, "no-reply@chaavi.example");
  assert.equal(mail!.subject, "Your code for Chaavi");
  assert.doesNotMatch(mail!.html + mail!.text, /Pay here/);
  assert.equal((await caller.post("/send-mail/anything", body)).code, "ROUTE_NOT_FOUND");
});

test("a code is used up by the try that was right, and good for nothing else", async () => {
  const to = number();
  await caller.post("/send-sms-otp", { phone_number: to });
  const otp = codeTo(to);
  const asked = { house, channel: "sms", to, otp } as const;
  await assert.rejects(checkOtp({ ...asked, purpose: "registration" }), code("NO_OTP"));
  await checkOtp({ ...asked, purpose: "login" });
  await assert.rejects(checkOtp({ ...asked, purpose: "login" }), code("NO_OTP"));
});

test("twenty right tries at once: one gets in", async () => {
  const to = number();
  await caller.post("/send-sms-otp", { phone_number: to });
  const otp = codeTo(to);
  const tries = Array.from({ length: 20 }, () => checkOtp({ house, channel: "sms", to, purpose: "login", otp }));
  const outcomes = await Promise.allSettled(tries);
  assert.equal(outcomes.filter(({ status }) => status === "fulfilled").length, 1);
});

test("twenty wrong tries at once count as twenty: the right one comes too late", async () => {
  const to = number();
  await caller.post("/send-sms-otp", { phone_number: to });
  const otp = codeTo(to);
  const asked = { house, channel: "sms", to, purpose: "login" } as const;
  const outcomes = await Promise.allSettled(Array.from({ length: 20 }, () => checkOtp({ ...asked, otp: wrong(otp) })));
  const codes = outcomes.map((outcome) => (outcome.status === "rejected" ? outcome.reason.code : "in"));
  assert.equal(codes.filter((one) => one === "OTP_INVALID").length, 4);
  assert.equal(codes.filter((one) => one === "OTP_TOO_MANY_TRIES").length, 16);
  await assert.rejects(checkOtp({ ...asked, otp }), code("OTP_TOO_MANY_TRIES"));
});

test("it lives ten minutes, and another may be had after 30 seconds, which ends the first", async () => {
  const to = number();
  await caller.post("/send-sms-otp", { phone_number: to });
  const first = codeTo(to);
  later(29);
  assert.equal((await caller.post("/send-sms-otp", { phone_number: to })).code, "VALID_OTP_ALREADY_EXIST");
  later(1);
  assert.equal((await caller.post("/send-sms-otp", { phone_number: to })).status, 200);
  const second = codeTo(to);
  const asked = { house, channel: "sms", to, purpose: "login" } as const;
  if (first !== second) await assert.rejects(checkOtp({ ...asked, otp: first }), code("OTP_INVALID"));
  later(600);
  await assert.rejects(checkOtp({ ...asked, otp: second }), code("OTP_EXPIRED"));
});

test("five to one number in an hour, however many ask at once", async () => {
  const to = number();
  const ask = () => sendOtp({ house, channel: "sms", to, purpose: "login", branch: null, origin });
  const first = await Promise.allSettled(Array.from({ length: 10 }, ask));
  assert.equal(first.filter(({ status }) => status === "fulfilled").length, 1);
  for (let turn = 0; turn < 4; turn += 1) {
    later(31);
    await ask();
  }
  later(31);
  await assert.rejects(ask(), code("REQUESTS_EXCEEDED"));
  later(3_600);
  await ask();
});

test("sixty from one address in an hour, to whomever", async () => {
  for (let turn = 0; turn < 60; turn += 1)
    await sendOtp({ house, channel: "sms", to: number(), purpose: "login", branch: null, origin });
  const ask = (ip: string) =>
    sendOtp({ house, channel: "sms", to: number(), purpose: "login", branch: null, origin: { ...origin, ip } });
  await assert.rejects(ask(origin.ip), code("REQUESTS_EXCEEDED"));
  await ask("10.0.0.2");
});

test("a number that is none costs no SMS", async () => {
  for (const phone_number of ["12345", "0441234567", "1234567890", "98400123456", "'; drop table users"])
    assert.equal((await caller.post("/send-sms-otp", { phone_number })).code, "INVALID_PHONE", phone_number);
  assert.equal((await caller.post("/send-mail/otp", { to: "a@b.in, c@d.in" })).code, "RESET_INVALID_EMAIL");
});

test("a gateway that fails is said to have failed, the second time as a re-sending", async () => {
  const to = number();
  faults.set("sms", "error-500");
  assert.equal((await caller.post("/send-sms-otp", { phone_number: to })).code, "SMS_OTP_FAILED");
  later(31);
  assert.equal((await caller.post("/send-sms-otp", { phone_number: to })).code, "OTP_RESEND");
  faults.set("mail", "error-500");
  assert.equal((await caller.post("/send-mail/otp", { to: "d@example.com" })).code, "EMAIL_API_ISSUE");
});

test("the code stands nowhere in the database once it was sent", async () => {
  const to = number();
  const answer = await caller.post("/send-sms-otp", { phone_number: to });
  assert.equal(answer.status, 200);
  const otp = codeTo(to);
  const tables = await sql<{ name: string }[]>`
    select format('%I.%I', table_schema, table_name) as name from information_schema.tables
    where table_schema in ('public', 'graphile_worker') and table_type = 'BASE TABLE'`;
  for (const { name } of tables)
    for (const { row } of await sql.unsafe(`select to_jsonb(t)::text as row from ${name} t`))
      assert.doesNotMatch(String(row), new RegExp(`"${otp}"|\\b${otp} is`), name);
});

test("a manager sends a test to themselves, once a minute; staff does not", async () => {
  const branch = await make.branch();
  const manager = await make.user("manager", { branch });
  const asManager = await as(manager);
  assert.equal((await asManager.post("/send-mail/test", { to: "somebody@example.com" })).status, 200);
  assert.equal(journal.list(manager.email).length, 1);
  assert.equal(journal.list("somebody@example.com").length, 0);
  assert.equal((await asManager.post("/send-mail/test")).code, "REQUESTS_EXCEEDED");
  const staff = await as(await make.user("staff", { branch }));
  assert.equal((await staff.post("/send-mail/test")).code, "FORBIDDEN");
  assert.equal((await caller.post("/send-mail/test")).code, "FORBIDDEN");
});
