// Unclear online payments: the gate is warned before it takes cash, a manager decides about another amount, the payer sees the true state.
import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { before, test } from "node:test";
import type { Page } from "playwright-core";
import { assertAccessible, desktopViewport, openPage, phoneViewport } from "#tests/support/browser.ts";
import { demoMerchantV1 } from "#simulators/pay/payment-store.ts";
import { logIn } from "#tests/support/log-in.ts";
import type { CreatedBranch, CreatedUser } from "#tests/support/factories.ts";
import { startPaymentsApp } from "#tests/support/payments-app.ts";

const { sql, asUser, factories: make, simulator, address, branch: payBranch } = await startPaymentsApp();
const companySlug = "unclear-story";
let branch: CreatedBranch;
let staffUser: CreatedUser;
let gatePage: Page;
let managerPage: Page;
let payerPage: Page;
const getBranchPath = (page: string): string => `/${companySlug}/${branch.slug}/${page}`;

/** An entry that owes ₹40, with an online payment at the provider. */
async function startOnlinePayment(): Promise<{ id: number; link: string; transaction: string }> {
  const gate = await asUser(staffUser);
  const { data } = await gate.post("/actions/parking/check-in", { vehicle_no: make.plate(), phone_no: "9840012345" });
  await sql`update "Parking_Information" set in_time = now() - interval '50 minutes' where id = ${data.id}`;
  const started = await gate.post(`/actions/payments/parking/${data.id}/start`);
  return { id: data.id, link: `/pay/${data.pay}`, transaction: started.data.transaction };
}

function receive(transaction: string, amount: number): void {
  const payment = [...simulator.book.payments.values()].find(({ id }) => id === transaction)!;
  Object.assign(payment, { state: "COMPLETED", code: "PAYMENT_SUCCESS", amount });
}

before(async () => {
  const company = await make.company({ slug: companySlug });
  branch = await payBranch({ company: company.id });
  staffUser = await make.user("staff", { branch, first_name: "Ravi" });
  const managerUser = await make.user("manager", { branch, first_name: "Meena" });
  ({ page: gatePage } = await openPage({ address, context: phoneViewport }));
  ({ page: managerPage } = await openPage({ address, context: desktopViewport }));
  ({ page: payerPage } = await openPage({ address, context: phoneViewport }));
  await logIn({ page: gatePage, user: staffUser });
  await logIn({ page: managerPage, user: managerUser });
});

test("before cash is taken, the gate is told of the online payment that is not decided; the late one is returned, and the payer is told", async () => {
  const { id, link, transaction } = await startOnlinePayment();
  await gatePage.goto(getBranchPath(`parking/detail?id=${id}`));
  await gatePage.getByRole("button", { name: "Collect ₹40.00" }).click();
  const sheet = gatePage.getByRole("dialog");
  await sheet.getByText("An online payment of ₹40.00 was started").waitFor();
  await assertAccessible(gatePage);
  await sheet.getByRole("button", { name: "Collect ₹40.00" }).click();
  await gatePage.getByText("₹40.00 received in cash").waitFor();
  receive(transaction, 4_000);
  await gatePage.getByText("Online payments").waitFor();
  await payerPage.goto(link);
  await payerPage.getByRole("heading", { name: "Paid" }).waitFor();
  await payerPage.getByText("₹40.00 of your online payment was not needed", { exact: false }).waitFor();
  await assertAccessible(payerPage);
});

test("a manager finds a payment of another amount in the list, sees what the provider said, and uses it with a reason", async () => {
  const { id, link, transaction } = await startOnlinePayment();
  // The payer's page is open before the payment becomes unclear, and follows.
  await payerPage.goto(link);
  await payerPage.getByRole("button", { name: "Pay ₹40.00" }).waitFor();
  receive(transaction, 1_500);
  await managerPage.goto(getBranchPath("unclear-payments"));
  const row = managerPage.getByRole("row", { name: "Another amount" });
  await row.getByText("₹15.00").waitFor();
  await payerPage.getByText("The branch is checking the payment.", { exact: false }).waitFor();
  await payerPage.getByRole("heading", { name: "Amount being checked" }).waitFor();
  await assertAccessible(managerPage);
  await row.getByRole("link").click();
  await managerPage.getByRole("heading", { name: "Online payment of ₹40.00" }).waitFor();
  await managerPage.getByText("Asked by us: paid, but another amount").first().waitFor();
  await assertAccessible(managerPage);
  await managerPage.getByRole("button", { name: "Use ₹15.00" }).click();
  const sheet = managerPage.getByRole("dialog");
  await sheet.getByText("₹25.00").waitFor();
  await sheet.getByRole("textbox", { name: "Reason" }).fill("Typed the amount");
  await assertAccessible(managerPage);
  await sheet.getByRole("button", { name: "Use payment" }).click();
  await managerPage.getByText("Nothing has to be done.").waitFor();
  await managerPage.getByText("Meena: Typed the amount").waitFor();
  await gatePage.goto(getBranchPath(`parking/detail?id=${id}`));
  await gatePage.getByText("₹15.00 received online: Meena: Typed the amount").waitFor();
  await gatePage.getByRole("button", { name: "Collect ₹25.00" }).waitFor();
  await payerPage.goto(link);
  await payerPage.getByText("₹25.00").first().waitFor();
});

test("the page of a payment that was used in part says who decided it and what was returned", async () => {
  const { transaction } = await startOnlinePayment();
  receive(transaction, 5_000);
  await managerPage.goto(getBranchPath("unclear-payments"));
  await managerPage.getByRole("row", { name: "Another amount" }).getByRole("link").click();
  await managerPage.getByRole("button", { name: "Use ₹40.00" }).click();
  const sheet = managerPage.getByRole("dialog");
  await sheet.getByRole("textbox", { name: "Reason" }).fill("Paid too much");
  await sheet.getByRole("button", { name: "Use payment" }).click();
  await managerPage.getByText("Nothing has to be done.").waitFor();
  const refunds = managerPage.getByRole("list", { name: "Refunds" });
  await refunds.getByText("₹10.00").waitFor();
  await refunds.getByText("Meena,", { exact: false }).waitFor();
  await assertAccessible(managerPage);
});

test("a received payment that was not started here is listed, looked at and closed", async () => {
  const data = {
    merchantId: demoMerchantV1.merchantId,
    merchantTransactionId: "ELSEWHERE1",
    amount: 9_900,
    state: "COMPLETED",
    paymentInstrument: { type: "UPI", utr: "424242" },
  };
  const response = Buffer.from(JSON.stringify({ success: true, code: "PAYMENT_SUCCESS", data })).toString("base64");
  const signature = createHash("sha256")
    .update(response + demoMerchantV1.saltKey)
    .digest("hex");
  await managerPage.goto(getBranchPath("unclear-payments"));
  await managerPage.getByRole("heading", { name: "Unclear payments", exact: true }).waitFor();
  const answer = await fetch(`${address}/payments/callback/phonepe-v1`, {
    method: "POST",
    headers: { "content-type": "application/json", "x-verify": `${signature}###1` },
    body: JSON.stringify({ response }),
  });
  assert.equal(answer.status, 400);
  await managerPage.getByRole("row", { name: "ELSEWHERE1" }).getByText("₹99.00").waitFor();
  await assertAccessible(managerPage);
  await managerPage.getByRole("button", { name: "ELSEWHERE1" }).click();
  const sheet = managerPage.getByRole("dialog", { name: "Unknown payment" });
  await sheet.getByRole("textbox", { name: "What was done" }).fill("Returned at the provider");
  await assertAccessible(managerPage);
  await sheet.getByRole("button", { name: "Close payment" }).click();
  await sheet.waitFor({ state: "hidden" });
  await managerPage.getByRole("row", { name: "ELSEWHERE1" }).waitFor({ state: "detached" });
});

test("the list is empty once nothing has to be done, and gate staff do not have it", async () => {
  await sql`update payment_refunds set state = 'done' where state <> 'done'`;
  await managerPage.goto(getBranchPath("unclear-payments"));
  await managerPage.getByText("No unclear payments").waitFor();
  await gatePage.goto(getBranchPath("unclear-payments"));
  await gatePage.getByRole("heading", { level: 1 }).waitFor();
  assert.equal(await gatePage.getByText("No unclear payments").count(), 0);
});
