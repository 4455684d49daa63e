// §2: a customer chooses Tamil in the account, and gets the receipt of a visit by email in Tamil.
import assert from "node:assert/strict";
import { test } from "node:test";
import { translateText } from "#domain/messages/message-translations.ts";
import { openPage, phoneViewport } from "#tests/support/browser.ts";
import { eventually } from "#tests/support/eventually.ts";
import { createTranslator } from "#tests/support/languages.ts";
import { fillLogInForm } from "#tests/support/log-in.ts";
import { startSimulatedIntegrations } from "#tests/support/simulators.ts";
import { startStory } from "#tests/support/story.ts";

const tamil = createTranslator("ta");
const { integrations, journal } = await startSimulatedIntegrations();
const { address, asUser, make, sql } = await startStory({ integrations, runsJobs: true });

test("a customer who has chosen Tamil gets the receipt by email in Tamil", async () => {
  const company = await make.company({ name: "Spencer" });
  const branch = await make.branch({ company: company.id, name: "Mount Road", rate: "20.00" });
  const gate = await asUser(await make.user("manager", { branch }));
  const phone = "9840066401";
  const customer = await make.user("customer", {
    first_name: "Anu",
    contact_number: phone,
    public_customer: true,
  });
  await sql`update users set is_email_verified = true where id = ${customer.id}`;
  const entered = await gate.post("/actions/parking/check-in", { vehicle_no: "TN09SV0401", phone_no: phone });
  assert.equal(entered.status, 200, entered.text);
  assert.equal((await gate.post(`/actions/parking/${entered.data.id}/take-cash`, { expected: 2000 })).status, 200);

  const { page } = await openPage({ address, context: phoneViewport });
  await page.goto("/customer/commercial/login?redirect_to=/commercial/my-account");
  await page.getByRole("button", { name: "Log in with email and password" }).click();
  await fillLogInForm({ page, user: customer });
  await page.getByRole("combobox", { name: "Language" }).selectOption("ta");
  await eventually(async () => {
    const [user] = await sql`select language from users where id = ${customer.id}`;
    assert.equal(user?.["language"], "ta");
  });

  await page.goto(`/receipt/${entered.data.pay}`);
  // The page is in the language of the account.
  const sendToMe = page.getByRole("button", { name: tamil("Send to me"), exact: true });
  await sendToMe.click();
  const [, afterRecipient] = tamil("Receipt sent to {recipient}").split("{recipient}");
  await page.getByText(afterRecipient!.trim()).waitFor();
  const mail = await eventually(() => {
    const [received] = journal.list(customer.email);
    assert.ok(received, "no email arrived");
    return Promise.resolve(received);
  });
  const inTamil = (text: Parameters<typeof translateText>[0]["text"]): string =>
    translateText({ text, language: "ta" })
      .replace("{name}", "Anu")
      .replace("{visitor}", "TN09SV0401")
      .replace("{branch}", "Spencer, Mount Road");
  assert.match(mail.subject, /\p{Script=Tamil}/u);
  assert.equal(mail.subject, inTamil("Your receipt for {visitor} at {branch}"));
  const visit = inTamil("Here is the receipt of your visit to {branch} with {visitor}. You can download it as a PDF:");
  const link = /https?:\S+\/receipt\/\S+/.exec(mail.text)![0];
  assert.equal(mail.text.trim(), [inTamil("Hello {name},"), visit, link].join("\n\n"));
  assert.match(mail.html, /<html lang="ta">/);
  for (const shown of [visit, link, `>${inTamil("Open")}</a>`]) assert.ok(mail.html.includes(shown), shown);
  // The link opens the receipt.
  await page.goto(new URL(link).pathname);
  await sendToMe.waitFor();
});
