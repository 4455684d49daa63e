// §4: the receipt as a PDF with its tax invoice, and sent again to the address that a customer has verified.
import assert from "node:assert/strict";
import { test } from "node:test";
import { startApp } from "#tests/support/app.ts";
import { createFactories } from "#tests/support/factories.ts";
import { readPdfPictureTexts, readPdfText } from "#tests/support/read-pdf-text.ts";

const { app, asUser, sql } = await startApp();
const make = createFactories(sql);

const phone = "9840055501";
const branch = await make.branch({ rate: "20.00", gstin: "27AAACT0000A1ZF", name: "Café Row" });
await make.row("payment_settings", { branch: branch.id, tax_treatment: "taxable" });
const gate = await asUser(await make.user("staff", { branch }));

async function createPaidEntry(): Promise<{ token: string; plate: string }> {
  const plate = make.plate();
  const { data } = await gate.post("/actions/parking/check-in", { vehicle_no: plate, phone_no: phone });
  await sql`update "Parking_Information" set in_time = now() - interval '50 minutes' where id = ${data.id}`;
  assert.equal((await gate.post(`/actions/parking/${data.id}/take-cash`, {})).status, 200);
  return { token: data.pay, plate };
}

const readPdf = (token: string) => app.inject({ url: `/actions/receipts/${token}/pdf` });

test("the PDF has the payment, the total and the tax invoice with its taxes", async () => {
  const { token, plate } = await createPaidEntry();
  const invoiced = await (
    await asUser()
  ).post(`/actions/receipts/${token}/invoice`, {
    recipient_gstin: "29AAAAA0000A1ZY",
    recipient_name: "Acme",
  });
  assert.equal(invoiced.status, 200, invoiced.text);
  const response = await readPdf(token);
  assert.equal(response.statusCode, 200, response.body);
  assert.equal(response.headers["content-type"], "application/pdf");
  assert.match(String(response.headers["content-disposition"]), /^attachment; filename="receipt-[\w-]+\.pdf"$/);
  const file = response.rawPayload;
  assert.equal(file.subarray(0, 5).toString(), "%PDF-");
  assert.ok(file.length < 20_000, `${file.length} bytes`);
  const text = readPdfText(file);
  for (const expected of [
    plate,
    "Café Row",
    "Rs. 40.00",
    "Total received",
    "27AAACT0000A1ZF",
    "29AAAAA0000A1ZY",
    "Rs. 33.90",
    "CGST 9 %",
    "SGST 9 %",
    "Rs. 3.05",
    invoiced.data.invoices[0].invoice_no,
  ])
    assert.ok(text.includes(expected), `${expected} in ${text}`);
});

test("refuses a forged token", async () => {
  const { statusCode } = await readPdf(`P1.${"x".repeat(32)}`);
  assert.notEqual(statusCode, 200);
});

test("a name in letters that the standard fonts lack is a picture with its text", async () => {
  const { token } = await createPaidEntry();
  const recipient = { recipient_name: "Āryabhaṭa (Motors) & Söhne <₹>", recipient_address: "\u{F0000} Row\n₹5" };
  const invoiced = await (await asUser()).post(`/actions/receipts/${token}/invoice`, recipient);
  assert.equal(invoiced.status, 200, invoiced.text);
  const file = (await readPdf(token)).rawPayload;
  assert.deepEqual(readPdfPictureTexts(file), ["Āryabhaṭa (Motors) & Söhne <Rs. >, ? Row Rs. 5"]);
  assert.ok(file.includes("/Subtype /Image"));
  assert.ok(!readPdfText(file).includes("ryabha"));
  assert.ok(file.length < 40_000, `${file.length} bytes`);
});

test("letters that no font has are question marks in the text", async () => {
  const { token } = await createPaidEntry();
  const recipient = { recipient_name: "Depot \u{F0000}\u{F0001}" };
  const invoiced = await (await asUser()).post(`/actions/receipts/${token}/invoice`, recipient);
  assert.equal(invoiced.status, 200, invoiced.text);
  const file = (await readPdf(token)).rawPayload;
  assert.ok(readPdfText(file).includes("Depot ??"), readPdfText(file));
  assert.deepEqual(readPdfPictureTexts(file), []);
});

test("a customer sends the receipt of the own visit to the verified email, otherwise to the phone number", async () => {
  const { token, plate } = await createPaidEntry();
  const customer = await make.user("customer", { contact_number: phone, public_customer: true });
  await sql`update users set is_email_verified = true where id = ${customer.id}`;
  const own = await asUser(customer);
  const mailed = await own.post(`/actions/receipts/${token}/send`);
  assert.equal(mailed.status, 200, mailed.text);
  assert.equal(mailed.data.channel, "mail");
  assert.ok(!mailed.data.recipient.includes(customer.email));
  await sql`update users set is_email_verified = false where id = ${customer.id}`;
  const texted = await own.post(`/actions/receipts/${token}/send`);
  assert.deepEqual(texted.data, { channel: "sms", recipient: "98••••••01" });
  const messages = await sql`
    select channel, recipient, values ->> 'visitor' as visitor from "Outbox" where template = 'receipt' order by id`;
  assert.deepEqual(
    messages.map((message) => ({ ...message })),
    [
      { channel: "mail", recipient: customer.email, visitor: plate },
      { channel: "sms", recipient: phone, visitor: plate },
    ],
  );
});

test("another customer, staff and anonymous callers send no receipt", async () => {
  const { token } = await createPaidEntry();
  const stranger = await asUser(await make.user("customer", { contact_number: "9840055502", public_customer: true }));
  assert.equal((await stranger.post(`/actions/receipts/${token}/send`)).code, "FORBIDDEN");
  assert.equal((await gate.post(`/actions/receipts/${token}/send`)).code, "FORBIDDEN");
  assert.notEqual((await (await asUser()).post(`/actions/receipts/${token}/send`)).status, 200);
});
