// §4: the reference under which the next payment of an entry, ticket or pass is requested.
import { type PaidKey, paidKinds } from "#domain/payments/online/paid-kinds.ts";
import { createPaymentRequest } from "#domain/payments/channels/payment-channels.ts";
import type { RowOf } from "#domain/schema/registry.ts";
import type { Sql, Tx } from "#server/db/pool.ts";
import type { LookupStep } from "#server/items/write/write-context.ts";

export async function readPaymentRequest({ sql, entry }: { sql: Sql | Tx; entry: PaidKey }): Promise<string> {
  const [row] = await sql<{ recorded: number }[]>`
    select count(*)::int as recorded from payments where ${sql(paidKinds[entry.kind].field)} = ${entry.id}`;
  return createPaymentRequest({ ...entry, recorded: row!.recorded });
}

type RequestingRow = Pick<RowOf<"Parking_Information">, "id"> &
  Partial<Pick<RowOf<"Parking_Information">, "parking_status_id" | "payment_request">> &
  Partial<Pick<RowOf<"Parking_Main_Information">, "pass_end_time">>;

/** For a payment that was requested; one that is recorded concurrently changes the row, so that the write starts again. */
export const lookUpPaymentRequest: LookupStep<"paymentRequest", RequestingRow> = async ({ ctx, before, changes }) => {
  if (!before || !changes.payment_request) return undefined;
  const kind = "pass_end_time" in before ? "M" : "parking_status_id" in before ? "P" : "V";
  return readPaymentRequest({ sql: ctx.tx, entry: { kind, id: before.id } });
};
