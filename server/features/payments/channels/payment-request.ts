// §4: the reference under which the next payment of an entry, ticket or pass is requested.
import { createPaymentRequest } from "#domain/payments/channels/payment-channels.ts";
import type { RowOf } from "#domain/schema/registry.ts";
import type { Sql, Tx } from "#server/db/pool.ts";
import type { LookupStep } from "#server/items/write/write-context.ts";

interface RequestedEntry {
  kind: "P" | "V" | "M";
  id: number;
}

const columns = { P: "parking_information", V: "valet_and_parking_information", M: "pass" } as const;

export async function readPaymentRequest({ sql, entry }: { sql: Sql | Tx; entry: RequestedEntry }): Promise<string> {
  const [row] = await sql<{ recorded: number }[]>`
    select count(*)::int as recorded from payments where ${sql(columns[entry.kind])} = ${entry.id}`;
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
