// §4: the ledger's rows as the services of payments work with them. Amounts are paise.
import type { Collection, Row } from "#domain/collection.ts";
import { ParkingInformation } from "#domain/collections/parking-information.ts";
import { type GatewayName, PaymentAttempts, PaymentRefunds } from "#domain/collections/payments.ts";
import { ValetAndParkingInformation } from "#domain/collections/valet-and-parking-information.ts";
import { nobody } from "#domain/roles.ts";
import type { AttemptState, RefundState } from "#domain/states/online-payment.ts";
import type { ProviderAnswer } from "#server/adapters/pay/gateway.ts";
import { type House, writeContext } from "#server/context.ts";
import type { Sql, Tx } from "#server/db/pool.ts";
import { quote } from "#server/items/sql-text.ts";
import { fromDatabase } from "#server/items/values.ts";
import type { WriteContext } from "#server/items/write-context.ts";

export const attempts = PaymentAttempts as unknown as Collection;
export const refunds = PaymentRefunds as unknown as Collection;

/** P a visit, V a valet ticket, as in a slip's QR. */
export type EntryKind = "P" | "V";
export const entryCollections: { readonly [kind in EntryKind]: Collection } = {
  P: ParkingInformation as unknown as Collection,
  V: ValetAndParkingInformation as unknown as Collection,
};
export const entryField = { P: "parking_information", V: "valet_and_parking_information" } as const;

export interface EntryKey {
  kind: EntryKind;
  id: number;
}

export interface Attempt {
  id: number;
  company: number;
  branch: number;
  entry: EntryKey;
  gateway: GatewayName;
  merchantId: string;
  transactionId: string;
  amount: number;
  isExtra: boolean;
  autoCheckout: boolean;
  state: AttemptState;
  code: string | null;
  payUrl: string | null;
  startedAt: Date;
}

/** An attempt by its id or by the transaction id the provider knows it by; with `isLocked` nobody else decides it meanwhile. */
export async function findAttempt({
  sql,
  id = null,
  transactionId = null,
  isLocked = false,
}: {
  sql: Sql | Tx;
  id?: number | null;
  transactionId?: string | null;
  isLocked?: boolean;
}): Promise<Attempt | undefined> {
  const [row] = await sql.unsafe<Row[]>(
    `select * from "payment_attempts" where ${id === null ? `"merchant_transaction_id" = $1::text` : `"id" = $1::integer`}${isLocked ? " for update" : ""}`,
    [id ?? transactionId],
    { prepare: true },
  );
  return row && attemptOf(row);
}

export function attemptOf(stored: Row): Attempt {
  const row = fromDatabase(attempts, stored);
  const parking = row["parking_information"] as number | null;
  return {
    id: row["id"] as number,
    company: row["company"] as number,
    branch: row["branch"] as number,
    entry:
      parking === null ? { kind: "V", id: row["valet_and_parking_information"] as number } : { kind: "P", id: parking },
    gateway: row["gateway"] as GatewayName,
    merchantId: row["merchant_id"] as string,
    transactionId: row["merchant_transaction_id"] as string,
    amount: row["amount"] as number,
    isExtra: row["is_extra"] === true,
    autoCheckout: row["auto_checkout"] === true,
    state: row["state"] as AttemptState,
    code: row["code"] as string | null,
    payUrl: row["pay_url"] as string | null,
    startedAt: row["date_created"] as Date,
  };
}

export interface Refund {
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
}): Promise<Refund | undefined> {
  const [stored] = await sql.unsafe<Row[]>(
    `select * from "payment_refunds" where ${id === null ? `"merchant_refund_id" = $1::text` : `"id" = $1::integer`}${isLocked ? " for update" : ""}`,
    [id ?? refundId],
    { prepare: true },
  );
  if (!stored) return undefined;
  const row = fromDatabase(refunds, stored);
  return {
    id: row["id"] as number,
    branch: row["branch"] as number,
    attempt: row["attempt"] as number,
    refundId: row["merchant_refund_id"] as string,
    amount: row["amount"] as number,
    kind: row["kind"] as Refund["kind"],
    state: row["state"] as RefundState,
  };
}

/** The entry as its rules see it, held until the transaction ends; undefined where there is none. */
export async function lockEntry({ tx, entry }: { tx: Tx; entry: EntryKey }): Promise<Row | undefined> {
  const collection = entryCollections[entry.kind];
  const [row] = await tx.unsafe<Row[]>(
    `select * from ${quote(collection.name)} where "id" = $1 for update`,
    [entry.id],
    { prepare: true },
  );
  return row && fromDatabase(collection, row);
}

/** Writes as the server itself, who alone may say that money has come from the provider. */
export function asServer({ house, tx }: { house: House; tx: Tx }): WriteContext {
  return writeContext({ house, tx, who: nobody, origin: { ip: null, userAgent: null } });
}

export type AnswerSource = "pay" | "status" | "callback" | "refund" | "refund-status";

/** Keeps what the provider said, word for word, with what was made of it. */
export async function keepAnswer({
  sql,
  attempt = null,
  refund = null,
  source,
  verdict,
  answer,
}: {
  sql: Sql | Tx;
  attempt?: number | null;
  refund?: number | null;
  source: AnswerSource;
  verdict: string;
  answer: Pick<ProviderAnswer, "body">;
}): Promise<void> {
  const body = answer.body.replaceAll("\u0000", "").toWellFormed();
  await sql`
    insert into payment_answers (attempt, refund, source, verdict, body)
    values (${attempt}, ${refund}, ${source}, ${verdict}, ${body})`;
}

/** 'P' or 'R' and 26 characters that no two payments share: within the 34 of the one provider and the 63 of the other. */
export function newTransactionId({ house, letter }: { house: House; letter: "P" | "R" }): string {
  const time = house.clock().getTime().toString(36).toUpperCase().padStart(9, "0");
  const chance = Buffer.from(house.random(12)).toString("hex").toUpperCase().slice(0, 17);
  return `${letter}${time}${chance}`;
}
