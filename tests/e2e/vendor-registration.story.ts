// §2 §4: a vendor registers, corrects a rejected field, is published and checks in the first vehicle.
import assert from "node:assert/strict";
import { test } from "node:test";
import type { Page } from "playwright-core";
import { getErrorText } from "#domain/errors.ts";
import * as limits from "#domain/limits.ts";
import { createSealer } from "#server/auth/secrets.ts";
import { testConfig } from "#tests/support/app.ts";
import { assertAccessible, desktopViewport, openPage, phoneViewport } from "#tests/support/browser.ts";
import { decide } from "#tests/support/decide.ts";
import { logIn, fillLogInForm } from "#tests/support/log-in.ts";
import { findCodeSentTo, findMailTo } from "#tests/support/outbox.ts";
import type { CreatedUser } from "#tests/support/factories.ts";
import { startSimulatedIntegrations } from "#tests/support/simulators.ts";
import { startStory } from "#tests/support/story.ts";

const { integrations } = await startSimulatedIntegrations();
const { address, make, sql } = await startStory({ integrations });
const open = createSealer(testConfig.secret);
const verifier = await make.user("verifier");
await make.row("Areas", { area_name: "Royapettah", city: "Chennai", state: "Tamil Nadu" });
const vendor: CreatedUser = { id: "", email: "meena.vendor@example.com", password: "Chosen@2026", role: "admin" };
const mobile = "9840066001";
const refusals = [/status of 4\d\d/, /ERR_INTERNET_DISCONNECTED/];

/** A one-pixel PNG. */
const documentFile = {
  name: "pan-card.png",
  mimeType: "image/png",
  buffer: Buffer.from(
    "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==",
    "base64",
  ),
};

async function fillAddress(page: Page): Promise<void> {
  await page.getByLabel("Branch name").fill("Royapettah High Road");
  await page.getByRole("textbox", { name: "Address", exact: true }).fill("12 High Road, near the clock tower");
  await page.getByLabel("Pin code").fill("600 014 ");
  // A name that is too short is forgotten with its field, which would reject the form unseen.
  await page.getByRole("combobox", { name: "Area" }).selectOption({ label: "Others" });
  await page.getByRole("textbox", { name: "Area name" }).fill("abc");
  await page.getByRole("combobox", { name: "Area" }).selectOption({ label: "Royapettah" });
  assert.equal(await page.getByRole("combobox", { name: "State" }).inputValue(), "Tamil Nadu");
  assert.equal(await page.getByRole("combobox", { name: "City" }).inputValue(), "Chennai");
}

test("a vendor creates an account with two codes and completes the registration on a second device", async () => {
  const { page } = await openPage({ address, context: phoneViewport, expectedErrors: refusals });
  await page.goto("/");
  await page.getByRole("link", { name: "For partners" }).click();
  await page.getByRole("link", { name: "New partner? Register your company" }).click();
  await page.getByLabel("Your name").fill("Meena Kumari");
  await page.getByLabel("Mobile number").fill(mobile);
  await page.getByLabel("Email").fill(vendor.email);
  await page.getByRole("button", { name: "Send codes" }).click();
  const sms = page.getByLabel("Code from SMS");
  await sms.waitFor();
  // As a phone that has discarded the page while the SMS was read.
  await page.reload();
  // As it is pasted.
  await sms.fill(` ${await findCodeSentTo({ sql, sealer: open, to: mobile })} `);
  await page.getByText("Mobile verified").waitFor();
  // And again while the email was read: the right code is used up, and cannot be entered a second time.
  await page.reload();
  await page.getByText("Mobile verified").waitFor();
  await page.getByLabel("Code from email").fill("100000");
  // Told at once, not only when the account is created.
  await page.getByText(getErrorText("OTP_INVALID")).waitFor();
  await page.getByLabel("New password").fill(vendor.password);
  await page.getByLabel("Confirm password").fill(vendor.password);
  await page.getByRole("button", { name: "Create account" }).click();
  await page.getByText(getErrorText("OTP_INVALID")).waitFor();
  const { otp } = (await findMailTo({ sql, sealer: open, to: vendor.email })).values;
  await page.getByLabel("Code from email").fill(otp!);
  await page.getByText("Email verified").waitFor();
  await page.getByRole("button", { name: "Create account" }).click();
  await page.waitForURL("**/company-register");

  const pan = page.getByRole("textbox", { name: "PAN", exact: true });
  await pan.pressSequentially("aaacm1231f");
  assert.equal(await pan.inputValue(), "AAACM1231F");
  await page.getByText("Active: SIMULATED PERSON").waitFor();
  // The check character is wrong.
  await page.getByLabel("GSTIN (optional)").fill("33AAACM1231F1Z0");
  await page.getByText("Invalid GSTIN number format", { exact: true }).waitFor();
  await page.getByLabel("GSTIN (optional)").fill("");
  await page.getByRole("textbox", { name: "Company name", exact: true }).fill("Meena Parking");
  await page.getByLabel("Registered company name").fill("Meena Parking Private Limited");
  await page.getByText("The register has the name SIMULATED PERSON.").waitFor();
  await page.getByRole("radio", { name: "Company", exact: true, checked: true }).waitFor();
  await page.getByText("CIN and logo (optional)").click();
  const notAnImage = { ...documentFile, buffer: Buffer.alloc(limits.imageBytes) };
  await page.locator("input[name=company_logo]").setInputFiles(notAnImage);
  await page.getByText(getErrorText("IMAGE_TYPE")).waitFor();
  await page.locator("input[name=company_logo]").setInputFiles(documentFile);
  await page.getByRole("button", { name: "Use this picture" }).click();
  await page.getByRole("img", { name: "Logo" }).waitFor();
  await assertAccessible(page);
  await page.getByRole("button", { name: "Save and continue" }).click();
  const logged = page.waitForEvent("console", (message) => message.text().startsWith("REGISTRATION_CACHE_FAILED"));
  await page.context().setOffline(true);
  await page.getByLabel("Branch name").fill("Royapettah");
  await logged;
  await page.context().setOffline(false);
  await page.getByRole("button", { name: "Use my location" }).click();
  await page.getByText(getErrorText("LOCATION_PERMISSION")).waitFor();
  await page.getByText("All changes saved").waitFor();
  await page.close();

  const second = (await openPage({ address, context: desktopViewport, expectedErrors: refusals })).page;
  await second.goto("/partner-with-us");
  await fillLogInForm({ page: second, user: vendor, password: vendor.password });
  await second.waitForURL("**/company-register");
  assert.equal(await second.getByLabel("Branch name").inputValue(), "Royapettah");
  await second.evaluate("delete Navigator.prototype.geolocation");
  await second.getByRole("button", { name: "Use my location" }).click();
  await second.getByText(getErrorText("LOCATION_NOT_SUPPORTED")).waitFor();
  await fillAddress(second);
  await second.getByRole("button", { name: "Save and continue" }).click();
  await second.getByRole("heading", { name: "Services and documents" }).waitFor();
  await second.getByRole("button", { name: "Save and continue" }).click();
  await second.getByText("Choose at least one service").waitFor();
  await second.getByRole("button", { name: "Parking", exact: true }).click();
  await second.getByRole("button", { name: "Save and continue" }).click();
  await second.getByText("Add at least one document").waitFor();
  assert.equal(await second.getByRole("textbox", { name: "Name", exact: true }).inputValue(), "Meena Kumari");
  assert.equal(await second.getByLabel("Designation").inputValue(), "Director");
  assert.equal(await second.getByRole("textbox", { name: "Email", exact: true }).inputValue(), vendor.email);
  await second.locator("input[name=documents]").setInputFiles(documentFile);
  await second.getByText("pan-card.png").waitFor();
  await second.getByRole("button", { name: "Save and continue" }).click();
  // The browser's back is that of the wizard, and steps that are complete can be opened from any other.
  await second.getByLabel("Your full name").waitFor();
  await second.goBack();
  await second.getByRole("heading", { name: "Services and documents" }).waitFor();
  await second.goBack();
  await second.getByRole("heading", { name: "Location" }).waitFor();
  await second.goForward();
  await second.getByRole("heading", { name: "Services and documents" }).waitFor();
  await second.getByRole("button", { name: "Back" }).click();
  await second.getByRole("heading", { name: "Location" }).waitFor();
  await second.getByRole("button", { name: "Agreement" }).click();
  await second.getByLabel("I have read and accept the agreement").check();
  assert.equal(await second.getByLabel("Your full name").inputValue(), "Meena Kumari");
  await second.getByText("All changes saved").waitFor();
  const third = (await openPage({ address, context: phoneViewport, expectedErrors: refusals })).page;
  await third.goto("/partner-with-us");
  await fillLogInForm({ page: third, user: vendor, password: vendor.password });
  await third.getByLabel("Your full name").waitFor();
  await second.getByRole("button", { name: "Submit for verification" }).click();
  await second.getByRole("heading", { name: "Registration received" }).waitFor();
  // What is open elsewhere leaves the form, which is gone.
  await third.getByLabel("Your full name").fill("Meena K");
  await third.waitForURL("**/success-registration");
  await third.getByRole("heading", { name: "Check your registration status" }).waitFor();
  assert.equal(await third.getByRole("alertdialog").count(), 0);
  await third.close();
  await second.getByText(getErrorText("BRANCH_DRAFT")).waitFor();
  const [stored] = await sql`
    select name, registered_name, company_logo is not null as has_logo from "Companies"`;
  assert.deepEqual(
    { ...stored },
    { name: "Meena Parking", registered_name: "Meena Parking Private Limited", has_logo: true },
  );
  await assertAccessible(second);
  // A reload has no session to log out of.
  const logOuts: string[] = [];
  second.on("request", (request) => logOuts.push(...(request.url().endsWith("/auth/logout") ? [request.url()] : [])));
  await second.reload();
  await second.getByRole("heading", { name: "Registration received" }).waitFor();
  assert.deepEqual(logOuts, []);
  await second.goto("/partner-with-us");
  await fillLogInForm({ page: second, user: vendor, password: vendor.password });
  await second.getByText("Under review").first().waitFor();
  await second.getByRole("button", { name: "Set up your branch now" }).click();
  await second.waitForURL("**/home");
  await second.getByText("Your branch is under review.", { exact: true }).waitFor();
  await second.getByRole("heading", { name: "Set up this branch" }).waitFor();
  await assertAccessible(second);
  assert.equal((await sql`select 1 from "Company_Branch_Registration_Cache"`).length, 0);
  await second.close();
});

test("the verifier rejects one field, the vendor corrects it, and the verifier sees the change", async () => {
  const review = await openPage({ address, context: desktopViewport, expectedErrors: refusals });
  await logIn({ page: review.page, user: verifier, landingUrl: "**/platform" });
  await review.page.getByRole("link", { name: /^Meena Parking/ }).click();
  await review.page.getByText("Active: SIMULATED PERSON").waitFor();
  await review.page.getByText("Differs from the registered name Meena Parking Private Limited").waitFor();
  await decide(review.page, "Publish");
  // Not the message "Published", which the decision before may still show.
  await review.page.getByRole("button", { name: "Publish" }).waitFor({ state: "detached" });
  await review.page.getByRole("link", { name: "All vendors" }).click();
  await review.page.getByRole("link", { name: /Royapettah High Road, Meena Parking/ }).click();
  await review.page.getByRole("button", { name: "PAN card: pan-card.png" }).waitFor();
  await review.page.getByRole("button", { name: "Add a remark on Pin code" }).click();
  await review.page.getByLabel("Remark on Pin code").fill("This belongs to another area");
  await decide(review.page, "Reject");
  await review.page.getByText("Rejected").first().waitFor();
  const mail = await findMailTo({ sql, sealer: open, to: vendor.email });
  assert.equal(mail.values["remarks"], "Pin code: This belongs to another area");

  const { page } = await openPage({ address, context: phoneViewport, expectedErrors: refusals });
  await page.goto("/partner-with-us");
  await fillLogInForm({ page, user: vendor, password: vendor.password });
  await page.waitForURL("**/application-correction");
  await page.getByText("This belongs to another area").waitFor();
  assert.equal(await page.getByRole("textbox").count(), 2);
  await assertAccessible(page);
  await page.getByRole("button", { name: "Submit again" }).click();
  await page.getByText(getErrorText("NO_CHANGES")).waitFor();
  await page.getByLabel("Pin code").fill("600002");
  await page.getByRole("textbox", { name: "Message to the verifier" }).fill("The gate is in the next street");
  await page.getByRole("button", { name: "Submit again" }).click();
  await page.getByText("Under review").waitFor();
  await page.close();

  await review.page.getByText("Changed. Previously: 600014").waitFor();
  await review.page.getByText("Previous remark: This belongs to another area").waitFor();
  // The answer is above the fields, and the remark leads to it.
  await review.page.getByRole("link", { name: "Read the answer", exact: true }).click();
  await review.page.getByText(/^Message from .*: The gate is in the next street$/).waitFor();
  await decide(review.page, "Publish");
  await review.page.getByRole("button", { name: "Publish" }).waitFor({ state: "detached" });
  await review.page.close();
});

test("after publication the vendor invites staff, who set a password and check in the first vehicle", async () => {
  const { template } = await findMailTo({ sql, sealer: open, to: vendor.email });
  assert.equal(template, "application-published");
  const { page } = await openPage({ address, context: desktopViewport, expectedErrors: refusals });
  await page.goto("/partner-with-us");
  await fillLogInForm({ page, user: vendor, password: vendor.password });
  await page.waitForURL("**/meena-parking/royapettah-high-road/parking/dashboard");
  await page.goto("/meena-parking/royapettah-high-road/onboarding-form");
  await page.getByText("Corrected and resubmitted").waitFor();
  await page.goto("/meena-parking/royapettah-high-road/parking/create");
  await page.getByRole("heading", { name: "No tariff yet" }).waitFor();
  await page.getByRole("button", { name: "It is free of charge" }).click();
  await page.getByRole("textbox", { name: /^Vehicle number\b(?!,)/ }).waitFor();
  await page.goto("/meena-parking/royapettah-high-road/staff/create");
  await page.getByRole("textbox", { name: "Name", exact: true }).fill("Ravi Kumar");
  await page.getByRole("textbox", { name: "Email" }).fill("ravi.gate@example.com");
  await page.getByRole("textbox", { name: "Phone number" }).fill("9840012345");
  await page.getByRole("textbox", { name: "PIN" }).fill("4821");
  await page.getByRole("button", { name: "Send invitation" }).click();
  await page.getByRole("dialog", { name: "Ravi Kumar" }).getByText("Invited").waitFor();
  await page.close();

  const gate = await openPage({ address, context: phoneViewport, expectedErrors: refusals });
  const link = new URL((await findMailTo({ sql, sealer: open, to: "ravi.gate@example.com" })).values["invite_link"]!);
  await gate.page.goto(link.pathname + link.search);
  await gate.page.getByLabel("New password").fill("Gate@2026x");
  await gate.page.getByLabel("Confirm password").fill("Gate@2026x");
  await gate.page.getByRole("button", { name: "Create account" }).click();
  await gate.page.waitForURL("**/parking/dashboard");
  await gate.page.getByRole("button", { name: "Start duty" }).click();
  await gate.page.getByRole("link", { name: "Check in", exact: true }).click();
  // The search field of the board has a similar name.
  await gate.page.waitForURL("**/parking/create");
  await gate.page.getByRole("textbox", { name: /^Vehicle number\b(?!,)/ }).fill("tn09ab1234");
  await gate.page.getByRole("textbox", { name: "Phone number" }).fill("9840012345");
  await gate.page.getByRole("button", { name: "Check in" }).click();
  await gate.page.getByRole("heading", { name: "Checked in" }).waitFor();
  const [entry] = await sql`select parking_status_id from "Parking_Information"`;
  assert.equal(entry!["parking_status_id"], 1);
  await gate.page.close();
});

test("an admin switches branch; a branch under review is listed but cannot be opened", async () => {
  const [{ company }] = await sql<
    [{ company: number }]
  >`select id as company from "Companies" where name = 'Meena Parking'`;
  await make.branch({ company, name: "Second Gate", slug: "second-gate" });
  await make.branch({ company, name: "Third Gate", slug: "third-gate", status: "draft" });
  const { page } = await openPage({ address, context: phoneViewport, expectedErrors: refusals });
  await page.goto("/partner-with-us");
  await fillLogInForm({ page, user: vendor, password: vendor.password });
  await page.getByRole("button", { name: "Switch branch" }).click();
  const sheet = page.getByRole("dialog", { name: "Your branches" });
  await sheet.getByText("Current branch").waitFor();
  await sheet.getByRole("link", { name: /Third Gate/ }).waitFor();
  await assertAccessible(page);
  await sheet.getByRole("button", { name: "Open Second Gate" }).click();
  await page.waitForURL("**/meena-parking/second-gate/home");
  await page.close();
});
