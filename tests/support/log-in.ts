import assert from "node:assert/strict";
import type { Page } from "playwright-core";
import { testPassword, type CreatedUser } from "#tests/support/factories.ts";

/** Fills in and submits the email login form, which must be open already; `t` translates its labels. */
export async function fillLogInForm({
  page,
  user,
  password = testPassword,
  t = (label) => label,
}: {
  page: Page;
  user: CreatedUser;
  password?: string;
  t?: (label: string) => string;
}): Promise<void> {
  await page.getByRole("textbox", { name: t("Email") }).fill(user.email);
  await page.locator("input[name=password]").fill(password);
  await page.getByRole("button", { name: t("Log in"), exact: true }).click();
}

/** Logs in on the partner login page and waits for the landing page, by default the parking board. */
export async function logIn({
  page,
  user,
  landingUrl = "**/parking/dashboard",
}: {
  page: Page;
  user: CreatedUser;
  landingUrl?: string;
}): Promise<void> {
  await page.goto("/partner-with-us");
  await fillLogInForm({ page, user });
  await page.waitForURL(landingUrl);
}

/** Asserts the text of the open message and closes it with Escape. */
export async function dismissMessage({ page, text }: { page: Page; text: string }): Promise<void> {
  const message = page.getByRole("alertdialog");
  await message.getByText(text, { exact: true }).waitFor();
  assert.equal(await message.count(), 1);
  await page.keyboard.press("Escape");
  await message.waitFor({ state: "detached" });
}

export async function logOut(page: Page): Promise<void> {
  // The page changes at once, before the server has ended the session and cleared the cookie.
  const ended = page.waitForResponse((response) => response.url().endsWith("/auth/logout"));
  await page.getByRole("button", { name: "Log out" }).first().click();
  await ended;
  await page.getByRole("heading", { name: "Partner login" }).waitFor();
}
