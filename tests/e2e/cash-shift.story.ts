// Cash shift: from start of duty to a count that is ₹20 short, and the manager's view of it.
import assert from "node:assert/strict";
import { before, test } from "node:test";
import type { Page, Route } from "playwright-core";
import { assertAccessible, desktopViewport, openPage, phoneViewport } from "#tests/support/browser.ts";
import { logIn } from "#tests/support/log-in.ts";
import type { CreatedBranch, CreatedUser } from "#tests/support/factories.ts";
import { startStory } from "#tests/support/story.ts";

const { address, asUser, make, sql } = await startStory();

const companySlug = "shift-story";
let branch: CreatedBranch;
let staffUser: CreatedUser;
let gatePage: Page;
let managerPage: Page;

const getBranchPath = (page: string): string => `/${companySlug}/${branch.slug}/${page}`;

before(async () => {
  const company = await make.company({ slug: companySlug });
  branch = await make.branch({ company: company.id, rate: "20.00" });
  staffUser = await make.user("staff", { branch, first_name: "Ravi", in_out_flag: false });
  ({ page: gatePage } = await openPage({ address, context: phoneViewport }));
  await gatePage.addInitScript("globalThis.print = () => {};");
  ({ page: managerPage } = await openPage({
    address,
    context: desktopViewport,
    expectedErrors: [/status of 409 .*\/correct-count\)$/],
  }));
});

test("the shift opens at the start of duty and records the cash of two vehicles, one with a discount", async () => {
  await logIn({ page: gatePage, user: staffUser });
  await gatePage.getByRole("button", { name: "Start duty" }).click();
  await gatePage.getByText("You are on duty").waitFor();
  const caller = await asUser(staffUser);
  for (const body of [{}, { deduction_charge: "5.00", deduction_note: "Regular" }]) {
    const { data } = await caller.post("/actions/parking/check-in", {
      vehicle_no: make.plate(),
      phone_no: "9840012345",
    });
    await sql`update "Parking_Information" set in_time = now() - interval '50 minutes' where id = ${data.id}`;
    await caller.post(`/actions/parking/${data.id}/take-cash`, body);
  }
});

test("cash is counted before the expected amount is shown; the difference is ₹20 short", async () => {
  await gatePage.goto(getBranchPath("cash-shift"));
  await gatePage.getByRole("heading", { name: "Close shift" }).waitFor();
  await gatePage.getByText("Paid vehicles: 2", { exact: true }).waitFor();
  await assertAccessible(gatePage);
  const pageText = await gatePage.locator("main").innerText();
  if (pageText.includes("75.00")) throw new Error("the expected amount was shown before the count");
  await gatePage.getByRole("textbox", { name: "Counted cash" }).fill("55.00");
  await gatePage.getByRole("textbox", { name: "Note to manager" }).fill("Gave too much change");
  await gatePage.getByRole("button", { name: "Close shift" }).click();
  await gatePage.getByText("₹20.00 short").waitFor();
  await gatePage.getByText("₹75.00").waitFor();
  await gatePage.getByRole("definition").filter({ hasText: /^2$/ }).waitFor();
  await assertAccessible(gatePage);
});

test("the closed shift is printed on one sheet", async () => {
  const paper = gatePage.locator("body > div[aria-hidden=true]");
  await gatePage.getByRole("button", { name: "Print shift" }).click();
  await paper.getByText("CASH SHIFT", { exact: true }).waitFor({ state: "attached" });
  await gatePage.emulateMedia({ media: "print" });
  const text = await paper.innerText();
  const pdf = (await gatePage.pdf({ preferCSSPageSize: true })).toString("latin1");
  await gatePage.emulateMedia({ media: "screen" });
  for (const line of ["Ravi", "Paid vehicles 2", "Counted ₹55.00", "Expected ₹75.00", "Difference −₹20.00"])
    assert.ok(text.split("\n").includes(line), `${line} is not in\n${text}`);
  assert.match(text, /Gave too much change\n+Signature/);
  assert.equal([...pdf.matchAll(/\/Type \/Page\b/g)].length, 1);
});

test("the manager sees the shift, its difference and the discount among the exceptions", async () => {
  await logIn({ page: managerPage, user: await make.user("manager", { branch, first_name: "Meena" }) });
  await managerPage.goto(getBranchPath("reporting/cash"));
  await managerPage.getByRole("row", { name: /Ravi/ }).getByText("₹20.00 short").waitFor();
  await managerPage.getByRole("row", { name: /Ravi/ }).getByText("2 vehicles", { exact: true }).waitFor();
  await managerPage.getByRole("button", { name: "Print shift" }).waitFor();
  await managerPage.getByText("Gave too much change").waitFor();
  await managerPage.getByText(/^Discount\s*₹5\.00/).waitFor();
  await assertAccessible(managerPage);
  await managerPage.getByRole("link", { name: /^Payments of Ravi: / }).click();
  await managerPage.getByRole("heading", { name: "Payments", exact: true }).waitFor();
  await managerPage.getByRole("cell", { name: "Ravi" }).first().waitFor();
  await managerPage.goBack();
  await managerPage.getByText("Gave too much change").waitFor();
});

test("the manager corrects the count with a reason; the first count stays, on the page of the day, of the shift and on paper", async () => {
  await managerPage.getByRole("button", { name: "Correct count of Ravi" }).click();
  await managerPage.getByText("Counted ₹55.00, expected ₹75.00.").waitFor();
  await managerPage.getByRole("textbox", { name: "Counted cash" }).fill("70");
  await managerPage.getByRole("button", { name: "Correct count", exact: true }).click();
  await managerPage.getByText("*Reason is required").waitFor();
  await assertAccessible(managerPage);
  await managerPage.getByRole("textbox", { name: "Reason" }).fill("A note was found");
  await managerPage.getByRole("button", { name: "Correct count", exact: true }).click();
  const row = managerPage.getByRole("row", { name: /Ravi/ });
  await row.getByText("₹5.00 short").waitFor();
  await row.getByRole("cell", { name: /^₹70\.00/ }).waitFor();
  await row.getByText(/^First count ₹55\.00, corrected by Meena on /).waitFor();
  await row.getByText("A note was found").waitFor();
  await managerPage.getByText(/^Count corrected\s*₹15\.00/).waitFor();
  await assertAccessible(managerPage);
  await gatePage.getByText("₹5.00 short").waitFor();
  await gatePage.getByText(/^First count ₹55\.00, corrected by Meena on /).waitFor();
  await gatePage.getByText("A note was found").waitFor();
  await gatePage.getByRole("button", { name: "Print shift" }).click();
  const paper = gatePage.locator("body > div[aria-hidden=true]");
  await paper.getByText("Counted ₹70.00", { exact: true }).waitFor({ state: "attached" });
  for (const line of ["Counted first ₹55.00", "Difference −₹5.00", "Meena", "A note was found"])
    await paper.getByText(line, { exact: true }).waitFor({ state: "attached" });
});

test("of two managers who correct the same count the second is told that it has changed", async () => {
  const other = await asUser(await make.user("manager", { branch, first_name: "Suresh" }));
  const [shift] = await sql<{ id: number }[]>`select id from cash_shifts where collector = ${staffUser.id}`;
  await managerPage.getByRole("button", { name: "Correct count of Ravi" }).click();
  await managerPage.getByText("Counted ₹70.00, expected ₹75.00.").waitFor();
  const correctFirst = async (route: Route): Promise<void> => {
    const body = { counted: "75.00", expected: 70_00, reason: "Five in the drawer" };
    assert.equal((await other.post(`/actions/cash/shifts/${shift!.id}/correct-count`, body)).status, 204);
    await route.continue();
  };
  await managerPage.route("**/actions/cash/shifts/*/correct-count", correctFirst, { times: 1 });
  await managerPage.getByRole("textbox", { name: "Counted cash" }).fill("72");
  await managerPage.getByRole("textbox", { name: "Reason" }).fill("Counted again");
  await managerPage.getByRole("button", { name: "Correct count", exact: true }).click();
  await managerPage.getByText("The amount has changed. Check the new amount and try again.").waitFor();
  await managerPage.getByRole("row", { name: /Ravi/ }).getByText("No difference").waitFor();
  await managerPage.reload();
  await managerPage.getByRole("row", { name: /Ravi/ }).getByText("First count ₹55.00").waitFor();
});

test("who suspends a collector with uncounted cash is led to the shift, and sees the difference of its count", async () => {
  const collector = await make.user("staff", { branch, first_name: "Anil" });
  const caller = await asUser(collector);
  const { data } = await caller.post("/actions/parking/check-in", { vehicle_no: make.plate(), phone_no: "9840012345" });
  await sql`update "Parking_Information" set in_time = now() - interval '50 minutes' where id = ${data.id}`;
  await caller.post(`/actions/parking/${data.id}/take-cash`, {});
  await managerPage.goto(getBranchPath("users/staff"));
  await managerPage.getByRole("button", { name: "Anil" }).click();
  const person = managerPage.getByRole("dialog", { name: "Anil" });
  await person.getByRole("button", { name: "Suspend" }).click();
  await person.getByText("The cash of Anil’s shift is not counted.").waitFor();
  await assertAccessible(managerPage);
  await person.getByRole("link", { name: "Close the shift" }).click();
  await managerPage.getByRole("button", { name: "Close shift of Anil" }).click();
  const sheet = managerPage.getByRole("dialog", { name: "Close shift" });
  await sheet.getByRole("textbox", { name: "Counted cash" }).fill("35");
  await sheet.getByRole("textbox", { name: "Reason" }).fill("Leaves today");
  await sheet.getByRole("button", { name: "Close shift" }).click();
  const result = managerPage.getByRole("dialog", { name: "Shift closed" });
  await result.getByText("₹5.00 short").waitFor();
  await result.getByText("₹40.00").waitFor();
  await assertAccessible(managerPage);
  await result.getByRole("button", { name: "Done" }).click();
  await managerPage.getByRole("row", { name: /Anil/ }).getByText("₹5.00 short").waitFor();
});

test("an amount of thousands is as large as the amounts beside it, and fits a phone", async () => {
  const user = await make.user("manager", { branch });
  const caller = await asUser(user);
  const { data } = await caller.post("/actions/parking/check-in", { vehicle_no: make.plate(), phone_no: "9840012345" });
  await sql`update "Parking_Information" set in_time = now() - interval '60 hours' where id = ${data.id}`;
  await caller.post(`/actions/parking/${data.id}/take-cash`, {});
  for (const viewport of [desktopViewport.viewport, phoneViewport.viewport]) {
    await managerPage.setViewportSize(viewport!);
    await managerPage.reload();
    const cash = managerPage.getByText(/^₹[1-9],\d{3}\.00$/).first();
    await cash.waitFor();
    const readSize = (element: Element) => getComputedStyle(element).fontSize;
    const refunded = managerPage.getByText("₹0.00", { exact: true }).first();
    assert.equal(await cash.evaluate(readSize), await refunded.evaluate(readSize));
    assert.ok(
      await cash.evaluate((element) => element.getBoundingClientRect().width <= element.parentElement!.clientWidth),
    );
  }
});
