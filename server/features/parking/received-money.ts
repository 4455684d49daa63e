// §4: what an entry received and keeps; read when it is cancelled.
import type { RowOf } from "#domain/schema/registry.ts";
import { parkingSequence } from "#domain/parking/states.ts";
import type { LookupStep } from "#server/items/write/write-context.ts";

type EntryStep = LookupStep<"receivedMoney", Pick<RowOf<"Parking_Information">, "id" | "parking_status_id">>;

/** For a cancelled entry; a payment that is recorded concurrently changes the row, so that the write starts again. */
export const lookUpReceivedMoney: EntryStep = async ({ ctx, before, changes }) => {
  if (!before || changes.parking_status_id !== parkingSequence.cancelled) return undefined;
  const [row] = await ctx.tx<{ cash: number; online: number }[]>`
    select (select (coalesce(sum(amount), 0) * 100)::int from payments
        where parking_information = ${before.id} and coalesce(channel, mode) <> 'online') as cash,
      (select (coalesce(sum(coalesce(a.received_amount, a.amount) - coalesce(r.returned, 0)), 0) * 100)::int from payment_attempts a
        left join lateral (select sum(amount) as returned from payment_refunds
          where attempt = a.id and state <> 'failed') r on true
        where a.parking_information = ${before.id} and a.state = 'success') as online`;
  return row;
};
