// Cash at the gate: change for a note, a part now and the rest later, a mistyped amount reversed, a refund, a discount limit,
// the minutes to leave after paying, and the last vehicles of an archived branch.
import assert from "node:assert/strict";
import { before, test } from "node:test";
import type { Page } from "playwright-core";
import { assertAccessible, desktopViewport, openPage, phoneViewport } from "#tests/support/browser.ts";
import { logIn } from "#tests/support/log-in.ts";
import type { CreatedBranch, CreatedUser } from "#tests/support/factories.ts";
import { startStory } from "#tests/support/story.ts";

const { address, asUser, make, sql } = await startStory();
const companySlug = "cash-story";
let branch: CreatedBranch;
let staffUser: CreatedUser;
let gatePage: Page;
let managerPage: Page;
const getBranchPath = (page: string): string => `/${companySlug}/${branch.slug}/${page}`;

async function openEntry(): Promise<number> {
  const gate = await asUser(staffUser);
  const { data } = await gate.post("/actions/parking/check-in", { vehicle_no: make.plate(), phone_no: "9840012345" });
  await sql`update "Parking_Information" set in_time = now() - interval '50 minutes' where id = ${data.id}`;
  await gatePage.goto(getBranchPath(`parking/detail?id=${data.id}`));
  await gatePage.getByRole("button", { name: "Collect ₹40.00" }).click();
  return data.id;
}

before(async () => {
  const company = await make.company({ slug: companySlug });
  branch = await make.branch({ company: company.id, rate: "20.00" });
  staffUser = await make.user("staff", { branch, first_name: "Ravi" });
  const expectedErrors = [/status of 40[03]/];
  ({ page: gatePage } = await openPage({ address, context: phoneViewport, expectedErrors }));
  ({ page: managerPage } = await openPage({ address, context: desktopViewport, expectedErrors }));
  await logIn({ page: gatePage, user: staffUser });
  const managerUser = await make.user("manager", { branch, first_name: "Meena", in_out_flag: false });
  await logIn({ page: managerPage, user: managerUser });
  await (await asUser(managerUser)).patch(`/users/${managerUser.id}`, { in_out_flag: true });
});

let entry: number;

test("the change for a note is shown large, and a smaller amount is a part that leaves the rest due", async () => {
  entry = await openEntry();
  await gatePage.getByRole("button", { name: "₹100", exact: true }).click();
  await gatePage.getByText("Change", { exact: true }).waitFor();
  const change = gatePage.getByText("₹60.00");
  await change.waitFor();
  const isCovered = await change.evaluate((element) => {
    const { left, bottom, width } = element.getBoundingClientRect();
    return !element.contains(document.elementFromPoint(left + width / 4, bottom - 4));
  });
  assert.equal(isCovered, false, "the change is under the button");
  await assertAccessible(gatePage);
  await gatePage.getByRole("textbox", { name: "Cash received (optional)" }).fill("15");
  await gatePage.getByText("₹15.00 is collected. Still due").waitFor();
  // The vehicle stays with the rest.
  const leaves = gatePage.getByRole("switch", { name: "Check out now" });
  assert.deepEqual([await leaves.isChecked(), await leaves.isDisabled()], [false, true]);
  await gatePage.getByRole("button", { name: "Collect ₹15.00" }).click();
  await gatePage.getByRole("button", { name: "Collect ₹25.00" }).waitFor();
  await gatePage.getByText("₹15.00 received in cash").waitFor();
});

test("staff reverse a mistyped amount, which is owed again", async () => {
  await gatePage.getByRole("button", { name: "Reverse", exact: true }).click();
  await gatePage.getByRole("textbox", { name: "Reason" }).fill("Typed 15 for 40");
  await assertAccessible(gatePage);
  await gatePage.getByRole("button", { name: "Reverse ₹15.00" }).click();
  await gatePage.getByText("₹15.00 payment reversed: Typed 15 for 40").waitFor();
  await gatePage.getByRole("button", { name: "Collect ₹40.00" }).click();
  await gatePage.getByRole("button", { name: "Collect ₹40.00" }).last().click();
  await gatePage.getByText("Checked out", { exact: true }).waitFor();
});

test("a manager refunds a part in cash, and the day's sheet shows both corrections", async () => {
  const reverse = gatePage.getByRole("button", { name: "Reverse", exact: true });
  await reverse.waitFor();
  await managerPage.goto(getBranchPath(`parking/detail?id=${entry}`));
  await managerPage.getByRole("button", { name: "Refund in cash" }).click();
  await managerPage.getByRole("textbox", { name: "Amount" }).fill("50");
  await managerPage.getByRole("textbox", { name: "Reason" }).fill("Gate was blocked");
  await managerPage.getByRole("button", { name: "Refund", exact: true }).click();
  await managerPage.getByText("*This is more than can be refunded").waitFor();
  await managerPage.getByRole("textbox", { name: "Amount" }).fill("10");
  await assertAccessible(managerPage);
  await managerPage.getByRole("button", { name: "Refund", exact: true }).click();
  await managerPage.getByText("₹10.00 refunded: Gate was blocked").waitFor();
  // The guard cannot reverse what was refunded in part, and sees why.
  await gatePage.getByText("Refunded ₹10.00 in cash").waitFor();
  await reverse.waitFor({ state: "detached" });
  await managerPage.goto(getBranchPath("reporting/cash"));
  await managerPage
    .getByText(/^Refunded\s*₹10\.00/)
    .first()
    .waitFor();
  await managerPage.getByText(/^Reversed\s*₹15\.00/).waitFor();
});

test("of a discount above the charge only the charge is discounted, which sheet and entry say; nothing is paid", async () => {
  const id = await openEntry();
  const sheet = gatePage.getByRole("dialog");
  await sheet.getByRole("textbox", { name: "Discount" }).fill("5000");
  await sheet.getByText("Only ₹40.00 is discounted").waitFor();
  // The reason is marked as required.
  await sheet.getByText("Reason *", { exact: true }).waitFor();
  await assertAccessible(gatePage);
  await sheet.getByRole("textbox", { name: /^Reason/ }).fill("Barrier was stuck");
  await sheet.getByRole("button", { name: "Close without payment" }).click();
  await gatePage.getByRole("status").filter({ hasText: "Closed without payment" }).waitFor();
  assert.equal(await gatePage.getByText("Payment recorded").count(), 0);
  await gatePage.getByText("Checked out", { exact: true }).waitFor();
  await gatePage.getByText("− ₹40.00").waitFor();
  assert.equal(await gatePage.getByText("5,000.00").count(), 0);
  const [row] = await sql`select deduction_charge::int as discount from "Parking_Information" where id = ${id}`;
  assert.equal(row!["discount"], 40);
});

test("a discount above the limit of staff is refused with the reason", async () => {
  const admin = await asUser(await make.user("admin", { branch }));
  await admin.patch(`/items/Branch/${branch.id}`, { discount_limits: { staff: 500 } });
  await openEntry();
  await gatePage.getByRole("textbox", { name: "Discount" }).fill("6");
  await gatePage.getByRole("textbox", { name: "Reason" }).fill("Regular");
  await gatePage.getByRole("button", { name: "Collect ₹34.00" }).click();
  await gatePage.getByText("*This is above your discount limit. Ask a manager or an admin to give it").waitFor();
});

test("after paying, a vehicle leaves within 15 minutes without paying more; later the additional time is owed", async () => {
  const gate = await asUser(staffUser);
  const { data } = await gate.post("/actions/parking/check-in", { vehicle_no: make.plate(), phone_no: "9840012345" });
  const letTimePass = (minutes: number) =>
    sql`update "Parking_Information" set in_time = in_time - ${minutes} * interval '1 minute',
      paid_at = paid_at - ${minutes} * interval '1 minute' where id = ${data.id}`;
  await letTimePass(25);
  await gate.post(`/actions/parking/${data.id}/take-cash`, {});
  await letTimePass(10);
  // 35 minutes would cost ₹40.00.
  await gatePage.goto(getBranchPath(`parking/detail?id=${data.id}`));
  await gatePage.getByText("Paid", { exact: true }).first().waitFor();
  await gatePage.getByRole("button", { name: "Check out", exact: true }).waitFor();
  assert.equal(await gatePage.getByRole("button", { name: /^Collect/ }).count(), 0);
  await letTimePass(6);
  await gatePage.reload();
  await gatePage.getByRole("button", { name: "Collect ₹20.00" }).waitFor();
  await gatePage.getByText("Partially Paid", { exact: true }).first().waitFor();
  assert.equal(await gatePage.getByRole("button", { name: "Check out", exact: true }).count(), 0);
  await gatePage.getByRole("button", { name: "Collect ₹20.00" }).click();
  await gatePage.getByRole("dialog").getByRole("button", { name: "Collect ₹20.00" }).click();
  await gatePage.getByText("Checked out", { exact: true }).waitFor();
  await managerPage.goto(getBranchPath(`parking/detail?id=${data.id}`));
  await managerPage.getByText("Paid", { exact: true }).first().waitFor();
  await managerPage.getByText("₹20.00 received in cash").nth(1).waitFor();
});

test("an archived branch lets the vehicles inside out and takes their money, but takes in no other one", async () => {
  const gate = await asUser(staffUser);
  const plate = make.plate();
  const { data } = await gate.post("/actions/parking/check-in", { vehicle_no: plate, phone_no: "9840012345" });
  await sql`update "Branch" set status = 'archived' where id = ${branch.id}`;
  await gatePage.goto(getBranchPath("parking/dashboard"));
  await gatePage.getByRole("status").getByText("Those inside can still pay and leave").waitFor();
  await gatePage.getByRole("link", { name: plate }).waitFor();
  // The last row is above the bottom bar only at the end of the page.
  await gatePage.keyboard.press("End");
  await assertAccessible(gatePage);
  await gatePage.getByRole("link", { name: plate }).click();
  await gatePage.getByRole("button", { name: "Collect ₹20.00" }).click();
  await gatePage.getByRole("dialog").getByRole("button", { name: "Collect ₹20.00" }).click();
  await gatePage.getByText("Checked out", { exact: true }).waitFor();
  const [row] =
    await sql`select parking_status_id as status, paid_amount::int as paid from "Parking_Information" where id = ${data.id}`;
  assert.deepEqual({ ...row }, { status: 2, paid: 20 });

  await gatePage.goto(getBranchPath("parking/create"));
  await gatePage.getByRole("heading", { name: "This branch is closed" }).waitFor();
  assert.equal(await gatePage.getByRole("textbox", { name: "Vehicle number" }).count(), 0);
  await assertAccessible(gatePage);
  await gatePage.goto(getBranchPath("home"));
  await gatePage.getByRole("heading", { name: "Hello, Ravi" }).waitFor();
  assert.equal(
    await gatePage
      .getByRole("link", { name: /^(Check in vehicle|Check in|New entry|Visitor with a vehicle|Invites)$/ })
      .count(),
    0,
  );
  // The cash is still counted.
  await gatePage.goto(getBranchPath("cash-shift"));
  await gatePage.getByRole("textbox", { name: /^Counted cash/ }).waitFor();
  await managerPage.goto(getBranchPath("reporting/cash"));
  await managerPage.getByText("Ravi").first().waitFor();
});
