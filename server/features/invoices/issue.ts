// §4 receipts: tax invoices of what was received and not invoiced before; each payment is in one invoice, and never in two.
import type { Collection, Row } from "#domain/collection.ts";
import { Payments } from "#domain/collections/payments.ts";
import { TaxInvoices } from "#domain/collections/tax-invoices.ts";
import { gstin as gstinField } from "#domain/fields.ts";
import { fieldError } from "#domain/fields.ts";
import { dayBounds, defaultZone, formatDay } from "#domain/rules/dates.ts";
import { dayInvoiceBelow, financialYear } from "#domain/rules/gst.ts";
import { limits } from "#domain/limits.ts";
import type { Tx } from "#server/db/pool.ts";
import { refuse } from "#server/items/refused.ts";
import { createItem, updateItem } from "#server/items/write.ts";
import type { WriteContext } from "#server/items/write-context.ts";
import { type EntryKey, entryField } from "#server/services/payments/ledger.ts";

const payments = Payments as unknown as Collection;
const invoices = TaxInvoices as unknown as Collection;

interface Supplier {
  branch: number;
  company: number;
  gstin: string;
  name: string;
  address: string;
  zone: string;
  tax: string | null;
}

async function supplierOf({ tx, branch }: { tx: Tx; branch: number }): Promise<Supplier> {
  const [row] = await tx<(Omit<Supplier, "gstin"> & { gstin: string | null })[]>`
    select b.id as branch, b.company, b.gstin, coalesce(c.registered_name, c.name) as name, s.tax_treatment as tax,
      concat_ws(', ', b.address, b.city, b.state, b.pincode) as address, coalesce(b.time_zone, ${defaultZone}) as zone
    from "Branch" b join "Companies" c on c.id = b.company left join payment_settings s on s.branch = b.id where b.id = ${branch}`;
  if (!row || row.tax !== "taxable" || row.gstin === null) refuse("INVOICE_NOT_OFFERED");
  return { ...row, gstin: row.gstin };
}

interface Sale {
  id: number;
  paise: number;
  receipt: string | null;
}

/** Writes the invoice and marks what is in it; the lines were locked when they were read. */
async function write({
  ctx,
  supplier,
  sales,
  said,
}: {
  ctx: WriteContext;
  supplier: Supplier;
  sales: readonly Sale[];
  said: Row;
}): Promise<number> {
  const set = {
    branch: supplier.branch,
    company: supplier.company,
    gstin: supplier.gstin,
    financial_year: financialYear({ at: ctx.now, zone: supplier.zone }),
    issued_at: ctx.now,
    supplier_name: supplier.name.slice(0, 150),
    supplier_address: supplier.address.slice(0, 400),
    sales: sales.length,
    total: sales.reduce((sum, { paise }) => sum + paise, 0),
    ...said,
  };
  const id = (await createItem({ ctx, collection: invoices, payload: {}, set, isOurs: true })) as number;
  for (const sale of sales)
    await updateItem({ ctx, collection: payments, id: sale.id, payload: {}, set: { invoice: id }, isOurs: true });
  return id;
}

const recipientGstin = gstinField();

export interface Recipient {
  name: string | null;
  address: string | null;
  gstin: string | null;
}

/** Whom an invoice is for, as typed. FAILED_VALIDATION for what is no GSTIN. */
export function recipientIn(body: Row): Recipient {
  const textIn = (name: string, longest: number): string | null => {
    const given = body[name];
    return typeof given === "string" && given.trim() !== "" ? given.trim().slice(0, longest) : null;
  };
  const gstin = textIn("recipient_gstin", 30);
  const message = fieldError({ name: "recipient_gstin", field: recipientGstin, value: gstin });
  if (message) refuse("FAILED_VALIDATION", { field: "recipient_gstin", path: ["recipient_gstin"] }, message);
  return {
    name: textIn("recipient_name", limits.companyName),
    address: textIn("recipient_address", limits.address),
    gstin: gstin && recipientGstin.normalise!(gstin),
  };
}

/** The invoice of what one entry has paid. NOTHING_TO_INVOICE, INVOICE_NOT_OFFERED. */
export async function invoiceEntry({
  ctx,
  entry,
  recipient,
}: {
  ctx: WriteContext;
  entry: EntryKey;
  recipient: Recipient;
}): Promise<number> {
  const { tx } = ctx;
  const field = entryField[entry.kind];
  const table = entry.kind === "P" ? tx`"Parking_Information"` : tx`"Valet_and_Parking_Information"`;
  const sales = await tx<(Sale & { branch: number })[]>`
    select p.id, (p.amount * 100)::int as paise, p.branch, e.receipt_no as receipt
    from payments p join ${table} e on e.id = p.${tx(field)}
    where p.${tx(field)} = ${entry.id} and p.invoice is null order by p.id for update of p`;
  if (sales.length === 0) refuse("NOTHING_TO_INVOICE");
  const supplier = await supplierOf({ tx, branch: sales[0]!.branch });
  const said = {
    kind: "single",
    day: formatDay({ at: ctx.now, zone: supplier.zone }),
    receipt_no: sales[0]!.receipt,
    description: entry.kind === "P" ? "Parking of a vehicle" : "Valet parking of a vehicle",
    recipient_name: recipient.name,
    recipient_address: recipient.address,
    recipient_gstin: recipient.gstin,
  };
  return write({ ctx, supplier, sales, said });
}

/**
 * Invoices what a branch received on a day that is over ('YYYY-MM-DD', the branch's zone) and nobody asked an invoice for: sales of
 * ₹200 and more one by one, the others in one for the day (CGST Rule 46). Answers how many. DAY_NOT_OVER, NOTHING_TO_INVOICE.
 */
export async function invoiceDay({
  ctx,
  branch,
  day,
}: {
  ctx: WriteContext;
  branch: number;
  day: string;
}): Promise<{ single: number; day: number | null }> {
  const { tx } = ctx;
  const supplier = await supplierOf({ tx, branch });
  const { from, to } = dayBounds({ day, zone: supplier.zone });
  if (to > ctx.now) refuse("DAY_NOT_OVER");
  const open = await tx<(Sale & { parking: number | null; valet: number | null })[]>`
    select id, (amount * 100)::int as paise, null as receipt, parking_information as parking, valet_and_parking_information as valet
    from payments where branch = ${branch} and invoice is null and received_at >= ${from} and received_at < ${to}
    order by id for update`;
  if (open.length === 0) refuse("NOTHING_TO_INVOICE");
  const nobodys = { name: null, address: null, gstin: null };
  const large = new Map(open.filter(({ paise }) => paise >= dayInvoiceBelow).map((sale) => [entryOf(sale), sale]));
  for (const sale of large.values()) {
    const entry: EntryKey = sale.parking === null ? { kind: "V", id: sale.valet! } : { kind: "P", id: sale.parking };
    await invoiceEntry({ ctx, entry, recipient: nobodys });
  }
  const small = open.filter((sale) => !large.has(entryOf(sale)));
  const said = { kind: "day", day, description: `Parking of vehicles on ${day}: ${small.length} sales` };
  const id = small.length === 0 ? null : await write({ ctx, supplier, sales: small, said });
  return { single: large.size, day: id };
}

function entryOf({ parking, valet }: { parking: number | null; valet: number | null }): string {
  return parking === null ? `V${valet}` : `P${parking}`;
}
