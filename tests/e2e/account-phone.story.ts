// §5 §6: a customer adds a phone number, verifies it by OTP and sees its entries.
import assert from "node:assert/strict";
import { before, beforeEach, test } from "node:test";
import type { Locator, Page } from "playwright-core";
import { getErrorText } from "#domain/errors.ts";
import { createSealer } from "#server/auth/secrets.ts";
import { testConfig } from "#tests/support/app.ts";
import { assertAccessible, openPage, phoneViewport } from "#tests/support/browser.ts";
import { fillLogInForm } from "#tests/support/log-in.ts";
import { findCodeSentTo, findMailTo } from "#tests/support/outbox.ts";
import type { CreatedUser } from "#tests/support/factories.ts";
import { startStory } from "#tests/support/story.ts";

const { address, asUser, make, sql } = await startStory();
const open = createSealer(testConfig.secret);
const branch = await make.branch({ slots: 10, name: "Mount Road" });
const gate = await asUser(await make.user("staff", { branch }));
const [number, otherNumber] = ["9840088101", "9840088102"];
/** Messages the browser logs for the refused requests of these tests. */
const refusals = [/status of (40[019]|429)/];

before(async () => {});
beforeEach(async () => {
  await sql`delete from throttle`;
});

async function openAccount(user: CreatedUser): Promise<Page> {
  const { page } = await openPage({ address, context: phoneViewport, expectedErrors: refusals });
  await page.clock.install();
  await page.goto("/customer/commercial/login?redirect_to=/commercial/my-account");
  await page.getByRole("button", { name: "Log in with email and password" }).click();
  await fillLogInForm({ page, user });
  await page.getByRole("heading", { name: "Phone number" }).waitFor();
  return page;
}

const getOtp = (to: string) => findCodeSentTo({ sql, sealer: open, to });

/** Controls of the open sheet below the minimum target size of 44 px. */
const smallControls = (page: Page) =>
  page.getByRole("dialog").evaluate((dialog) =>
    [...dialog.querySelectorAll("button, input:not([type=hidden])")]
      .filter((control) => control.closest(".mantine-PasswordInput-section") === null)
      .map((control) => ({ text: control.textContent, height: control.getBoundingClientRect().height }))
      .filter(({ height }) => height > 0 && height < 44),
  );

/** Focused elements, starting with the current one, for the given number of Tab stops. */
async function listTabStops(page: Page, count: number): Promise<string[]> {
  const stops: string[] = [];
  for (let index = 0; index < count; index += 1) {
    if (index > 0) await page.keyboard.press("Tab");
    const focused = page.locator(":focus");
    stops.push((await focused.getAttribute("name")) ?? (await focused.innerText()));
  }
  return stops;
}

test("a customer adds a phone number by OTP and sees its entry", async () => {
  const plate = "TN09CK4411";
  const checkIn = await gate.post("/actions/parking/check-in", { vehicle_no: plate, phone_no: number });
  assert.equal(checkIn.status, 200, checkIn.text);
  const user = await make.user("customer", { public_customer: true, first_name: "Meena" });
  const page = await openAccount(user);
  await page.getByText("No phone number is verified.").waitFor();
  await page.getByRole("button", { name: "Add phone number" }).click();
  const sheet = page.getByRole("dialog", { name: "Add phone number" });
  await sheet.getByRole("button", { name: "Send OTP" }).click();
  await assertAccessible(page);
  await sheet.getByRole("textbox", { name: "Mobile number" }).fill(number);
  await sheet.locator("input[name=password]").fill("Wrong@2026");
  await sheet.getByRole("button", { name: "Send OTP" }).click();
  await sheet.getByText("*Incorrect password.").waitFor();
  assert.deepEqual(await smallControls(page), []);
  await sheet.locator("input[name=password]").fill(user.password);
  await page.keyboard.press("Enter");

  const toast = page.getByRole("status", { name: "Notifications" });
  await toast.getByText("OTP sent to your phone").waitFor();
  const getBox = async (element: Locator) => (await element.boundingBox())!;
  const { y, height } = await getBox(toast);
  assert.ok(y >= 0 && y + height <= (await getBox(sheet)).y, "the message covers nothing of the sheet");
  await sheet.getByText("ending in 8101").waitFor();
  assert.ok(await sheet.getByRole("button", { name: /^Resend in \d+ s$/ }).isDisabled());
  await assertAccessible(page);
  assert.deepEqual(await smallControls(page), []);
  assert.deepEqual(await listTabStops(page, 3), ["otp", "Verify number", "Use a different number"]);
  const otpField = sheet.getByRole("textbox", { name: "6-digit OTP" });
  const otp = await getOtp(number);
  await otpField.fill(otp === "111111" ? "222222" : "111111");
  await sheet.getByRole("button", { name: "Verify number" }).click();
  await sheet.getByText(getErrorText("OTP_INVALID")).waitFor();
  await otpField.fill(otp);
  await page.keyboard.press("Enter");
  await sheet.waitFor({ state: "detached" });
  await page.getByText(`You see the entries of ${number}.`).waitFor();
  await page.getByText(`Mobile number: ${number}`).waitFor();
  assert.equal((await findMailTo({ sql, sealer: open, to: user.email })).template, "phone-changed");

  await page.goto("/commercial/parking-history");
  await page.getByText("4411").first().waitFor();
});

test("rejects a phone number verified by another account, and accepts a different one", async () => {
  await make.user("customer", { contact_number: otherNumber, public_customer: true });
  const user = await make.user("customer", { contact_number: "9840088103", public_customer: true });
  const page = await openAccount(user);
  await page.getByRole("button", { name: "Change phone number" }).click();
  const sheet = page.getByRole("dialog", { name: "Change phone number" });
  const requestOtp = async (to: string) => {
    await sheet.getByRole("textbox", { name: "Mobile number" }).fill(to);
    await sheet.locator("input[name=password]").fill(user.password);
    await sheet.getByRole("button", { name: "Send OTP" }).click();
    await sheet.getByText(`ending in ${to.slice(-4)}`).waitFor();
  };
  await requestOtp(otherNumber);
  await sheet.getByRole("textbox", { name: "6-digit OTP" }).fill(await getOtp(otherNumber));
  await sheet.getByRole("button", { name: "Verify number" }).click();
  await sheet.getByText(getErrorText("USER_PHONE_EXIST")).waitFor();
  await assertAccessible(page);
  await requestOtp("9840088104");
  await sheet.getByRole("button", { name: "Use a different number" }).click();
  await requestOtp("9840088105");
  const firstOtp = await getOtp("9840088105");
  await sql`update otp_challenges set created_at = created_at - interval '31 seconds'`;
  await page.clock.fastForward(31_000);
  await sheet.getByRole("button", { name: "Resend OTP" }).click();
  await sheet.getByRole("button", { name: "Resend OTP" }).and(page.locator(":enabled")).waitFor();
  assert.notEqual(await getOtp("9840088105"), firstOtp);
  await sheet.getByRole("textbox", { name: "6-digit OTP" }).fill(await getOtp("9840088105"));
  await sheet.getByRole("button", { name: "Verify number" }).click();
  await page.getByText("You see the entries of 9840088105.").waitFor();
});
