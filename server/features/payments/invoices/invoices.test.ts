// §4 receipts: tax invoices with gapless numbers under concurrency, every payment in one invoice, and correct taxes.
import assert from "node:assert/strict";
import { test } from "node:test";
import * as limits from "#domain/limits.ts";
import { startApp, type TestClient } from "#tests/support/app.ts";
import { createFactories, type CreatedBranch } from "#tests/support/factories.ts";
import { waitUntil } from "#tests/support/payments-app.ts";
import { createGstin } from "#tests/support/registration-form.ts";

const { asUser, sql, clock } = await startApp();
const make = createFactories(sql);
let numbers = 0;
/** One per branch, so that each has a series of its own. */
const nextGstin = (): string =>
  createGstin(`AAAC${"ABCDEFGHIJKLMNOP"[numbers]}${String((numbers += 1)).padStart(4, "0")}A`);

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

test("refuses a recipient whose name or address is too long instead of cutting it, and issues nothing", async () => {
  const { gate } = await createTaxedBranch();
  const token = await createPaidEntry({ gate });
  const anonymous = await asUser();
  const request = (body: object) => anonymous.post(`/actions/receipts/${token}/invoice`, body);
  for (const [name, label, max] of [
    ["recipient_name", "Recipient name", limits.companyName],
    ["recipient_address", "Recipient address", limits.address],
  ] as const) {
    const refused = await request({ [name]: "x".repeat(max + 1) });
    assert.deepEqual(
      [refused.status, refused.code, refused.errors[0]!.extensions["field"], refused.errors[0]!.message],
      [400, "FAILED_VALIDATION", name, `*${label} must have at most ${max} characters`],
    );
    assert.equal((await request({ [name]: 5 })).code, "FAILED_VALIDATION");
  }
  const name = "x".repeat(limits.companyName);
  const { data } = await request({ recipient_name: ` ${name} `, recipient_address: "", recipient_gstin: null });
  const [invoice] = data.invoices;
  assert.match(invoice.invoice_no, /0000001$/);
  assert.deepEqual([invoice.recipient_name, invoice.recipient_address, invoice.recipient_gstin], [name, null, null]);
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

/** A paid entry of ₹40 with its payment, and a manager who refunds. */
async function createRefundable() {
  const { branch, gate } = await createTaxedBranch();
  const token = await createPaidEntry({ gate });
  const manager = await asUser(await make.user("manager", { branch }));
  const [payment] = await sql<{ id: number }[]>`select id from payments where branch = ${branch.id}`;
  const refund = (amount: string, id = payment!.id) =>
    manager.post(`/actions/cash/payments/${id}/refund`, { amount, reason: "Complaint" });
  return { branch, gate, token, payment: payment!.id, refund };
}

test("an invoice is of what refunds left, and there is none once nothing is left", async () => {
  const { token, refund } = await createRefundable();
  const anonymous = await asUser();
  const request = (of: string) => anonymous.post(`/actions/receipts/${of}/invoice`, {});
  assert.equal((await refund("13.33")).status, 200);
  assert.equal((await anonymous.get(`/actions/receipts/${token}`)).data.mayInvoice, true);
  const { data } = await request(token);
  const [{ taxable, cgst, sgst, total }] = data.invoices;
  assert.deepEqual([taxable, cgst, sgst, total], [2_261, 203, 203, 2_667]);
  assert.equal(data.mayInvoice, false);

  const returned = await createRefundable();
  assert.equal((await returned.refund("40.00")).status, 200);
  assert.equal((await anonymous.get(`/actions/receipts/${returned.token}`)).data.mayInvoice, false);
  assert.equal((await request(returned.token)).code, "NOTHING_TO_INVOICE");
});

test("a refund by the provider that was not declined is not invoiced", async () => {
  const { branch, gate } = await createTaxedBranch();
  const token = await createPaidEntry({ gate });
  const anonymous = await asUser();
  const [attempt] = await sql<{ id: number }[]>`
    insert into payment_attempts (company, branch, merchant_transaction_id, amount, state)
    values (${branch.company}, ${branch.id}, 'T1', 40, 'success') returning id`;
  await sql`update payments set merchant_transaction_id = 'T1', mode = 'online' where branch = ${branch.id}`;
  await sql`insert into payment_refunds (company, branch, attempt, merchant_refund_id, amount, kind, state)
    values (${branch.company}, ${branch.id}, ${attempt!.id}, 'R1', 40, 'manager', 'sent')`;
  assert.equal((await anonymous.post(`/actions/receipts/${token}/invoice`, {})).code, "NOTHING_TO_INVOICE");
  await sql`update payment_refunds set state = 'failed' where attempt = ${attempt!.id}`;
  assert.equal((await anonymous.post(`/actions/receipts/${token}/invoice`, {})).data.invoices[0].total, 4_000);
});

test("an invoice that waits for a refund is of what the refund leaves", async () => {
  const { token, payment, branch } = await createRefundable();
  const [refunding, other] = [await sql.reserve(), await sql.reserve()];
  const isWaiting = () =>
    sql`select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
  /** A refund of ₹40 that is not committed yet. */
  const beginRefund = async () => {
    await refunding`begin`;
    await refunding`insert into payments (company, branch, kind, mode, amount, corrects, received_at)
      values (${branch.company}, ${branch.id}, 'refund', 'cash', -40, ${payment}, now())`;
  };
  // Control: the statement that waits for the lock does not see what was committed meanwhile.
  await beginRefund();
  const stale =
    other`select p.amount + coalesce((select sum(c.amount) from payments c where c.corrects = p.id), 0) as left
    from payments p where p.id = ${payment} for update of p`.then(([row]) => Number(row!["left"]));
  await waitUntil(isWaiting, (waiting) => waiting.length > 0);
  await refunding`commit`;
  assert.equal(await stale, 40);
  await sql`delete from payments where corrects = ${payment}`;

  await beginRefund();
  const anonymous = await asUser();
  const requested = anonymous.post(`/actions/receipts/${token}/invoice`, {});
  await waitUntil(isWaiting, (waiting) => waiting.length > 0);
  await refunding`commit`;
  for (const connection of [refunding, other]) connection.release();
  assert.equal((await requested).code, "NOTHING_TO_INVOICE");
});

test("of a reversal and an invoice at once only one is made", async () => {
  const { gate, branch } = await createTaxedBranch();
  const anonymous = await asUser();
  const tokens: string[] = [];
  for (let sale = 0; sale < 8; sale += 1) tokens.push(await createPaidEntry({ gate }));
  const payments = await sql<{ id: number }[]>`select id from payments where branch = ${branch.id} order by id`;
  const replies = await Promise.all(
    payments.map(({ id }, index) =>
      Promise.all([
        gate.post(`/actions/cash/payments/${id}/reverse`, { reason: "Mistyped" }),
        anonymous.post(`/actions/receipts/${tokens[index]}/invoice`, {}),
      ]),
    ),
  );
  const codes = replies.map((pair) => pair.map(({ code, status }) => code ?? String(status)).join());
  for (const pair of codes) assert.ok(["200,NOTHING_TO_INVOICE", "PAYMENT_INVOICED,200"].includes(pair), pair);
});

test("rejects tax invoices of a branch that charges no GST", async () => {
  const branch = await make.branch({ rate: "20.00" });
  const token = await createPaidEntry({ gate: await asUser(await make.user("staff", { branch })) });
  assert.equal((await (await asUser()).post(`/actions/receipts/${token}/invoice`, {})).code, "INVOICE_NOT_OFFERED");
});
