// Papers of an entry: the slip on arrival and the receipt after payment, each on one 80-mm sheet, with amount, mode and GSTIN.
import assert from "node:assert/strict";
import { before, test } from "node:test";
import type { Page } from "playwright-core";
import { desktopViewport, openPage } from "#tests/support/browser.ts";
import { logIn } from "#tests/support/log-in.ts";
import { createRates, createTariff } from "#domain/tariffs/blank-tariff.ts";
import type { CreatedBranch } from "#tests/support/factories.ts";
import { startStory } from "#tests/support/story.ts";

const { address, asUser, make, sql } = await startStory();
const companySlug = "receipt-story";
let branch: CreatedBranch;
let page: Page;
let entry: number;

const paper = () => page.locator("body > div[aria-hidden=true]");

/** Prints the paper with this text; returns all that is printed, and on how many sheets of which width in mm. */
async function print(expected: string): Promise<{ text: string; sheets: number; width: number }> {
  const open = page.getByRole("button", { name: "More actions" });
  const printPaper = page.getByRole("button", { name: /^Print (slip|receipt)$/ });
  if ((await printPaper.count()) === 0) await open.click();
  await printPaper.click();
  await paper().getByText(expected, { exact: true }).waitFor({ state: "attached" });
  await page.emulateMedia({ media: "print" });
  const text = await paper().innerText();
  const pdf = (await page.pdf({ preferCSSPageSize: true })).toString("latin1");
  await page.emulateMedia({ media: "screen" });
  const [, width] = /\/MediaBox \[0 0 ([\d.]+)/.exec(pdf) ?? [];
  return { text, sheets: [...pdf.matchAll(/\/Type \/Page\b/g)].length, width: (Number(width) / 72) * 25.4 };
}

before(async () => {
  const company = await make.company({ slug: companySlug, name: "Sri Saravana Multispeciality Parking Services LLP" });
  branch = await make.branch({ company: company.id, rate: "20.00" });
  await sql`update "Branch" set gstin = '33AAACC1206D1ZM', payment_channels = '["upi"]', upi_vpa = 'lot@okbank',
    upi_payee_name = 'T Nagar Parking', address = '112, Usman Road, opposite the bus terminus, T Nagar, Chennai 600017' where id = ${branch.id}`;
  const staffUser = await make.user("staff", { branch, first_name: "Ravi" });
  const gate = await asUser(staffUser);
  const { data } = await gate.post("/actions/parking/check-in", { vehicle_no: make.plate(), phone_no: "9840012345" });
  entry = data.id;
  await sql`update "Parking_Information" set in_time = now() - interval '50 minutes' where id = ${entry}`;
  ({ page } = await openPage({ address, context: desktopViewport }));
  await page.addInitScript("globalThis.print = () => {};");
  await logIn({ page, user: staffUser });
  await page.goto(`/${companySlug}/${branch.slug}/parking/detail?id=${entry}`);
  await page.getByRole("button", { name: "Collect ₹40.00" }).waitFor();
});

test("the slip is one 80-mm sheet with the GSTIN and the code for the exit", async () => {
  const { text, sheets, width } = await print("PARKING SLIP");
  assert.equal(sheets, 1);
  assert.ok(Math.abs(width - 80) < 0.5, `${width} mm wide`);
  assert.match(text, /PARKING SLIP[\s\S]*GSTIN 33AAACC1206D1ZM[\s\S]*Please keep this slip for exit/);
  assert.doesNotMatch(text, /RECEIPT|DUPLICATE/);
  assert.equal(await paper().getByLabel("QR code of this slip").count(), 1);
});

test("the receipt after payment is another paper with each amount and its mode", async () => {
  const gate = await asUser(await make.user("staff", { branch, first_name: "Sita" }));
  assert.equal((await gate.post(`/actions/parking/${entry}/take-cash`, { part: "15.00" })).status, 200);
  const { request } = (await gate.get(`/actions/payments/parking/${entry}`)).data;
  const body = { channel: "upi", reference: "4K7Z", request, auto_checkout: true };
  assert.equal((await gate.post(`/actions/parking/${entry}/take-payment`, body)).status, 200);
  await page.getByRole("button", { name: "Print receipt" }).waitFor();
  const { text, sheets } = await print("RECEIPT");
  assert.equal(sheets, 1);
  assert.match(text, /RECEIPT\n[\s\S]*GSTIN 33AAACC1206D1ZM/);
  assert.match(text, /Total ₹40\.00\s+₹15\.00 Cash, Sita\s[\s\S]*₹25\.00 UPI, Sita\s[\s\S]*4K7Z\s+Paid ₹40\.00/);
  assert.doesNotMatch(text, /PARKING SLIP|Scan to pay|keep this slip|DUPLICATE/);
  assert.equal(await paper().getByLabel("QR code of this slip").count(), 0);
});

test("the receipt printed again is a duplicate, still on one sheet, and the history names both prints", async () => {
  const { text, sheets } = await print("DUPLICATE");
  assert.equal(sheets, 1);
  assert.match(text, /RECEIPT\s+DUPLICATE/);
  await page.getByText("Receipt printed again as a duplicate").waitFor();
  await page.getByText("Receipt printed", { exact: true }).waitFor();
});

test("a branch that prints in Tamil has the lines of the charge in it", async () => {
  const place = await make.branch({ company: branch.company });
  const user = await make.user("staff", { branch: place });
  const gate = await asUser(user);
  const rates = createRates({
    lines: [
      { kind: "total", to: 60, amount: 2_000 },
      { kind: "each", to: null, step: 60, amount: 1_000 },
    ],
  });
  const tariff = createTariff({ rates: [rates] });
  await make.row("Tariff_Versions", { branch: place.id, service: "is_parking", tariff });
  await sql`update "Branch" set print_language = 'ta' where id = ${place.id}`;
  const { data } = await gate.post("/actions/parking/check-in", { vehicle_no: make.plate(), phone_no: "9840012345" });
  await sql`update "Parking_Information" set in_time = now() - interval '150 minutes' where id = ${data.id}`;
  assert.equal((await gate.post(`/actions/parking/${data.id}/take-cash`, { auto_checkout: true })).status, 200);
  const opened = await openPage({ address, context: desktopViewport });
  ({ page } = opened);
  await page.addInitScript("globalThis.print = () => {};");
  await logIn({ page, user });
  await page.goto(`/${companySlug}/${place.slug}/parking/detail?id=${data.id}`);
  await page.getByRole("button", { name: "Print receipt" }).waitFor();
  const { text, sheets } = await print("ரசீது");
  assert.equal(sheets, 1);
  assert.match(text, /முதல் 1 மணிநேரம் ₹20\.00\s+மேலும் 2 மணிநேரம், விலை ₹10\.00 = ₹20\.00\s+பார்க்கிங் ₹40\.00/);
  assert.doesNotMatch(text, /hour|First/);
});
