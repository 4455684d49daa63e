// §4 receipts: the credit note of a refund whose payment is in an invoice (CGST Rule 53). A follow-up of the ledger and of the refunds
// by a provider writes it in the transaction that records the refund.
import { defaultTimeZone, formatDate } from "#domain/dates.ts";
import { computeCredit, getFinancialYear } from "#domain/payments/gst.ts";
import { type PaidKey, paidKinds } from "#domain/payments/online/paid-kinds.ts";
import { TaxInvoices } from "#domain/payments/tax-invoices.collection.ts";
import type { Row } from "#domain/schema/collection.ts";
import type { RowOf } from "#domain/schema/registry.ts";
import type { Tx } from "#server/db/pool.ts";
import { fromDatabase } from "#server/items/field-values.ts";
import { createItem } from "#server/items/write/write.ts";
import type { FollowUpStep, WriteContext } from "#server/items/write/write-context.ts";

/** A credit note has the supplier, the recipient and the service of its invoice. */
const copiedFields = [
  "branch",
  "company",
  "gstin",
  "supplier_name",
  "supplier_address",
  "recipient_name",
  "recipient_address",
  "recipient_gstin",
  "receipt_no",
  "description",
  "sac",
  "half_rate",
] as const;

type Returned = RowOf<"payments"> | RowOf<"payment_refunds">;

/**
 * The invoice that contains an online payment, for a refund that is queued under the lock of its attempt: an invoice that is issued
 * later leaves the refund out.
 */
export async function findInvoiceOf({
  tx,
  entry,
  transactionId,
}: {
  tx: Tx;
  entry: PaidKey;
  transactionId: string;
}): Promise<number | null> {
  const [payment] = await tx<{ invoice: number | null }[]>`
    select invoice from payments where ${tx(paidKinds[entry.kind].field)} = ${entry.id}
      and merchant_transaction_id = ${transactionId} and kind = 'payment'`;
  return payment?.invoice ?? null;
}

/** The amount in paise that the change returns, and the invoice of the returned payment; undefined without one. */
async function findReturn({
  tx,
  before,
  after,
}: {
  tx: Tx;
  before: Returned | null;
  after: Returned | null;
}): Promise<{ invoice: number; refunded: number } | undefined> {
  if (!after) return undefined;
  if ("merchant_refund_id" in after) {
    const isDecided = after.state === "done" && before !== null && "state" in before && before.state !== "done";
    return isDecided && after.invoice !== null ? { invoice: after.invoice, refunded: after.amount } : undefined;
  }
  if (before || after.corrects === null) return undefined;
  // Locked, as an invoice of it may be in progress.
  const [payment] = await tx<{ invoice: number | null }[]>`
    select invoice from payments where id = ${after.corrects} for update`;
  return payment?.invoice ? { invoice: payment.invoice, refunded: -after.amount } : undefined;
}

export const writeCreditNote: FollowUpStep<Returned> = async ({ ctx, before, after }) => {
  const returned = await findReturn({ tx: ctx.tx, before, after });
  if (returned) await creditInvoice({ ctx, ...returned });
};

async function creditInvoice({
  ctx,
  invoice: id,
  refunded,
}: {
  ctx: WriteContext;
  invoice: number;
  refunded: number;
}): Promise<void> {
  const { tx } = ctx;
  // One credit note of an invoice after the other.
  const [stored] = await tx.unsafe<Row[]>(
    `select i.*, coalesce(b.time_zone, $2) as zone from "tax_invoices" i join "Branch" b on b.id = i.branch where i.id = $1
     for no key update of i`,
    [id, defaultTimeZone],
    { prepare: true },
  );
  const invoice = fromDatabase(TaxInvoices, stored!);
  const [credited] = await tx<{ paise: number }[]>`
    select (coalesce(sum(total), 0) * 100)::bigint as paise from tax_invoices where credits = ${id}`;
  const credit = computeCredit({ refunded, left: invoice.total + credited!.paise });
  if (credit.total === 0) return;
  const zone = String(stored!["zone"]);
  const systemValues = {
    ...Object.fromEntries(copiedFields.map((field) => [field, invoice[field]])),
    ...credit,
    kind: "credit",
    credits: id,
    financial_year: getFinancialYear({ at: ctx.now, zone }),
    day: formatDate({ at: ctx.now, zone }),
    issued_at: ctx.now,
  };
  await createItem({ ctx, collection: TaxInvoices, payload: {}, systemValues, bypassAccess: true });
}
