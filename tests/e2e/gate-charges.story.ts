// The charge at the gate: a lost slip, extras, a shop bill, a charge set by hand, and the version on slip and receipt.
import assert from "node:assert/strict";
import { before, test } from "node:test";
import type { Page } from "playwright-core";
import { createRates, createTariff } from "#domain/tariffs/blank-tariff.ts";
import { assertAccessible, desktopViewport, openPage, phoneViewport } from "#tests/support/browser.ts";
import { findLayoutProblems } from "#tests/support/fits.ts";
import { logIn } from "#tests/support/log-in.ts";
import type { CreatedBranch, CreatedUser } from "#tests/support/factories.ts";
import { startStory } from "#tests/support/story.ts";

const { address, asUser, make, sql } = await startStory();
const companySlug = "gate-charges";
let branch: CreatedBranch;
let staffUser: CreatedUser;
let gatePage: Page;
let managerPage: Page;

const getBranchPath = (page: string): string => `/${companySlug}/${branch.slug}/${page}`;
const chip = (name: string) => gatePage.getByRole("button", { name, exact: true });
const getCollect = (amount: string, page = gatePage) => page.getByRole("button", { name: `Collect ${amount}` });

const tariff = {
  ...createTariff({
    rates: [
      createRates({
        lines: [{ kind: "each", to: null, step: 60, amount: 20_00 }],
        lost_slip: { amount: 300_00, waive_with_proof: true },
      }),
    ],
  }),
  extras: [
    { id: "charging", label: "Charging", kind: "amount", amount: 50_00, when: "pressed" },
    { id: "cash", label: "Cash", kind: "multiplier", percent: 110, when: "pressed" },
  ],
  bill: { kind: "covers", minimum_bill: 100_00, free_until_minutes: null, at_most: 15_00 },
};

before(async () => {
  const company = await make.company({ slug: companySlug });
  branch = await make.branch({ company: company.id });
  await make.row("Tariff_Versions", { branch: branch.id, service: "is_parking", tariff });
  staffUser = await make.user("staff", { branch, first_name: "Ravi" });
  const expectedErrors = [/status of 40[09]/];
  ({ page: gatePage } = await openPage({ address, context: phoneViewport, expectedErrors }));
  ({ page: managerPage } = await openPage({ address, context: desktopViewport }));
  await logIn({ page: gatePage, user: staffUser });
  await logIn({ page: managerPage, user: await make.user("manager", { branch, first_name: "Meena" }) });
});

/** Opens an entry that was checked in 50 minutes ago. */
async function openEntry(): Promise<{ id: number; pay: string }> {
  const gate = await asUser(staffUser);
  const { data } = await gate.post("/actions/parking/check-in", { vehicle_no: make.plate(), phone_no: "9840012345" });
  await sql`update "Parking_Information" set in_time = now() - interval '50 minutes' where id = ${data.id}`;
  await gatePage.goto(getBranchPath(`parking/detail?id=${data.id}`));
  await getCollect("₹20.00").waitFor();
  return data;
}

async function enterBill(): Promise<void> {
  await chip("Shop bill").click();
  const sheet = gatePage.getByRole("dialog", { name: "Shop bill" });
  await sheet.getByText("A bill counts once at this branch, from ₹100.").waitFor();
  await sheet.getByRole("textbox", { name: "Shop" }).fill("Shoe House");
  await sheet.getByRole("textbox", { name: "Bill number" }).fill("B-17");
  await sheet.getByRole("textbox", { name: "Bill amount" }).fill("450");
  await sheet.getByRole("button", { name: "Apply bill" }).click();
}

test("the slip on screen names the version of the tariff", async () => {
  await gatePage.goto(getBranchPath("parking/create"));
  await gatePage.getByRole("textbox", { name: "Vehicle number", exact: true }).fill(make.plate());
  await gatePage.getByRole("textbox", { name: "Phone number" }).fill("9840012345");
  await gatePage.getByRole("button", { name: "Check in" }).click();
  await gatePage.getByRole("heading", { name: "Checked in" }).waitFor();
  await gatePage.getByText("Version 1", { exact: true }).waitFor();
  await gatePage.evaluate(() => Object.assign(globalThis, { print: () => {} }));
  await gatePage.getByRole("button", { name: "Print slip" }).click();
  await gatePage.locator("body > div[aria-hidden=true]").getByText("Tariff version 1").waitFor({ state: "attached" });
});

let entry: { id: number; pay: string };

test("a lost slip and an extra are one tap each; a proof waives the fee", async () => {
  entry = await openEntry();
  await chip("Lost slip +₹300").click();
  await getCollect("₹320.00").waitFor();
  await gatePage.getByText("Slip lost").waitFor();
  await chip("Charging +₹50").click();
  await getCollect("₹370.00").waitFor();
  await gatePage.getByText("Charging added").waitFor();
  assert.equal(await chip("Charging +₹50").getAttribute("aria-pressed"), "true");
  await chip("Waive with proof").click();
  const sheet = gatePage.getByRole("dialog", { name: "Waive the fee for the lost slip" });
  await sheet.getByRole("button", { name: "Waive the fee" }).click();
  await sheet.getByText("*Proof of ownership is required").waitFor();
  await assertAccessible(gatePage);
  await sheet.getByRole("textbox", { name: "Proof of ownership" }).fill("Registration card");
  await sheet.getByRole("button", { name: "Waive the fee" }).click();
  await getCollect("₹70.00").waitFor();
  await gatePage.getByText("Lost slip, waived with proof").waitFor();
  await gatePage.getByText("Fee for the lost slip waived: Registration card").waitFor();
  await chip("Cash × 1.1").click();
  await getCollect("₹77.00").waitFor();
  await chip("Cash × 1.1").click();
  await getCollect("₹70.00").waitFor();
  await gatePage.getByText("Cash removed").waitFor();
});

test("a shop bill reduces the charge, once; the second vehicle is refused", async () => {
  await enterBill();
  await getCollect("₹55.00").waitFor();
  await gatePage.getByText("Shop bill B-17 of Shoe House, ₹450.00").waitFor();
  await assertAccessible(gatePage);
  assert.deepEqual(await findLayoutProblems(gatePage), []);
  await getCollect("₹55.00").click();
  await getCollect("₹55.00").last().click();
  await gatePage.getByText("Checked out", { exact: true }).waitFor();
  // Nothing changes after the payment; the history is read apart from the entry.
  await chip("Shop bill B-17").waitFor({ state: "detached" });
  await openEntry();
  await enterBill();
  await gatePage.getByText("This bill was already used for another vehicle").waitFor();
});

test("the paid slip and the receipt show what led to the charge, and the version", async () => {
  await gatePage.goto(getBranchPath(`parking/detail?id=${entry.id}`));
  await gatePage.evaluate(() => Object.assign(globalThis, { print: () => {} }));
  await gatePage.getByRole("button", { name: "Print receipt" }).click();
  const paper = gatePage.locator("body > div[aria-hidden=true]");
  for (const line of ["1 hour at ₹20.00 = ₹20.00", "Charging +₹50.00", "Shop bill −₹15.00", "Tariff version 1"])
    await paper.getByText(line).waitFor({ state: "attached" });
  const { page } = await openPage({ address, context: phoneViewport });
  await page.goto(`/receipt/${entry.pay}`);
  for (const [line, amount] of [
    ["1 hour at ₹20.00", "₹20.00"],
    ["Charging", "₹50.00"],
    ["Shop bill", "−₹15.00"],
  ] as const) {
    await page.getByText(line, { exact: true }).waitFor();
    await page.getByText(amount, { exact: true }).first().waitFor();
  }
  await page.getByText("Version 1", { exact: true }).waitFor();
  await assertAccessible(page);
});

test("a manager sets a charge with a reason, which the gate, the history and the receipt show", async () => {
  const { id, pay } = await openEntry();
  await gatePage.getByRole("button", { name: "More actions" }).click();
  assert.equal(await gatePage.getByRole("button", { name: "Set charge" }).count(), 0, "not for staff");
  await gatePage.getByRole("button", { name: "Close" }).click();
  await managerPage.goto(getBranchPath(`parking/detail?id=${id}`));
  const openSheet = async () => {
    await managerPage.getByRole("button", { name: "More actions" }).click();
    await managerPage.getByRole("button", { name: "Set charge" }).click();
  };
  await openSheet();
  const sheet = managerPage.getByRole("dialog", { name: "Set charge" });
  await sheet.getByRole("textbox", { name: "Charge" }).fill("12.50");
  await sheet.getByRole("button", { name: "Set charge" }).click();
  await sheet.getByText("*Reason is required").waitFor();
  await assertAccessible(managerPage);
  await sheet.getByRole("textbox", { name: "Reason" }).fill("Gate was blocked");
  await sheet.getByRole("button", { name: "Set charge" }).click();
  await managerPage.getByText("Charge set to ₹12.50: Gate was blocked").first().waitFor();
  await getCollect("₹12.50").waitFor();
  await getCollect("₹12.50").click();
  await getCollect("₹12.50").last().click();
  await gatePage.getByText("Checked out", { exact: true }).waitFor();
  await managerPage.goto(`/receipt/${pay}`);
  await managerPage.getByText("Charge set to ₹12.50: Gate was blocked").waitFor();

  const { id: other } = await openEntry();
  await managerPage.goto(getBranchPath(`parking/detail?id=${other}`));
  await openSheet();
  await sheet.getByRole("textbox", { name: "Charge" }).fill("0");
  await sheet.getByRole("textbox", { name: "Reason" }).fill("Guest");
  await sheet.getByRole("button", { name: "Set charge" }).click();
  await sheet.waitFor({ state: "hidden" });
  await managerPage.getByRole("button", { name: "Check out" }).waitFor();
  // With nothing to collect, it is the first of the further actions.
  await managerPage.getByRole("button", { name: "Set charge" }).click();
  await sheet.getByRole("button", { name: "Use the charge by the tariff" }).click();
  await getCollect("₹20.00", managerPage).waitFor();
  await managerPage.getByText("Charge by the tariff again").waitFor();
});

test("a valet ticket has the same, with its history", async () => {
  const valet = await make.valetBranch({ company: branch.company, charge: "30.00" });
  await make.row("Tariff_Versions", { branch: valet.id, service: "is_valet_and_parking", tariff });
  const manager = await make.user("manager", { branch: valet });
  const { data } = await (
    await asUser(manager)
  ).post("/actions/valet/create-ticket", { Vehicle_Number: make.plate(), Customer_Phone_Number: "9840012345" });
  await sql`update "Valet_and_Parking_Information" set in_time = now() - interval '50 minutes' where id = ${data.id}`;
  const { page } = await openPage({ address, context: phoneViewport });
  await logIn({ page, user: manager, landingUrl: "**/valet-parking/dashboard" });
  await page.goto(`/${companySlug}/${valet.slug}/valet-parking/detail?id=${data.id}`);
  await page.getByText("Version 1", { exact: true }).waitFor();
  await page.getByRole("button", { name: "Lost slip +₹300" }).click();
  await page.getByText("Slip lost").waitFor();
  const charge = page.locator("dl").filter({ hasText: "Total" }).first();
  await charge.getByText("Lost slip", { exact: true }).waitFor();
  await charge.getByText("₹300.00", { exact: true }).waitFor();
  await page.getByRole("button", { name: "Charging +₹50" }).click();
  await page.getByText("Charging added").waitFor();
  await assertAccessible(page);
  await page.getByRole("button", { name: "More actions" }).click();
  await page.getByRole("button", { name: "Collect ₹400.00" }).waitFor();
  await page.getByRole("button", { name: "Set charge" }).click();
  const sheet = page.getByRole("dialog", { name: "Set charge" });
  await sheet.getByText("₹400.00").waitFor();
  await sheet.getByRole("textbox", { name: "Charge" }).fill("100");
  await sheet.getByRole("textbox", { name: "Reason" }).fill("Long wait");
  await sheet.getByRole("button", { name: "Set charge" }).click();
  await page.getByText("Charge set to ₹100.00: Long wait").first().waitFor();
});
