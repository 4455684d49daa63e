// §4 receipts: issues tax invoices for payments not invoiced before; each payment is in exactly one invoice.
import type { PendingQuery, Row as SqlRow } from "postgres";
import type { Field, Row } from "#domain/schema/collection.ts";
import { Payments } from "#domain/payments/payments.collection.ts";
import { TaxInvoices } from "#domain/payments/tax-invoices.collection.ts";
import { checkField } from "#domain/schema/fields.ts";
import { getDayRange, defaultTimeZone, formatDate } from "#domain/dates.ts";
import { chargesGst } from "#domain/payments/payment-settings.ts";
import { maxConsolidatedSalePaise, getFinancialYear } from "#domain/payments/gst.ts";
import { getPaidKey, type PaidKey, paidKinds } from "#domain/payments/online/paid-kinds.ts";
import type { Sql, Tx } from "#server/db/pool.ts";
import { throwApiError } from "#server/items/api-error.ts";
import { createItem, updateItem } from "#server/items/write/write.ts";
import type { WriteContext } from "#server/items/write/write-context.ts";

interface Supplier {
  branch: number;
  company: number;
  gstin: string;
  name: string;
  address: string;
  zone: string;
  tax: Parameters<typeof chargesGst>[0]["tax_treatment"];
}

async function loadSupplier({ tx, branch }: { tx: Tx; branch: number }): Promise<Supplier> {
  const [row] = await tx<(Omit<Supplier, "gstin"> & { gstin: string | null })[]>`
    select b.id as branch, b.company, b.gstin, coalesce(c.registered_name, c.name) as name, s.tax_treatment as tax,
      concat_ws(', ', b.address, b.city, b.state, b.pincode) as address, coalesce(b.time_zone, ${defaultTimeZone}) as zone
    from "Branch" b join "Companies" c on c.id = b.company left join payment_settings s on s.branch = b.id where b.id = ${branch}`;
  if (!row || row.gstin === null || !chargesGst({ tax_treatment: row.tax, gstin: row.gstin }))
    throwApiError("INVOICE_NOT_OFFERED");
  return { ...row, gstin: row.gstin };
}

/**
 * What is left of the payment `p` in rupees. Refunds on their way count, until the provider declines them, unless only those
 * that are `done` do. What the provider received beyond the payment is returned first.
 */
export const selectRemaining = (sql: Sql | Tx, counted: "underway" | "done" = "underway") => sql`least(
  p.amount + coalesce((select sum(c.amount) from payments c where c.corrects = p.id), 0),
  (select coalesce(a.received_amount, a.amount) - coalesce((select sum(r.amount) from payment_refunds r where r.attempt = a.id
      and ${counted === "done" ? sql`r.state = 'done'` : sql`r.state <> 'failed'`}), 0)
    from payment_attempts a where a.merchant_transaction_id = p.merchant_transaction_id))`;

/** On the payment `p`. */
type Condition = PendingQuery<SqlRow[]>;

/**
 * Locks the payments `p` that are not invoiced yet, so that no refund or reversal of them is made meanwhile, and returns their ids.
 * Refunds of the provider are made under the lock of their attempt, which comes first as everywhere.
 */
async function lockUninvoiced({ tx, condition }: { tx: Tx; condition: Condition }): Promise<number[]> {
  const isUninvoiced = tx`${condition} and p.invoice is null and p.kind = 'payment'`;
  await tx`select 1 from payment_attempts where merchant_transaction_id in (
    select p.merchant_transaction_id from payments p where ${isUninvoiced}) order by id for update`;
  const locked = await tx<{ id: number }[]>`select p.id from payments p where ${isUninvoiced} order by p.id for update`;
  return locked.map(({ id }) => id);
}

interface Sale {
  id: number;
  /** What is left of it. */
  paise: number;
  receipt: string | null;
}

/** Writes the invoice and assigns its payments, which the caller has locked. */
async function writeInvoice({
  ctx,
  supplier,
  sales,
  overrides,
}: {
  ctx: WriteContext;
  supplier: Supplier;
  sales: readonly Sale[];
  overrides: Row;
}): Promise<number> {
  const systemValues = {
    branch: supplier.branch,
    company: supplier.company,
    gstin: supplier.gstin,
    financial_year: getFinancialYear({ at: ctx.now, zone: supplier.zone }),
    issued_at: ctx.now,
    supplier_name: supplier.name.slice(0, 150),
    supplier_address: supplier.address.slice(0, 400),
    sales: sales.length,
    total: sales.reduce((sum, { paise }) => sum + paise, 0),
    ...overrides,
  };
  const id = await createItem({
    ctx,
    collection: TaxInvoices,
    payload: {},
    systemValues,
    bypassAccess: true,
  });
  for (const sale of sales)
    await updateItem({
      ctx,
      collection: Payments,
      id: sale.id,
      payload: {},
      systemValues: { invoice: id, invoiced_amount: sale.paise },
      bypassAccess: true,
    });
  return id;
}

export interface InvoiceRecipient {
  name: string | null;
  address: string | null;
  gstin: string | null;
}

/** Parses the recipient of an invoice. FAILED_VALIDATION with the field that is not valid. */
export function parseRecipient(body: Row): InvoiceRecipient {
  const readText = (name: "recipient_name" | "recipient_address" | "recipient_gstin"): string | null => {
    const field: Field = TaxInvoices.fields[name];
    const typed = body[name];
    const value = typeof typed === "string" ? typed.trim() : typed;
    const message = checkField({ name, field, value });
    if (message !== undefined) throwApiError("FAILED_VALIDATION", { field: name, path: [name] }, message);
    if (typeof value !== "string" || value === "") return null;
    return field.normalise ? field.normalise(value) : value;
  };
  return {
    name: readText("recipient_name"),
    address: readText("recipient_address"),
    gstin: readText("recipient_gstin"),
  };
}

/**
 * Issues the invoice of what is left of an entry's or a pass's payments and returns its id. `day` is the day that is
 * invoiced, today unless given. NOTHING_TO_INVOICE, INVOICE_NOT_OFFERED.
 */
export async function invoiceEntryPayments({
  ctx,
  entry,
  recipient,
  day,
}: {
  ctx: WriteContext;
  entry: PaidKey;
  recipient: InvoiceRecipient;
  day?: string;
}): Promise<number> {
  const { tx } = ctx;
  const { field, service } = paidKinds[entry.kind];
  const ids = await lockUninvoiced({ tx, condition: tx`p.${tx(field)} = ${entry.id}` });
  // A statement of its own, which sees what others have refunded until the lock was obtained.
  const sales = await tx<(Sale & { branch: number })[]>`
    select p.id, (${selectRemaining(tx)} * 100)::int as paise, p.branch, coalesce(e.receipt_no, v.receipt_no) as receipt
    from payments p left join "Parking_Information" e on e.id = p.parking_information
      left join "Valet_and_Parking_Information" v on v.id = p.valet_and_parking_information
    where p.id = any(${ids}) and ${selectRemaining(tx)} > 0 order by p.id`;
  if (sales.length === 0) throwApiError("NOTHING_TO_INVOICE");
  const supplier = await loadSupplier({ tx, branch: sales[0]!.branch });
  const overrides = {
    kind: "single",
    day: day ?? formatDate({ at: ctx.now, zone: supplier.zone }),
    receipt_no: sales[0]!.receipt,
    description: service,
    recipient_name: recipient.name,
    recipient_address: recipient.address,
    recipient_gstin: recipient.gstin,
  };
  return writeInvoice({ ctx, supplier, sales, overrides });
}

/**
 * Invoices a branch's remaining payments of a past day ('YYYY-MM-DD', the branch's time zone): sales of ₹200 and more
 * individually, the others in one consolidated invoice (CGST Rule 46). Returns the number of individual invoices and
 * the id of the consolidated one. DAY_NOT_OVER, NOTHING_TO_INVOICE.
 */
export async function invoiceRemainingSales({
  ctx,
  branch,
  day,
}: {
  ctx: WriteContext;
  branch: number;
  day: string;
}): Promise<{ single: number; day: number | null }> {
  const { tx } = ctx;
  const supplier = await loadSupplier({ tx, branch });
  const { from, to } = getDayRange({ day, zone: supplier.zone });
  if (to > ctx.now) throwApiError("DAY_NOT_OVER");
  const condition = tx`p.branch = ${branch} and p.received_at >= ${from} and p.received_at < ${to}`;
  const ids = await lockUninvoiced({ tx, condition });
  const uninvoiced = await tx<(Sale & PaidIds)[]>`
    select p.id, (${selectRemaining(tx)} * 100)::int as paise, null as receipt, p.parking_information,
      p.valet_and_parking_information, p.pass
    from payments p where p.id = any(${ids}) and ${selectRemaining(tx)} > 0 order by p.id`;
  if (uninvoiced.length === 0) throwApiError("NOTHING_TO_INVOICE");
  const noRecipient = { name: null, address: null, gstin: null };
  const largeSales = new Map<string, PaidKey>();
  for (const sale of uninvoiced) {
    const entry = getPaidKey(sale);
    if (entry && sale.paise >= maxConsolidatedSalePaise) largeSales.set(toKeyText(entry), entry);
  }
  for (const entry of largeSales.values()) await invoiceEntryPayments({ ctx, entry, recipient: noRecipient, day });
  const smallSales = uninvoiced.filter((sale) => !largeSales.has(toKeyText(getPaidKey(sale))));
  const overrides = { kind: "day", day, description: `Parking of vehicles on ${day}: ${smallSales.length} sales` };
  const id = smallSales.length === 0 ? null : await writeInvoice({ ctx, supplier, sales: smallSales, overrides });
  return { single: largeSales.size, day: id };
}

type PaidIds = Parameters<typeof getPaidKey>[0];

const toKeyText = (entry: PaidKey | undefined): string => (entry ? `${entry.kind}${entry.id}` : "");
