// A pass paid online by its holder: from the link of the SMS, for the renewal as well, declined and then paid in cash.
import assert from "node:assert/strict";
import { before, test } from "node:test";
import type { Page } from "playwright-core";
import { assertAccessible, openPage, phoneViewport } from "#tests/support/browser.ts";
import type { TestClient } from "#tests/support/app.ts";
import type { CreatedBranch } from "#tests/support/factories.ts";
import { logIn } from "#tests/support/log-in.ts";
import { startPaymentsApp, waitUntil } from "#tests/support/payments-app.ts";
import { testTokens } from "#tests/support/tokens.ts";
import { tokenKinds } from "#server/auth/token-kinds.ts";

const { sql, asUser, factories: make, simulator, address, branch: payBranch } = await startPaymentsApp();
const companySlug = "online-pass";
const plate = make.plate();
let branch: CreatedBranch;
let gatePage: Page;
let holderPage: Page;
let staffClient: TestClient;
const getBranchPath = (page: string): string => `/${companySlug}/${branch.slug}/${page}`;

before(async () => {
  const company = await make.company({ slug: companySlug });
  branch = await payBranch({ company: company.id, name: "T Nagar" });
  const staff = await make.user("staff", { branch, first_name: "Ravi" });
  const managerUser = await make.user("manager", { branch, first_name: "Meena", in_out_flag: false });
  const manager = await asUser(managerUser);
  await manager.patch(`/users/${managerUser.id}`, { in_out_flag: true });
  const lines = [{ kind: "each", to: null, step: 60, amount: 2_000 }];
  const tariff = {
    plans: [{ name: "Standard", rates: [{ vehicle_type: null, lines }] }],
    passes: [
      { vehicle_type: null, per: "week", amount: 20_000 },
      { vehicle_type: null, per: "month", amount: 50_000 },
    ],
  };
  const version = await manager.post("/items/Tariff_Versions", { branch: branch.id, service: "is_parking", tariff });
  assert.equal(version.status, 200, version.text);
  const allowedHosts = [new URL(simulator.url).host];
  ({ page: gatePage } = await openPage({ address, context: phoneViewport }));
  ({ page: holderPage } = await openPage({ address, allowedHosts, context: phoneViewport }));
  staffClient = await asUser(staff);
  await logIn({ page: gatePage, user: staff });
});

async function readPass() {
  const [row] = await sql<{ id: number; till: Date; merchant: string | null }[]>`
    select id, pass_end_time as till, merchant_transaction_id as merchant from "Parking_Main_Information"
    where branch = ${branch.id} and parking_type = 'long_time'`;
  return row!;
}

/** Opens the link as it is in the SMS. */
async function openLink(): Promise<void> {
  const { id } = await readPass();
  await holderPage.goto(`/pass?t=${testTokens.issue({ kind: tokenKinds.passLink, payload: id })}`);
}

async function renewForWeek(): Promise<void> {
  await gatePage.getByRole("button", { name: "Renew pass" }).click();
  const sheet = gatePage.getByRole("dialog", { name: "Renew pass" });
  await sheet.getByText("1 week", { exact: true }).first().click();
  await sheet.getByLabel("Price").getByText("₹200.00").first().waitFor();
  await sheet.getByRole("button", { name: "Renew pass" }).click();
  await sheet.waitFor({ state: "detached" });
  await gatePage.getByText("Due for the renewal", { exact: true }).waitFor();
}

test("the pass is issued with a link, and valid once its holder has paid online", async () => {
  await gatePage.goto(getBranchPath("vehicle-entry/create"));
  await gatePage.getByRole("textbox", { name: /^Vehicle number\b(?!,)/ }).fill(plate);
  await gatePage.getByRole("textbox", { name: "Phone number" }).fill("9840012345");
  await gatePage.getByText("Pass", { exact: true }).click();
  await gatePage.getByText("1 month", { exact: true }).first().click();
  await gatePage.getByLabel("Price").getByText("₹500.00").first().waitFor();
  await gatePage.getByRole("button", { name: "Issue pass" }).click();
  await gatePage.getByText("Payment due", { exact: true }).waitFor();
  await gatePage.getByRole("button", { name: "More actions" }).click();
  await gatePage.getByRole("button", { name: "Send to holder" }).click();
  await gatePage.getByText("Message queued").waitFor();
  await openLink();
  await holderPage.getByText("Valid once it is paid", { exact: true }).waitFor();
  await assertAccessible(holderPage);
  await holderPage.getByRole("link", { name: "Pay ₹500.00 online" }).click();
  await holderPage.getByText("Amount due", { exact: true }).waitFor();
  await assertAccessible(holderPage);
  await holderPage.getByRole("button", { name: "Pay ₹500.00" }).click();
  await holderPage.getByRole("heading", { name: "Simulated payment" }).waitFor();
  await holderPage.getByRole("button", { name: "Pay", exact: true }).click();
  await holderPage.getByRole("heading", { name: "Paid", exact: true }).waitFor();
  await holderPage.getByText("Your pass is paid for this period.").waitFor();
  await assertAccessible(holderPage);
  await gatePage.getByText("Valid", { exact: true }).waitFor();
  await gatePage.getByText("Online payments", { exact: true }).waitFor();
  await holderPage.getByRole("link", { name: "Back to my pass" }).click();
  await holderPage.getByRole("img", { name: "QR code for the gate" }).waitFor();
});

test("the renewal is paid by the link, extends the pass, and has a receipt", async () => {
  const before = await readPass();
  await renewForWeek();
  await openLink();
  await holderPage.getByText("Due for the renewal", { exact: true }).waitFor();
  await holderPage.getByRole("link", { name: "Pay ₹200.00 online" }).click();
  await holderPage.getByRole("button", { name: "Pay ₹200.00" }).click();
  await holderPage.getByRole("button", { name: "Pay", exact: true }).click();
  await holderPage.getByRole("heading", { name: "Paid", exact: true }).waitFor();
  await gatePage.getByText("Due for the renewal", { exact: true }).waitFor({ state: "detached" });
  assert.equal((await readPass()).till.getTime() - before.till.getTime(), 7 * 86_400_000);
  await holderPage.getByRole("link", { name: "View receipt" }).click();
  // The month and the week that follows it.
  await holderPage.getByText("Pass for the periods", { exact: true }).waitFor();
  const ends = await holderPage
    .locator("dd time")
    .evaluateAll((times) => times.map((time) => time.getAttribute("datetime")));
  assert.deepEqual(
    [ends.length, ends[1], ends[3]],
    [4, before.till.toISOString(), (await readPass()).till.toISOString()],
  );
  await holderPage.getByText("₹700.00").first().waitFor();
  await assertAccessible(holderPage);
});

test("a declined renewal is paid in cash at the gate, which is told while a payment is open", async () => {
  await renewForWeek();
  await openLink();
  await holderPage.getByRole("link", { name: "Pay ₹200.00 online" }).click();
  await holderPage.getByRole("button", { name: "Pay ₹200.00" }).click();
  await holderPage.getByRole("heading", { name: "Simulated payment" }).waitFor();
  await gatePage.getByRole("button", { name: "Collect ₹200.00" }).click();
  const sheet = gatePage.getByRole("dialog", { name: "Collect cash" });
  await sheet.getByText(/An online payment of ₹200\.00 was started/).waitFor();
  await holderPage.getByRole("button", { name: "Decline", exact: true }).click();
  await holderPage.getByText(/The payment failed and you were not charged/).waitFor();
  await waitUntil(
    async () => (await readPass()).merchant,
    (merchant) => merchant === null,
  );
  const before = await readPass();
  await sheet.getByRole("button", { name: "Collect ₹200.00" }).click();
  await sheet.waitFor({ state: "detached" });
  await gatePage.getByText("Due for the renewal", { exact: true }).waitFor({ state: "detached" });
  assert.equal((await readPass()).till.getTime() - before.till.getTime(), 7 * 86_400_000);
});

test("staff show the code of the pay page at the gate, whose screen confirms the payment of the holder", async () => {
  await renewForWeek();
  await gatePage.getByRole("button", { name: "Online payment link" }).click();
  const sheet = gatePage.getByRole("dialog", { name: "Scan to pay" });
  await sheet.getByRole("img", { name: "Pay ₹200.00" }).waitFor();
  await assertAccessible(gatePage);
  const { id } = await readPass();
  const { token } = (await staffClient.get(`/actions/payments/pass/${id}`)).data;
  await holderPage.goto(`/pay/${token}`);
  await holderPage.getByRole("button", { name: "Pay ₹200.00" }).click();
  await holderPage.getByRole("button", { name: "Pay", exact: true }).click();
  await holderPage.getByRole("heading", { name: "Paid", exact: true }).waitFor();
  await sheet.getByText("Paid ₹200.00", { exact: true }).waitFor();
  await assertAccessible(gatePage);
  await sheet.getByRole("button", { name: "Done" }).click();
  await sheet.waitFor({ state: "detached" });
  await gatePage.getByText("Due for the renewal", { exact: true }).waitFor({ state: "detached" });
});
