// Paying by phone at the gate: on the provider's page, with a closed browser, declined and then in cash, for an overstay, and back again.
import assert from "node:assert/strict";
import { before, test } from "node:test";
import type { Page } from "playwright-core";
import { assertAccessible, desk, openPage, phone } from "#tests/support/browser.ts";
import { logIn } from "#tests/support/log-in.ts";
import type { MadeBranch, MadeUser } from "#tests/support/make.ts";
import { startPayApp } from "#tests/support/pay.ts";

const { sql, as, make, simulator, address, branch: payBranch } = await startPayApp();
const companySlug = "pay-story";
const alsoHosts = [new URL(simulator.url).host];
let branch: MadeBranch;
let clerk: MadeUser;
let manager: MadeUser;
let gate: Page;
let payer: Page;

const pathOf = (page: string): string => `/${companySlug}/${branch.slug}/${page}`;

interface Car {
  id: number;
  plate: string;
  /** Of its pay page. */
  link: string;
}

/** A car that has been in for so many minutes. */
async function car(minutes: number): Promise<Car> {
  const caller = await as(clerk);
  const plate = make.plate();
  const { data } = await caller.post("/actions/parking/check-in", { vehicle_no: plate, phone_no: "9840012345" });
  await sql`update "Parking_Information" set in_time = now() - ${minutes} * interval '1 minute' where id = ${data.id}`;
  return { id: data.id, plate, link: `/pay/${data.pay}` };
}

before(async () => {
  const company = await make.company({ slug: companySlug });
  branch = await payBranch({ company: company.id });
  clerk = await make.user("staff", { branch, first_name: "Ravi" });
  manager = await make.user("manager", { branch, first_name: "Meena" });
  ({ page: gate } = await openPage({ address, context: desk }));
  ({ page: payer } = await openPage({ address, alsoHosts, context: phone }));
  await logIn({ page: gate, user: clerk });
});

test("pay at the exit: the gate shows a QR, the customer pays, the car is out", async () => {
  const { id, link } = await car(50);
  await gate.goto(pathOf(`parking/detail?id=${id}`));
  await gate.getByRole("button", { name: "Online" }).click();
  await gate.getByRole("button", { name: "Show the QR" }).click();
  await gate.getByRole("img", { name: "Pay ₹40.00" }).waitFor();
  await assertAccessible(gate);
  await payer.goto(link);
  await assertAccessible(payer);
  await payer.getByRole("button", { name: "Pay ₹40.00" }).click();
  await payer.getByRole("heading", { name: "Simulated payment" }).waitFor();
  await payer.getByRole("button", { name: "Pay", exact: true }).click();
  await payer.getByRole("heading", { name: "Paid" }).waitFor();
  await payer.getByText("Your vehicle is out. Drive safely.").waitFor();
  await gate.getByText("The vehicle is checked out.").waitFor();
  await gate.getByRole("button", { name: "Done" }).click();
  await payer.getByRole("link", { name: "Receipt" }).click();
  await payer.getByRole("heading", { name: "Receipt" }).waitFor();
  await payer.getByText("Total received").waitFor();
  await assertAccessible(payer);
});

test("the browser is closed on the provider's page: the bank says yes, and it counts", async () => {
  const { id, link } = await car(50);
  const { page } = await openPage({ address, alsoHosts, context: phone });
  await page.goto(link);
  await page.getByRole("button", { name: "Pay ₹40.00" }).click();
  await page.getByRole("button", { name: "Leave it pending" }).click();
  await page.getByRole("heading", { name: "Waiting for your bank" }).waitFor();
  await assertAccessible(page);
  const { page: other } = await openPage({ address, context: phone });
  await page.context().close();
  await gate.goto(pathOf(`parking/detail?id=${id}`));
  await gate.getByText("Online payments").waitFor();
  for (const payment of simulator.book.payments.values())
    if (payment.state === "PENDING") Object.assign(payment, { state: "COMPLETED", code: "PAYMENT_SUCCESS" });
  await gate.getByText("Paid", { exact: true }).first().waitFor();
  await other.goto(link);
  await other.getByRole("heading", { name: "Paid" }).waitFor();
});

test("declined at the bank, then cash", async () => {
  const { id, link } = await car(50);
  await payer.goto(link);
  await payer.getByRole("button", { name: "Pay ₹40.00" }).click();
  await payer.getByRole("button", { name: "Decline" }).click();
  await payer.getByText("The payment did not go through, and nothing was taken.", { exact: false }).waitFor();
  await assertAccessible(payer);
  await gate.goto(pathOf(`parking/detail?id=${id}`));
  await gate.getByRole("button", { name: "Take ₹40.00" }).click();
  await gate.getByRole("dialog").getByRole("button", { name: "Take ₹40.00" }).click();
  await payer.getByRole("heading", { name: "Paid" }).waitFor();
});

test("paid, overstayed: the extra is paid by phone too", async () => {
  const { id, link } = await car(20);
  await payer.goto(link);
  await payer.getByRole("button", { name: "Pay ₹20.00" }).click();
  await payer.getByRole("button", { name: "Pay", exact: true }).click();
  await payer.getByRole("heading", { name: "Paid" }).waitFor();
  await sql`update "Parking_Information" set in_time = in_time - interval '30 minutes' where id = ${id}`;
  await payer.goto(link);
  await payer.getByRole("heading", { name: "Still to pay" }).waitFor();
  await payer.getByRole("button", { name: "Pay ₹20.00" }).click();
  await payer.getByRole("button", { name: "Pay", exact: true }).click();
  await payer.getByRole("heading", { name: "Paid" }).waitFor();
  const [row] = await sql`select paid_amount from "Parking_Information" where id = ${id}`;
  assert.equal(row!["paid_amount"], 40);
});

test("a manager pays a part back, with a reason", async () => {
  const { id, link } = await car(50);
  await payer.goto(link);
  await payer.getByRole("button", { name: "Pay ₹40.00" }).click();
  await payer.getByRole("button", { name: "Pay", exact: true }).click();
  await payer.getByRole("heading", { name: "Paid" }).waitFor();
  const { page: office } = await openPage({ address, context: desk });
  await logIn({ page: office, user: manager });
  await office.goto(pathOf(`parking/detail?id=${id}`));
  await office.getByRole("button", { name: "Pay back" }).click();
  const sheet = office.getByRole("dialog");
  await sheet.getByRole("textbox", { name: "Amount" }).fill("15.00");
  await sheet.getByRole("button", { name: "Pay back" }).click();
  await sheet.getByText("*Reason is required").waitFor();
  await sheet.getByRole("textbox", { name: "Reason" }).fill("Lift was out of order");
  await assertAccessible(office);
  await sheet.getByRole("button", { name: "Pay back" }).click();
  await office.getByText("Paid back").first().waitFor();
});
