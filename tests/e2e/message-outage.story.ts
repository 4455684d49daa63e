// §8: if SMS cannot be sent, the log-in page says so, and works again afterwards.
import assert from "node:assert/strict";
import { test } from "node:test";
import { getErrorText } from "#domain/errors.ts";
import { createSealer } from "#server/auth/secrets.ts";
import { testConfig } from "#tests/support/app.ts";
import { assertAccessible, openPage, phoneViewport } from "#tests/support/browser.ts";
import { findCodeSentTo } from "#tests/support/outbox.ts";
import { startSimulatedIntegrations } from "#tests/support/simulators.ts";
import { startStory } from "#tests/support/story.ts";

const { integrations, faults } = await startSimulatedIntegrations();
const { address, sql } = await startStory({ integrations, runsJobs: true });

test("log-in by phone says that the SMS could not be sent, and sends it once the service works again", async () => {
  const { page } = await openPage({ address, context: phoneViewport, expectedErrors: [/status of 50\d/] });
  await page.goto("/customer/commercial/login");
  const number = page.getByRole("textbox", { name: "Mobile number" });
  await number.fill("9840077123");
  faults.set("sms", "error-500");
  await page.getByRole("button", { name: "Send OTP" }).click();
  await page.getByRole("alert").getByText(getErrorText("SMS_OTP_FAILED")).waitFor();
  faults.set("sms", "none");
  await page.getByRole("link", { name: "Use a different number" }).click();
  await number.fill("9840077124");
  // Requested until it is sent, which may be before the texts below are read.
  const sent = page.waitForResponse(
    async (response) =>
      response.url().endsWith("/actions/customers/read-code-delivery") &&
      (await response.text()).includes('"status":"sent"'),
  );
  await page.getByRole("button", { name: "Send OTP" }).click();
  await page.getByText("ending in 7124").waitFor();
  await findCodeSentTo({ sql, sealer: createSealer(testConfig.secret), to: "9840077124" });
  await sent;
  assert.equal(await page.getByRole("alert").count(), 0);
});

test("sign-up of a vendor says which code could not be sent, until it is sent again", async () => {
  const { page } = await openPage({ address, context: phoneViewport });
  await page.goto("/partner-with-us?new");
  await page.getByLabel("Your name").fill("Meena Kumari");
  await page.getByLabel("Mobile number").fill("9840077125");
  await page.getByLabel("Email").fill("meena.outage@example.com");
  faults.set("mail", "error-500");
  await page.getByRole("button", { name: "Send codes" }).click();
  // The button was further down than the heading and the first field.
  await page.locator("input[name=sms]:focus").waitFor();
  assert.equal(await page.evaluate("scrollY"), 0);
  const alert = page.getByRole("alert");
  await alert.getByText(getErrorText("EMAIL_API_ISSUE")).waitFor();
  assert.equal(await alert.getByText(getErrorText("SMS_OTP_FAILED")).count(), 0);
  await assertAccessible(page);
  // The outbox tries again.
  faults.set("mail", "none");
  await alert.getByText(getErrorText("EMAIL_API_ISSUE")).waitFor({ state: "detached" });
});
