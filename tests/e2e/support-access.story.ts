// §1: support asks an admin to read a branch, reads it and can save nothing; the admin ends it and finds it in the log.
import assert from "node:assert/strict";
import { test } from "node:test";
import type { Locator, Page } from "playwright-core";
import { getErrorText } from "#domain/errors.ts";
import { assertAccessible, desktopViewport, openPage, phoneViewport } from "#tests/support/browser.ts";
import { dismissMessage, logIn } from "#tests/support/log-in.ts";
import { startStory } from "#tests/support/story.ts";

const { address, asUser, make, sql } = await startStory();
const company = await make.company({ name: "Annapoorna Hotels", slug: "annapoorna" });
const branch = await make.valetBranch({
  company: company.id,
  name: "Cathedral Road",
  slug: "cathedral-road",
  is_parking: true,
});
const admin = await make.user("admin", { branch, first_name: "Meena" });
const verifier = await make.user("verifier", { first_name: "Nirmala" });

/** A car that no driver has taken, of which admins and managers are told on every page. */
async function createWaitingTicket(): Promise<void> {
  const driver = await asUser(await make.user("staff", { branch, first_name: "Ravi" }));
  const { data } = await driver.post("/actions/valet/create-ticket", {
    Vehicle_Number: make.plate(),
    Customer_Phone_Number: "9840012345",
  });
  await sql`
    update "Valet_and_Parking_Information"
    set status_id = 3, pickup_requested_at = now(), manager_called_at = now() where id = ${data.id}`;
}

async function typeReason(page: Page, reason: string): Promise<Locator> {
  await page.goto(`/platform/companies/${company.id}`);
  await page.getByRole("button", { name: "Open as support: Cathedral Road", exact: true }).click();
  const dialog = page.getByRole("dialog", { name: "Open Cathedral Road as support?", exact: true });
  await dialog.getByRole("textbox", { name: "Reason" }).fill(reason);
  return dialog;
}

async function openWithoutConsent(page: Page): Promise<void> {
  const dialog = await typeReason(page, "Receipts do not print");
  await dialog.getByRole("checkbox").uncheck();
  await dialog.getByRole("button", { name: "Continue", exact: true }).click();
  await page.getByText(/You read this branch as support until/).waitFor();
}

test("with the consent of an admin the branch is read for an hour, and the admin ends it", async () => {
  const vendor = await openPage({ address, context: phoneViewport });
  const desk = await openPage({ address, context: desktopViewport, expectedErrors: [/status of 403 /] });
  const gate = await openPage({ address, context: phoneViewport });
  await logIn({ page: vendor.page, user: admin, landingUrl: "**/home" });
  await logIn({ page: desk.page, user: verifier, landingUrl: "**/platform" });
  await desk.page.goto(`/platform/companies/${company.id}`);
  await desk.page.getByRole("button", { name: "Open as support: Cathedral Road", exact: true }).click();
  const dialog = desk.page.getByRole("dialog", { name: "Open Cathedral Road as support?", exact: true });
  await dialog.getByRole("textbox", { name: "Reason" }).fill("Receipts do not print");
  await assertAccessible(desk.page);
  // A turned phone shows the branches as cards instead of a table, and keeps what was typed.
  await desk.page.setViewportSize({ width: 390, height: 844 });
  await desk.page.getByRole("columnheader", { name: "Support", includeHidden: true }).waitFor({ state: "detached" });
  assert.equal(await dialog.getByRole("textbox", { name: "Reason" }).inputValue(), "Receipts do not print");
  await dialog.getByRole("button", { name: "Continue", exact: true }).click();
  await dialog.waitFor({ state: "hidden" });
  const withdrawal = desk.page.getByRole("button", { name: "Withdraw the request for Cathedral Road" });
  await withdrawal.waitFor();
  await desk.page.getByText("Waiting for an admin", { exact: true }).waitFor();
  await assertAccessible(desk.page);

  await vendor.page.getByText("Nirmala of Chaavi asks to read this branch for one hour.").waitFor();
  await vendor.page.getByText("Receipts do not print").waitFor();
  await assertAccessible(vendor.page);
  await vendor.page.getByRole("button", { name: "Approve", exact: true }).click();
  await vendor.page.getByText(/Nirmala of Chaavi reads this branch as support until/).waitFor();

  await createWaitingTicket();
  await vendor.page.reload();
  await vendor.page.getByRole("button", { name: "Assign driver", exact: true }).waitFor();
  await logIn({ page: gate.page, user: await make.user("staff", { branch }), landingUrl: "**/home" });
  await desk.page.getByRole("button", { name: "Open branch", exact: true }).click();
  await desk.page.waitForURL("**/annapoorna/cathedral-road/**");
  await desk.page.getByRole("button", { name: "Leave branch", exact: true }).waitFor();
  await desk.page.goto("/annapoorna/cathedral-road/configurations/parking");
  await desk.page.getByText(/You read this branch as support until/).waitFor();
  await desk.page.getByText("Not shown to support.").waitFor();
  await assertAccessible(desk.page);
  const saves = desk.page.getByRole("button", { name: "Save", exact: true });
  assert.ok((await saves.count()) > 0);
  for (const save of await saves.all()) assert.ok(await save.isDisabled());
  assert.equal(await desk.page.getByRole("button", { name: "Add block" }).count(), 0);
  assert.equal(await desk.page.getByRole("link", { name: "Check in vehicle" }).count(), 0);
  await desk.page.goto("/annapoorna/cathedral-road/valet-parking/dashboard");
  await desk.page.getByRole("link", { name: /TN09AB/ }).waitFor();
  assert.equal(await desk.page.getByRole("button", { name: "Assign driver" }).count(), 0);

  // A page that does not exist has the notice as well.
  await desk.page.goto("/annapoorna/cathedral-road/no-such-page");
  await desk.page.getByRole("heading", { name: "Page not found" }).waitFor();
  await desk.page.getByText(/You read this branch as support until/).waitFor();
  await desk.page.getByRole("button", { name: "Leave branch", exact: true }).waitFor();

  // Lists whose rows have secrets are read without them.
  await desk.page.goto("/annapoorna/cathedral-road/users/staff");
  await desk.page.getByRole("button", { name: "Ravi", exact: true }).click();
  await desk.page.getByRole("dialog").getByText("Not shown to support", { exact: true }).waitFor();
  await desk.page.goto("/annapoorna/cathedral-road/outbox");
  await desk.page
    .getByRole("button", { name: /98400 ?12345/ })
    .first()
    .waitFor();
  await desk.page.goto("/annapoorna/cathedral-road/configurations/payments");
  await desk.page.getByText("Not shown to support.").waitFor();
  assert.equal(await desk.page.getByRole("heading", { name: "Could not load" }).count(), 0);

  // The staff of the branch see it, too.
  await gate.page.getByText(/Nirmala of Chaavi reads this branch as support until/).waitFor();
  await vendor.page.getByRole("button", { name: "End access", exact: true }).click();
  await vendor.page.getByText(/Nirmala of Chaavi reads this branch/).waitFor({ state: "detached" });
  await vendor.page.goto("/annapoorna/cathedral-road/configurations/security");
  const log = vendor.page.getByRole("list", { name: "Support access", exact: true }).getByRole("listitem");
  await log.getByText("Ended", { exact: true }).waitFor();
  await log.getByText(/Approved by Meena .*Ended by Meena/).waitFor();

  // The desk learns it at once, and has the rights of the platform again.
  await desk.page.waitForURL("**/platform/companies");
  await dismissMessage({ page: desk.page, text: getErrorText("SUPPORT_ENDED") });
  await desk.page.getByRole("link", { name: "Annapoorna Hotels", exact: true }).waitFor();
  desk.assertNoErrors();
  vendor.assertNoErrors();
  gate.assertNoErrors();
});

test("another tab of the platform waits while a branch is read, with what was typed on it", async () => {
  const { page: desk } = await openPage({ address, context: desktopViewport, expectedErrors: [/status of 403 /] });
  await logIn({ page: desk, user: verifier, landingUrl: "**/platform" });
  const other = await desk.context().newPage();
  const form = await typeReason(other, "Typed in the other tab");

  await openWithoutConsent(desk);
  const waiting = other.getByRole("alertdialog", { name: "You read Cathedral Road as support", exact: true });
  await waiting.waitFor();
  await assertAccessible(other);
  await other.keyboard.press("Escape");
  await waiting.waitFor();

  // A tab that is opened meanwhile waits, too.
  const later = await desk.context().newPage();
  await later.goto("/platform/people");
  await later.getByRole("alertdialog", { name: "You read Cathedral Road as support", exact: true }).waitFor();
  await later.getByRole("link", { name: "Open branch", exact: true }).click();
  await later.getByText(/You read this branch as support until/).waitFor();

  // Left in one tab, it is left in all of them.
  await waiting.getByRole("button", { name: "Leave branch", exact: true }).click();
  await waiting.waitFor({ state: "hidden" });
  assert.equal(await form.getByRole("textbox", { name: "Reason" }).inputValue(), "Typed in the other tab");
  await desk.waitForURL("**/platform/companies");
  await later.waitForURL("**/platform/companies");
  await desk.getByRole("link", { name: "Annapoorna Hotels", exact: true }).waitFor();
  await form.getByRole("button", { name: "Continue", exact: true }).click();
  await other.getByText("Waiting for an admin", { exact: true }).waitFor();
});

test("an admin who ends the access releases the other tabs of the platform", async () => {
  const { page: desk } = await openPage({ address, context: desktopViewport, expectedErrors: [/status of 403 /] });
  await logIn({ page: desk, user: await make.user("verifier", { first_name: "Latha" }), landingUrl: "**/platform" });
  const other = await desk.context().newPage();
  const form = await typeReason(other, "Typed in the other tab");
  await openWithoutConsent(desk);
  const waiting = other.getByRole("alertdialog", { name: "You read Cathedral Road as support", exact: true });
  await waiting.waitFor();
  const client = await asUser(admin);
  const { data } = await client.get("/items/Support_Access?filter[status][_eq]=open");
  assert.equal((await client.patch(`/items/Support_Access/${data[0].id}`, { status: "ended" })).status, 200);
  await desk.waitForURL("**/platform/companies");
  await waiting.waitFor({ state: "hidden" });
  assert.equal(await form.getByRole("textbox", { name: "Reason" }).inputValue(), "Typed in the other tab");
});
