// §4: the payment of what is due for a pass, in cash or through another channel of the branch.
import { ParkingMainInformation } from "#domain/parking/visitor-records.collection.ts";
import type { passActions } from "#domain/passes/actions.ts";
import { getPaymentMode, isBranchChannel, referenceFields } from "#domain/payments/channels/payment-channels.ts";
import { runInTransaction } from "#server/context.ts";
import { coverOpenEntry } from "#server/features/payments/passes/cover-open-entry.ts";
import { lockPass } from "#server/features/passes/lock-pass.ts";
import { noResult } from "#server/http/idempotency.ts";
import type { ContractCall } from "#server/http/implement.ts";
import { throwApiError } from "#server/items/api-error.ts";
import { updateItem } from "#server/items/write/write.ts";

/**
 * `expected` (paise) is the amount that was shown: AMOUNT_MISMATCH if it differs, and nothing is collected. Throws the
 * errors of `applyPassPayment` and `lockPass`, USER_ATTENDANCE_OFF, VEHICLE_PASS_EXIST if the vehicle has got another
 * pass meanwhile.
 */
export async function takePassPayment({
  id,
  body: { channel = "cash", reference = "", request = "", expected },
  ...context
}: ContractCall<typeof passActions.takePayment>): Promise<void> {
  await runInTransaction({
    ...context,
    result: noResult,
    work: async (ctx) => {
      const pass = await lockPass({ ctx, id });
      const due = pass.due_amount ?? 0;
      if (due > 0 && expected !== undefined && expected !== due) throwApiError("AMOUNT_MISMATCH", { owed: due });
      const named = isBranchChannel(channel)
        ? { payment_reference: referenceFields[channel].normalise?.(reference) ?? reference, payment_request: request }
        : {};
      const systemValues = {
        paid_amount: (pass.paid_amount ?? 0) + due,
        payment_channel: channel,
        payment_mode: getPaymentMode(channel),
        ...named,
      };
      await updateItem({ ctx, collection: ParkingMainInformation, id, payload: {}, systemValues });
      await coverOpenEntry({ ctx, pass });
    },
  });
}
