// §4: reads and writes the payment collections (attempts, refunds, provider responses). Amounts are in paise.
import type { Collection, Row } from "#domain/schema/collection.ts";
import { ParkingInformation } from "#domain/parking/entries.collection.ts";
import { ParkingMainInformation } from "#domain/parking/visitor-records.collection.ts";
import type { AttemptTerms, PaidRow } from "#domain/payments/online/online-terms.ts";
import { type EntryKey, getPaidKey, type PaidKey, type PaidKind } from "#domain/payments/online/paid-kinds.ts";
import { computeBalance } from "#domain/payments/payment.ts";
import { PaymentAttempts, PaymentRefunds } from "#domain/payments/payments.collection.ts";
import { ValetAndParkingInformation } from "#domain/valet/tickets.collection.ts";
import { anonymous } from "#domain/access/roles.ts";
import type { AttemptState, RefundState } from "#domain/payments/online/online-payment-states.ts";
import type { ProviderResult } from "#server/features/payments/providers/gateway.ts";
import { type AppServices, createWriteContext } from "#server/context.ts";
import type { Sql, Tx } from "#server/db/pool.ts";
import { throwApiError } from "#server/items/api-error.ts";
import { quoteIdentifier } from "#server/items/query/sql-text.ts";
import { fromDatabase } from "#server/items/field-values.ts";
import type { WriteContext } from "#server/items/write/write-context.ts";

export const paidCollections = {
  P: ParkingInformation,
  V: ValetAndParkingInformation,
  M: ParkingMainInformation,
} as const satisfies { readonly [kind in PaidKind]: Collection };

export interface PaymentAttempt extends AttemptTerms {
  id: number;
  company: number;
  branch: number;
  /** What is paid: an entry, a ticket or a pass; undefined for a trial of the keys. */
  entry: PaidKey | undefined;
  /** Name of the provider. */
  gateway: string;
  merchantId: string;
  transactionId: string;
  amount: number;
  /** Another amount that the provider says it received. */
  received: number | null;
  /** The part that was used; null until it is decided. */
  applied: number | null;
  autoCheckout: boolean;
  /** A tip for the driver, apart from the charge of the ticket. */
  isTip: boolean;
  state: AttemptState;
  code: string | null;
  payUrl: string | null;
  startedAt: Date;
}

/** An attempt that pays for something, unlike a trial of the keys. */
export interface EntryAttempt extends PaymentAttempt {
  entry: PaidKey;
}

export function isOfEntry(attempt: PaymentAttempt): attempt is EntryAttempt {
  return attempt.entry !== undefined;
}

/**
 * Finds an attempt by its id or by the transaction id sent to the provider; `isLocked` locks it until the transaction
 * ends.
 */
export async function findPaymentAttempt({
  sql,
  id = null,
  transactionId = null,
  isLocked = false,
}: {
  sql: Sql | Tx;
  id?: number | null;
  transactionId?: string | null;
  isLocked?: boolean;
}): Promise<PaymentAttempt | undefined> {
  const [row] = await sql.unsafe<Row[]>(
    `select * from "payment_attempts" where ${id === null ? `"merchant_transaction_id" = $1::text` : `"id" = $1::bigint`}${isLocked ? " for update" : ""}`,
    [id ?? transactionId],
    { prepare: true },
  );
  return row && toPaymentAttempt(row);
}

export function toPaymentAttempt(storedRow: Row): PaymentAttempt {
  const row = fromDatabase(PaymentAttempts, storedRow);
  return {
    id: row.id,
    company: row.company,
    branch: row.branch,
    entry: getPaidKey(row),
    gateway: row.gateway,
    merchantId: row.merchant_id,
    transactionId: row.merchant_transaction_id,
    amount: row.amount,
    received: row.received_amount,
    applied: row.applied_amount,
    isExtra: row.is_extra,
    period: { from: row.valid_from, till: row.valid_till },
    autoCheckout: row.auto_checkout,
    isTip: row.is_tip,
    state: row.state,
    code: row.code,
    payUrl: row.pay_url,
    startedAt: row.date_created,
  };
}

export interface PaymentRefund {
  id: number;
  branch: number;
  attempt: number;
  refundId: string;
  amount: number;
  kind: "late" | "manager";
  state: RefundState;
}

export async function findRefund({
  sql,
  id = null,
  refundId = null,
  isLocked = false,
}: {
  sql: Sql | Tx;
  id?: number | null;
  refundId?: string | null;
  isLocked?: boolean;
}): Promise<PaymentRefund | undefined> {
  const [storedRow] = await sql.unsafe<Row[]>(
    `select * from "payment_refunds" where ${id === null ? `"merchant_refund_id" = $1::text` : `"id" = $1::bigint`}${isLocked ? " for update" : ""}`,
    [id ?? refundId],
    { prepare: true },
  );
  if (!storedRow) return undefined;
  const row = fromDatabase(PaymentRefunds, storedRow);
  return {
    id: row.id,
    branch: row.branch,
    attempt: row.attempt,
    refundId: row.merchant_refund_id,
    amount: row.amount,
    kind: row.kind,
    state: row.state,
  };
}

export function toPaidRow({ kind, row }: { kind: PaidKind; row: Row }): PaidRow {
  if (kind !== "M") return fromDatabase(paidCollections[kind], row);
  const { status_id: _, ...pass } = fromDatabase(paidCollections.M, row);
  return pass;
}

/** Reads what is paid and locks it until the transaction ends; undefined if it does not exist. */
export async function lockEntry({ tx, entry }: { tx: Tx; entry: PaidKey }): Promise<PaidRow | undefined> {
  const collection = paidCollections[entry.kind];
  const [row] = await tx.unsafe<Row[]>(
    `select * from ${quoteIdentifier(collection.name)} where "id" = $1 for update`,
    [entry.id],
    { prepare: true },
  );
  return row && toPaidRow({ kind: entry.kind, row });
}

/** Reads what is paid; undefined if it does not exist. */
export async function readEntry({ sql, entry }: { sql: Sql | Tx; entry: PaidKey }): Promise<PaidRow | undefined> {
  const collection = paidCollections[entry.kind];
  const [row] = await sql.unsafe<Row[]>(`select * from ${quoteIdentifier(collection.name)} where "id" = $1`, [
    entry.id,
  ]);
  return row && toPaidRow({ kind: entry.kind, row });
}

/** Write context of the server itself, the only actor that may record payments of the provider. */
export function createSystemContext({ services, tx }: { services: AppServices; tx: Tx }): WriteContext {
  return createWriteContext({ services, tx, actor: anonymous, origin: { ip: null, userAgent: null } });
}

export type ProviderResponseSource = "pay" | "status" | "callback" | "refund" | "refund-status";

/** Stores the provider's response verbatim with its interpretation. */
export async function recordProviderResponse({
  sql,
  attempt = null,
  refund = null,
  source,
  verdict,
  result,
}: {
  sql: Sql | Tx;
  attempt?: number | null;
  refund?: number | null;
  source: ProviderResponseSource;
  verdict: string;
  result: Pick<ProviderResult, "body">;
}): Promise<void> {
  const body = result.body.replaceAll("\u0000", "").toWellFormed();
  await sql`
    insert into payment_answers (attempt, refund, source, verdict, body)
    values (${attempt}, ${refund}, ${source}, ${verdict}, ${body})`;
}

/** Generates a unique id: 'P' or 'R' and 26 characters, within the limits of the providers (34 and 63 characters). */
export function generateTransactionId({ services, letter }: { services: AppServices; letter: "P" | "R" }): string {
  const time = services.clock().getTime().toString(36).toUpperCase().padStart(9, "0");
  const randomPart = Buffer.from(services.random(12)).toString("hex").toUpperCase().slice(0, 17);
  return `${letter}${time}${randomPart}`;
}

/** Throws AMOUNT_MISMATCH with the total after a correction if `expected` (paise) differs from it. */
export async function assertExpectedTotal({
  ctx,
  entry,
  expected,
}: {
  ctx: WriteContext;
  entry: EntryKey;
  expected: unknown;
}): Promise<void> {
  if (expected === undefined) return;
  const changed = await lockEntry({ tx: ctx.tx, entry });
  const { total } = computeBalance({ entry: changed!, now: ctx.now });
  if (expected !== total) throwApiError("AMOUNT_MISMATCH", { expected: Number(expected), owed: total });
}
