// Reconciliation: an admin uploads the provider's settlement file and sees the differences to the paisa.
import assert from "node:assert/strict";
import { before, test } from "node:test";
import type { Page } from "playwright-core";
import { assertAccessible, desktopViewport, openPage } from "#tests/support/browser.ts";
import { logIn } from "#tests/support/log-in.ts";
import { pressProviderAction, startPaymentsApp, waitUntil } from "#tests/support/payments-app.ts";

const { sql, asUser, factories: make, address, branch: payBranch } = await startPaymentsApp();
const companySlug = "settlement-story";
let page: Page;
let transaction: string;

before(async () => {
  const company = await make.company({ slug: companySlug });
  const branch = await payBranch({ company: company.id });
  const gate = await asUser(await make.user("staff", { branch }));
  const { data } = await gate.post("/actions/parking/check-in", { vehicle_no: make.plate(), phone_no: "9840012345" });
  await sql`update "Parking_Information" set in_time = now() - interval '50 minutes' where id = ${data.id}`;
  const started = (await gate.post(`/actions/payments/parking/${data.id}/start`)).data;
  ({ transaction } = started);
  await pressProviderAction(started.url, "succeed");
  await waitUntil(
    async () => (await sql`select state from payment_attempts where id = ${started.id}`)[0]!["state"],
    (state) => state === "success",
  );
  ({ page } = await openPage({ address, context: desktopViewport, expectedErrors: [/status of 400/] }));
  await logIn({ page, user: await make.user("admin", { branch }) });
  await page.goto(`/${companySlug}/${branch.slug}/reconciliation`);
});

async function upload(...rows: string[]): Promise<void> {
  const buffer = Buffer.from(rows.join("\n"));
  await page.locator("input[type=file]").setInputFiles({ name: "settlement.csv", mimeType: "text/csv", buffer });
}

const headings = "Merchant Transaction ID,Transaction Amount,Type";

test("a file that agrees has no differences", async () => {
  await page.getByRole("heading", { name: "Reconciliation" }).waitFor();
  await upload(headings, `${transaction},40.00,PAYMENT`);
  await page.getByText("Every line agrees to the paisa.").waitFor();
  await assertAccessible(page);
});

test("another amount and an unknown payment are listed with their lines, and the payment can be opened", async () => {
  await upload(headings, `${transaction},40.01,PAYMENT`, "P-NOWHERE,10.00,PAYMENT");
  const row = page.getByRole("row", { name: transaction });
  await row.getByText("Different amount").waitFor();
  await row.getByText("₹40.01").waitFor();
  await page.getByRole("row", { name: "P-NOWHERE" }).getByText("Not known here").waitFor();
  await assertAccessible(page);
  await row.getByRole("link").click();
  await page.getByText("Nothing has to be done.").waitFor();
});

test("a file without the columns says which are missing, without a dialog about it", async () => {
  await page.goBack();
  await upload("Name,Fee", "a,1");
  await page.getByRole("alert").getByText("Missing: Merchant transaction ID, Transaction amount").waitFor();
  assert.equal(await page.getByRole("alertdialog").or(page.getByRole("dialog")).count(), 0);
});
