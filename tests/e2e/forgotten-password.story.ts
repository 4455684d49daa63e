// §2 §7: password reset with two-factor authentication, and registration of a customer.
import assert from "node:assert/strict";
import { before, test } from "node:test";
import type { Page } from "playwright-core";
import { createSealer } from "#server/auth/secrets.ts";
import { createTotpCode } from "#tests/support/totp.ts";
import { testConfig } from "#tests/support/app.ts";
import { assertAccessible, desktopViewport, openPage, phoneViewport } from "#tests/support/browser.ts";
import { findLayoutProblems } from "#tests/support/fits.ts";
import { dismissMessage, logIn, fillLogInForm } from "#tests/support/log-in.ts";
import { findCodeSentTo, findMailTo } from "#tests/support/outbox.ts";
import type { CreatedBranch, CreatedUser } from "#tests/support/factories.ts";
import { getErrorText } from "#domain/errors.ts";
import { startStory } from "#tests/support/story.ts";

const { address, make, sql } = await startStory();

const open = createSealer(testConfig.secret);
/** Messages the browser logs for the refused requests of these tests. */
const refusals = [/status of (40[0139])/];
let branch: CreatedBranch;
let manager: CreatedUser;

before(async () => {
  branch = await make.branch({ slots: 10 });
  manager = await make.user("manager", { branch });
});

/** Path and query of the link in the newest email. */
async function getMailedLink(to: string): Promise<string> {
  const { values } = await findMailTo({ sql, sealer: open, to });
  const { pathname, search } = new URL(Object.entries(values).find(([name]) => name.endsWith("link"))![1]);
  return pathname + search;
}

async function enableTwoFactor(page: Page): Promise<{ secret: string; codes: string[] }> {
  await page.goto(page.url().replace("parking/dashboard", "account"));
  await page.getByRole("button", { name: "Set up" }).click();
  await page.getByLabel("Current password").fill(manager.password);
  await page.getByRole("button", { name: "Continue" }).click();
  await page.getByRole("img", { name: "QR code for your authenticator app" }).waitFor();
  const secretText = await page.getByText(/^([A-Z2-7]{4} ){7}[A-Z2-7]{4}$/).innerText();
  const secret = secretText.replaceAll(" ", "");
  await page.getByRole("textbox", { name: "Code from the app" }).fill(createTotpCode({ secret, at: new Date() }));
  await page.getByRole("button", { name: "Turn on" }).click();
  await page.getByText("I have saved them").waitFor();
  const codes = await page.getByRole("list", { name: "Recovery codes" }).getByRole("listitem").allInnerTexts();
  assert.equal(codes.length, 10);
  await page.getByRole("button", { name: "I have saved them" }).click();
  await page.getByText("10 of 10 recovery codes left.").waitFor();
  return { secret, codes };
}

test("a manager sets up two-factor authentication, resets the password by email and logs in with the app", async () => {
  const { page } = await openPage({ address, context: desktopViewport, expectedErrors: refusals });
  await logIn({ page, user: manager });
  const { secret, codes } = await enableTwoFactor(page);

  const { page: mobile } = await openPage({ address, context: phoneViewport, expectedErrors: refusals });
  await mobile.goto("/partner-with-us");
  await mobile.getByRole("link", { name: "Forgot your password?" }).click();
  await mobile.getByRole("heading", { name: "Forgot your password?" }).waitFor();
  await mobile.getByRole("textbox", { name: "Email" }).fill(manager.email);
  await mobile.getByRole("button", { name: "Send link" }).click();
  await mobile.getByRole("heading", { name: "Check your email" }).waitFor();
  await assertAccessible(mobile);

  const link = await getMailedLink(manager.email);
  await mobile.goto(link);
  const password = "Remembered@2026";
  await mobile.getByLabel("New password").fill(password);
  await mobile.getByLabel("Confirm password").fill("Something@2026");
  await mobile.getByRole("button", { name: "Set password" }).click();
  await mobile.getByText(getErrorText("PASSWORD_MISMATCH")).waitFor();
  await mobile.getByLabel("Confirm password").fill(password);
  await mobile.getByRole("button", { name: "Set password" }).click();
  await mobile.getByRole("heading", { name: "Partner login" }).waitFor();

  // The reset has ended the existing session, which its page notices by itself.
  await dismissMessage({ page, text: getErrorText("TOKEN_EXPIRY") });

  await fillLogInForm({ page: mobile, user: manager, password });
  const code = mobile.getByRole("textbox", { name: "Code" });
  await code.fill("000000");
  await mobile.getByRole("button", { name: "Verify" }).click();
  await mobile.getByText(getErrorText("INVALID_OTP")).waitFor();
  await assertAccessible(mobile);
  // The code of this time step was used for the setup, so the next one is sent early.
  await code.fill(createTotpCode({ secret, at: new Date(), stepsAhead: 1 }));
  await mobile.getByRole("button", { name: "Verify" }).click();
  await mobile.waitForURL("**/parking/dashboard");

  // A used link says so before a password is chosen.
  await mobile.goto(link);
  await mobile.getByRole("heading", { name: "This link has expired" }).waitFor();
  await assertAccessible(mobile);

  // Login with a recovery code.
  await page.goto("/partner-with-us");
  await fillLogInForm({ page, user: manager, password });
  await page.getByRole("textbox", { name: "Code" }).fill(codes[0]!);
  await page.getByRole("button", { name: "Verify" }).click();
  await page.waitForURL("**/parking/dashboard");
  // Open pages would log errors when the server closes.
  for (const openedPage of [page, mobile]) await openedPage.close();
});

test("a long email address fits a 320 px screen", async () => {
  const { page } = await openPage({
    address,
    context: { viewport: { width: 320, height: 700 } },
    expectedErrors: refusals,
  });
  await page.goto("/partner/reset-password");
  await page.getByRole("textbox", { name: "Email" }).fill(`${"balasubramaniam.".repeat(3)}krishnamurthy@example.com`);
  await page.getByRole("button", { name: "Send link" }).click();
  await page.getByRole("heading", { name: "Check your email", level: 1 }).waitFor();
  assert.deepEqual(await findLayoutProblems(page), []);
  await page.goto("/partner/reset-password?token=of-nobody");
  await page.getByRole("heading", { name: "This link has expired", level: 1 }).waitFor();
  assert.deepEqual(await findLayoutProblems(page), []);
});

test("a customer registers by OTP, confirms the email and logs in with the password", async () => {
  const { page } = await openPage({ address, context: phoneViewport, expectedErrors: refusals });
  const number = "9840077001";
  const email = "meena.registers@example.com";
  await page.goto("/customer/registration");
  await page.getByRole("textbox", { name: "Mobile number" }).fill("9840077009");
  await page.getByRole("button", { name: "Send OTP" }).click();
  await page.getByText("ending in 7009").waitFor();
  await page.getByRole("link", { name: "Use a different number" }).click();
  await page.getByRole("heading", { name: "Customer registration" }).waitFor();
  await page.getByRole("textbox", { name: "Mobile number" }).fill(number);
  await page.getByRole("button", { name: "Send OTP" }).click();
  await page.getByText("ending in 7001").waitFor();
  assert.ok(!page.url().includes(number));
  await page
    .getByRole("textbox", { name: "6-digit OTP" })
    .fill(await findCodeSentTo({ sql, sealer: open, to: number }));
  await page.getByRole("button", { name: "Verify" }).click();
  await page.getByRole("heading", { name: "Your details" }).waitFor();
  await assertAccessible(page);
  await page.getByRole("textbox", { name: "Your name" }).fill("Meena Iyer");
  await page.getByRole("textbox", { name: "Email" }).fill(email);
  await page.getByLabel("New password").fill("Password@1");
  await page.getByLabel("Confirm password").fill("Password@1");
  await page.getByRole("textbox", { name: /^Vehicle number\b(?!,)/ }).fill("tn09cd5566");
  await page.getByRole("button", { name: "Register" }).click();
  await page.getByText(getErrorText("COMMON_PASSWORD")).waitFor();
  await page.getByLabel("New password").fill("Chosen@2026");
  await page.getByLabel("Confirm password").fill("Chosen@2026");
  await page.getByRole("button", { name: "Register" }).click();
  assert.equal(await page.getByRole("link", { name: "Find parking" }).getAttribute("href"), "/parking");
  await page.getByRole("link", { name: "My account" }).click();
  await page.getByRole("heading", { name: "Hello, Meena Iyer" }).waitFor();
  await page.getByText("You log in with an OTP sent to your phone").waitFor();
  await page.getByText(`${email} is not confirmed yet`).waitFor();
  await page.getByRole("button", { name: "Log out", exact: true }).first().click();
  // The landing page is another document.
  await page.getByRole("searchbox").waitFor();

  await page.goto("/customer/commercial/login");
  await page.getByRole("button", { name: "Log in with email and password" }).click();
  await fillLogInForm({ page, user: { ...manager, email }, password: "Chosen@2026" });
  await dismissMessage({ page, text: getErrorText("EMAIL_NOT_VERIFIED") });
  await page.getByRole("button", { name: "Resend verification email" }).click();
  await page.getByText("Verification email sent").first().waitFor();
  await page.goto(await getMailedLink(email));
  await page.getByRole("button", { name: "Confirm email" }).click();
  await page.getByRole("heading", { name: "Email confirmed" }).waitFor();
  await page.goto("/customer/commercial/login?redirect_to=/commercial/my-account");
  await page.getByRole("button", { name: "Log in with email and password" }).click();
  await fillLogInForm({ page, user: { ...manager, email }, password: "Chosen@2026" });
  await page.getByRole("heading", { name: "Hello, Meena Iyer" }).waitFor();
  await page.getByRole("heading", { name: "Active sessions" }).waitFor();
});

test("a customer sets a new password, and is back at the form that asks for it", async () => {
  const { page } = await openPage({ address, context: phoneViewport, expectedErrors: refusals });
  const email = "meena.registers@example.com";
  await page.goto("/customer/commercial/login");
  await page.getByRole("button", { name: "Log in with email and password" }).click();
  await page.getByRole("link", { name: "Forgot your password?" }).click();
  await page.getByRole("heading", { name: "Forgot your password?" }).waitFor();
  await page.getByRole("textbox", { name: "Email" }).fill(email);
  await page.getByRole("button", { name: "Send link" }).click();
  // What nobody may learn of a certain address is said of all: whether it has a link to wait for.
  await page.getByText(/log in with an OTP\. An email that is not confirmed yet gets no link\.$/).waitFor();
  await assertAccessible(page);
  await page.goto(await getMailedLink(email));
  await page.getByLabel("New password").fill("Remembered@2026");
  await page.getByLabel("Confirm password").fill("Remembered@2026");
  await page.getByRole("button", { name: "Set password" }).click();
  await page.getByRole("heading", { name: "Customer login" }).waitFor();
  await fillLogInForm({ page, user: { ...manager, email }, password: "Remembered@2026" });
  await page.waitForURL("**/commercial/home");
});
