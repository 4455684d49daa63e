// §2 /vehicle-entry/edit and /person-entry/edit: edits the details of a visitor record.
import { editedRecordFields } from "#domain/parking/corrections/edit-entry.ts";
import { ParkingMainInformation } from "#domain/parking/visitor-records.collection.ts";
import type { passActions } from "#domain/passes/actions.ts";
import { runInTransaction } from "#server/context.ts";
import { lockRecord } from "#server/features/passes/lock-pass.ts";
import { pickFields } from "#server/http/action-request.ts";
import { noResult } from "#server/http/idempotency.ts";
import type { ContractCall } from "#server/http/implement.ts";
import { throwApiError } from "#server/items/api-error.ts";
import { findEdits } from "#server/items/write/find-edits.ts";
import { updateItem } from "#server/items/write/write.ts";

/**
 * ENTRY_CHANGED if a field that is edited has not the value in `shown` any more, NO_CHANGES if all fields have their new values
 * already, and the errors of the contract. Nothing is changed then.
 */
export async function editRecord({ id, body, ...context }: ContractCall<typeof passActions.edit>): Promise<void> {
  const collection = ParkingMainInformation;
  await runInTransaction({
    ...context,
    result: noResult,
    work: async (ctx) => {
      const row = await lockRecord({ ctx, id });
      const names = editedRecordFields;
      const payload = pickFields(body, names);
      const { edited } = findEdits({ collection, payload, shown: body.shown, names, row });
      if (edited.length === 0) throwApiError("NO_CHANGES");
      await updateItem({ ctx, collection, id, payload: pickFields(payload, edited) });
    },
  });
}
