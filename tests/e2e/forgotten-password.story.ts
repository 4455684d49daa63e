// §2 §7: a forgotten password with two-factor on, from the log-in over the mail to the board; and a customer's first day.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import type { Page } from "playwright-core";
import { sealer } from "#server/services/secrets.ts";
import { fromBase32, stepAt, totp } from "#server/services/totp.ts";
import { startApp, testConfig } from "#tests/support/app.ts";
import { assertAccessible, desk, openPage, phone } from "#tests/support/browser.ts";
import { closeMessage, logIn, typeLogIn } from "#tests/support/log-in.ts";
import { codeTo, mailTo } from "#tests/support/mail.ts";
import { factories, type MadeBranch, type MadeUser } from "#tests/support/make.ts";
import { errorText } from "#domain/errors.ts";

const { app, sql } = await startApp();
const make = factories(sql);
after(() => app.close());

const open = sealer(testConfig.secret);
/** What the browser itself writes when the server refuses, which is what these stories are about. */
const refusals = [/status of (40[0139])/];
let address: string;
let branch: MadeBranch;
let manager: MadeUser;

before(async () => {
  branch = await make.branch({ slots: 10 });
  manager = await make.user("manager", { branch });
  address = await app.listen({ port: 0, host: "127.0.0.1" });
});

/** The path of the link in the newest mail, as one presses it. */
async function pressedLink(to: string): Promise<string> {
  const { values } = await mailTo({ sql, sealer: open, to });
  const { pathname, search } = new URL(Object.entries(values).find(([name]) => name.endsWith("link"))![1]);
  return pathname + search;
}

async function setUpSecondFactor(page: Page): Promise<{ secret: Uint8Array; codes: string[] }> {
  await page.goto(page.url().replace("parking/dashboard", "account"));
  await page.getByRole("button", { name: "Set it up" }).click();
  await page.getByLabel("Your password").fill(manager.password);
  await page.getByRole("button", { name: "Go on" }).click();
  await page.getByRole("img", { name: "Adds Chaavi to your authenticator app" }).waitFor();
  const shown = await page.getByText(/^([A-Z2-7]{4} ){7}[A-Z2-7]{4}$/).innerText();
  const secret = fromBase32(shown.replaceAll(" ", ""))!;
  await page.getByRole("textbox", { name: "Code of the app" }).fill(totp({ secret, step: stepAt(new Date()) }));
  await page.getByRole("button", { name: "Switch it on" }).click();
  await page.getByText("I have kept them").waitFor();
  const codes = await page.getByRole("list", { name: "Recovery codes" }).getByRole("listitem").allInnerTexts();
  assert.equal(codes.length, 10);
  await page.getByRole("button", { name: "I have kept them" }).click();
  await page.getByText("On", { exact: true }).waitFor();
  return { secret, codes };
}

test("a manager sets up the second factor, forgets the password, and comes back in with the mail and the app", async () => {
  const { page } = await openPage({ address, context: desk, expected: refusals });
  await logIn({ page, user: manager });
  const { secret, codes } = await setUpSecondFactor(page);

  const { page: mobile } = await openPage({ address, context: phone, expected: refusals });
  await mobile.goto("/partner-with-us");
  await mobile.getByRole("link", { name: "Forgot your password?" }).click();
  await mobile.getByRole("heading", { name: "Forgot your password?" }).waitFor();
  await mobile.getByRole("textbox", { name: "Email" }).fill(manager.email);
  await mobile.getByRole("button", { name: "Send me the link" }).click();
  await mobile.getByRole("heading", { name: "Look into your mail" }).waitFor();
  await assertAccessible(mobile);

  const link = await pressedLink(manager.email);
  await mobile.goto(link);
  const password = "Remembered@2026";
  await mobile.getByLabel("New password").fill(password);
  await mobile.getByLabel("Confirm password").fill("Something@2026");
  await mobile.getByRole("button", { name: "Set the password" }).click();
  await mobile.getByText("*Confirm password didn't match").waitFor();
  await mobile.getByLabel("Confirm password").fill(password);
  await mobile.getByRole("button", { name: "Set the password" }).click();
  await mobile.getByRole("heading", { name: "Log in to your branch" }).waitFor();

  // Whoever was logged in is not any more.
  await page.reload();
  await closeMessage({ page, text: errorText("TOKEN_EXPIRY") });

  await typeLogIn({ page: mobile, user: manager, password });
  const code = mobile.getByRole("textbox", { name: "Code" });
  await code.fill("000000");
  await mobile.getByRole("button", { name: "Go on" }).click();
  await mobile.getByText(errorText("INVALID_OTP")).waitFor();
  await assertAccessible(mobile);
  // The code of this half minute was used to set it up; the next one is taken a little early.
  await code.fill(totp({ secret, step: stepAt(new Date()) + 1 }));
  await mobile.getByRole("button", { name: "Go on" }).click();
  await mobile.waitForURL("**/parking/dashboard");

  await mobile.goto(link);
  await mobile.getByLabel("New password").fill(password);
  await mobile.getByLabel("Confirm password").fill(password);
  await mobile.getByRole("button", { name: "Set the password" }).click();
  await mobile.getByRole("heading", { name: "This link no longer works" }).waitFor();

  // Without the phone: a recovery code.
  await page.goto("/partner-with-us");
  await typeLogIn({ page, user: manager, password });
  await page.getByRole("textbox", { name: "Code" }).fill(codes[0]!);
  await page.getByRole("button", { name: "Go on" }).click();
  await page.waitForURL("**/parking/dashboard");
  // Pages that listen would miss the server when it goes at the end.
  for (const shown of [page, mobile]) await shown.close();
});

test("a customer registers with the code of an SMS, logs out, and comes back by the next one", async () => {
  const { page } = await openPage({ address, context: phone, expected: refusals });
  const number = "9840077001";
  const email = "meena.registers@example.com";
  await page.goto("/customer/registration");
  await page.getByRole("textbox", { name: "Mobile number" }).fill(number);
  await page.getByRole("button", { name: "Send me a code" }).click();
  await page.getByText("ends in 7001").waitFor();
  assert.ok(!page.url().includes(number));
  await page.getByRole("textbox", { name: "4-digit code" }).fill(await codeTo({ sql, sealer: open, to: number }));
  await page.getByRole("button", { name: "Go on" }).click();
  await page.getByRole("heading", { name: "About you" }).waitFor();
  await assertAccessible(page);
  await page.getByRole("textbox", { name: "Your name" }).fill("Meena Iyer");
  await page.getByRole("textbox", { name: "Email" }).fill(email);
  await page.getByLabel("New password").fill("Chosen@2026");
  await page.getByLabel("Confirm password").fill("Chosen@2026");
  await page.getByRole("textbox", { name: "Your vehicle" }).fill("tn09cd5566");
  await page.getByRole("button", { name: "Register" }).click();
  await page.getByRole("link", { name: "My account" }).click();
  await page.getByRole("heading", { name: "Hello, Meena Iyer" }).waitFor();
  await page.getByRole("button", { name: "Log out", exact: true }).first().click();

  await page.goto("/customer/commercial/login");
  await page.getByRole("button", { name: "Use email and password" }).click();
  await typeLogIn({ page, user: { ...manager, email }, password: "Chosen@2026" });
  await closeMessage({ page, text: errorText("EMAIL_NOT_VERIFIED") });
  await page.getByRole("button", { name: "Send the mail again" }).click();
  await page.getByText("Verification mail sent").first().waitFor();
  await page.goto(await pressedLink(email));
  await page.getByRole("button", { name: "This is my email" }).click();
  await page.getByRole("heading", { name: "Your email is confirmed" }).waitFor();
  await page.goto("/customer/commercial/login?redirect_to=/commercial/my-account");
  await page.getByRole("button", { name: "Use email and password" }).click();
  await typeLogIn({ page, user: { ...manager, email }, password: "Chosen@2026" });
  await page.getByRole("heading", { name: "Hello, Meena Iyer" }).waitFor();
  await page.getByRole("heading", { name: "Where you are logged in" }).waitFor();
});
