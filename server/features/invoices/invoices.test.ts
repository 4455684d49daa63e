// §4 receipts: tax invoices: numbers without a gap however many ask at once, every payment in one invoice, taxes that add up.
import assert from "node:assert/strict";
import { test } from "node:test";
import { startApp, type Caller } from "#tests/support/app.ts";
import { factories, type MadeBranch } from "#tests/support/make.ts";

const { as, sql, clock } = await startApp();
const make = factories(sql);
/** Synthetic, one for each test: nobody has them. */
const gstins = ["27AAACT0000A1ZF", "33AABCP0001B1ZM", "07AAAFP0002C1Z9", "36AAATP0003D1ZC"];
const nextGstin = (): string => gstins.shift()!;

async function taxed(
  given: { gstin?: string; company?: number } = {},
): Promise<{ branch: MadeBranch; gate: Caller; gstin: string }> {
  const gstin = given.gstin ?? nextGstin();
  const branch = await make.branch({ rate: "20.00", gstin, ...(given.company ? { company: given.company } : {}) });
  await make.row("payment_settings", { branch: branch.id, tax_treatment: "taxable" });
  return { branch, gate: await as(await make.user("staff", { branch })), gstin };
}

/** A paid visit; answers the key of its receipt. */
async function paid({ gate, minutes = 50 }: { gate: Caller; minutes?: number }): Promise<string> {
  const { data } = await gate.post("/actions/parking/check-in", { vehicle_no: make.plate(), phone_no: "9840012345" });
  await sql`update "Parking_Information" set in_time = now() - ${minutes} * interval '1 minute' where id = ${data.id}`;
  await gate.post(`/actions/parking/${data.id}/take-cash`, {});
  return data.pay;
}

test("an invoice has the fields of Rule 46, its taxes add up, and it is made once", async () => {
  const { gate, gstin } = await taxed();
  const key = await paid({ gate });
  const nobody = await as();
  const bad = await nobody.post(`/actions/receipts/${key}/invoice`, { recipient_gstin: "29ABC" });
  assert.equal(bad.errors[0]!.message, "*Invalid GSTIN number format");
  const body = { recipient_gstin: "29AAAAA0000A1ZY", recipient_name: "Acme", recipient_address: "1 MG Road" };
  const { data } = await nobody.post(`/actions/receipts/${key}/invoice`, body);
  const [invoice] = data.invoices;
  assert.match(invoice.invoice_no, /^INV\/\d{4}\/0000001$/);
  assert.deepEqual(
    [invoice.gstin, invoice.sac, invoice.taxable, invoice.cgst, invoice.sgst, invoice.total, invoice.recipient_gstin],
    [gstin, "996743", 3390, 305, 305, 4000, "29AAAAA0000A1ZY"],
  );
  assert.equal((await nobody.post(`/actions/receipts/${key}/invoice`, body)).code, "NOTHING_TO_INVOICE");
  assert.equal((await nobody.get(`/actions/receipts/P1.${"x".repeat(32)}`)).code, "INVALID_TOKEN");
});

test("twelve at once at two branches of one GSTIN: no number twice, none left out", async () => {
  const one = await taxed();
  const other = await taxed({ gstin: one.gstin, company: one.branch.company });
  const keys: string[] = [];
  for (let sale = 0; sale < 12; sale += 1) keys.push(await paid({ gate: sale % 2 === 0 ? one.gate : other.gate }));
  const nobody = await as();
  await Promise.all([...keys, ...keys].map((key) => nobody.post(`/actions/receipts/${key}/invoice`, {})));
  const rows = await sql<{ number: string }[]>`
    select right(invoice_no, 7) as number from tax_invoices where gstin = ${one.gstin} order by invoice_no`;
  assert.deepEqual(
    rows.map(({ number }) => Number(number)),
    Array.from({ length: 12 }, (_, index) => index + 1),
  );
});

test("a day that is over: one invoice for the small sales, one each for the large, nothing twice", async () => {
  const { branch, gate } = await taxed();
  await paid({ gate });
  await paid({ gate, minutes: 20 });
  await paid({ gate, minutes: 329 });
  const manager = await as(await make.user("manager", { branch }));
  const day = new Date().toLocaleDateString("en-CA", { timeZone: "Asia/Kolkata" });
  assert.equal((await manager.post("/actions/invoices/day", { day })).code, "DAY_NOT_OVER");
  clock.now = new Date(Date.now() + 86_400_000);
  const later = await as(await make.user("manager", { branch }));
  const made = await later.post("/actions/invoices/day", { day });
  assert.equal(made.status, 200, made.text);
  assert.equal(made.data.single, 1);
  assert.equal((await later.post("/actions/invoices/day", { day })).code, "NOTHING_TO_INVOICE");
  assert.equal((await gate.post("/actions/invoices/day", { day })).status, 401);
  clock.now = null;
  const rows =
    await sql`select kind, total, sales, taxable + cgst + sgst as sum from tax_invoices where branch = ${branch.id} order by kind`;
  assert.deepEqual(
    rows.map((row) => ({ ...row })),
    [
      { kind: "day", total: 60, sales: 2, sum: 60 },
      { kind: "single", total: 220, sales: 1, sum: 220 },
    ],
  );
});

test("a branch that charges no GST gives no tax invoice", async () => {
  const branch = await make.branch({ rate: "20.00" });
  const key = await paid({ gate: await as(await make.user("staff", { branch })) });
  assert.equal((await (await as()).post(`/actions/receipts/${key}/invoice`, {})).code, "INVOICE_NOT_OFFERED");
});
