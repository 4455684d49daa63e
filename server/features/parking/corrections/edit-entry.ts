// §2 /parking/edit: edits an entry and its visitor record in one transaction, with one row of history.
import { editedEntryFields, editedVisitorFields } from "#domain/parking/corrections/edit-entry.ts";
import { ParkingInformation } from "#domain/parking/entries.collection.ts";
import { ParkingMainInformation } from "#domain/parking/visitor-records.collection.ts";
import type { Row } from "#domain/schema/collection.ts";
import { runInTransaction } from "#server/context.ts";
import { lockVisit } from "#server/features/parking/corrections/lock-visit.ts";
import { type IdempotentContext, pickFields } from "#server/http/action-request.ts";
import { noResult } from "#server/http/idempotency.ts";
import { throwApiError } from "#server/items/api-error.ts";
import { findEdits } from "#server/items/write/find-edits.ts";
import { updateItem } from "#server/items/write/write.ts";

/**
 * ENTRY_CHANGED if a field that is edited has not the value in `shown` any more, NO_CHANGES if all fields have their new values
 * already, and the errors of the contract. Nothing is changed then.
 */
export async function editEntry({
  id,
  body,
  ...context
}: IdempotentContext & { id: number; body: Row & { shown?: Row | undefined } }): Promise<void> {
  await runInTransaction({
    ...context,
    result: noResult,
    work: async (ctx) => {
      const { entry, visitorRecord } = await lockVisit({ ctx, id });
      const { shown } = body;
      const entryPayload = pickFields(body, editedEntryFields);
      const ofEntry = findEdits({
        collection: ParkingInformation,
        payload: entryPayload,
        shown,
        names: editedEntryFields,
        row: entry,
      });
      const ofVisitor = findEdits({
        collection: ParkingMainInformation,
        payload: pickFields(body, editedVisitorFields),
        shown,
        names: editedVisitorFields,
        row: visitorRecord,
      });
      if (ofEntry.edited.length + ofVisitor.edited.length === 0) throwApiError("NO_CHANGES");
      const { edited } = ofVisitor;
      if (edited.length > 0)
        await updateItem({
          ctx,
          collection: ParkingMainInformation,
          id: visitorRecord.id,
          payload: pickFields(body, edited),
        });
      const changes = edited.map((name) => [name, [visitorRecord[name], ofVisitor.values[name] ?? null]]);
      await updateItem({
        ctx,
        collection: ParkingInformation,
        id,
        payload: ofEntry.edited.length > 0 ? entryPayload : {},
        ...(edited.length > 0 && { systemValues: { visitor_changes: Object.fromEntries(changes) } }),
      });
    },
  });
}
