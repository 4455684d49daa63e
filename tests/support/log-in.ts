import assert from "node:assert/strict";
import type { Page } from "playwright-core";
import { password as madePassword, type MadeUser } from "#tests/support/make.ts";

/** Types a user's email and password into the partners' log-in and presses the button; the log-in stands already. */
export async function typeLogIn({
  page,
  user,
  password = madePassword,
}: {
  page: Page;
  user: MadeUser;
  password?: string;
}): Promise<void> {
  await page.getByRole("textbox", { name: "Email" }).fill(user.email);
  await page.locator("input[name=password]").fill(password);
  await page.getByRole("button", { name: "Log in" }).click();
}

/** Logs in as a person does and waits for the page they land on, the parking board unless told otherwise. */
export async function logIn({
  page,
  user,
  lands = "**/parking/dashboard",
}: {
  page: Page;
  user: MadeUser;
  lands?: string;
}): Promise<void> {
  await page.goto("/partner-with-us");
  await typeLogIn({ page, user });
  await page.waitForURL(lands);
}

/** Reads the one message that is open, and closes it as Escape does. */
export async function closeMessage({ page, text }: { page: Page; text: string }): Promise<void> {
  const message = page.getByRole("alertdialog");
  await message.getByText(text, { exact: true }).waitFor();
  assert.equal(await message.count(), 1);
  await page.keyboard.press("Escape");
  await message.waitFor({ state: "detached" });
}

export async function logOut(page: Page): Promise<void> {
  await page.getByRole("button", { name: "Log out" }).first().click();
  await page.getByRole("heading", { name: "Log in to your branch" }).waitFor();
}
