// §7 §8 outbox: a manager sees sent and failed messages live and resends them; codes stay hidden.
import assert from "node:assert/strict";
import { before, test } from "node:test";
import type { Page } from "playwright-core";
import { anonymous } from "#domain/access/roles.ts";
import { createServices, createWriteContext } from "#server/context.ts";
import { queueMail, queueSms } from "#server/messaging/outbox.ts";
import { testConfig } from "#tests/support/app.ts";
import { assertAccessible, desktopViewport, openPage, phoneViewport } from "#tests/support/browser.ts";
import { logIn } from "#tests/support/log-in.ts";
import type { CreatedBranch, CreatedUser } from "#tests/support/factories.ts";
import { startSimulatedIntegrations } from "#tests/support/simulators.ts";
import { startStory } from "#tests/support/story.ts";

const services = await startSimulatedIntegrations();
const { journal, faults, smsAccount } = services;
const { address, make, sql } = await startStory({ integrations: services.integrations, runsJobs: true });

const slug = "outbox-company";
const appServices = createServices({ sql, config: testConfig, clock: () => new Date() });
let branch: CreatedBranch;
let manager: CreatedUser;

before(async () => {
  const company = await make.company({ slug });
  branch = await make.branch({ company: company.id, slots: 5 });
  manager = await make.user("manager", { branch, contact_number: "9840077777" });
});

function queueMessage(message: { to: string } & ({ otp: string } | { otp?: undefined })): Promise<unknown> {
  const { to, otp } = message;
  return sql.begin((tx) => {
    const ctx = createWriteContext({
      services: appServices,
      tx,
      actor: anonymous,
      origin: { ip: null, userAgent: null },
    });
    if (otp) return queueSms({ ctx, branch: branch.id, to, template: "otp", values: { otp } });
    return queueMail({ ctx, branch: branch.id, to, template: "test", values: {} });
  });
}

async function openOutbox(context = desktopViewport): Promise<Page> {
  const { page } = await openPage({ address, context });
  await logIn({ page, user: manager });
  await page.goto(`/${slug}/${branch.slug}/outbox`);
  await page.getByText("Live", { exact: true }).waitFor();
  return page;
}

const getMessageRow = (page: Page, recipient: string) =>
  page.getByRole("list", { name: "Messages" }).getByRole("listitem").filter({ hasText: recipient });

test("lists messages live and resends a failed one", async () => {
  const page = await openOutbox();
  await page.getByRole("heading", { name: "No messages sent yet" }).waitFor();
  await queueMessage({ to: "9840012345", otp: "4711" });
  await getMessageRow(page, "9840012345").getByText("Sent", { exact: true }).waitFor();

  faults.set("mail", "down");
  await queueMessage({ to: "asha@example.com" });
  await getMessageRow(page, "asha@example.com").getByText("Queued", { exact: true }).waitFor();
  await page.getByRole("button", { name: "asha@example.com" }).click();
  await page.getByText(/The mail server is not available/).waitFor();
  // Its next attempt, which is some seconds later, could come before the press.
  await sql`update "Outbox" set next_try_at = now() + interval '1 hour' where recipient = 'asha@example.com'`;
  faults.set("mail", "none");
  await page.getByRole("button", { name: "Try now" }).click();
  await getMessageRow(page, "asha@example.com").getByText("Sent", { exact: true }).waitFor();
  assert.equal(journal.list("asha@example.com").length, 1);
});

test("redacts codes and does not resend them", async () => {
  const page = await openOutbox(phoneViewport);
  await page.getByRole("button", { name: "9840012345" }).click();
  await page
    .getByRole("article", { name: "Message text" })
    .getByText(/^•••• is your code/)
    .waitFor();
  await page.getByText(/contained a code or link/).waitFor();
  assert.equal(await page.getByRole("button", { name: "Resend" }).count(), 0);
  await assertAccessible(page);
  assert.doesNotMatch(await page.content(), /4711/);
});

test("lists rejected messages with the reason, and sends a test message", async () => {
  const page = await openOutbox();
  await queueMessage({ to: "nobody@refused.example" });
  await page.getByRole("button", { name: /^Not sent 1$/ }).click();
  await getMessageRow(page, "nobody@refused.example").getByText("Failed", { exact: true }).waitFor();
  await page.getByRole("button", { name: "nobody@refused.example" }).click();
  await page.getByText("The mail server rejected this email (550).").waitFor();
  await page.getByRole("button", { name: "Close", exact: true }).click();

  await page.getByRole("button", { name: "Send test message" }).click();
  await page.getByRole("button", { name: "SMS to 9840077777" }).click();
  await page.getByText("Test message sent").waitFor();
  assert.match(journal.list("9840077777")[0]!.text, /^Test message from/);
});

test("shows today's message usage and the reached limit", async () => {
  const page = await openOutbox(phoneViewport);
  const today = page.getByRole("region", { name: "Message usage today" });
  await today.getByText("1 of 6,000", { exact: true }).waitFor();
  await sql`update "Branch" set sms_per_day = 1 where id = ${branch.id}`;
  await page.reload();
  await today.getByText("SMS limit for today reached. Sending resumes at midnight.").waitFor();
  await assertAccessible(page);
  const folder = process.env["SCREENSHOTS"];
  if (folder) await page.screenshot({ path: `${folder}/outbox-used-up.png` });
});

test("registers an SMS in Tamil, sends it in Unicode, and removes it", async () => {
  const [text, id] = ["{visitor} {branch} இலிருந்து சென்றுவிட்டார்.", "1107160000000000042"];
  smsAccount.templates.set(id, text);
  await sql`update "Branch" set print_language = 'ta', sms_per_day = null where id = ${branch.id}`;
  const { page } = await openPage({ address, context: phoneViewport });
  await logIn({ page, user: manager });
  await page.goto(`/${slug}/${branch.slug}/configurations/branch/texts`);
  const row = page.getByRole("list", { name: "SMS" }).getByRole("listitem").filter({ hasText: "Visitor left" });
  await row.getByRole("button").click();
  await page.getByRole("group", { name: "English" }).getByText("charged as 1 SMS").waitFor();
  await page.getByRole("dialog").getByRole("button", { name: "தமிழ்" }).click();
  await page.getByRole("textbox", { name: "Template ID" }).fill(id);
  await page.getByRole("textbox", { name: "Text" }).fill("{visitor} சென்றுவிட்டார்.");
  await page.getByRole("button", { name: "Save text" }).click();
  await page.getByText("*Use each placeholder of the English text, once, and no others").waitFor();
  await page.getByRole("textbox", { name: "Text" }).fill(text);
  const preview = page.getByRole("group", { name: "Preview" });
  await preview.getByText(/^Meena Kumari .+ இலிருந்து சென்றுவிட்டார்\.$/).waitFor();
  await preview.getByText("in Unicode, charged as 1 SMS").waitFor();
  await page.getByText("{#var#} {#var#} இலிருந்து சென்றுவிட்டார்.").waitFor();
  await assertAccessible(page);
  await page.getByRole("button", { name: "Save text" }).click();
  await page.getByRole("dialog").getByText("Registered", { exact: true }).waitFor();
  await page.getByRole("button", { name: "Close", exact: true }).click();
  await row.getByText("English, தமிழ்").waitFor();

  await sql.begin((tx) => {
    const origin = { ip: null, userAgent: null };
    const ctx = createWriteContext({ services: appServices, tx, actor: anonymous, origin });
    return queueSms({ ctx, branch: branch.id, to: "9840012399", template: "visitor-left", values: { visitor: "Anu" } });
  });
  await page.goto(`/${slug}/${branch.slug}/outbox`);
  await getMessageRow(page, "9840012399").getByText("Sent", { exact: true }).waitFor();
  await page.getByRole("button", { name: "9840012399" }).click();
  const article = page.getByRole("article", { name: "Message text" });
  await article.getByText(/^Anu .+ இலிருந்து சென்றுவிட்டார்\.$/).waitFor();
  await article.getByText(/^Anu has left/).waitFor();
  assert.equal(journal.list("9840012399")[0]!.parts?.isUnicode, true);

  await page.goto(`/${slug}/${branch.slug}/configurations/branch/texts`);
  await row.getByRole("button").click();
  await page.getByRole("dialog").getByRole("button", { name: "தமிழ்" }).click();
  await page.getByRole("button", { name: "Remove, and send in English" }).click();
  await page.getByRole("button", { name: "Close", exact: true }).click();
  await row.getByText("English", { exact: true }).waitFor();
  const [stored] = await sql`select sms_texts from "Branch" where id = ${branch.id}`;
  assert.deepEqual(stored!["sms_texts"], {});
});
