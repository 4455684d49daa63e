// §1: the platform finds a person who lost a phone and ends the sessions, and invites a verifier.
import { test } from "node:test";
import { getErrorText } from "#domain/errors.ts";
import { assertAccessible, desktopViewport, openPage, phoneViewport } from "#tests/support/browser.ts";
import { dismissMessage, logIn } from "#tests/support/log-in.ts";
import { startStory } from "#tests/support/story.ts";

const { address, make } = await startStory();
const verifier = await make.user("verifier");
const administrator = await make.user("platform");
const branch = await make.branch();
const staff = await make.user("staff", { branch, first_name: "Ravi Kumar", contact_number: "9840012345" });

test("a person is found by phone number, and the lost device is logged out", async () => {
  const device = await openPage({ address, context: phoneViewport, expectedErrors: [/status of 401/] });
  await logIn({ page: device.page, user: staff });
  const { page, assertNoErrors } = await openPage({ address, context: phoneViewport });
  await logIn({ page, user: verifier, landingUrl: "**/platform" });
  await page.goto("/platform/people");
  await page.getByRole("textbox", { name: "Phone number or email" }).fill("98400 12345");
  await page.getByRole("button", { name: "Find", exact: true }).click();
  await page.getByRole("heading", { name: "Ravi Kumar", exact: true }).waitFor();
  await assertAccessible(page);
  await page.getByRole("button", { name: "End all sessions", exact: true }).click();
  await page.getByRole("button", { name: "End all sessions", exact: true }).waitFor({ state: "detached" });
  // Its page notices it by itself: reloading it here would race with its own reload.
  await dismissMessage({ page: device.page, text: getErrorText("TOKEN_EXPIRY") });
  await device.page.getByRole("heading", { name: "Partner login" }).waitFor();
  // What was found is not left under another search.
  await page.getByRole("textbox", { name: "Phone number or email" }).fill("98400");
  await page.getByRole("heading", { name: "Ravi Kumar", exact: true }).waitFor({ state: "detached" });
  assertNoErrors();
});

test("an administrator invites a verifier, who is listed as invited", async () => {
  const { page, assertNoErrors } = await openPage({ address, context: desktopViewport });
  await logIn({ page, user: administrator, landingUrl: "**/platform" });
  await page.getByText("Accounts", { exact: true }).click();
  await page.getByRole("link", { name: "People", exact: true }).click();
  await page.getByRole("textbox", { name: "Name", exact: true }).fill("Meena Kumari");
  await page.getByRole("textbox", { name: "Email", exact: true }).fill("meena@chaavi.example");
  await page.getByRole("button", { name: "Send invitation", exact: true }).click();
  const team = page.getByRole("table", { name: "Platform team" });
  await team.getByRole("row").filter({ hasText: "Meena Kumari" }).getByText("Invited", { exact: true }).waitFor();
  await assertAccessible(page);
  assertNoErrors();
});

test("an administrator changes a colleague's role, whose open page logs out", async () => {
  const colleague = await make.user("verifier", { first_name: "Suresh" });
  const other = await openPage({ address, context: phoneViewport, expectedErrors: [/status of 401/] });
  await logIn({ page: other.page, user: colleague, landingUrl: "**/platform" });
  const { page, assertNoErrors } = await openPage({ address, context: desktopViewport });
  await logIn({ page, user: administrator, landingUrl: "**/platform" });
  await page.goto("/platform/people");
  const row = page.getByRole("table", { name: "Platform team" }).getByRole("row").filter({ hasText: "Suresh" });
  await row.getByText("Platform verifier", { exact: true }).waitFor();
  await row.getByRole("button", { name: "Change the role of Suresh", exact: true }).click();
  const dialog = page.getByRole("dialog");
  await assertAccessible(page);
  await dialog.getByRole("button", { name: "Change role", exact: true }).click();
  await dialog.waitFor({ state: "hidden" });
  await row.getByText("Platform administrator", { exact: true }).waitFor();
  await dismissMessage({ page: other.page, text: getErrorText("TOKEN_EXPIRY") });
  await other.page.getByRole("heading", { name: "Partner login" }).waitFor();
  assertNoErrors();
});
