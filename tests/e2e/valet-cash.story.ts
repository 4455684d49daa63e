// §4 money of the valet: payment with handover in one step, unpaid tickets, and tips that a manager pays and the driver confirms.
import assert from "node:assert/strict";
import { before, test } from "node:test";
import type { Page } from "playwright-core";
import { assertAccessible, desktopViewport, openPage, phoneViewport } from "#tests/support/browser.ts";
import { readCustomerTicket } from "#tests/support/customer-ticket.ts";
import { logIn } from "#tests/support/log-in.ts";
import type { CreatedBranch, CreatedUser } from "#tests/support/factories.ts";
import { startStory } from "#tests/support/story.ts";

const { address, asUser, make, sql } = await startStory();

const companySlug = "golconda-cash";
const boardUrl = "**/valet-parking/dashboard";
let branch: CreatedBranch;
let ravi: CreatedUser;
let raviPage: Page;
let managerPage: Page;
const getBranchPath = (page: string): string => `/${companySlug}/${branch.slug}/${page}`;

before(async () => {
  const company = await make.company({ slug: companySlug });
  branch = await make.valetBranch({ company: company.id, charge: "50.00" });
  ravi = await make.user("staff", { branch, first_name: "Ravi" });
  const latha = await make.user("manager", { branch, first_name: "Latha" });
  // A wrong code is refused with 400.
  ({ page: raviPage } = await openPage({
    address,
    context: phoneViewport,
    expectedErrors: [/status of 400/, /navigator\.vibrate/],
  }));
  ({ page: managerPage } = await openPage({
    address,
    context: desktopViewport,
    expectedErrors: [/navigator\.vibrate/],
  }));
  await logIn({ page: raviPage, user: ravi, landingUrl: boardUrl });
  await logIn({ page: managerPage, user: latha, landingUrl: boardUrl });
});

/** A car that Ravi has brought to the gate. */
async function bringCar(plate: string): Promise<{ id: number; otp: string }> {
  const client = await asUser(ravi);
  const body = { Vehicle_Number: plate, Customer_Phone_Number: "9840012345" };
  const { data } = await client.post("/actions/valet/create-ticket", body);
  for (const verb of ["park", "request-pickup", "accept-pickup", "at-the-gate"])
    await client.post(`/actions/valet/${data.id}/${verb}`);
  return { id: data.id, ...(await readCustomerTicket({ sql, id: data.id })) };
}

test("the cash sheet hands the car over with the OTP, and a wrong OTP collects nothing", async () => {
  const { id, otp } = await bringCar("TS09EA1111");
  await raviPage.goto(getBranchPath(`valet-parking/detail?id=${id}`));
  await raviPage.getByRole("button", { name: "Collect ₹50.00" }).click();
  const sheet = raviPage.getByRole("dialog", { name: "Collect cash" });
  await sheet.getByRole("textbox", { name: "Tip for driver (not in total)" }).fill("30");
  const code = sheet.getByRole("textbox", { name: "Customer's OTP, to hand over now (optional)" });
  await code.fill(otp === "1000" ? "1001" : "1000");
  await sheet.getByRole("button", { name: "Collect ₹80.00 and hand over" }).click();
  await sheet.getByText("*Invalid OTP").waitFor();
  await assertAccessible(raviPage);
  await code.fill(otp);
  // Shown for two seconds only.
  const told = raviPage.getByText("Paid and handed over", { exact: true }).waitFor();
  await sheet.getByRole("button", { name: "Collect ₹80.00 and hand over" }).click();
  await sheet.waitFor({ state: "hidden" });
  await told;
  await raviPage.getByText("Handed over", { exact: true }).first().waitFor();
});

test("valet cash lists unpaid tickets, and those that were handed over with their payment", async () => {
  await bringCar("TS09EA2222");
  await managerPage.goto(getBranchPath("valet-parking/cash"));
  const unpaid = managerPage.getByRole("list", { name: "Unpaid tickets" });
  await unpaid.getByRole("listitem").filter({ hasText: "TS09EA2222" }).getByText("₹50.00").waitFor();
  const handedOver = managerPage.getByRole("list", { name: "Handed over with payment today" });
  await handedOver.getByRole("listitem").filter({ hasText: "TS09EA1111" }).getByText("₹50.00").waitFor();
  await assertAccessible(managerPage);
});

test("a manager pays out the tips of a driver, who confirms them", async () => {
  const tips = managerPage.getByRole("list", { name: "Tips by driver" });
  await tips.getByText("₹30.00 in cash · ₹0.00 online").waitFor();
  await tips.getByRole("button", { name: "Pay out tips of Ravi" }).click();
  await tips.getByText("₹30.00 given by Latha").waitFor();
  await tips.getByRole("button", { name: "Withdraw tips of Ravi" }).waitFor();
  await assertAccessible(managerPage);
  const payout = raviPage.getByRole("status").filter({ hasText: "Latha pays you ₹30.00 of tips" });
  await payout.getByRole("button", { name: "Confirm" }).click();
  await payout.waitFor({ state: "detached" });
  const payouts = managerPage.getByRole("list", { name: "Payouts" });
  await payouts.getByRole("listitem").filter({ hasText: "₹30.00 to Ravi" }).getByText("Confirmed").waitFor();
  await raviPage.goto(getBranchPath("valet-parking/cash"));
  await raviPage.getByRole("list", { name: "Tips by driver" }).getByText("₹0.00 in cash · ₹0.00 online").waitFor();
  await assertAccessible(raviPage);
});

test("the manager's day shows waits, tips, and the tickets of each driver", async () => {
  const client = await asUser(ravi);
  const body = { Vehicle_Number: "TS09EA3333", Customer_Phone_Number: "9840012345" };
  const { data } = await client.post("/actions/valet/create-ticket", body);
  await client.post(`/actions/valet/${data.id}/park`);
  await managerPage.goto(getBranchPath("home"));
  const getTile = (label: string) => managerPage.getByRole("link", { name: new RegExp(`${label}$`) });
  await getTile("Tips today").getByText("₹30.00").waitFor();
  await getTile("Median wait today").getByText(/min$/).waitFor();
  await getTile("Longest wait now").getByText("–", { exact: true }).waitFor();
  await client.post(`/actions/valet/${data.id}/request-pickup`);
  await getTile("Longest wait now").getByText(/min$/).waitFor();
  const drivers = managerPage.getByRole("list", { name: "Valet drivers today" });
  await drivers
    .getByRole("listitem")
    .filter({ hasText: "Ravi" })
    .getByText("3 received · 2 brought · ₹30.00 tips")
    .waitFor();
  await assertAccessible(managerPage);
});

test("cash pays the charge before the tip, and a collected tip is not asked for again", async () => {
  const { id } = await bringCar("TS09EA5555");
  const open = async (button: string) => {
    await raviPage.goto(getBranchPath(`valet-parking/detail?id=${id}`));
    await raviPage.getByRole("button", { name: button }).click();
    return raviPage.getByRole("dialog", { name: "Collect cash" });
  };
  const sheet = await open("Collect ₹50.00");
  const tip = sheet.getByRole("textbox", { name: "Tip for driver (not in total)" });
  const received = sheet.getByRole("textbox", { name: "Cash received (optional)" });
  await tip.fill("40");
  await received.fill("30");
  await sheet.getByText("₹30.00 is collected. Still due").waitFor();
  await sheet.getByText("All of it is for the charge. Ask for the tip with the last part.").waitFor();
  await assertAccessible(raviPage);
  await sheet.getByRole("button", { name: "Collect ₹30.00" }).click();
  await sheet.waitFor({ state: "hidden" });
  await open("Collect ₹20.00");
  await tip.fill("40");
  await received.fill("50");
  await sheet.getByText("₹20.00 is for the charge, ₹30.00 is the tip.").waitFor();
  await sheet.getByRole("button", { name: "Collect ₹50.00" }).click();
  await sheet.waitFor({ state: "hidden" });
  // The car stays longer, and something is due again.
  const manager = await asUser(await make.user("manager", { branch }));
  const extra = { additional_charge: "100.00", addition_note: "Wash" };
  await manager.patch(`/items/Valet_and_Parking_Information/${id}`, extra);
  await open("Collect ₹100.00");
  await sheet.getByText("Tip of ₹30.00 already received. Enter only a further tip.").waitFor();
  await sheet.getByRole("button", { name: "Collect ₹100.00" }).click();
  await sheet.waitFor({ state: "hidden" });
  await raviPage.getByText("Tip (not in total)").first().waitFor();
  const [row] = await sql`select valet_tip, paid_amount from "Valet_and_Parking_Information" where id = ${id}`;
  assert.deepEqual([row!["valet_tip"], row!["paid_amount"]], [30, 150]);
});

test("a ticket of a car that left unpaid says so, and demands nothing", async () => {
  const { id, otp } = await bringCar("TS09EA4444");
  await managerPage.goto(getBranchPath(`valet-parking/detail?id=${id}`));
  await managerPage.getByText("Amount due", { exact: true }).waitFor();
  await sql`update "Valet_and_Parking_Information" set payment_type = 'pay-later' where id = ${id}`;
  await (await asUser(ravi)).post(`/actions/valet/${id}/hand-over`, { otp });
  await managerPage.getByText("Left unpaid", { exact: true }).waitFor();
});
