// §4: records the exit of a vehicle that left without being checked out, at the time at which it left.
import type { parkingActions } from "#domain/parking/actions.ts";
import { ParkingInformation } from "#domain/parking/entries.collection.ts";
import { parkingSequence } from "#domain/parking/states.ts";
import { requireChangeReason } from "#server/http/action-request.ts";
import { runInTransaction } from "#server/context.ts";
import type { ContractCall } from "#server/http/implement.ts";
import { noResult } from "#server/http/idempotency.ts";
import { throwApiError } from "#server/items/api-error.ts";
import { updateItem } from "#server/items/write/write.ts";

/** `expected` (paise) is the balance that was shown: AMOUNT_MISMATCH if another one remains, and nothing is changed. */
export async function recordExit({ id, body, ...context }: ContractCall<typeof parkingActions.recordExit>) {
  const reason = requireChangeReason(body["reason"]);
  await runInTransaction({
    ...context,
    result: noResult,
    work: async (ctx) => {
      await updateItem({
        ctx,
        collection: ParkingInformation,
        id,
        payload: { parking_status_id: parkingSequence.out },
        systemValues: {
          out_time: new Date(body.out_time),
          exit_recorded_at: ctx.now,
          exit_recorded_by: ctx.actor.id,
          change_reason: reason,
        },
      });
      if (body.expected === undefined) return;
      const [row] = await ctx.tx<{ owed: number }[]>`
        select (coalesce(extended_amount, 0) * 100)::int as owed from "Parking_Information" where id = ${id}`;
      const { owed } = row!;
      if (body.expected !== owed) throwApiError("AMOUNT_MISMATCH", { expected: body.expected, owed });
    },
  });
}
