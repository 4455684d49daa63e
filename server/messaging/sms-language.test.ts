// §2 §7: the language of an SMS: registered by its branch and read by its recipient, else English.
import assert from "node:assert/strict";
import { before, beforeEach, test } from "node:test";
import { anonymous } from "#domain/access/roles.ts";
import { createServices, createWriteContext } from "#server/context.ts";
import { queueSms } from "#server/messaging/outbox.ts";
import { startApp, testConfig } from "#tests/support/app.ts";
import { eventually } from "#tests/support/eventually.ts";
import { createFactories, type CreatedBranch } from "#tests/support/factories.ts";
import { startSimulatedIntegrations } from "#tests/support/simulators.ts";

const { integrations, plainSmsIntegrations, journal, faults, smsAccount, url } = await startSimulatedIntegrations();
const { sql, asUser } = await startApp({ integrations, runsJobs: true });
const make = createFactories(sql);

const tamil = { template_id: "1107160000000000042", text: "{plate}: {branch} நுழைவாயிலில். OTP-ஐக் காட்டுங்கள்." };
const kannada = { template_id: "1107160000000000043", text: "{plate} {branch} ಗೇಟ್‌ನಲ್ಲಿದೆ. OTP ತೋರಿಸಿ." };
const smsTexts = { "valet-ready": { ta: tamil, kn: kannada } };
const inEnglish = /is at the gate of Adyar/;
const inTamil = "TN09AB1234: Adyar நுழைவாயிலில். OTP-ஐக் காட்டுங்கள்.";

let branch: CreatedBranch;
before(async () => {
  branch = await make.branch({ name: "Adyar", print_language: "ta", sms_texts: smsTexts });
  for (const { template_id: id, text } of [tamil, kannada]) {
    const headers = { "content-type": "application/json" };
    const reply = await fetch(`${url}/__sim/sms-templates`, {
      method: "POST",
      headers,
      body: JSON.stringify({ id, text }),
    });
    assert.equal(reply.status, 200);
  }
});
beforeEach(() => {
  faults.set("sms", "none");
  smsAccount.balance = 1_000;
  journal.clear();
});

function queueReady({ to, at = branch.id }: { to: string; at?: number | null }): Promise<number | undefined> {
  const services = createServices({ sql, config: testConfig, clock: () => new Date() });
  return sql.begin((tx) => {
    const ctx = createWriteContext({ services, tx, actor: anonymous, origin: { ip: null, userAgent: null } });
    return queueSms({ ctx, branch: at, to, template: "valet-ready", values: { plate: "TN09AB1234" } });
  }) as Promise<number | undefined>;
}
/** The last of `count` SMS, without the name of the company that precedes the branch's. */
const receive = (to: string, count = 1) =>
  eventually(() => {
    const received = journal.list(to);
    assert.equal(received.length, count);
    const { text, parts } = received.at(-1)!;
    return Promise.resolve({ text: text.replace(/Company \d+, /, ""), parts });
  });

test("a customer gets the registered text of the account's language, in Unicode and charged by its parts", async () => {
  await make.user("customer", { language: "kn", contact_number: "9840055001" });
  const id = await queueReady({ to: "9840055001" });
  const { text, parts } = await receive("9840055001");
  assert.equal(text, "TN09AB1234 Adyar ಗೇಟ್‌ನಲ್ಲಿದೆ. OTP ತೋರಿಸಿ.");
  assert.deepEqual(parts, { segments: 1, isUnicode: true });
  assert.equal(smsAccount.balance, 999);
  const [row] = await sql`select language, sms_text from "Outbox" where id = ${id!}`;
  assert.deepEqual(row, { language: "kn", sms_text: kannada });
});

test("a guest without account gets that of the branch's slips", async () => {
  await queueReady({ to: "9840055002" });
  assert.equal((await receive("9840055002")).text, inTamil);
});

test("staff get it in the language of their account", async () => {
  await make.user("staff", { branch, language: "ta", contact_number: "9840055003" });
  await queueReady({ to: "9840055003" });
  assert.equal((await receive("9840055003")).text, inTamil);
});

test("English for a language without a registered text, and for an account without a language", async () => {
  await make.user("customer", { language: "hi", contact_number: "9840055004" });
  await make.user("customer", { contact_number: "9840055005" });
  for (const to of ["9840055004", "9840055005"]) {
    const id = await queueReady({ to });
    const { text, parts } = await receive(to);
    assert.match(text, inEnglish);
    assert.deepEqual(parts, { segments: 1, isUnicode: false });
    const [row] = await sql`select language, sms_text from "Outbox" where id = ${id!}`;
    assert.deepEqual(row, { language: "en", sms_text: null });
  }
});

test("an account that has not verified the number does not choose its language", async () => {
  const { id } = await make.user("customer", { language: "kn", contact_number: "9840055006" });
  await sql`update users set phone_verified_at = null where id = ${id}`;
  await queueReady({ to: "9840055006" });
  assert.equal((await receive("9840055006")).text, inTamil);
});

test("neither another branch nor the product uses the branch's text", async () => {
  const other = await make.branch({ name: "Adyar", print_language: "ta" });
  await queueReady({ to: "9840055007", at: other.id });
  assert.match((await receive("9840055007")).text, inEnglish);
  await queueReady({ to: "9840055008", at: null });
  assert.match((await receive("9840055008")).text, /is at the gate of Chaavi/);
});

test("a retry and a copy have the text of before, although it was removed", async () => {
  const own = await make.branch({ name: "Adyar", print_language: "ta", sms_texts: smsTexts });
  const manager = await asUser(await make.user("manager", { branch: own }));
  faults.set("sms", "down");
  const id = await queueReady({ to: "9840055009", at: own.id });
  await eventually(async () => {
    const [row] = await sql`select attempts from "Outbox" where id = ${id!}`;
    assert.equal(row!["attempts"], 1);
  });
  assert.equal((await manager.patch(`/items/Branch/${own.id}`, { sms_texts: null })).status, 200);
  faults.set("sms", "none");
  for (const count of [1, 2]) {
    assert.equal((await manager.post(`/actions/outbox/${id}/resend`)).status, 204);
    assert.equal((await receive("9840055009", count)).text, inTamil);
    await eventually(async () => {
      const [row] = await sql`select status from "Outbox" where id = ${id!}`;
      assert.equal(row!["status"], "sent");
    });
  }
});

test("the generic service gets id, text and encoding", async () => {
  const plain = await startApp({ integrations: plainSmsIntegrations, runsJobs: true });
  const place = await createFactories(plain.sql).branch({ name: "Adyar", print_language: "ta", sms_texts: smsTexts });
  const services = createServices({ sql: plain.sql, config: testConfig, clock: () => new Date() });
  await plain.sql.begin((tx) => {
    const ctx = createWriteContext({ services, tx, actor: anonymous, origin: { ip: null, userAgent: null } });
    const values = { plate: "TN09AB1234" };
    return queueSms({ ctx, branch: place.id, to: "9840055010", template: "valet-ready", values });
  });
  const { text, parts } = await receive("9840055010");
  assert.deepEqual([text, parts], [inTamil, { segments: 1, isUnicode: true }]);
});

test("a manager registers a text with the variables of the English one, for the own branch only", async () => {
  const own = await make.branch({ name: "Mylapore" });
  const manager = await asUser(await make.user("manager", { branch: own }));
  const register = (texts: object) => manager.patch(`/items/Branch/${own.id}`, { sms_texts: texts });
  assert.equal((await register(smsTexts)).status, 200);
  const codes = [
    { "valet-ready": { ta: { ...tamil, text: "{plate} மட்டும்" } } },
    { "valet-ready": { ta: { ...tamil, text: `${tamil.text} {otp}` } } },
    { "valet-ready": { ta: { ...tamil, template_id: "" } } },
    { "valet-ready": { en: { ...tamil, text: "{plate} {branch}" } } },
    { "valet-ready": { fr: tamil } },
    { test: { ta: { ...tamil, text: "{branch}" } } },
    { "valet-ready": [] },
  ].map(async (texts) => (await register(texts)).code);
  const [missing, unknown, ...others] = await Promise.all(codes);
  assert.deepEqual([missing, unknown], ["SMS_TEXT_PLACEHOLDERS", "SMS_TEXT_PLACEHOLDERS"]);
  assert.deepEqual([...new Set(others)], ["FAILED_VALIDATION"]);
  assert.equal((await manager.patch(`/items/Branch/${branch.id}`, { sms_texts: smsTexts })).code, "FORBIDDEN");
  const staff = await asUser(await make.user("staff", { branch: own }));
  assert.equal((await staff.patch(`/items/Branch/${own.id}`, { sms_texts: null })).code, "FORBIDDEN");
  assert.deepEqual((await manager.get(`/items/Branch/${own.id}?fields=sms_texts`)).data.sms_texts, smsTexts);
});
