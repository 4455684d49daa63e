// §4: keeps a slot for the holder of a pass, chosen on its page; its promise is `keepSlotStep`.
import { ParkingMainInformation } from "#domain/parking/visitor-records.collection.ts";
import type { passActions } from "#domain/passes/actions.ts";
import { keptSlotFields } from "#domain/passes/kept-slot.ts";
import { runInTransaction } from "#server/context.ts";
import { lockSlots } from "#server/features/parking/slots/allocate-slot.ts";
import { lockPass } from "#server/features/passes/lock-pass.ts";
import { pickFields } from "#server/http/action-request.ts";
import { noResult } from "#server/http/idempotency.ts";
import type { ContractCall } from "#server/http/implement.ts";
import { throwApiError } from "#server/items/api-error.ts";
import { validatePayload } from "#server/items/write/prepare.ts";
import { updateItem } from "#server/items/write/write.ts";

/** The errors of `applyKeptSlot`, `checkSlotPromise` and `lockPass`; INVITE_NOT_VALID_NOW for a pass that is over. */
export async function keepSlot({ id, body, ...context }: ContractCall<typeof passActions.keepSlot>): Promise<void> {
  await runInTransaction({
    ...context,
    result: noResult,
    work: async (ctx) => {
      const collection = ParkingMainInformation;
      const payload = pickFields(body, keptSlotFields);
      const { slot_prefix = "", slot_no = null } = validatePayload({ collection, payload, isNew: false });
      const [read] = await ctx.tx<{ branch: number }[]>`
        select branch from "Parking_Main_Information" where id = ${id}`;
      // In the order of a check-in with the pass: the slots before its row.
      if (read) await lockSlots({ tx: ctx.tx, branch: read.branch, service: "is_parking" });
      const { pass_end_time: end } = await lockPass({ ctx, id });
      if (end === null || end <= ctx.now) throwApiError("INVITE_NOT_VALID_NOW");
      await updateItem({ ctx, collection, id, payload: {}, systemValues: { slot_prefix, slot_no } });
    },
  });
}
