// §1: the platform creates a school with its first branch; the invited admin waits for the review and then logs in.
import { test } from "node:test";
import type { Page } from "playwright-core";
import { createSealer } from "#server/auth/secrets.ts";
import { testConfig } from "#tests/support/app.ts";
import { assertAccessible, desktopViewport, openPage, phoneViewport } from "#tests/support/browser.ts";
import { decide } from "#tests/support/decide.ts";
import { eventually } from "#tests/support/eventually.ts";
import { testPassword } from "#tests/support/factories.ts";
import { logIn } from "#tests/support/log-in.ts";
import { findMailTo } from "#tests/support/outbox.ts";
import { createGstin } from "#tests/support/registration-form.ts";
import { startSimulatedIntegrations } from "#tests/support/simulators.ts";
import { startStory } from "#tests/support/story.ts";

const { integrations } = await startSimulatedIntegrations();
const { address, make, sql } = await startStory({ integrations });
const email = "meena@velan.example";
await make.row("Areas", { area_name: "Adyar", city: "Chennai", state: "Tamil Nadu" });
const administrator = await make.user("platform");

test("a school is created, its admin accepts the invitation, and both log in after the review", async () => {
  const desk = await openPage({ address, context: desktopViewport, expectedErrors: [/status of 400 /] });
  const { page } = desk;
  await logIn({ page, user: administrator, landingUrl: "**/platform" });
  await page.getByRole("link", { name: "New company", exact: true }).click();
  await page.getByRole("heading", { name: "New company", exact: true }).waitFor();
  const fill = (label: string, text: string) => page.getByRole("textbox", { name: label, exact: true }).fill(text);
  await page.getByRole("combobox", { name: "Kind of organisation" }).selectOption("School, college or university");
  await fill("Company name", "Velan Matriculation School");
  await fill("Branch name", "Main gate");
  await fill("Address", "4 Canal Road");
  await page.getByRole("combobox", { name: "State", exact: true }).selectOption("Tamil Nadu");
  await page.getByRole("combobox", { name: "City", exact: true }).fill("Chennai");
  await page.getByRole("combobox", { name: "Area", exact: true }).selectOption("Adyar");
  await fill("Pin code", "600020");
  await fill("GSTIN (optional)", createGstin("AAATV0011F"));
  await fill("PAN (optional)", "AAATV0021F");
  await page.getByText("This GSTIN belongs to a different PAN").waitFor();
  await fill("Name", "Meena Kumari");
  await fill("Email", email);
  await page.getByRole("button", { name: "Create and invite admin" }).click();
  await page.getByText("This GSTIN belongs to a different PAN").waitFor();
  await assertAccessible(page);
  await fill("PAN (optional)", "AAATV0011F");
  await page.getByRole("button", { name: "Create and invite admin" }).click();
  await page.getByRole("heading", { name: "Velan Matriculation School", exact: true }).waitFor();

  const sealer = createSealer(testConfig.secret);
  const mail = await eventually(() => findMailTo({ sql, sealer, to: email }));
  const phone = await openPage({ address, context: phoneViewport, expectedErrors: [/status of 403 /] });
  await phone.page.goto(new URL(mail.values["invite_link"]!).search.replace(/^/, "/accept-invitation"));
  await phone.page.getByLabel("New password").fill(testPassword);
  await phone.page.getByLabel("Confirm password").fill(testPassword);
  await phone.page.getByRole("button", { name: "Create account" }).click();
  await phone.page.getByRole("heading", { name: "Registration received" }).waitFor();
  await assertAccessible(phone.page);

  await publish(page);
  await page.getByRole("link", { name: "All vendors" }).click();
  await page.getByRole("link", { name: "Main gate, Velan Matriculation School" }).click();
  await publish(page);
  await logIn({
    page: phone.page,
    user: { ...administrator, email },
    landingUrl: "**/velan-matriculation-school/main-gate/**",
  });
  desk.assertNoErrors();
  phone.assertNoErrors();
});

/** The other half of the registration may be shown as published already. */
async function publish(page: Page): Promise<void> {
  const button = page.getByRole("button", { name: "Publish", exact: true });
  await decide(page, "Publish");
  await button.waitFor({ state: "detached" });
  await page.getByText("Published", { exact: true }).first().waitFor();
}
