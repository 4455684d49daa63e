// §2 §3: a coupon of the public site is saved by a new customer and used at the gate, online, and in cash after a declined payment.
import assert from "node:assert/strict";
import { before, test } from "node:test";
import type { Page } from "playwright-core";
import { createSealer } from "#server/auth/secrets.ts";
import { testConfig } from "#tests/support/app.ts";
import { assertAccessible, desktopViewport, openPage, phoneViewport } from "#tests/support/browser.ts";
import { eventually } from "#tests/support/eventually.ts";
import type { CreatedBranch, CreatedUser } from "#tests/support/factories.ts";
import { logIn } from "#tests/support/log-in.ts";
import { findCodeSentTo } from "#tests/support/outbox.ts";
import { startPaymentsApp, waitUntil } from "#tests/support/payments-app.ts";

const { sql, asUser, factories: make, simulator, address, branch: payBranch } = await startPaymentsApp();
const sealer = createSealer(testConfig.secret);
const companySlug = "coupon-story";
const phone = "9840066301";
const refusals = [/status of 40[019]/];
let branch: CreatedBranch;
let staffUser: CreatedUser;
let customerPage: Page;
let gatePage: Page;
let managerPage: Page;

const getBranchPath = (page: string): string => `/${companySlug}/${branch.slug}/${page}`;

async function createOffer(fields: { coupon_title: string; coupon_code: string; [field: string]: unknown }) {
  const manager = await asUser(await make.user("manager", { branch }));
  const { data, text } = await manager.post("/items/Offers", fields);
  assert.ok(data, text);
  assert.equal((await manager.patch(`/items/Offers/${data.id}`, { state: "running" })).status, 200);
  return data.id as number;
}

/** A vehicle of the customer that owes ₹40. */
async function parkVehicle(): Promise<{ id: number; pay: string }> {
  const gate = await asUser(staffUser);
  const { data, text } = await gate.post("/actions/parking/check-in", { vehicle_no: make.plate(), phone_no: phone });
  assert.ok(data, text);
  await sql`update "Parking_Information" set in_time = now() - interval '50 minutes' where id = ${data.id}`;
  return data;
}

async function readUses(offer: number) {
  const [row] = await sql`
    select count(*) filter (where state = 'held')::int as held, count(*) filter (where state = 'used')::int as used,
      coalesce((select uses from offer_counters where offer = ${offer}), 0) as counted
    from "Offer_Uses" where offer = ${offer}`;
  return { ...row };
}

async function openCashSheet(entry: number) {
  await gatePage.goto(getBranchPath(`parking/detail?id=${entry}`));
  await gatePage.getByRole("button", { name: "Collect ₹40.00" }).click();
  return gatePage.getByRole("dialog", { name: "Collect cash" });
}

before(async () => {
  const company = await make.company({ slug: companySlug });
  branch = await payBranch({ company: company.id, name: "Mount Road" });
  staffUser = await make.user("staff", { branch, first_name: "Ravi" });
  await createOffer({
    coupon_title: "Opening week",
    coupon_code: "OPEN20",
    kind: "percent",
    percent: 20,
    highest_saving: "50.00",
    is_listed: true,
  });
  ({ page: customerPage } = await openPage({
    address,
    allowedHosts: [new URL(simulator.url).host],
    context: { ...phoneViewport, permissions: ["clipboard-read", "clipboard-write"] },
    expectedErrors: refusals,
  }));
  ({ page: gatePage } = await openPage({ address, context: phoneViewport }));
  await gatePage.addInitScript("globalThis.print = () => {};");
  ({ page: managerPage } = await openPage({ address, context: desktopViewport }));
  await logIn({ page: gatePage, user: staffUser });
  await logIn({ page: managerPage, user: await make.user("manager", { branch }) });
});

test("a first-time visitor copies a coupon of the public site, registers to save it, and sees it saved", async () => {
  await customerPage.goto("/offers-and-promotions");
  const offer = customerPage.getByRole("listitem").filter({ hasText: "Opening week" });
  await offer.getByText("20% off, at most ₹50").waitFor();
  await offer.getByRole("button", { name: "Copy code OPEN20" }).click();
  await offer.getByText("Coupon code copied", { exact: true }).waitFor();
  assert.equal(await customerPage.evaluate("navigator.clipboard.readText()"), "OPEN20");
  await assertAccessible(customerPage);
  await offer.getByRole("link", { name: "Save Opening week" }).click();
  await customerPage.getByRole("heading", { name: "Customer login" }).waitFor();
  await customerPage.getByRole("link", { name: "New customer? Register" }).click();
  await customerPage.getByRole("heading", { name: "Customer registration" }).waitFor();
  await customerPage.getByRole("textbox", { name: "Mobile number" }).fill(phone);
  await customerPage.getByRole("button", { name: "Send OTP" }).click();
  const code = customerPage.getByRole("textbox", { name: "6-digit OTP" });
  await code.waitFor();
  await code.fill(await eventually(() => findCodeSentTo({ sql, sealer, to: phone })));
  await customerPage.getByRole("button", { name: "Verify" }).click();
  await customerPage.getByRole("textbox", { name: "Your name" }).fill("Meena Iyer");
  await customerPage.getByRole("textbox", { name: "Email" }).fill("meena.coupon@example.com");
  await customerPage.getByLabel("New password").fill("Chosen@2026");
  await customerPage.getByLabel("Confirm password").fill("Chosen@2026");
  await customerPage.getByRole("button", { name: "Register" }).click();
  await customerPage.getByRole("heading", { name: "Saved coupons" }).waitFor();
  const saved = customerPage.getByRole("list", { name: "Saved coupons" });
  await saved.getByText("Opening week", { exact: true }).waitFor();
  await saved.getByText("Code OPEN20").waitFor();
  assert.ok(!customerPage.url().includes("save="));
  await assertAccessible(customerPage);
});

test("the gate finds the coupon by the customer's phone number, and the paid receipt names it", async () => {
  const { id, pay } = await parkVehicle();
  const sheet = await openCashSheet(id);
  await sheet.getByRole("button", { name: "Use saved coupon OPEN20: Opening week, −₹8.00" }).click();
  await sheet.getByText("−₹8.00", { exact: true }).waitFor();
  await assertAccessible(gatePage);
  await sheet.getByRole("button", { name: "Collect ₹32.00" }).click();
  await sheet.waitFor({ state: "hidden" });
  await gatePage.getByText("Checked out", { exact: true }).waitFor();
  const charge = gatePage.locator("dl").filter({ hasText: "Total" }).first();
  await charge.getByText("Opening week", { exact: true }).waitFor();
  await charge.getByText("−₹8.00", { exact: true }).waitFor();
  const print = gatePage.getByRole("button", { name: "Print receipt" });
  if ((await print.count()) === 0) await gatePage.getByRole("button", { name: "More actions" }).click();
  await print.click();
  const paper = gatePage.locator("body > div[aria-hidden=true]");
  await paper.getByText("Opening week −₹8.00", { exact: true }).waitFor({ state: "attached" });
  await paper.getByText(/^Total ₹32\.00/).waitFor({ state: "attached" });
  await customerPage.goto(`/receipt/${pay}`);
  await customerPage.getByText("Opening week", { exact: true }).waitFor();
  await customerPage.getByText("−₹8.00", { exact: true }).waitFor();
  await customerPage.getByRole("row", { name: "Total received ₹32.00" }).waitFor();
});

test("the same coupon is used on the pay page", async () => {
  const { pay } = await parkVehicle();
  await customerPage.goto(`/pay/${pay}`);
  await customerPage.getByRole("button", { name: "Use coupon OPEN20: Opening week, −₹8.00" }).click();
  const payButton = customerPage.getByRole("button", { name: "Pay ₹32.00" });
  await payButton.waitFor();
  await assertAccessible(customerPage);
  await payButton.click();
  await customerPage.getByRole("heading", { name: "Simulated payment" }).waitFor();
  await customerPage.getByRole("button", { name: "Pay", exact: true }).click();
  await customerPage.getByRole("heading", { name: "Paid" }).waitFor();
  await customerPage.getByText("₹32.00", { exact: true }).waitFor();
  await customerPage.getByRole("link", { name: "View receipt" }).click();
  await customerPage.getByText("−₹8.00", { exact: true }).waitFor();
  await customerPage.getByRole("row", { name: "Total received ₹32.00" }).waitFor();
});

test("after a declined payment the coupon is free again, and is used in cash exactly once", async () => {
  const offer = await createOffer({
    coupon_title: "One free half hour",
    coupon_code: "ONCE15",
    kind: "flat",
    amount: "15.00",
    total_limit: 1,
  });
  const { id, pay } = await parkVehicle();
  await customerPage.goto(`/pay/${pay}`);
  await customerPage.getByRole("textbox", { name: "Offer code (optional)" }).fill("once15");
  await customerPage.getByRole("button", { name: "Apply code" }).click();
  await customerPage.getByRole("button", { name: "Pay ₹25.00" }).click();
  await customerPage.getByRole("heading", { name: "Simulated payment" }).waitFor();
  assert.deepEqual(await readUses(offer), { held: 1, used: 0, counted: 1 });
  await customerPage.getByRole("button", { name: "Decline" }).click();
  await customerPage.getByText("The payment failed and you were not charged.", { exact: false }).waitFor();
  await waitUntil(
    () => readUses(offer),
    ({ counted }) => counted === 0,
  );
  const sheet = await openCashSheet(id);
  await sheet.getByRole("textbox", { name: "Offer code (optional)" }).fill("once15");
  await sheet.getByRole("button", { name: "Apply code" }).click();
  await sheet.getByText("−₹15.00", { exact: true }).waitFor();
  await sheet.getByRole("button", { name: "Collect ₹25.00" }).click();
  await sheet.waitFor({ state: "hidden" });
  await customerPage.getByRole("heading", { name: "Paid" }).waitFor();
  assert.deepEqual(await readUses(offer), { held: 0, used: 1, counted: 1 });
  await managerPage.goto(getBranchPath("offers/manage"));
  await managerPage.getByText("0 uses", { exact: true }).waitFor();
  // The next vehicle does not get it.
  const next = await openCashSheet((await parkVehicle()).id);
  await next.getByRole("textbox", { name: "Offer code (optional)" }).fill("once15");
  await next.getByRole("button", { name: "Apply code" }).click();
  await next.getByText("This offer is used up").waitFor();
  assert.deepEqual(await readUses(offer), { held: 0, used: 1, counted: 1 });
});
