// §3: moves a pass to another plate of its holder.
import { ParkingMainInformation } from "#domain/parking/visitor-records.collection.ts";
import type { passActions } from "#domain/passes/actions.ts";
import type { Row } from "#domain/schema/collection.ts";
import { runInTransaction } from "#server/context.ts";
import { upsertCustomer } from "#server/features/accounts/customers.ts";
import { lockVisitor } from "#server/features/parking/visitors/lock-visitor.ts";
import { lockPass } from "#server/features/passes/lock-pass.ts";
import { noResult } from "#server/http/idempotency.ts";
import type { ContractCall } from "#server/http/implement.ts";
import { throwApiError } from "#server/items/api-error.ts";
import { validatePayload } from "#server/items/write/prepare.ts";
import { updateItem } from "#server/items/write/write.ts";

/**
 * Throws the errors of `applyPassMove` and `lockPass`, VEHICLE_PASS_EXIST if the other vehicle has a pass of its own,
 * STATUS_ALREADY_UPDATED if the pass was moved concurrently.
 */
export async function movePass({ id, body, ...context }: ContractCall<typeof passActions.move>): Promise<void> {
  await runInTransaction({
    ...context,
    result: noResult,
    work: async (ctx) => {
      const collection = ParkingMainInformation;
      const { vehicle_no: sent = null } = body;
      const { vehicle_no } = validatePayload({ collection, payload: { vehicle_no: sent }, isNew: false });
      const [read] = await ctx.tx<Row[]>`
        select branch, is_person, vehicle_no, name, phone_no from "Parking_Main_Information" where id = ${id}`;
      // In the order of a check-in, so that its vehicle cannot come in with the pass meanwhile.
      if (read) await lockVisitor({ ctx, visitorRecord: read });
      const pass = await lockPass({ ctx, id });
      if (pass.vehicle_no !== read?.["vehicle_no"]) throwApiError("STATUS_ALREADY_UPDATED");
      await updateItem({ ctx, collection, id, payload: {}, systemValues: { vehicle_no, moved_at: ctx.now } });
      const { phone_no, email, branch } = pass;
      await upsertCustomer({ ctx, visitorRecord: { vehicle_no, phone_no, email, branch } });
    },
  });
}
