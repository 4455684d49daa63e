// Vehicles that turn away before they come in: a paid, an approved and an invited entry is cancelled, and the money goes back.
import assert from "node:assert/strict";
import { before, test } from "node:test";
import type { Page } from "playwright-core";
import type { TestClient } from "#tests/support/app.ts";
import { assertAccessible, desktopViewport, openPage, phoneViewport } from "#tests/support/browser.ts";
import { logIn } from "#tests/support/log-in.ts";
import { startPaymentsApp } from "#tests/support/payments-app.ts";

const { sql, asUser, factories: make, address, branch: createBranch, payOnline } = await startPaymentsApp();
const phone = "9840012345";
const turnedAway = "Turned away";

interface Site {
  getPath: (page: string) => string;
  gate: TestClient;
  gatePage: Page;
  manager: TestClient;
  managerPage: Page;
}
let shop: Site;
let office: Site;

/** A branch that is paid before entry, with a guard and a manager at work. */
async function openSite(slug: string, fields: { config?: object; [field: string]: unknown } = {}): Promise<Site> {
  const { config, ...branchFields } = fields;
  const isOffice = branchFields["entity_type"] === "government";
  const company = await make.company({ slug, ...(isOffice ? { company_type: "government" } : {}) });
  const branch = await createBranch({
    company: company.id,
    slots: 3,
    config: { payment_type: "pre-pay", ...config },
    ...branchFields,
  });
  const staffUser = await make.user("staff", { branch, first_name: "Ravi" });
  const managerUser = await make.user("manager", { branch, first_name: "Meena", in_out_flag: false });
  const manager = await asUser(managerUser);
  const { page: gatePage } = await openPage({ address, context: phoneViewport });
  const { page: managerPage } = await openPage({ address, context: desktopViewport });
  await logIn({ page: gatePage, user: staffUser });
  await logIn({ page: managerPage, user: managerUser });
  // Going on duty opens the shift from which cash is returned.
  await manager.patch(`/users/${managerUser.id}`, { in_out_flag: true });
  const getPath = (page: string): string => `/${slug}/${branch.slug}/${page}`;
  return { getPath, gate: await asUser(staffUser), gatePage, manager, managerPage };
}

before(async () => {
  shop = await openSite("shop-parking");
  const config = { security: "advanced_security" };
  office = await openSite("land-office", { entity_type: "government", config });
});

/** The entry offers printing, in a menu only if it offers more, but no way to cancel it. */
async function assertNotCancellable(page: Page, { hasMenu }: { hasMenu: boolean }): Promise<void> {
  if (hasMenu) await page.getByRole("button", { name: "More actions" }).click();
  const print = page.getByRole("button", { name: /^Print (slip|receipt)$/ });
  await print.waitFor();
  assert.equal(await page.getByRole("button", { name: "Cancel entry" }).count(), 0);
  if (!hasMenu) return;
  await page.keyboard.press("Escape");
  await print.waitFor({ state: "hidden" });
}

/** Cancels the open entry, whose sheet says what happens to the money. */
async function cancelEntry({ page, money }: { page: Page; money: string }): Promise<void> {
  await page.getByRole("button", { name: "More actions" }).click();
  await page.getByRole("button", { name: "Cancel entry" }).click();
  const dialog = page.getByRole("dialog", { name: /^Cancel entry/ });
  if (money) await dialog.getByText(money, { exact: true }).waitFor();
  await assertAccessible(page);
  await dialog.getByRole("textbox", { name: "Reason" }).fill(turnedAway);
  await dialog.getByRole("button", { name: "Cancel entry" }).click();
  await dialog.waitFor({ state: "hidden" });
  await page.getByText(`Cancelled: ${turnedAway}`).waitFor();
  await page.getByText("Did not come in", { exact: true }).waitFor();
}

async function readMoney(id: number): Promise<number[]> {
  const [row] = await sql<{ [name: string]: number }[]>`
    select parking_status_id as status, paid_amount::int as paid, refunded_amount::int as refunded,
      extended_amount::int as owed from "Parking_Information" where id = ${id}`;
  return [row!["status"]!, row!["paid"]!, row!["refunded"]!, row!["owed"]!];
}

test("a prepaid vehicle that paid a part and turns away is cancelled once the cash is returned", async () => {
  const { gate, gatePage, managerPage, getPath } = shop;
  const { data } = await gate.post("/actions/parking/check-in", { vehicle_no: make.plate(), phone_no: phone });
  const detail = getPath(`parking/detail?id=${data.id}`);
  await gatePage.goto(detail);
  await gatePage.getByRole("button", { name: "Collect ₹20.00" }).click();
  const payment = gatePage.getByRole("dialog");
  await payment.getByRole("textbox", { name: "Cash received (optional)" }).fill("15");
  await payment.getByRole("button", { name: "Collect ₹15.00" }).click();
  await payment.waitFor({ state: "hidden" });
  await gatePage.getByRole("button", { name: "Collect ₹5.00" }).waitFor();
  await gatePage.getByText("Not inside yet", { exact: true }).waitFor();
  // The guard has taken money, so that the manager decides.
  await assertNotCancellable(gatePage, { hasMenu: true });

  await managerPage.goto(detail);
  await managerPage.getByRole("button", { name: "More actions" }).click();
  await managerPage.getByRole("button", { name: "Cancel entry" }).click();
  await managerPage.getByText("₹15.00 was received. It must be refunded first.", { exact: true }).waitFor();
  await managerPage.keyboard.press("Escape");
  await managerPage.getByRole("dialog").waitFor({ state: "hidden" });
  await managerPage.getByRole("button", { name: "Refund in cash" }).click();
  const refund = managerPage.getByRole("dialog", { name: "Refund in cash" });
  await refund.getByRole("textbox", { name: "Reason" }).fill(turnedAway);
  await refund.getByRole("button", { name: "Refund", exact: true }).click();
  await refund.waitFor({ state: "hidden" });
  await managerPage.getByText(`₹15.00 refunded: ${turnedAway}`).waitFor();
  await cancelEntry({ page: managerPage, money: "" });

  await gatePage.getByText("Cancelled", { exact: true }).first().waitFor();
  assert.equal(await gatePage.getByRole("button", { name: /^Collect/ }).count(), 0);
  assert.deepEqual(await readMoney(data.id), [4, 15, 15, 0]);
  await managerPage.goto(getPath("reporting/cash"));
  await managerPage.getByText(turnedAway).first().waitFor();
});

test("an approved vehicle that paid online and turns away is cancelled, and the payment is refunded", async () => {
  const { gate, gatePage, manager, managerPage, getPath } = office;
  const plate = make.plate();
  const { data } = await gate.post("/actions/parking/check-in", { vehicle_no: plate, phone_no: phone });
  await payOnline({ client: gate, id: data.id });
  const detail = getPath(`parking/detail?id=${data.id}`);
  await gatePage.goto(detail);
  await gatePage.getByText(/^Waiting for approval\./).waitFor();
  assert.equal((await manager.post(`/actions/approvals/${data.id}/approve`, {})).status, 200);
  await gatePage.getByRole("button", { name: "Check in", exact: true }).waitFor();
  await assertNotCancellable(gatePage, { hasMenu: false });

  await managerPage.goto(detail);
  await managerPage.getByRole("button", { name: "Check in", exact: true }).waitFor();
  await cancelEntry({ page: managerPage, money: "₹20.00 paid online is refunded." });
  await managerPage.getByText(`Refund: ₹20.00, ${turnedAway}`).waitFor();
  await managerPage.getByText("Refunded", { exact: true }).first().waitFor();

  await gatePage.getByText("Cancelled", { exact: true }).first().waitFor();
  assert.equal(await gatePage.getByRole("button", { name: "Check in", exact: true }).count(), 0);
  assert.deepEqual(await readMoney(data.id), [4, 20, 20, 0]);
  // The vehicle may come again.
  assert.equal(
    (await gate.post("/actions/parking/check-in", { vehicle_no: plate, phone_no: phone })).data.parking_status_id,
    3,
  );
});

test("an invited vehicle that paid ahead and turns away is cancelled, and the visitor's link ends", async () => {
  const { gate, gatePage, manager, managerPage, getPath } = shop;
  const plate = make.plate();
  const end = new Date(Date.now() + 3_600_000).toISOString();
  const { data } = await manager.post("/actions/invites", {
    vehicle_no: plate,
    phone_no: phone,
    invite_end_date: end,
  });
  await payOnline({ client: manager, id: data.id });
  const { page: visitorPage } = await openPage({ address, context: phoneViewport });
  await visitorPage.goto(data.link);
  await visitorPage.getByRole("img", { name: "QR code for the gate" }).waitFor();
  const detail = getPath(`parking/detail?id=${data.id}`);
  await gatePage.goto(detail);
  await gatePage.getByText("Invited", { exact: true }).first().waitFor();
  await assertNotCancellable(gatePage, { hasMenu: false });

  await managerPage.goto(detail);
  await managerPage.getByText("Invited", { exact: true }).first().waitFor();
  await cancelEntry({ page: managerPage, money: "₹20.00 paid online is refunded." });
  await managerPage.getByText("Refunded", { exact: true }).first().waitFor();

  await gatePage.getByText("Cancelled", { exact: true }).first().waitFor();
  assert.deepEqual(await readMoney(data.id), [4, 20, 20, 0]);
  await visitorPage.reload();
  await visitorPage.getByText("This invite was cancelled").waitFor();
  assert.equal(await visitorPage.getByRole("img", { name: "QR code for the gate" }).count(), 0);
  // Without the invite it is an ordinary vehicle, which pays before entry.
  const again = await gate.post("/actions/parking/check-in", { vehicle_no: plate, phone_no: phone });
  assert.deepEqual([again.data.is_invited, again.data.parking_status_id], [false, 3]);
});
