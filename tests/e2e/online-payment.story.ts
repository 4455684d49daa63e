// Online payment: at the exit, with a closed browser, declined and paid in cash, for an overstay, and refunded.
import assert from "node:assert/strict";
import { before, test } from "node:test";
import type { Page } from "playwright-core";
import { assertAccessible, desktopViewport, openPage, phoneViewport } from "#tests/support/browser.ts";
import { eventually } from "#tests/support/eventually.ts";
import { logIn } from "#tests/support/log-in.ts";
import type { CreatedBranch, CreatedUser } from "#tests/support/factories.ts";
import { startPaymentsApp } from "#tests/support/payments-app.ts";

const { sql, asUser, factories: make, simulator, address, branch: payBranch } = await startPaymentsApp();
const companySlug = "pay-story";
const allowedHosts = [new URL(simulator.url).host];
let branch: CreatedBranch;
let staffUser: CreatedUser;
let manager: CreatedUser;
let gatePage: Page;
let payerPage: Page;

const getBranchPath = (page: string): string => `/${companySlug}/${branch.slug}/${page}`;

interface ParkedCar {
  id: number;
  plate: string;
  /** Path of the pay page. */
  link: string;
}

/** Creates an entry checked in `minutes` ago. */
async function createParkedCar(minutes: number): Promise<ParkedCar> {
  const caller = await asUser(staffUser);
  const plate = make.plate();
  const { data } = await caller.post("/actions/parking/check-in", { vehicle_no: plate, phone_no: "9840012345" });
  await sql`update "Parking_Information" set in_time = now() - ${minutes} * interval '1 minute' where id = ${data.id}`;
  return { id: data.id, plate, link: `/pay/${data.pay}` };
}

/** Counts the success messages of the page from its load on, since each is shown for two seconds only. */
async function countPaidToasts(page: Page): Promise<void> {
  await page.addInitScript(`
    globalThis.paidToasts = new Set();
    new MutationObserver((changes) => {
      for (const { addedNodes } of changes)
        for (const node of addedNodes)
          if (node.textContent?.includes("Payment successful")) paidToasts.add(node);
    }).observe(document, { childList: true, subtree: true });
  `);
}
const readPaidToasts = (page: Page): Promise<number> => page.evaluate<number>("paidToasts.size");

/** The receipt, which the page loads after its success message. */
async function openReceipt(page: Page): Promise<void> {
  await page.getByRole("link", { name: "View receipt" }).click();
  await page.getByRole("heading", { name: "Receipt" }).waitFor();
  await page.getByText("Total received").waitFor();
}

/** The markers of a payment that is not decided yet. */
const readMarkers = (page: Page) =>
  page.evaluate(() => ({
    started: localStorage.getItem("last_p_id"),
    entry: localStorage.getItem("last_auto_checkout_id"),
  }));

before(async () => {
  const company = await make.company({ slug: companySlug });
  branch = await payBranch({ company: company.id });
  staffUser = await make.user("staff", { branch, first_name: "Ravi" });
  manager = await make.user("manager", { branch, first_name: "Meena" });
  ({ page: gatePage } = await openPage({ address, context: desktopViewport }));
  ({ page: payerPage } = await openPage({ address, allowedHosts, context: phoneViewport }));
  await countPaidToasts(payerPage);
  await logIn({ page: gatePage, user: staffUser });
});

test("the gate shows a QR code, the customer pays and the vehicle is checked out", async () => {
  const { id, link } = await createParkedCar(50);
  await gatePage.goto(getBranchPath(`parking/detail?id=${id}`));
  await gatePage.getByRole("button", { name: "Online payment link" }).click();
  await gatePage.getByRole("button", { name: "Show QR code" }).click();
  await gatePage.getByRole("img", { name: "Pay ₹40.00" }).waitFor();
  await assertAccessible(gatePage);
  await payerPage.goto(link);
  await assertAccessible(payerPage);
  await payerPage.getByRole("button", { name: "Pay ₹40.00" }).click();
  await payerPage.getByRole("heading", { name: "Simulated payment" }).waitFor();
  await payerPage.getByRole("button", { name: "Pay", exact: true }).click();
  await payerPage.getByRole("heading", { name: "Paid" }).waitFor();
  await eventually(async () => assert.equal(await readPaidToasts(payerPage), 1));
  assert.deepEqual(await readMarkers(payerPage), { started: null, entry: null });
  // Said once.
  assert.equal(new URL(payerPage.url()).search, "");
  await payerPage.reload();
  await payerPage.getByRole("heading", { name: "Paid" }).waitFor();
  await payerPage.getByText("Your vehicle is checked out. Drive safely.").waitFor();
  await gatePage.getByText("The vehicle is checked out.").waitFor();
  await gatePage.getByRole("button", { name: "Done" }).click();
  await openReceipt(payerPage);
  assert.equal(await readPaidToasts(payerPage), 0);
  await assertAccessible(payerPage);
});

test("a page whose amount was set before the next unit began says why the charge is higher", async () => {
  const { id, link } = await createParkedCar(50);
  const { page } = await openPage({ address, allowedHosts, context: phoneViewport });
  await page.goto(link);
  await page.getByRole("button", { name: "Pay ₹40.00" }).click();
  await page.getByRole("button", { name: "Leave it pending" }).click();
  await page.getByRole("button", { name: "I have not paid" }).click();
  await page.getByRole("button", { name: "Pay ₹40.00" }).waitFor();
  const note = page.getByText(
    /^This payment of ₹40\.00 was requested at .* The time since then is in the charge above/,
  );
  assert.equal(await note.count(), 0);
  await sql`update "Parking_Information" set in_time = in_time - interval '30 minutes' where id = ${id}`;
  await page.goto(link);
  await page.getByRole("button", { name: "I have not paid" }).click();
  await page.getByText("₹60.00", { exact: true }).waitFor();
  await note.waitFor();
  await page.getByRole("button", { name: "Pay ₹40.00" }).waitFor();
  await page.context().close();
});

test("a payment is recorded although the browser was closed on the provider's page", async () => {
  const { id, link } = await createParkedCar(50);
  const { page } = await openPage({ address, allowedHosts, context: phoneViewport });
  await page.goto(link);
  await page.getByRole("button", { name: "Pay ₹40.00" }).click();
  await page.getByRole("button", { name: "Leave it pending" }).click();
  await page.getByRole("heading", { name: "Waiting for your bank" }).waitFor();
  const { started, entry } = await readMarkers(page);
  assert.ok(started !== null && entry !== null);
  await assertAccessible(page);
  const { page: other } = await openPage({ address, context: phoneViewport });
  await page.context().close();
  await gatePage.goto(getBranchPath(`parking/detail?id=${id}`));
  await gatePage.getByText("Online payments").waitFor();
  for (const payment of simulator.book.payments.values())
    if (payment.state === "PENDING") Object.assign(payment, { state: "COMPLETED", code: "PAYMENT_SUCCESS" });
  await gatePage.getByText("Paid", { exact: true }).first().waitFor();
  await other.goto(link);
  await other.getByRole("heading", { name: "Paid" }).waitFor();
});

test("a payer who waits for the bank is told that the gate has collected the cash meanwhile", async () => {
  const { id, link } = await createParkedCar(50);
  const { page } = await openPage({ address, allowedHosts, context: phoneViewport });
  await page.goto(link);
  await page.getByRole("button", { name: "Pay ₹40.00" }).click();
  await page.getByRole("button", { name: "Leave it pending" }).click();
  await page.getByRole("heading", { name: "Waiting for your bank" }).waitFor();
  await (await asUser(staffUser)).post(`/actions/parking/${id}/take-cash`, {});
  await page.getByRole("heading", { name: "Paid" }).waitFor();
  await page.context().close();
});

test("a declined payment can be paid in cash", async () => {
  const { id, link } = await createParkedCar(50);
  await payerPage.goto(link);
  await payerPage.getByRole("button", { name: "Pay ₹40.00" }).click();
  await payerPage.getByRole("button", { name: "Decline" }).click();
  await payerPage.getByText("The payment failed and you were not charged.", { exact: false }).waitFor();
  await assertAccessible(payerPage);
  await gatePage.goto(getBranchPath(`parking/detail?id=${id}`));
  await gatePage.getByRole("button", { name: "Collect ₹40.00" }).click();
  await gatePage.getByRole("dialog").getByRole("button", { name: "Collect ₹40.00" }).click();
  await payerPage.getByRole("heading", { name: "Paid" }).waitFor();
});

test("the additional amount of an overstay is paid online", async () => {
  const { id, link } = await createParkedCar(20);
  await payerPage.goto(link);
  await payerPage.getByRole("button", { name: "Pay ₹20.00" }).click();
  await payerPage.getByRole("button", { name: "Pay", exact: true }).click();
  await payerPage.getByRole("heading", { name: "Paid" }).waitFor();
  await sql`update "Parking_Information" set in_time = in_time - interval '30 minutes' where id = ${id}`;
  await payerPage.goto(link);
  await payerPage.getByRole("heading", { name: "Balance due" }).waitFor();
  await payerPage.getByRole("button", { name: "Pay ₹20.00" }).click();
  await payerPage.getByRole("button", { name: "Pay", exact: true }).click();
  await payerPage.getByRole("heading", { name: "Paid" }).waitFor();
  const [row] = await sql`select paid_amount from "Parking_Information" where id = ${id}`;
  assert.equal(row!["paid_amount"], 40);
});

test("a manager refunds part of a payment with a reason", async () => {
  const { id, link } = await createParkedCar(50);
  await payerPage.goto(link);
  await payerPage.getByRole("button", { name: "Pay ₹40.00" }).click();
  await payerPage.getByRole("button", { name: "Pay", exact: true }).click();
  await payerPage.getByRole("heading", { name: "Paid" }).waitFor();
  const { page: office } = await openPage({ address, context: desktopViewport });
  await logIn({ page: office, user: manager });
  await office.goto(getBranchPath(`parking/detail?id=${id}`));
  await office.getByRole("button", { name: "Refund" }).click();
  const sheet = office.getByRole("dialog");
  await sheet.getByRole("textbox", { name: "Amount" }).fill("15.00");
  await sheet.getByRole("button", { name: "Refund payment" }).click();
  await sheet.getByText("*Reason is required").waitFor();
  await sheet.getByRole("textbox", { name: "Reason" }).fill("Lift was out of order");
  await assertAccessible(office);
  await sheet.getByRole("button", { name: "Refund payment" }).click();
  await office.getByText("Refunded").first().waitFor();
  const refunded = payerPage.getByText("₹15.00 was refunded", { exact: false });
  await refunded.waitFor();
  await payerPage.goto(`${link}?returned=1`);
  await refunded.waitFor();
  await payerPage.waitForURL((url) => url.search === "");
  await openReceipt(payerPage);
  assert.equal(await readPaidToasts(payerPage), 0);
  // Not so for the next payment of the entry.
  await sql`update "Parking_Information" set in_time = in_time - interval '60 minutes' where id = ${id}`;
  await payerPage.goto(link);
  await payerPage.getByRole("button", { name: /^Pay ₹/ }).click();
  await payerPage.getByRole("button", { name: "Pay", exact: true }).click();
  await payerPage.getByRole("heading", { name: "Paid" }).waitFor();
  await refunded.waitFor();
  await eventually(async () => assert.equal(await readPaidToasts(payerPage), 1));
});

test("a forged link of a receipt is said to be no link, without asking again", async () => {
  const { page } = await openPage({ address, context: phoneViewport, expectedErrors: [/status of 403/] });
  let requests = 0;
  page.on("request", (request) => {
    if (request.url().includes("/actions/receipts/")) requests += 1;
  });
  await page.goto(`/receipt/P1.${"x".repeat(32)}`);
  await page.getByRole("heading", { name: "This link is not valid" }).waitFor();
  assert.equal(requests, 1);
  await assertAccessible(page);
  await page.context().close();
});

test("on another device, the pay page says that a payment is being confirmed", async () => {
  const { id, link } = await createParkedCar(50);
  await payerPage.goto(link);
  await payerPage.getByRole("button", { name: "Pay ₹40.00" }).click();
  await payerPage.getByRole("button", { name: "Leave it pending" }).click();
  await payerPage.getByRole("heading", { name: "Waiting for your bank" }).waitFor();
  const { page } = await openPage({ address, allowedHosts, context: phoneViewport });
  await page.goto(link);
  const notice = page.getByText("A payment of ₹40.00 is being confirmed.");
  await notice.waitFor();
  await assertAccessible(page);
  await (await asUser(staffUser)).post(`/actions/parking/${id}/take-cash`, {});
  await page.getByRole("heading", { name: "Paid" }).waitFor();
  assert.equal(await notice.count(), 0);
  await page.context().close();
});

test("a payment that was just requested at the gate is not said to be made", async () => {
  const { id, link } = await createParkedCar(50);
  await (await asUser(staffUser)).post(`/actions/payments/parking/${id}/start`, {});
  await payerPage.goto(link);
  await payerPage.getByRole("button", { name: "Pay ₹40.00" }).waitFor();
  assert.equal(await payerPage.getByText("is being confirmed").count(), 0);
});

test("the payer is told that a payment which was not needed could not be returned", async () => {
  const { id, link } = await createParkedCar(50);
  await payerPage.goto(link);
  await payerPage.getByRole("button", { name: "Pay ₹40.00" }).click();
  await payerPage.getByRole("heading", { name: "Simulated payment" }).waitFor();
  await (await asUser(staffUser)).post(`/actions/parking/${id}/take-cash`, {});
  await payerPage.getByRole("button", { name: "Pay", exact: true }).click();
  await payerPage.getByText("₹40.00 of your online payment was not needed", { exact: false }).waitFor();
  await payerPage.getByText("It is returned to your account", { exact: false }).waitFor();
  const ofEntry = sql`attempt in (select id from payment_attempts where parking_information = ${id})`;
  // The provider's answer would replace what is set before it.
  await eventually(async () => {
    const [refund] = await sql`select state from payment_refunds where ${ofEntry}`;
    assert.equal(refund?.["state"], "done");
  });
  await sql`update payment_refunds set state = 'failed' where ${ofEntry}`;
  await payerPage.reload();
  await payerPage.getByText("could not be returned to your account", { exact: false }).waitFor();
  assert.equal(await payerPage.getByText("It is returned to your account", { exact: false }).count(), 0);
  await assertAccessible(payerPage);
});

test("the link of an entry paid long ago has expired", async () => {
  const { id, link } = await createParkedCar(50);
  await (await asUser(staffUser)).post(`/actions/parking/${id}/take-cash`, { auto_checkout: true });
  const long = sql`now() - interval '8 days'`;
  await sql`update "Parking_Information" set out_time = ${long}, paid_at = ${long} where id = ${id}`;
  const { page } = await openPage({ address, context: phoneViewport, expectedErrors: [/status of 410/] });
  for (const address of [link, link.replace("/pay/", "/receipt/")]) {
    await page.goto(address);
    await page.getByRole("heading", { name: "This payment link has expired" }).waitFor();
    await assertAccessible(page);
  }
  const folder = process.env["SCREENSHOTS"];
  if (folder) await page.screenshot({ path: `${folder}/pay-link-ended.png` });
  await page.context().close();
});

test("an admin tries the provider's keys with one rupee, which is returned", async () => {
  const admin = await make.user("admin", { branch });
  const { page } = await openPage({ address, allowedHosts, context: desktopViewport });
  await logIn({ page, user: admin });
  await page.goto(getBranchPath("configurations/payments"));
  await page.getByRole("button", { name: "Pay ₹1.00 as a trial" }).click();
  await page.getByRole("button", { name: "Pay", exact: true }).click();
  await page.getByText("The keys work: ₹1.00 was received and returned.").waitFor();
  await assertAccessible(page);
  await page.context().close();
});
