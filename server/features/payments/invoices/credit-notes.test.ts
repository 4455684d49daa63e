// §4 receipts: what is refunded after an invoice is credited, once, at most what was invoiced, in a series without gaps.
import assert from "node:assert/strict";
import { test } from "node:test";
import { startPaymentsApp, waitUntil } from "#tests/support/payments-app.ts";
import { createGstin } from "#tests/support/registration-form.ts";
import type { TestClient } from "#tests/support/app.ts";
import { readPdfText } from "#tests/support/read-pdf-text.ts";

const {
  app,
  asUser,
  sql,
  clock,
  factories: make,
  branch: createBranch,
  payOnline,
  simulator,
} = await startPaymentsApp();
let numbers = 0;

async function openTaxedBranch() {
  const gstin = createGstin(`AAAC${"ABCDEFGHIJKLMNOP"[numbers]}${String((numbers += 1)).padStart(4, "0")}B`);
  const branch = await createBranch({ gstin });
  await sql`update payment_settings set tax_treatment = 'taxable' where branch = ${branch.id}`;
  const gate = await asUser(await make.user("staff", { branch }));
  const manager = await asUser(await make.user("manager", { branch }));
  /** An entry that owes ₹40, or ₹20 each half hour. */
  const checkIn = async (minutes = 50): Promise<{ id: number; token: string }> => {
    const { data } = await gate.post("/actions/parking/check-in", { vehicle_no: make.plate(), phone_no: "9840012345" });
    await sql`update "Parking_Information" set in_time = now() - ${minutes} * interval '1 minute' where id = ${data.id}`;
    return { id: data.id, token: data.pay };
  };
  const payCash = async (minutes?: number) => {
    const entry = await checkIn(minutes);
    assert.equal((await gate.post(`/actions/parking/${entry.id}/take-cash`, {})).status, 200);
    const [payment] = await sql<{ id: number }[]>`select id from payments where parking_information = ${entry.id}`;
    return { ...entry, payment: payment!.id };
  };
  const refund = (payment: number, amount: string) =>
    manager.post(`/actions/cash/payments/${payment}/refund`, { amount, reason: "Complaint" });
  const readDocuments = () => sql<{ kind: string; number: string; parts: number[] }[]>`
    select kind, right(invoice_no, 7) as number, array[total, taxable, cgst, sgst]::float8[] as parts
    from tax_invoices where branch = ${branch.id} order by id`;
  return { branch, gate, manager, checkIn, payCash, refund, readDocuments };
}

const invoice = async (token: string) => (await asUser()).post(`/actions/receipts/${token}/invoice`, {});
const readInvoices = async (token: string) => (await (await asUser()).get(`/actions/receipts/${token}`)).data.invoices;

test("each refund of an invoiced payment is credited, and all of them add up to the invoice", async () => {
  const { payCash, refund, readDocuments } = await openTaxedBranch();
  const { token, payment } = await payCash();
  await invoice(token);
  for (const amount of ["20.00", "13.33", "6.67"]) assert.equal((await refund(payment, amount)).status, 200);
  const [issued, ...credits] = await readDocuments();
  assert.deepEqual(issued!.parts, [40, 33.9, 3.05, 3.05]);
  assert.deepEqual(
    credits.map(({ kind, number, parts }) => [kind, number, parts[0]]),
    [
      ["credit", "0000001", -20],
      ["credit", "0000002", -13.33],
      ["credit", "0000003", -6.67],
    ],
  );
  const sums = [issued!, ...credits].reduce(
    (totals, { parts }) => totals.map((sum, index) => sum + Math.round(parts[index]! * 100)),
    [0, 0, 0, 0],
  );
  assert.deepEqual(sums, [0, 0, 0, 0]);

  const [taxInvoice, first] = await readInvoices(token);
  assert.equal(taxInvoice.credits, null);
  assert.match(first.invoice_no, /^CRN\/\d{4}\/0000001$/);
  assert.equal(first.credits, taxInvoice.invoice_no);
  assert.deepEqual([first.total, first.gstin, first.sac], [2_000, taxInvoice.gstin, "996743"]);
  assert.equal((await invoice(token)).code, "NOTHING_TO_INVOICE");

  const file = await app.inject({ url: `/actions/receipts/${token}/pdf` });
  const [invoiceText, ...creditTexts] = readPdfText(file.rawPayload).split("For invoice");
  assert.match(invoiceText!, /Reverse charge/);
  assert.equal(creditTexts.length, 3);
  for (const text of creditTexts) assert.doesNotMatch(text, /Reverse charge/);
});

test("the report of GST invoices lists invoices and credit notes and adds up their tax", async () => {
  const { payCash, refund, manager, gate, branch } = await openTaxedBranch();
  const [first, second] = [await payCash(), await payCash(20)];
  for (const { token } of [first, second]) await invoice(token);
  await refund(first.payment, "10.00");
  const day = new Date().toLocaleDateString("en-CA", { timeZone: "Asia/Kolkata" });
  const read = (parameters = "") => manager.get(`/actions/reports/tax-invoices?from=${day}&to=${day}${parameters}`);
  const { data, text } = await read();
  assert.ok(data, text);
  const rows: { values: { [column: string]: unknown }; link: unknown }[] = data.rows;
  assert.deepEqual(
    rows.map(({ values: { credits, total, branch: name }, link }) => ({ credits, total, name, link })),
    [
      { credits: null, total: 4_000, name: branch.name, link: { kind: "P", id: first.id } },
      { credits: null, total: 2_000, name: branch.name, link: { kind: "P", id: second.id } },
      {
        credits: rows[0]!.values["number"],
        total: -1_000,
        name: branch.name,
        link: { kind: "P", id: first.id },
      },
    ],
  );
  const { taxable, cgst, sgst, total } = data.totals;
  assert.deepEqual([taxable + cgst + sgst, cgst, total], [5_000, 229 + 153, 5_000]);
  assert.equal((await read("&kind=credit")).data.totals.total, -1_000);
  const file = await manager.get(`/actions/reports/tax-invoices/file?format=csv&from=${day}&to=${day}`);
  assert.match(file.text, /CRN\/\d{4}\/0000001,.*,-10\.00/);
  assert.equal((await gate.get(`/actions/reports/tax-invoices?from=${day}&to=${day}`)).code, "FORBIDDEN");
});

test("a refund of a small sale is credited to the invoice of its day, and its receipt shows neither", async () => {
  const { payCash, manager, refund, readDocuments, branch } = await openTaxedBranch();
  const sales = [await payCash(), await payCash(20)];
  const day = new Date().toLocaleDateString("en-CA", { timeZone: "Asia/Kolkata" });
  clock.now = new Date(Date.now() + 86_400_000);
  const later = await asUser(await make.user("manager", { branch }));
  assert.equal((await later.post("/actions/invoices/day", { day })).status, 200);
  clock.now = null;
  assert.equal((await refund(sales[0]!.payment, "40.00")).status, 200);
  assert.deepEqual(
    (await readDocuments()).map(({ kind, parts }) => [kind, parts[0]]),
    [
      ["day", 60],
      ["credit", -40],
    ],
  );
  assert.deepEqual(await readInvoices(sales[0]!.token), []);
  const listed = await manager.get("/items/tax_invoices?fields=kind,total,credits.kind&sort=id");
  assert.deepEqual(listed.data, [
    { kind: "day", total: "60.00", credits: null },
    { kind: "credit", total: "-40.00", credits: { kind: "day" } },
  ]);
});

test("an invoice from before there were credit notes is credited like any other", async () => {
  const { payCash, refund, readDocuments } = await openTaxedBranch();
  const { token, payment } = await payCash();
  assert.equal((await refund(payment, "10.00")).status, 200);
  await invoice(token);
  await sql`update payments set invoiced_amount = null where id = ${payment}`;
  assert.equal((await refund(payment, "12.00")).status, 200);
  assert.deepEqual(
    (await readDocuments()).map(({ parts }) => parts[0]),
    [30, -12],
  );
});

/** Refunds what the customer paid online for the entry, and returns the refund. */
async function refundOnline({ manager, entry, amount }: { manager: TestClient; entry: number; amount: string }) {
  const [attempt] = await sql<{ id: number }[]>`
    select id from payment_attempts where parking_information = ${entry} and state = 'success'`;
  const { data } = await manager.post(`/actions/payments/attempts/${attempt!.id}/refund`, {
    amount,
    reason: "Complaint",
  });
  const read = () => sql<{ state: string }[]>`select state from payment_refunds where id = ${data.id}`;
  const [decided] = await waitUntil(read, ([refund]) => ["done", "failed"].includes(refund!.state));
  return decided!.state;
}

test("a refund by the provider is credited once it is done, but not if the invoice was issued after it", async () => {
  const { gate, manager, checkIn, readDocuments } = await openTaxedBranch();
  const entry = await checkIn();
  await payOnline({ client: gate, id: entry.id });
  assert.equal(await refundOnline({ manager, entry: entry.id, amount: "10.00" }), "done");
  await invoice(entry.token);
  assert.equal(await refundOnline({ manager, entry: entry.id, amount: "5.00" }), "done");
  assert.deepEqual(
    (await readDocuments()).map(({ kind, parts }) => [kind, parts[0]]),
    [
      ["single", 30],
      ["credit", -5],
    ],
  );
});

test("a refund that the provider declines is not credited", async () => {
  const { gate, manager, checkIn, readDocuments } = await openTaxedBranch();
  const entry = await checkIn();
  await payOnline({ client: gate, id: entry.id });
  await invoice(entry.token);
  // The provider has received less than the product believes, and declines to return more.
  await sql`update payment_attempts set received_amount = 60, applied_amount = 60 where parking_information = ${entry.id}`;
  assert.equal(await refundOnline({ manager, entry: entry.id, amount: "50.00" }), "failed");
  assert.deepEqual(
    (await readDocuments()).map(({ kind }) => kind),
    ["single"],
  );
});

/** The provider received and keeps `paise` for the entry, of which the entry used ₹40 and was declined the return of the rest. */
async function overpay({ entry, paise }: { entry: number; paise: number }): Promise<void> {
  const [attempt] = await sql<{ id: number; transaction: string; branch: number; company: number }[]>`
    update payment_attempts set received_amount = ${paise / 100}, applied_amount = 40 where parking_information = ${entry}
    returning id, merchant_transaction_id as transaction, branch, company`;
  const { id, transaction, branch, company } = attempt!;
  await sql`insert into payment_refunds (company, branch, attempt, merchant_refund_id, amount, kind, state)
    values (${company}, ${branch}, ${id}, ${`R${id}`}, ${paise / 100 - 40}, 'late', 'failed')`;
  Object.assign(
    [...simulator.book.payments.values()].find((payment) => payment.id === transaction)!,
    { amount: paise },
  );
}

test("what the provider received beyond the payment is returned first, and is neither invoiced nor credited", async () => {
  const { gate, manager, checkIn, readDocuments } = await openTaxedBranch();
  const entry = await checkIn();
  await payOnline({ client: gate, id: entry.id });
  await overpay({ entry: entry.id, paise: 6_000 });
  await invoice(entry.token);
  const readTotals = async () => (await readDocuments()).map(({ parts }) => parts[0]);
  assert.equal(await refundOnline({ manager, entry: entry.id, amount: "20.00" }), "done");
  assert.deepEqual(await readTotals(), [40]);
  const [stored] = await sql`select refunded_amount from "Parking_Information" where id = ${entry.id}`;
  assert.equal(stored!["refunded_amount"], null, "the sale itself is not refunded");
  assert.equal(await refundOnline({ manager, entry: entry.id, amount: "15.00" }), "done");
  assert.deepEqual(await readTotals(), [40, -15]);
});

test("a refund after one that was declined is credited as far as the invoice of the day contains the payment", async () => {
  const { gate, manager, checkIn, readDocuments, branch } = await openTaxedBranch();
  const [first, second] = [await checkIn(), await checkIn()];
  for (const { id } of [first, second]) await payOnline({ client: gate, id });
  // On its way when the invoice is issued, and declined after it.
  await sql`insert into payment_refunds (company, branch, attempt, merchant_refund_id, amount, kind, state)
    select company, branch, id, 'R' || id, 10, 'manager', 'sent' from payment_attempts where parking_information = ${first.id}`;
  const day = new Date().toLocaleDateString("en-CA", { timeZone: "Asia/Kolkata" });
  clock.now = new Date(Date.now() + 86_400_000);
  const later = await asUser(await make.user("manager", { branch }));
  assert.equal((await later.post("/actions/invoices/day", { day })).status, 200);
  clock.now = null;
  await sql`update payment_refunds set state = 'failed' where branch = ${branch.id}`;
  assert.equal(await refundOnline({ manager, entry: first.id, amount: "40.00" }), "done");
  assert.deepEqual(
    (await readDocuments()).map(({ parts }) => parts[0]),
    [70, -30],
  );
});

test("refunds and invoices at once: what is taxed is what is left, and the numbers have no gaps", async () => {
  const { payCash, refund, readDocuments, branch } = await openTaxedBranch();
  const sales = [];
  for (let sale = 0; sale < 8; sale += 1) sales.push(await payCash());
  const replies = await Promise.all(
    sales.flatMap(({ token, payment }) => [refund(payment, "15.00"), invoice(token), refund(payment, "5.00")]),
  );
  for (const { status, text } of replies) assert.equal(status, 200, text);
  const documents = await readDocuments();
  const cents = documents.reduce((sum, { parts }) => sum + Math.round(parts[0]! * 100), 0);
  assert.equal(cents, 8 * 2_000);
  for (const series of ["single", "credit"]) {
    const taken = documents.filter(({ kind }) => kind === series).map(({ number }) => Number(number));
    assert.deepEqual(
      taken.toSorted((a, b) => a - b),
      taken.map((_, index) => index + 1),
      series,
    );
  }
  const [left] = await sql<
    { sum: number }[]
  >`select sum(amount)::float8 as sum from payments where branch = ${branch.id}`;
  assert.equal(left!.sum, 160);
});
