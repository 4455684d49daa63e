// Pay later: a car leaves unpaid with a reason, its next visit says what is owed and pays both; another debt is written off.
import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { before, test } from "node:test";
import type { Page } from "playwright-core";
import { assertAccessible, desktopViewport, openPage, phoneViewport } from "#tests/support/browser.ts";
import { logIn } from "#tests/support/log-in.ts";
import type { CreatedBranch, CreatedUser } from "#tests/support/factories.ts";
import { startStory } from "#tests/support/story.ts";

const { address, asUser, make, sql } = await startStory();
const companySlug = "debt-story";
const plate = "TN09AB1234";
const otherPlate = "TN10CD5678";
let branch: CreatedBranch;
let staffUser: CreatedUser;
let gatePage: Page;
let managerPage: Page;
const getBranchPath = (page: string): string => `/${companySlug}/${branch.slug}/${page}`;

async function checkIn(vehicle: string): Promise<number> {
  const gate = await asUser(staffUser);
  const { data } = await gate.post("/actions/parking/check-in", { vehicle_no: vehicle, phone_no: "9840012345" });
  await sql`update "Parking_Information" set in_time = now() - interval '50 minutes' where id = ${data.id}`;
  return data.id;
}

before(async () => {
  const company = await make.company({ slug: companySlug });
  branch = await make.branch({ company: company.id, rate: "20.00" });
  staffUser = await make.user("staff", { branch, first_name: "Ravi" });
  ({ page: gatePage } = await openPage({ address, context: phoneViewport }));
  ({ page: managerPage } = await openPage({ address, context: desktopViewport, expectedErrors: [/status of 400/] }));
  await logIn({ page: gatePage, user: staffUser });
  await logIn({ page: managerPage, user: await make.user("manager", { branch, first_name: "Meena" }) });
});

async function letLeaveUnpaid(vehicle: string): Promise<void> {
  await managerPage.goto(getBranchPath(`parking/detail?id=${await checkIn(vehicle)}`));
  await managerPage.getByRole("button", { name: "More actions" }).click();
  await managerPage.getByRole("button", { name: "Pay later" }).click();
  await managerPage.getByRole("button", { name: "Mark as pay later" }).click();
  await managerPage.getByText("*Reason is required").waitFor();
  await managerPage.getByRole("textbox", { name: /^Reason/ }).fill("Forgot the wallet");
  await assertAccessible(managerPage);
  await managerPage.getByRole("button", { name: "Mark as pay later" }).click();
  await managerPage.getByText("Marked as pay later: Forgot the wallet").waitFor();
  // The title of the closing sheet reads the same as the badge.
  await managerPage.getByRole("heading", { name: "Pay later" }).waitFor({ state: "detached" });
  // It is to leave: not one of the further actions.
  await managerPage.getByText("Pay later", { exact: true }).waitFor();
  const collect = managerPage.getByRole("button", { name: /^Collect ₹/ });
  const readColour = (element: Element) => getComputedStyle(element).backgroundColor;
  const checkOut = managerPage.getByRole("button", { name: "Check out", exact: true });
  assert.notEqual(await checkOut.evaluate(readColour), await managerPage.locator("body").evaluate(readColour));
  if ((await collect.count()) > 0)
    assert.notEqual(await collect.evaluate(readColour), await checkOut.evaluate(readColour));
  await checkOut.click();
  await managerPage.getByText("Checked out", { exact: true }).waitFor();
  await managerPage.getByText("Left unpaid", { exact: true }).waitFor();
}

test("a manager lets two cars leave unpaid, each with a reason", async () => {
  await letLeaveUnpaid(plate);
  await letLeaveUnpaid(otherPlate);
});

test("the list of debts has age and reason, is searched by URL, and is exported", async () => {
  await managerPage.goto(getBranchPath("debts"));
  await managerPage.getByRole("row", { name: otherPlate }).getByText("Forgot the wallet").waitFor();
  await managerPage.getByText("₹80.00").waitFor();
  await assertAccessible(managerPage);
  const downloading = managerPage.waitForEvent("download");
  await managerPage.getByRole("button", { name: "Export" }).click();
  const file = await readFile(await (await downloading).path(), "utf8");
  assert.match(file, new RegExp(`${plate},9840012345,.*,40\\.00,Forgot the wallet`));
  await managerPage.getByRole("textbox", { name: "Search by vehicle number, phone, name or receipt" }).fill("cd56");
  await managerPage.waitForURL(/search=cd56/);
  await managerPage.getByRole("row", { name: plate }).waitFor({ state: "detached" });
  await managerPage.reload();
  await managerPage.getByRole("row", { name: otherPlate }).waitFor();
  await managerPage.getByRole("button", { name: "30 days and older" }).click();
  await managerPage.getByRole("heading", { name: "No matching debts" }).waitFor();
});

test("the next check-in says what is owed, and one payment takes both", async () => {
  await gatePage.goto(getBranchPath("parking/create"));
  await gatePage.getByRole("textbox", { name: "Vehicle number", exact: true }).fill(plate);
  await gatePage.getByText("This vehicle owes ₹40.00").waitFor();
  await assertAccessible(gatePage);
  await gatePage.getByRole("textbox", { name: "Phone number" }).fill("9840012345");
  await gatePage.getByRole("button", { name: "Check in", exact: true }).click();
  await gatePage.getByRole("link", { name: "Open entry" }).click();
  await gatePage.getByText("plus ₹40.00 from earlier visits: ₹60.00 in all").waitFor();
  await gatePage.getByRole("button", { name: "Collect ₹20.00" }).click();
  const takesDebts = gatePage.getByRole("switch", { name: "Also collect ₹40.00 from earlier visits" });
  await takesDebts.waitFor();
  await assertAccessible(gatePage);
  // All of the debts or none: what does not suffice for them leaves them, and is given back.
  const tendered = gatePage.getByRole("textbox", { name: "Cash received (optional)" });
  await tendered.fill("30");
  await gatePage
    .getByText("Not enough for the earlier visits: ₹40.00 stays due. To collect it too, take ₹60.00.")
    .waitFor();
  assert.deepEqual([await takesDebts.isChecked(), await takesDebts.isDisabled()], [false, true]);
  await gatePage.getByRole("button", { name: "Collect ₹20.00" }).last().waitFor();
  await assertAccessible(gatePage);
  await tendered.fill("");
  assert.equal(await takesDebts.isChecked(), true);
  await gatePage.getByRole("button", { name: "Collect ₹60.00" }).click();
  await gatePage.getByText("Checked out", { exact: true }).waitFor();
  await gatePage.goto(getBranchPath("debts"));
  await gatePage.getByText(otherPlate).waitFor();
  await assertAccessible(gatePage);
  assert.equal(await gatePage.getByText(plate).count(), 0);
});

test("the other debt is collected at the next check-in, before the car is in", async () => {
  await letLeaveUnpaid("TN11EF9012");
  await gatePage.goto(getBranchPath("parking/create"));
  await gatePage.getByRole("textbox", { name: "Vehicle number", exact: true }).fill("TN11EF9012");
  await gatePage.getByRole("button", { name: "Collect", exact: true }).click();
  await gatePage.getByRole("button", { name: "Collect ₹40.00" }).click();
  await gatePage.getByText("This vehicle owes").waitFor({ state: "detached" });
});

test("a manager writes a debt off with a reason, and the day's sheet shows all of it", async () => {
  await managerPage.goto(getBranchPath("debts"));
  await managerPage.getByRole("link", { name: otherPlate }).click();
  await managerPage.getByRole("button", { name: "More actions" }).click();
  await managerPage.getByRole("button", { name: "Write off debt" }).click();
  await managerPage.getByRole("textbox", { name: "Reason" }).fill("Scrapped car");
  await assertAccessible(managerPage);
  await managerPage.getByRole("button", { name: "Write off ₹40.00" }).click();
  await managerPage.getByText("₹40.00 written off: Scrapped car").waitFor();
  await managerPage.getByText("Written off", { exact: true }).first().waitFor();
  await managerPage.goto(getBranchPath("reporting/cash"));
  await managerPage.getByText("Debts collected").waitFor();
  await managerPage
    .getByText(/^Written off\s*₹40\.00/)
    .first()
    .waitFor();
  await managerPage
    .getByText(/Forgot the wallet/)
    .first()
    .waitFor();
  await assertAccessible(managerPage);
});
