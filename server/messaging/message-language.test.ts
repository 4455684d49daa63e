// §2 §7: whose language an email or notification is in, and that a retry and a copy keep it.
import assert from "node:assert/strict";
import { before, beforeEach, test } from "node:test";
import { anonymous } from "#domain/access/roles.ts";
import { customerMails, translateText } from "#domain/messages/message-translations.ts";
import { mailTemplates } from "#domain/messages/messages.ts";
import type { Language } from "#domain/people/languages.ts";
import { createServices, createWriteContext } from "#server/context.ts";
import { queueMail, type QueueMessageOptions, queueSms } from "#server/messaging/outbox.ts";
import { startApp, testConfig } from "#tests/support/app.ts";
import { eventually } from "#tests/support/eventually.ts";
import { createFactories, type CreatedBranch } from "#tests/support/factories.ts";
import { startSimulatedIntegrations } from "#tests/support/simulators.ts";

const { integrations, journal, faults } = await startSimulatedIntegrations();
const { sql, asUser, clock } = await startApp({ integrations, runsJobs: true });
const make = createFactories(sql);

let branch: CreatedBranch;
before(async () => {
  const company = await make.company({ name: "Spencer" });
  branch = await make.branch({ company: company.id, name: "Mount Road", print_language: "hi" });
});
beforeEach(() => {
  clock.now = new Date("2026-11-21T06:00:00Z");
  faults.set("mail", "none");
  journal.clear();
});

type ReceiptMail = Pick<QueueMessageOptions<"receipt", never>, "to" | "branch" | "account">;
const write = <T>(work: (ctx: ReturnType<typeof createWriteContext>) => Promise<T>): Promise<T> => {
  const services = createServices({ sql, config: testConfig, clock: () => clock.now! });
  return sql.begin((tx) =>
    work(createWriteContext({ services, tx, actor: anonymous, origin: { ip: null, userAgent: null } })),
  ) as Promise<T>;
};
const queueReceipt = (mail: ReceiptMail) => {
  const values = { name: "Anu", visitor: "TN09AB1234", receipt_link: "https://chaavi.example/receipt/1" };
  return write((ctx) => queueMail({ ctx, template: "receipt", values, ...mail }));
};
const receive = (to: string, count = 1) =>
  eventually(() => {
    const mails = journal.list(to);
    assert.equal(mails.length, count);
    return Promise.resolve(mails.at(-1)!);
  });
/** `lang` of the HTML, after the subject and the text were found to be in that language. */
async function readLanguage(to: string, count = 1): Promise<string> {
  const { html, subject, text } = await receive(to, count);
  const language = /<html lang="(\w*)">/.exec(html)![1]! as Language;
  const inLanguage = (english: string): string =>
    translateText({ text: english, language })
      .replace("{visitor}", "TN09AB1234")
      .replace("{branch}", "Spencer, Mount Road");
  assert.equal(subject, inLanguage("Your receipt for {visitor} at {branch}"));
  assert.ok(text.startsWith(translateText({ text: "Hello {name},", language }).replace("{name}", "Anu")), text);
  return language;
}

test("a customer gets the language of the account, in any case of the address", async () => {
  const { email } = await make.user("customer", { language: "ta" });
  const to = email.replace(/^./, (letter) => letter.toUpperCase());
  await queueReceipt({ branch: branch.id, to });
  assert.equal(await readLanguage(to), "ta");
});

test("a customer who has chosen none gets English", async () => {
  const { email } = await make.user("customer", {});
  await queueReceipt({ branch: branch.id, to: email });
  assert.equal(await readLanguage(email), "en");
});

test("a guest gets the language in which the branch prints", async () => {
  await queueReceipt({ branch: branch.id, to: "guest@example.com" });
  assert.equal(await readLanguage("guest@example.com"), "hi");
});

test("staff who have chosen a language get English", async () => {
  const { email } = await make.user("staff", { branch, language: "ta" });
  await queueReceipt({ branch: branch.id, to: email });
  assert.equal(await readLanguage(email), "en");
});

test("an address that the account does not have yet gets the language of the account", async () => {
  const { id } = await make.user("customer", { language: "kn" });
  await queueReceipt({ branch: branch.id, to: "new@example.com", account: id });
  assert.equal(await readLanguage("new@example.com"), "kn");
});

test("an email that staff get, and an SMS, are English", async () => {
  const { email } = await make.user("customer", { language: "te", contact_number: "9840055123" });
  await write(async (ctx) => {
    await queueMail({ ctx, branch: branch.id, to: email, template: "test", values: {} });
    await queueSms({ ctx, branch: branch.id, to: "9840055123", template: "test", values: {} });
  });
  assert.match((await receive(email)).subject, /^Test email/);
  assert.match((await receive("9840055123")).text, /SMS is working/);
});

test("a retry after the choice has changed sends the text of before, and so does a copy", async () => {
  const user = await make.user("customer", { language: "ta" });
  faults.set("mail", "down");
  const values = { from: "28 Nov", visitor: "TN09AB1234" };
  const id = await write((ctx) =>
    queueMail({ ctx, branch: branch.id, to: user.email, template: "invite-withdrawn", values }),
  );
  await eventually(async () => {
    const [row] = await sql`select attempts from "Outbox" where id = ${id!}`;
    assert.equal(row!["attempts"], 1);
  });
  await sql`update users set language = 'kn' where id = ${user.id}`;
  faults.set("mail", "none");
  const manager = await asUser(await make.user("manager", { branch }));
  assert.equal((await manager.post(`/actions/outbox/${id}/resend`)).status, 204);
  const expected = (language: Language): string =>
    translateText({ text: mailTemplates["invite-withdrawn"].subject, language }).replace(
      "{branch}",
      "Spencer, Mount Road",
    );
  assert.equal((await receive(user.email)).subject, expected("ta"));
  await eventually(async () => {
    const [row] = await sql`select status from "Outbox" where id = ${id!}`;
    assert.equal(row!["status"], "sent");
  });
  assert.equal((await manager.post(`/actions/outbox/${id}/resend`)).status, 204);
  assert.equal((await receive(user.email, 2)).subject, expected("ta"));
});

test("a text that the branch has written itself is sent as it is", async () => {
  const own = await make.branch({
    name: "Adyar",
    company: (await make.company({ name: "Besant" })).id,
    mail_texts: { "invite-withdrawn": { subject: "Sorry from {branch}", text: "No visit, {visitor}." } },
  });
  const { email } = await make.user("customer", { language: "ta" });
  const values = { from: "28 Nov", visitor: "Anu" };
  await write((ctx) => queueMail({ ctx, branch: own.id, to: email, template: "invite-withdrawn", values }));
  const { subject, html } = await receive(email);
  assert.equal(subject, "Sorry from Besant, Adyar");
  assert.match(html, /<html lang="">.*No visit, Anu\./);
});

test("a password reset is in the customer's language", async () => {
  const { email } = await make.user("customer", { language: "te" });
  const reset_url = `${testConfig.publicUrl}/customer/reset-password`;
  assert.equal((await (await asUser()).post("/auth/password/request", { email, reset_url })).status, 204);
  const { subject, html } = await receive(email);
  assert.equal(subject, translateText({ text: "Set your password", language: "te" }));
  assert.match(html, /<html lang="te">/);
  assert.ok(customerMails.includes("reset-password"));
});
