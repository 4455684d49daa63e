// §3 §4 What an offer saves is a line of the charge and of the receipt, also of its PDF; GST is that of what was received.
import assert from "node:assert/strict";
import { test } from "node:test";
import { pressProviderAction, startPaymentsApp, waitUntil } from "#tests/support/payments-app.ts";
import { readPdfText } from "#tests/support/read-pdf-text.ts";

const { app, asUser, sql, factories: make, branch: createBranch } = await startPaymentsApp();
const branch = await createBranch({ rate: "33.33", gstin: "27AAACT0000A1ZF", name: "Café Row" });
await sql`update payment_settings set tax_treatment = 'taxable' where branch = ${branch.id}`;
const gate = await asUser(await make.user("staff", { branch }));
const manager = await asUser(await make.user("manager", { branch }));
const anonymous = await asUser();

async function createOffer(code: string, fields: object): Promise<void> {
  const { data, text } = await manager.post("/items/Offers", {
    coupon_title: "Opening week",
    coupon_code: code,
    ...fields,
  });
  assert.ok(data, text);
  assert.equal((await manager.patch(`/items/Offers/${data.id}`, { state: "running" })).status, 200);
}
await createOffer("FIFTEN", { kind: "percent", percent: 15 });
await createOffer("ALLOFF", { kind: "flat", amount: "100.00" });

/** An entry that owes ₹33.33, with the token of its pay link and receipt. */
async function checkIn(): Promise<{ id: number; token: string }> {
  const { data, text } = await gate.post("/actions/parking/check-in", {
    vehicle_no: make.plate(),
    phone_no: "9840012345",
  });
  assert.ok(data, text);
  await sql`update "Parking_Information" set in_time = now() - interval '20 minutes' where id = ${data.id}`;
  return { id: data.id, token: data.pay };
}

async function readReceipt(token: string) {
  const { data: page } = await anonymous.get(`/actions/payments/link/${token}`);
  const { data: receipt } = await anonymous.get(`/actions/receipts/${token}`);
  const pdf = readPdfText((await app.inject({ url: `/actions/receipts/${token}/pdf` })).rawPayload);
  return {
    lines: page.owed.arithmetic.lines.map(({ text, amount }: { text: string; amount: number }) => [text, amount]),
    received: receipt.lines.map(({ amount }: { amount: number }) => amount),
    pdf,
  };
}

const paidBy = {
  "in cash": async ({ id }: { id: number }) => {
    const body = { offers: { code: "FIFTEN" }, expected: 2_834, auto_checkout: true };
    const paid = await gate.post(`/actions/parking/${id}/take-cash`, body);
    assert.equal(paid.status, 200, paid.text);
  },
  online: async ({ id, token }: { id: number; token: string }) => {
    const body = { offers: { code: "FIFTEN" }, expected: "28.34" };
    const { data, text } = await anonymous.post(`/actions/payments/link/${token}/start`, body);
    assert.ok(data, text);
    await pressProviderAction(data.url, "succeed");
    await waitUntil(
      () => sql`select 1 from "Parking_Information" where id = ${id} and payment_status = 'paid'`,
      ({ length }) => length === 1,
    );
  },
};

for (const [how, pay] of Object.entries(paidBy))
  test(`15 % of 33.33 is a line of 4.99, and GST is that of 28.34: paid ${how}`, async () => {
    const entry = await checkIn();
    await pay(entry);
    const { data, text } = await anonymous.post(`/actions/receipts/${entry.token}/invoice`, {});
    assert.ok(data, text);
    const [{ taxable, cgst, sgst, total }] = data.invoices;
    assert.deepEqual([taxable, cgst, sgst, total], [2_402, 216, 216, 2_834]);
    const { lines, received, pdf } = await readReceipt(entry.token);
    assert.deepEqual(lines.at(-1), ["Opening week −₹4.99", -499]);
    assert.equal(
      lines.reduce((sum: number, [, amount]: [string, number]) => sum + amount, 0),
      2_834,
    );
    assert.deepEqual(received, [2_834]);
    for (const expected of ["Opening week -Rs. 4.99", "Rs. 28.34", "Rs. 24.02", "Rs. 2.16"])
      assert.ok(pdf.includes(expected), `${expected} in ${pdf}`);
    assert.ok(!pdf.includes("Rs. 33.33\n"), pdf);
  });

test("an offer of more than the charge leaves nothing to be paid, and nothing to be taxed", async () => {
  const { id, token } = await checkIn();
  const body = { offers: { code: "ALLOFF" }, expected: 0, auto_checkout: true };
  const paid = await gate.post(`/actions/parking/${id}/take-cash`, body);
  assert.equal(paid.status, 200, paid.text);
  const { code } = await anonymous.post(`/actions/receipts/${token}/invoice`, {});
  assert.equal(code, "NOTHING_TO_INVOICE");
  const { lines, received, pdf } = await readReceipt(token);
  assert.deepEqual([lines.at(-1), received], [["Opening week −₹33.33", -3_333], []]);
  for (const expected of ["Opening week -Rs. 33.33", "Nothing was left to pay."])
    assert.ok(pdf.includes(expected), `${expected} in ${pdf}`);
});
