// §5 §6: a customer created at a gate logs in by OTP, completes the registration, edits the vehicles and logs in by email.
import assert from "node:assert/strict";
import { test } from "node:test";
import { createSealer } from "#server/auth/secrets.ts";
import { testConfig } from "#tests/support/app.ts";
import { assertAccessible, openPage, phoneViewport } from "#tests/support/browser.ts";
import { eventually } from "#tests/support/eventually.ts";
import { fillLogInForm } from "#tests/support/log-in.ts";
import { findCodeSentTo, findMailTo } from "#tests/support/outbox.ts";
import { startStory } from "#tests/support/story.ts";

const { address, asUser, make, sql } = await startStory();
const sealer = createSealer(testConfig.secret);
const phone = "9840077101";
const email = "lakshmi.narayan@example.com";
const password = "Chosen@2026";
const gate = await asUser(await make.user("staff", { branch: await make.branch({ slots: 10 }) }));

test("a customer of the gate adds an email, a password and a second vehicle", async () => {
  const entered = await gate.post("/actions/parking/check-in", { vehicle_no: "TN09CK4411", phone_no: phone });
  assert.equal(entered.status, 200, entered.text);
  const { page, assertNoErrors } = await openPage({
    address,
    context: phoneViewport,
    expectedErrors: [/status of 409 /],
  });
  await page.goto("/customer/commercial/login?redirect_to=/commercial/my-account");
  await page.getByRole("textbox", { name: "Mobile number" }).fill(phone);
  await page.getByRole("button", { name: "Send OTP", exact: true }).click();
  await page.waitForURL("**/otp-authentication/**");
  const otp = await eventually(() => findCodeSentTo({ sql, sealer, to: phone }));
  await page.locator("input[name=otp]").fill(otp);
  await page.getByRole("button", { name: "Verify", exact: true }).click();
  await page.waitForURL("**/commercial/my-account");
  await page.getByRole("heading", { name: "Complete your registration", exact: true }).waitFor();
  await page.getByText("TN09CK4411", { exact: true }).waitFor();
  await assertAccessible(page);

  await page.getByRole("button", { name: "Complete registration", exact: true }).click();
  const sheet = page.getByRole("dialog");
  await sheet.getByRole("textbox", { name: "Your name" }).fill("Lakshmi Narayan");
  const taken = await make.user("customer", { public_customer: true });
  await sheet.getByRole("textbox", { name: "Email" }).fill(taken.email);
  await sheet.getByLabel("New password").fill(password);
  await sheet.getByLabel("Confirm password").fill(password);
  await sheet.getByRole("button", { name: "Save", exact: true }).click();
  await sheet.getByText("A user with this email already exists").waitFor();
  await assertAccessible(page);
  await sheet.getByRole("textbox", { name: "Email" }).fill(email);
  await sheet.getByRole("button", { name: "Save", exact: true }).click();
  await sheet.waitFor({ state: "hidden" });
  await page.getByRole("heading", { name: "Hello, Lakshmi Narayan", exact: true }).waitFor();
  await page.getByRole("button", { name: "Change password", exact: true }).waitFor();
  assert.equal(await page.getByRole("heading", { name: "Complete your registration", exact: true }).count(), 0);

  await page.getByRole("link", { name: "Edit details", exact: true }).click();
  await page.getByRole("button", { name: "Add vehicle", exact: true }).click();
  await sheet.getByRole("textbox", { name: "Vehicle number" }).fill("x1");
  await sheet.getByRole("button", { name: "Save vehicle", exact: true }).click();
  await sheet.getByText("*Invalid vehicle number").waitFor();
  await sheet.getByRole("textbox", { name: "Vehicle number" }).fill("ka01ab1234");
  await sheet.getByRole("button", { name: "Save vehicle", exact: true }).click();
  await sheet.waitFor({ state: "hidden" });
  await page.goto("/commercial/my-account");
  await page.getByText("TN09CK4411, KA01AB1234", { exact: true }).waitFor();

  const { values } = await findMailTo({ sql, sealer, to: email });
  await page.goto(new URL(values["verify_link"]!).pathname + new URL(values["verify_link"]!).search);
  await page.getByRole("button", { name: "Confirm email", exact: true }).click();
  await page.getByText(`You log in with ${email}.`, { exact: true }).waitFor();
  await page.goto("/commercial/my-account");
  await page.getByRole("button", { name: "Log out", exact: true }).first().click();
  // The landing page is another document.
  await page.getByRole("searchbox").waitFor();
  await page.goto("/customer/commercial/login?redirect_to=/commercial/my-account");
  await page.getByRole("button", { name: "Log in with email and password" }).click();
  await fillLogInForm({ page, user: { ...taken, email }, password });
  await page.getByRole("heading", { name: "Hello, Lakshmi Narayan", exact: true }).waitFor();
  assertNoErrors();
});

test("a code that was just sent at the login is used by the registration of the same number", async () => {
  const { page } = await openPage({ address, context: phoneViewport, expectedErrors: [/status of 429 /] });
  const enterNumber = async (): Promise<void> => {
    await page.getByRole("textbox", { name: "Mobile number" }).fill("9840066177");
    await page.getByRole("button", { name: "Send OTP", exact: true }).click();
    await page.waitForURL("**/otp-authentication/**");
  };
  await page.goto("/customer/commercial/login");
  await enterNumber();
  const otp = await eventually(() => findCodeSentTo({ sql, sealer, to: "9840066177" }));
  await page.goto("/customer/registration");
  await enterNumber();
  assert.equal(await page.getByRole("dialog").count(), 0);
  await assertAccessible(page);
  await page.locator("input[name=otp]").fill(otp);
  await page.getByRole("button", { name: "Verify", exact: true }).click();
  await page.getByRole("heading", { name: "Your details" }).waitFor();
  await page.context().close();
});
