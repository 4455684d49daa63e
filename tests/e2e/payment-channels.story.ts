// Other money at the gate: a manager turns channels on, customers pay by UPI, by card and on account, and the cash stays apart.
import assert from "node:assert/strict";
import { before, test } from "node:test";
import type { Page } from "playwright-core";
import {
  assertAccessible,
  desktopViewport,
  openPage,
  phoneViewport,
  withFullHeightViewport,
} from "#tests/support/browser.ts";
import { logIn } from "#tests/support/log-in.ts";
import type { CreatedBranch, CreatedUser } from "#tests/support/factories.ts";
import { startStory } from "#tests/support/story.ts";

const { address, asUser, make, sql } = await startStory();
const companySlug = "channel-story";
let branch: CreatedBranch;
let staffUser: CreatedUser;
let gatePage: Page;
let managerPage: Page;
const getBranchPath = (page: string): string => `/${companySlug}/${branch.slug}/${page}`;

/** Creates an entry that owes ₹40, and opens it on a page. */
async function openEntry(page: Page): Promise<number> {
  const gate = await asUser(staffUser);
  const { data } = await gate.post("/actions/parking/check-in", { vehicle_no: make.plate(), phone_no: "9840012345" });
  await sql`update "Parking_Information" set in_time = now() - interval '50 minutes' where id = ${data.id}`;
  await page.goto(getBranchPath(`parking/detail?id=${data.id}`));
  await page.getByRole("button", { name: "Collect ₹40.00" }).waitFor();
  return data.id;
}

async function openChannel(page: Page, name: string): Promise<void> {
  await page.getByRole("button", { name: "More actions" }).click();
  await page.getByRole("button", { name, exact: true }).click();
  await page.getByRole("textbox", { name: "Amount" }).waitFor();
}

before(async () => {
  const company = await make.company({ slug: companySlug });
  branch = await make.branch({ company: company.id, rate: "20.00" });
  staffUser = await make.user("staff", { branch, first_name: "Ravi", in_out_flag: false });
  await (await asUser(staffUser)).patch(`/users/${staffUser.id}`, { in_out_flag: true });
  const expectedErrors = [/status of 40[0139]/];
  ({ page: gatePage } = await openPage({ address, context: phoneViewport, expectedErrors }));
  ({ page: managerPage } = await openPage({ address, context: desktopViewport, expectedErrors }));
  const managerUser = await make.user("manager", { branch, first_name: "Meena" });
  await logIn({ page: managerPage, user: managerUser });
});

test("a manager turns on UPI with the branch's account, card terminal and on account", async () => {
  await managerPage.goto(getBranchPath("configurations/branch/payment-channels"));
  await managerPage.getByRole("checkbox", { name: "UPI to the branch's own account" }).check();
  await managerPage.getByRole("button", { name: "Save" }).click();
  await managerPage.getByText("*Required for UPI payments").waitFor();
  await managerPage.getByRole("textbox", { name: "UPI ID" }).fill("lot@okbank");
  await managerPage.getByRole("textbox", { name: "Payee's name" }).fill("T Nagar Parking");
  await managerPage.getByRole("checkbox", { name: "Card terminal" }).check();
  await managerPage.getByRole("checkbox", { name: "On account" }).check();
  await assertAccessible(managerPage);
  await managerPage.getByRole("button", { name: "Save" }).click();
  await managerPage.getByText("Saved").waitFor();
  const [logged] =
    await sql`select detail from "Security_Events" where branch = ${branch.id} and kind = 'payment_settings_changed'`;
  assert.deepEqual(logged!["detail"].fields, ["upi_vpa", "upi_payee_name", "payment_channels"]);
  await logIn({ page: gatePage, user: staffUser });
});

test("a customer scans the code of the branch, staff confirm with the last four characters, and the vehicle leaves", async () => {
  const id = await openEntry(gatePage);
  await managerPage.goto(getBranchPath(`parking/detail?id=${id}`));
  await openChannel(gatePage, "UPI code of the branch");
  const code = gatePage.getByRole("img", { name: "Pay ₹40.00 to T Nagar Parking by UPI" });
  await code.waitFor();
  const isWhole = await code.evaluate((element) => {
    const { left, right, top, bottom } = element.getBoundingClientRect();
    const corners = [left + 2, right - 2].flatMap((x) =>
      [top + 2, bottom - 2].map((y) => document.elementFromPoint(x, y)),
    );
    return corners.every((found) => element.contains(found));
  });
  assert.ok(isWhole, "the code is under the button or below the fold");
  await gatePage.getByText("T Nagar Parking", { exact: true }).waitFor();
  await gatePage.getByText(`lot@okbank · CHP${id}N1`).waitFor();
  await assertAccessible(gatePage);
  const reference = gatePage.getByRole("textbox", { name: "Last 4 characters of the UPI reference" });
  await reference.fill("4k7");
  await gatePage.getByRole("button", { name: "Confirm ₹40.00 by UPI" }).click();
  await gatePage.getByText("*Enter the last 4 letters or digits of the reference").waitFor();
  await reference.fill("4k7z");
  await gatePage.getByRole("button", { name: "Confirm ₹40.00 by UPI" }).click();
  await gatePage.getByText("₹40.00 received by UPI (4K7Z)").waitFor();
  await gatePage.getByText("Checked out", { exact: true }).waitFor();
  // The manager's open page follows.
  await managerPage.getByText("₹40.00 received by UPI (4K7Z)").waitFor();
  await managerPage.getByText("Paid by UPI, collected by Ravi").waitFor();
});

test("an entry that was paid in parts through several channels names each with its amount", async () => {
  const id = await openEntry(gatePage);
  const gate = await asUser(staffUser);
  await openChannel(gatePage, "UPI code of the branch");
  await gatePage.getByRole("textbox", { name: "Last 4 characters of the UPI reference" }).fill("9Z8Y");
  await gatePage.getByRole("textbox", { name: "Amount" }).fill("15");
  await gatePage.getByRole("button", { name: "Confirm ₹15.00 by UPI" }).click();
  await gatePage.getByText("Paid by UPI, collected by Ravi").waitFor();
  const paid = await gate.post(`/actions/parking/${id}/take-cash`, { auto_checkout: true });
  assert.equal(paid.status, 200, paid.text);
  const getLine = (name: string) => gatePage.getByText(name).locator("..");
  await getLine("Paid in cash, collected by Ravi").getByText("₹25.00").waitFor();
  await getLine("Paid by UPI, collected by Ravi").getByText("₹15.00").waitFor();
});

test("from the sheet of a payment in cash staff go to another channel, unless nothing is due", async () => {
  await openEntry(gatePage);
  await gatePage.getByRole("button", { name: "Collect ₹40.00" }).click();
  const card = gatePage.getByRole("dialog").getByRole("button", { name: "Card", exact: true });
  await card.waitFor();
  const discount = gatePage.getByRole("textbox", { name: "Discount" });
  await discount.fill("40");
  await card.waitFor({ state: "detached" });
  await discount.fill("");
  await gatePage.getByRole("dialog").getByRole("button", { name: "Collect ₹40.00" }).waitFor();
  await assertAccessible(gatePage);
  await gatePage.getByRole("dialog").getByRole("button", { name: "Card", exact: true }).click();
  await gatePage.getByRole("dialog", { name: "Collect cash" }).waitFor({ state: "hidden" });
  const sheet = gatePage.getByRole("dialog", { name: "Card terminal" });
  await sheet.getByRole("button", { name: "Confirm ₹40.00 by card" }).waitFor();
  await sheet.getByRole("button", { name: "Close" }).click();
  await sheet.waitFor({ state: "hidden" });
});

test("a part by card leaves the rest due; it is reversed when it belonged to another vehicle", async () => {
  await openEntry(gatePage);
  await openChannel(gatePage, "Card terminal");
  await gatePage.getByRole("textbox", { name: "Amount" }).fill("15");
  assert.equal(await gatePage.getByRole("switch", { name: "Check out now" }).isChecked(), false);
  await gatePage.getByRole("textbox", { name: "Reference on the card slip" }).fill("RRN 1234");
  await gatePage.getByRole("button", { name: "Confirm ₹15.00 by card" }).click();
  await gatePage.getByRole("button", { name: "Collect ₹25.00" }).waitFor();
  await gatePage.getByText("₹15.00 received by card (RRN1234)").waitFor();
  await gatePage.getByRole("button", { name: "Reverse", exact: true }).click();
  await gatePage.getByRole("textbox", { name: "Reason" }).fill("Other vehicle");
  await gatePage.getByRole("button", { name: "Reverse ₹15.00" }).click();
  await gatePage.getByRole("button", { name: "Collect ₹40.00" }).waitFor();
});

test("an extra charge, a discount and an earlier debt are part of the code and of the payment", async () => {
  const gate = await asUser(staffUser);
  const debt = await openEntry(gatePage);
  const [{ plate } = { plate: "" }] = await sql<{ plate: string }[]>`
    select m.vehicle_no as plate from "Parking_Information" e join "Parking_Main_Information" m on m.id = e.parking_main_info where e.id = ${debt}`;
  await sql`update "Parking_Information" set payment_type = 'pay-later' where id = ${debt}`;
  assert.equal((await gate.post(`/actions/parking/${debt}/check-out`)).status, 200);
  const { data } = await gate.post("/actions/parking/check-in", { vehicle_no: plate, phone_no: "9840012345" });
  await sql`update "Parking_Information" set in_time = now() - interval '50 minutes' where id = ${data.id}`;
  await gatePage.goto(getBranchPath(`parking/detail?id=${data.id}`));
  await gatePage.getByRole("button", { name: "Collect ₹40.00" }).waitFor();
  await openChannel(gatePage, "UPI code of the branch");
  await gatePage.getByRole("switch", { name: "Also collect ₹40.00 from earlier visits" }).waitFor();
  await gatePage.getByRole("textbox", { name: "Extra charge" }).fill("15");
  await gatePage.getByRole("textbox", { name: "Reason" }).fill("Wash");
  await gatePage.getByRole("img", { name: "Pay ₹95.00 to T Nagar Parking by UPI" }).waitFor();
  await withFullHeightViewport(gatePage, () => assertAccessible(gatePage));
  await gatePage.getByRole("textbox", { name: "Last 4 characters of the UPI reference" }).fill("7Q2B");
  await gatePage.getByRole("button", { name: "Confirm ₹95.00 by UPI" }).click();
  await gatePage.getByText("₹55.00 received by UPI (7Q2B)").waitFor();
  await gatePage.getByText("Checked out", { exact: true }).waitFor();
  await gatePage.goto(getBranchPath(`parking/detail?id=${debt}`));
  await gatePage.getByText("₹40.00 received by UPI (7Q2B)").waitFor();
});

test("somebody else confirms the same payment first: the open sheet closes, and nothing is taken twice", async () => {
  const id = await openEntry(gatePage);
  await openChannel(gatePage, "UPI code of the branch");
  const colleague = await asUser(await make.user("staff", { branch, first_name: "Sita" }));
  const body = { channel: "upi", reference: "9999", request: `CHP${id}N1` };
  assert.equal((await colleague.post(`/actions/parking/${id}/take-payment`, body)).status, 200);
  await gatePage.getByText("Paid by UPI, collected by Sita").waitFor();
  await gatePage.getByRole("button", { name: "Confirm ₹40.00 by UPI" }).waitFor({ state: "detached" });
  const [payments] = await sql`select count(*)::int as count from payments where parking_information = ${id}`;
  assert.equal(payments!["count"], 1);
});

test("only who may let vehicles leave unpaid books on account", async () => {
  await openEntry(gatePage);
  await gatePage.getByRole("button", { name: "More actions" }).click();
  await gatePage.getByRole("button", { name: "Card terminal", exact: true }).waitFor();
  assert.equal(await gatePage.getByRole("button", { name: "On account", exact: true }).count(), 0);
  await openEntry(managerPage);
  await openChannel(managerPage, "On account");
  await managerPage.getByRole("textbox", { name: "Account" }).fill("Acme Ltd");
  await managerPage.getByRole("button", { name: "Book ₹40.00 on account" }).click();
  await managerPage.getByText("₹40.00 booked on account (Acme Ltd)").waitFor();
});

test("the shift names what was not cash before the count, and the day lists each channel apart", async () => {
  await gatePage.goto(getBranchPath("cash-shift"));
  await gatePage.getByText("Taken otherwise: ₹150.00 by UPI. Do not count it.").waitFor();
  await withFullHeightViewport(gatePage, () => assertAccessible(gatePage));
  await managerPage.goto(getBranchPath("reporting/cash"));
  await managerPage
    .getByText(/^₹190\.00\s*UPI/)
    .first()
    .waitFor();
  await managerPage
    .getByText(/^₹40\.00\s*On account/)
    .first()
    .waitFor();
  await managerPage.getByText("₹150.00 by UPI, apart").first().waitFor();
  await assertAccessible(managerPage);
});

test("what an account owes is listed with its age, and settled in a part and in full", async () => {
  await managerPage.goto(getBranchPath("debts"));
  await managerPage.getByRole("button", { name: "Accounts", exact: true }).click();
  await managerPage.waitForURL(/view=accounts/);
  const row = managerPage.getByRole("row", { name: /Acme Ltd/ });
  await row.getByText("₹40.00").waitFor();
  await assertAccessible(managerPage);
  await managerPage.getByRole("button", { name: "Settle Acme Ltd" }).click();
  const sheet = managerPage.getByRole("dialog", { name: "Settle Acme Ltd" });
  await sheet.getByRole("textbox", { name: "Amount received" }).fill("15");
  await sheet.getByText("UPI", { exact: true }).click();
  await sheet.getByRole("textbox", { name: "Last 4 characters of the UPI reference" }).fill("9z9z");
  await assertAccessible(managerPage);
  await sheet.getByRole("button", { name: "Record settlement" }).click();
  await sheet.waitFor({ state: "hidden" });
  await row.getByText("₹25.00").waitFor();
  await managerPage.getByRole("button", { name: "Settle Acme Ltd" }).click();
  await sheet.getByRole("button", { name: "Record settlement" }).click();
  await sheet.waitFor({ state: "hidden" });
  await managerPage.getByRole("heading", { name: "Nothing on account" }).waitFor();
});

test("a mistyped settlement is reversed in the shift, and the account owes it again", async () => {
  const settlements = managerPage.getByRole("list", { name: "Settlements of your shift" });
  const mistyped = settlements.getByRole("listitem").filter({ hasText: "Settled ₹25.00 in cash" });
  await mistyped.getByText(/· Acme Ltd$/).waitFor();
  await mistyped.getByRole("button", { name: "Reverse", exact: true }).click();
  const sheet = managerPage.getByRole("dialog", { name: "Reverse payment" });
  await sheet.getByRole("textbox", { name: "Reason" }).fill("It was another account");
  await assertAccessible(managerPage);
  await sheet.getByRole("button", { name: "Reverse ₹25.00" }).click();
  await sheet.waitFor({ state: "hidden" });
  await managerPage
    .getByRole("row", { name: /Acme Ltd/ })
    .getByText("₹25.00")
    .first()
    .waitFor();
  await settlements.getByText("Reversed ₹25.00 in cash").waitFor();
  await mistyped.getByRole("button", { name: "Reverse", exact: true }).waitFor({ state: "detached" });
  await assertAccessible(managerPage);
  await managerPage.goto(getBranchPath("reporting/cash"));
  await managerPage.getByText("It was another account").waitFor();
  await managerPage.getByText(/^₹15\.00\s*Accounts settled/).waitFor();
  await managerPage.goto(getBranchPath("debts?view=accounts"));
  await managerPage.getByRole("button", { name: "Settle Acme Ltd" }).click();
  const settlement = managerPage.getByRole("dialog", { name: "Settle Acme Ltd" });
  await settlement.getByText("Bank transfer", { exact: true }).click();
  await settlement.getByRole("textbox", { name: "Reference of the transfer (UTR)" }).fill("sbin52026");
  await assertAccessible(managerPage);
  await settlement.getByRole("button", { name: "Record settlement" }).click();
  await settlement.waitFor({ state: "hidden" });
  await managerPage.getByRole("heading", { name: "Nothing on account" }).waitFor();
  await managerPage.goto(getBranchPath("reporting/cash"));
  await managerPage.getByText(/^₹40\.00\s*Accounts settled/).waitFor();
  await managerPage.getByText(/^₹25\.00\s*Bank transfer/).waitFor();
});

test("the receipt of a settlement is printed", async () => {
  await managerPage.goto(getBranchPath("debts?view=accounts"));
  const settlements = managerPage.getByRole("list", { name: "Settlements of your shift" });
  const transfer = settlements.getByRole("listitem").filter({ hasText: "Settled ₹25.00 by bank transfer" });
  await transfer.getByRole("button", { name: "Print receipt" }).waitFor();
  // Replaces the dialog of the browser, and keeps what it would print.
  await managerPage.evaluate(() => {
    globalThis.print = () => {
      const papers = [...document.querySelectorAll("body > [aria-hidden=true]")].map((paper) => paper.textContent);
      document.body.dataset["printed"] = papers.join(" ");
    };
  });
  await transfer.getByRole("button", { name: "Print receipt" }).click();
  await managerPage.locator("body[data-printed*=RECEIPT]").waitFor();
  const printed = (await managerPage.locator("body").getAttribute("data-printed")) ?? "";
  assert.match(printed, /RECEIPT.*Settlement of accountAcme LtdPaid ₹25\.00 by bank transfer.*Reference SBIN52026/);
  assert.doesNotMatch(printed, /DUPLICATE/);
  await transfer.getByRole("button", { name: "Print receipt" }).click();
  await managerPage.locator("body[data-printed*=DUPLICATE]").waitFor();
  // A reversed settlement has no receipt.
  const reversed = settlements.getByRole("listitem").filter({ hasText: "Settled ₹25.00 in cash" });
  assert.equal(await reversed.getByRole("button", { name: "Print receipt" }).count(), 0);
});
