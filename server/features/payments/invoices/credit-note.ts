// §4 receipts: the credit note of a refund whose payment is in an invoice (CGST Rule 53). A follow-up of the ledger and of the refunds
// by a provider writes it in the transaction that records the refund.
import { defaultTimeZone, formatDate } from "#domain/dates.ts";
import { computeCredit, getFinancialYear } from "#domain/payments/gst.ts";
import { getPaidKey, paidKinds } from "#domain/payments/online/paid-kinds.ts";
import { Payments } from "#domain/payments/payments.collection.ts";
import { TaxInvoices } from "#domain/payments/tax-invoices.collection.ts";
import type { Row } from "#domain/schema/collection.ts";
import type { RowOf } from "#domain/schema/registry.ts";
import type { Tx } from "#server/db/pool.ts";
import { selectRemaining } from "#server/features/payments/invoices/issue-invoice.ts";
import { fromDatabase } from "#server/items/field-values.ts";
import { createItem, updateItem } from "#server/items/write/write.ts";
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

/** The payment of which the change returns something; undefined if it returns nothing. */
async function findReturnedPayment({
  tx,
  before,
  after,
}: {
  tx: Tx;
  before: Returned | null;
  after: Returned | null;
}): Promise<number | undefined> {
  if (!after) return undefined;
  if (!("merchant_refund_id" in after)) return before ? undefined : (after.corrects ?? undefined);
  const isDecided = after.state === "done" && before !== null && "state" in before && before.state !== "done";
  if (!isDecided) return undefined;
  const [attempt] = await tx<(Parameters<typeof getPaidKey>[0] & { transaction: string })[]>`
    select merchant_transaction_id as transaction, parking_information, valet_and_parking_information, pass
    from payment_attempts where id = ${after.attempt}`;
  const entry = attempt && getPaidKey(attempt);
  if (!entry) return undefined;
  const [payment] = await tx<{ id: number }[]>`
    select id from payments where ${tx(paidKinds[entry.kind].field)} = ${entry.id}
      and merchant_transaction_id = ${attempt.transaction} and kind = 'payment'`;
  return payment?.id;
}

export const writeCreditNote: FollowUpStep<Returned> = async ({ ctx, before, after }) => {
  const id = await findReturnedPayment({ tx: ctx.tx, before, after });
  if (id !== undefined) await creditPayment({ ctx, id });
};

/** Credits what the invoice contains of the payment beyond what is left of it. */
async function creditPayment({ ctx, id }: { ctx: WriteContext; id: number }): Promise<void> {
  const { tx } = ctx;
  // An invoice of it may be in progress. The amounts are read by a statement of their own, which sees what that has written.
  await tx`select 1 from payments where id = ${id} for update`;
  const [payment] = await tx<{ invoice: number; invoiced: number; left: number }[]>`
    select p.invoice, (coalesce(p.invoiced_amount, least(p.amount, i.total)) * 100)::int8 as invoiced,
      (${selectRemaining(tx, "done")} * 100)::int8 as left
    from payments p join tax_invoices i on i.id = p.invoice where p.id = ${id}`;
  if (!payment) return;
  const refunded = payment.invoiced - Math.max(0, payment.left);
  if (refunded <= 0) return;
  await creditInvoice({ ctx, invoice: payment.invoice, refunded });
  const systemValues = { invoiced_amount: payment.invoiced - refunded };
  await updateItem({ ctx, collection: Payments, id, payload: {}, systemValues, bypassAccess: true });
}

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
