// §6: a guard without an email: created with a mobile number, logs in by phone, checks a car in, and later with a card.
import assert from "node:assert/strict";
import { before, test } from "node:test";
import type { Page } from "playwright-core";
import { getErrorText } from "#domain/errors.ts";
import { createSealer } from "#server/auth/secrets.ts";
import { testConfig } from "#tests/support/app.ts";
import { assertAccessible, desktopViewport, openPage, phoneViewport } from "#tests/support/browser.ts";
import type { CreatedBranch } from "#tests/support/factories.ts";
import { dismissMessage, logIn } from "#tests/support/log-in.ts";
import { findCodeSentTo } from "#tests/support/outbox.ts";
import { startStory } from "#tests/support/story.ts";

const { address, make, sql } = await startStory();
const companySlug = "staff-log-in-story";
const phone = "9840055123";
let branch: CreatedBranch;
let managerPage: Page;
let gatePage: Page;
const getBranchPath = (page: string): string => `/${companySlug}/${branch.slug}/${page}`;

before(async () => {
  const company = await make.company({ slug: companySlug, name: "Saravana Stores" });
  branch = await make.branch({ company: company.id, slots: 5, name: "T Nagar" });
  ({ page: managerPage } = await openPage({ address, context: desktopViewport, expectedErrors: [/status of 4\d\d/] }));
  ({ page: gatePage } = await openPage({ address, context: phoneViewport, expectedErrors: [/status of 4\d\d/] }));
  // Replaces the dialog of the browser.
  await managerPage.addInitScript(() => {
    globalThis.print = () => undefined;
  });
});

test("a manager creates a guard with a mobile number only", async () => {
  await logIn({ page: managerPage, user: await make.user("manager", { branch }) });
  await managerPage.goto(getBranchPath("staff/create"));
  await managerPage.getByRole("textbox", { name: "Name", exact: true }).fill("Murugan Selvam");
  await managerPage.getByRole("textbox", { name: "PIN" }).fill("4821");
  await managerPage.getByRole("button", { name: "Send invitation", exact: true }).click();
  await managerPage.getByText("Enter an email, or the mobile number they log in with").waitFor();
  await assertAccessible(managerPage);
  await managerPage.getByRole("textbox", { name: "Phone number" }).fill(phone);
  await managerPage.getByRole("button", { name: "Send invitation", exact: true }).click();
  const detail = managerPage.getByRole("dialog", { name: "Murugan Selvam" });
  await detail.getByText("None: logs in by phone or card").waitFor();
  await detail.getByText("Invited", { exact: true }).waitFor();
  const [message] = await sql`select template from "Outbox" where recipient = ${phone}`;
  assert.equal(message!["template"], "staff-invitation");
});

test("the guard logs in with the code sent to the phone, and checks the first car in", async () => {
  await gatePage.goto("/partner-with-us");
  await gatePage.getByRole("link", { name: "No email? Use your phone" }).click();
  await gatePage.getByRole("textbox", { name: "Mobile number" }).fill(phone);
  await assertAccessible(gatePage);
  await gatePage.getByRole("button", { name: "Send OTP" }).click();
  await gatePage.getByRole("heading", { name: "Enter OTP" }).waitFor();
  const otp = await findCodeSentTo({ sql, sealer: createSealer(testConfig.secret), to: phone });
  const field = gatePage.getByRole("textbox", { name: "OTP" });
  await field.fill(otp === "999999" ? "100000" : String(Number(otp) + 1));
  await gatePage.getByRole("button", { name: "Verify" }).click();
  await gatePage
    .getByText(/Incorrect|Invalid/)
    .first()
    .waitFor();
  await assertAccessible(gatePage);
  await field.fill(otp);
  await gatePage.getByRole("button", { name: "Verify" }).click();
  await gatePage.waitForURL("**/parking/dashboard");
  await gatePage.getByRole("button", { name: "Start duty" }).click();
  await gatePage.getByText("You are on duty").waitFor();
  await gatePage.goto(getBranchPath("parking/create"));
  await gatePage.getByRole("textbox", { name: "Vehicle number" }).fill("TN09AB1234");
  await gatePage.getByRole("textbox", { name: "Phone number" }).fill("9840012345");
  await gatePage.getByRole("button", { name: "Check in" }).click();
  await gatePage.getByRole("heading", { name: "Checked in" }).waitFor();
  await managerPage.getByRole("dialog").getByText("On duty", { exact: true }).waitFor();
  // What needs a password is not offered.
  await gatePage.goto(getBranchPath("account"));
  await gatePage.getByText("You log in with an OTP sent to your phone.").waitFor();
  await assertAccessible(gatePage);
  assert.equal(await gatePage.getByRole("button", { name: /PIN|password|two-factor/i }).count(), 0);
});

/** The address on the card that is about to be issued. */
async function issueCard(button: string): Promise<string> {
  const reply = managerPage.waitForResponse((response) => response.url().endsWith("/card"));
  await managerPage.getByRole("dialog", { name: "Murugan Selvam" }).getByRole("button", { name: button }).click();
  const { data } = (await (await reply).json()) as { data: { link: string } };
  const { pathname, hash } = new URL(data.link);
  return pathname + hash;
}

test("the manager prints a card, and the guard logs in with it and the PIN on another phone", async () => {
  const card = await issueCard("Print log-in card");
  const detail = managerPage.getByRole("dialog", { name: "Murugan Selvam" });
  await detail.getByText("Issued", { exact: false }).waitFor();
  const paper = managerPage.locator("[aria-hidden=true]").filter({ hasText: "STAFF LOGIN" });
  assert.match((await paper.textContent()) ?? "", /Saravana Stores.*T Nagar.*Murugan Selvam.*PIN/);
  const { page } = await openPage({ address, context: phoneViewport, expectedErrors: [/status of 4\d\d/] });
  await page.goto(card);
  await page.getByRole("heading", { name: "Enter your PIN" }).waitFor();
  await page.getByRole("textbox", { name: "PIN" }).fill("9999");
  await page.getByRole("button", { name: "Log in" }).click();
  await page.getByText("Wrong PIN. 2 tries left").waitFor();
  await assertAccessible(page);
  await page.getByRole("textbox", { name: "PIN" }).fill("4821");
  await page.getByRole("button", { name: "Log in" }).click();
  await page.waitForURL("**/parking/dashboard");
  assert.ok(!page.url().includes("#"));
  // A lost card: the new one ends the first and who is logged in with it.
  await detail.getByRole("button", { name: "New log-in card" }).click();
  await issueCard("Print new card");
  // The page notices it by itself: reloading it here would race with its own reload.
  await dismissMessage({ page, text: getErrorText("TOKEN_EXPIRY") });
  await page.getByRole("heading", { name: "Partner login" }).waitFor();
  await page.goto(card);
  await page.getByRole("textbox", { name: "PIN" }).fill("4821");
  await page.getByRole("button", { name: "Log in" }).click();
  await page.getByText("This card is not valid. Ask for a new one").waitFor();
});
