// §2: the link of an SMS and the account show the same visit: its charge, its state and what can be done.
import assert from "node:assert/strict";
import { before, test } from "node:test";
import type { Page } from "playwright-core";
import { createSealer } from "#server/auth/secrets.ts";
import { testConfig, type TestClient } from "#tests/support/app.ts";
import { openPage, phoneViewport } from "#tests/support/browser.ts";
import type { CreatedBranch, CreatedUser } from "#tests/support/factories.ts";
import { fillLogInForm } from "#tests/support/log-in.ts";
import { providerSettings, startPaymentsApp } from "#tests/support/payments-app.ts";

const { address, asUser, branch: createBranch, factories: make, sql } = await startPaymentsApp();
const sealer = createSealer(testConfig.secret);
const phone = "9840066201";
let branch: CreatedBranch;
let gate: TestClient;
let customer: CreatedUser;

before(async () => {
  branch = await createBranch({ name: "Mount Road" });
  gate = await asUser(await make.user("manager", { branch }));
  customer = await make.user("customer", { contact_number: phone, public_customer: true });
});

/** Path of the link in the newest SMS of the template. */
async function readSmsLink(template: string): Promise<string> {
  const [sms] = await sql<{ values: { link?: string }; sealed: string | null }[]>`
    select o.values, s.sealed from "Outbox" o left join outbox_secrets s on s.message = o.id
    where o.recipient = ${phone} and o.template = ${template} order by o.id desc limit 1`;
  assert.ok(sms, `${template} was sent`);
  const secrets = sms.sealed ? (JSON.parse(sealer.unseal(sms.sealed)) as { link?: string }) : {};
  const { pathname, search } = new URL({ ...sms.values, ...secrets }.link!);
  return pathname + search;
}

async function openAccount(): Promise<Page> {
  const { page } = await openPage({ address, context: phoneViewport });
  await page.goto("/customer/commercial/login?redirect_to=/commercial/home");
  await page.getByRole("button", { name: "Log in with email and password" }).click();
  await fillLogInForm({ page, user: customer });
  await page.getByRole("heading", { name: "Parked now", exact: true }).waitFor();
  return page;
}

test("a parked vehicle: the same amount and payment before, the same receipt after it is paid", async () => {
  const entered = await gate.post("/actions/parking/check-in", { vehicle_no: "TN09SV0001", phone_no: "9840066299" });
  assert.equal(entered.status, 200, entered.text);
  // The gate mistyped the number: the owner gets the link.
  const corrected = await gate.post(`/actions/parking/${entered.data.id}/correct`, {
    phone_no: phone,
    reason: "Typing error",
  });
  assert.equal(corrected.status, 200, corrected.text);
  const link = await readSmsLink("parking-link");
  const account = await openAccount();
  const { page: linked } = await openPage({ address, context: phoneViewport });
  await linked.goto(link);
  const visit = account.getByRole("list", { name: "Parked now", exact: true }).getByRole("listitem");
  const pay = /^Pay ₹/;
  const [inAccount, inLink] = await Promise.all([
    visit.getByRole("button", { name: pay }).textContent(),
    linked.getByRole("button", { name: pay }).textContent(),
  ]);
  assert.deepEqual([inAccount, inLink], ["Pay ₹20.00", "Pay ₹20.00"]);
  await visit.getByText("Pending", { exact: true }).waitFor();
  for (const page of [account, linked]) await page.getByText("TN09SV0001").first().waitFor();
  // Both lead to the same page.
  await visit.getByRole("button", { name: pay }).click();
  await account.waitForURL(`**${link}`);
  await account.goto("/commercial/home");

  const paid = await gate.post(`/actions/parking/${entered.data.id}/take-cash`, { expected: 2000 });
  assert.equal(paid.status, 200, paid.text);
  await linked.getByRole("heading", { name: "Paid", exact: true }).waitFor();
  await visit.getByText("Paid", { exact: true }).waitFor();
  for (const shown of [linked.getByRole("status"), visit]) await shown.getByText("₹20.00", { exact: true }).waitFor();
  for (const page of [account, linked]) assert.equal(await page.getByRole("button", { name: pay }).count(), 0);
  await visit.getByRole("button", { name: /^Receipt of / }).click();
  await account.waitForURL("**/receipt/*");
  const receipt = new URL(account.url()).pathname;
  await linked.getByRole("link", { name: "View receipt", exact: true }).click();
  await linked.waitForURL(`**${receipt}`);
});

test("a valet ticket: the account shows its charge and leads to the page of the SMS", async () => {
  const hotel = await make.valetBranch({ name: "Grand Hotel", slots: 10, charge: "50.00" });
  await make.row("payment_settings", { branch: hotel.id, environment: "simulator", ...providerSettings["phonepe-v1"] });
  const driver = await asUser(await make.user("staff", { branch: hotel }));
  const created = await driver.post("/actions/valet/create-ticket", {
    Vehicle_Number: "TN09SV0002",
    Customer_Phone_Number: phone,
  });
  assert.equal(created.status, 200, created.text);
  const parked = await driver.post(`/actions/valet/${created.data.id}/park`);
  assert.equal(parked.status, 200, parked.text);
  const link = await readSmsLink("valet-ticket");
  const account = await openAccount();
  const ticket = account
    .getByRole("list", { name: "Parked now", exact: true })
    .getByRole("listitem")
    .filter({ hasText: "TN09SV0002" });
  await ticket.getByText("Parked", { exact: true }).waitFor();
  await ticket.getByText("Pending", { exact: true }).waitFor();
  const charge = await ticket.getByText(/^₹/).textContent();
  const { page: linked } = await openPage({ address, context: phoneViewport });
  await linked.goto(link);
  await linked.getByRole("heading", { name: "Your car is parked", exact: true }).waitFor();
  await linked.getByText(charge!, { exact: true }).first().waitFor();
  await linked.getByText("Pending", { exact: true }).waitFor();
  await ticket.getByRole("button", { name: "Call my car or pay", exact: true }).click();
  await account.waitForURL(`**${link.replace("?", "\\?")}`);
  await account.getByRole("button", { name: "Request my car", exact: true }).waitFor();
  assert.equal(await linked.getByRole("button", { name: "Request my car", exact: true }).count(), 1);
});
