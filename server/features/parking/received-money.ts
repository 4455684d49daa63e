// §4: what an entry received and keeps; read when it is cancelled.
import type { RowOf } from "#domain/schema/registry.ts";
import { parkingSequence } from "#domain/parking/states.ts";
import type { LookupStep } from "#server/items/write/write-context.ts";

type EntryStep = LookupStep<
  "receivedMoney",
  Pick<RowOf<"Parking_Information">, "id"> &
    Partial<Pick<RowOf<"Parking_Information">, "parking_status_id" | "voided_at">>
>;
const columns = { entry: "parking_information", ticket: "valet_and_parking_information" } as const;

/** For a cancelled entry or ticket; a payment that is recorded concurrently changes the row, so that the write starts again. */
export const lookUpReceivedMoney: EntryStep = async ({ ctx, before, changes }) => {
  const isCancelled = changes.parking_status_id === parkingSequence.cancelled || changes.voided_at instanceof Date;
  if (!before || !isCancelled) return undefined;
  const column = ctx.tx("parking_status_id" in before ? columns.entry : columns.ticket);
  const [row] = await ctx.tx<{ cash: number; online: number }[]>`
    select (select (coalesce(sum(amount), 0) * 100)::int from payments
        where ${column} = ${before.id} and coalesce(channel, mode) <> 'online') as cash,
      (select (coalesce(sum(coalesce(a.received_amount, a.amount) - coalesce(r.returned, 0)), 0) * 100)::int from payment_attempts a
        left join lateral (select sum(amount) as returned from payment_refunds
          where attempt = a.id and state <> 'failed') r on true
        where a.${column} = ${before.id} and a.state = 'success') as online`;
  return row;
};
