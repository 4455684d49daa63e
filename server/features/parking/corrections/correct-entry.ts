// §4: corrects the visitor record of an entry, its tariff and its link, in one transaction with the history.
import { ParkingInformation } from "#domain/parking/entries.collection.ts";
import { ParkingMainInformation } from "#domain/parking/visitor-records.collection.ts";
import type { Row } from "#domain/schema/collection.ts";
import { canCorrectEntry, correctedFields, isEntryOpen } from "#domain/parking/corrections/entry-correction.ts";
import { runInTransaction } from "#server/context.ts";
import { upsertCustomer, upsertExpectedCustomer } from "#server/features/accounts/customers.ts";
import { sendRenewedLink } from "#server/features/parking/parking-messages.ts";
import { lockVisit } from "#server/features/parking/corrections/lock-visit.ts";
import { type IdempotentContext, pickFields, requireChangeReason } from "#server/http/action-request.ts";
import { noResult } from "#server/http/idempotency.ts";
import { assertExpectedTotal } from "#server/features/payments/payment-records.ts";
import { throwApiError } from "#server/items/api-error.ts";
import { validatePayload } from "#server/items/write/prepare.ts";
import { updateItem } from "#server/items/write/write.ts";

/**
 * `expected` (paise) is the total that was shown: AMOUNT_MISMATCH with the new total if it differs, and nothing is
 * changed. Throws the errors of the contract.
 */
export async function correctEntry({
  id,
  body,
  ...context
}: IdempotentContext & { id: number; body: Row }): Promise<void> {
  const reason = requireChangeReason(body["reason"]);
  const payload = pickFields(body, correctedFields);
  await runInTransaction({
    ...context,
    result: noResult,
    work: async (ctx) => {
      const { entry, visitorRecord } = await lockVisit({ ctx, id });
      // Before the new values are checked, whose errors tell which vehicles are inside.
      if (!canCorrectEntry({ entry, actor: ctx.actor, now: ctx.now })) throwApiError("CORRECTION_NOT_ALLOWED");
      const values = validatePayload({ collection: ParkingMainInformation, payload, isNew: false });
      const changed = correctedFields.filter((name) => name in values && values[name] !== visitorRecord[name]);
      if (changed.length === 0) throwApiError("NO_CHANGES");
      const correction = Object.fromEntries(changed.map((name) => [name, [visitorRecord[name], values[name]]]));
      const isPhoneChanged = changed.includes("phone_no");
      await updateItem({
        ctx,
        collection: ParkingMainInformation,
        id: visitorRecord.id,
        payload: pickFields(payload, changed),
        systemValues: { corrected_at: ctx.now },
        bypassAccess: true,
      });
      await updateItem({
        ctx,
        collection: ParkingInformation,
        id,
        payload: {},
        systemValues: { correction, change_reason: reason, ...(isPhoneChanged && { link_renewed_at: ctx.now }) },
      });
      await assertExpectedTotal({ ctx, entry: { kind: "P", id }, expected: body["expected"] });
      const upsert = entry.is_awaiting_arrival ? upsertExpectedCustomer : upsertCustomer;
      if (!visitorRecord.is_person && isEntryOpen(entry))
        await upsert({ ctx, visitorRecord: { ...visitorRecord, ...pickFields(values, changed) } });
      if (isPhoneChanged && isEntryOpen(entry)) await sendRenewedLink({ services: context.services, ctx, id });
    },
  });
}
