// §4 receipts: tax invoices with gapless numbers under concurrency, every payment in one invoice, and correct taxes.
import assert from "node:assert/strict";
import { test } from "node:test";
import { startApp, type TestClient } from "#tests/support/app.ts";
import { createFactories, type CreatedBranch } from "#tests/support/factories.ts";

const { asUser, sql, clock } = await startApp();
const make = createFactories(sql);
/** Synthetic numbers, one per test. */
const gstins = ["27AAACT0000A1ZF", "33AABCP0001B1ZM", "07AAAFP0002C1Z9", "36AAATP0003D1ZC"];
const nextGstin = (): string => gstins.shift()!;

async function createTaxedBranch(
  options: { gstin?: string; company?: number } = {},
): Promise<{ branch: CreatedBranch; gate: TestClient; gstin: string }> {
  const gstin = options.gstin ?? nextGstin();
  const branch = await make.branch({ rate: "20.00", gstin, ...(options.company ? { company: options.company } : {}) });
  await make.row("payment_settings", { branch: branch.id, tax_treatment: "taxable" });
  return { branch, gate: await asUser(await make.user("staff", { branch })), gstin };
}

/** Creates a paid entry and returns the token of its receipt. */
async function createPaidEntry({ gate, minutes = 50 }: { gate: TestClient; minutes?: number }): Promise<string> {
  const { data } = await gate.post("/actions/parking/check-in", { vehicle_no: make.plate(), phone_no: "9840012345" });
  await sql`update "Parking_Information" set in_time = now() - ${minutes} * interval '1 minute' where id = ${data.id}`;
  await gate.post(`/actions/parking/${data.id}/take-cash`, {});
  return data.pay;
}

test("issues an invoice with the fields of Rule 46 and correct taxes, once", async () => {
  const { gate, gstin } = await createTaxedBranch();
  const token = await createPaidEntry({ gate });
  const anonymous = await asUser();
  const invalid = await anonymous.post(`/actions/receipts/${token}/invoice`, { recipient_gstin: "29ABC" });
  assert.equal(invalid.errors[0]!.message, "*Invalid GSTIN number format");
  const body = { recipient_gstin: "29AAAAA0000A1ZY", recipient_name: "Acme", recipient_address: "1 MG Road" };
  const { data } = await anonymous.post(`/actions/receipts/${token}/invoice`, body);
  const [invoice] = data.invoices;
  assert.match(invoice.invoice_no, /^INV\/\d{4}\/0000001$/);
  assert.deepEqual(
    [invoice.gstin, invoice.sac, invoice.taxable, invoice.cgst, invoice.sgst, invoice.total, invoice.recipient_gstin],
    [gstin, "996743", 3390, 305, 305, 4000, "29AAAAA0000A1ZY"],
  );
  assert.equal((await anonymous.post(`/actions/receipts/${token}/invoice`, body)).code, "NOTHING_TO_INVOICE");
  assert.equal((await anonymous.get(`/actions/receipts/P1.${"x".repeat(32)}`)).code, "INVALID_TOKEN");
});

test("numbers twelve concurrent invoices of two branches of one GSTIN without gaps or duplicates", async () => {
  const first = await createTaxedBranch();
  const second = await createTaxedBranch({ gstin: first.gstin, company: first.branch.company });
  const tokens: string[] = [];
  for (let sale = 0; sale < 12; sale += 1)
    tokens.push(await createPaidEntry({ gate: sale % 2 === 0 ? first.gate : second.gate }));
  const anonymous = await asUser();
  await Promise.all([...tokens, ...tokens].map((token) => anonymous.post(`/actions/receipts/${token}/invoice`, {})));
  const rows = await sql<{ number: string }[]>`
    select right(invoice_no, 7) as number from tax_invoices where gstin = ${first.gstin} order by invoice_no`;
  assert.deepEqual(
    rows.map(({ number }) => Number(number)),
    Array.from({ length: 12 }, (_, index) => index + 1),
  );
});

test("invoices a past day: small sales in one invoice, large ones individually, each once", async () => {
  const { branch, gate } = await createTaxedBranch();
  await createPaidEntry({ gate });
  await createPaidEntry({ gate, minutes: 20 });
  await createPaidEntry({ gate, minutes: 329 });
  const manager = await asUser(await make.user("manager", { branch }));
  const day = new Date().toLocaleDateString("en-CA", { timeZone: "Asia/Kolkata" });
  assert.equal((await manager.post("/actions/invoices/day", { day })).code, "DAY_NOT_OVER");
  clock.now = new Date(Date.now() + 86_400_000);
  const later = await asUser(await make.user("manager", { branch }));
  const created = await later.post("/actions/invoices/day", { day });
  assert.equal(created.status, 200, created.text);
  assert.equal(created.data.single, 1);
  assert.equal((await later.post("/actions/invoices/day", { day })).code, "NOTHING_TO_INVOICE");
  assert.equal((await gate.post("/actions/invoices/day", { day })).status, 401);
  clock.now = null;
  const rows =
    await sql`select kind, day, total, sales, taxable + cgst + sgst as sum from tax_invoices where branch = ${branch.id} order by kind`;
  assert.deepEqual(
    rows.map((row) => ({ ...row })),
    [
      { kind: "day", day, total: 60, sales: 2, sum: 60 },
      { kind: "single", day, total: 220, sales: 1, sum: 220 },
    ],
  );
});

test("rejects tax invoices of a branch that charges no GST", async () => {
  const branch = await make.branch({ rate: "20.00" });
  const token = await createPaidEntry({ gate: await asUser(await make.user("staff", { branch })) });
  assert.equal((await (await asUser()).post(`/actions/receipts/${token}/invoice`, {})).code, "INVOICE_NOT_OFFERED");
});
