// §4: records a print of the receipt of a settlement, so that each one but the first is a duplicate.
import type { ContractResult } from "#domain/schema/contract.ts";
import type { cashActions } from "#domain/cash/actions.ts";
import { checkOnDuty } from "#domain/people/on-duty.ts";
import { Payments } from "#domain/payments/payments.collection.ts";
import { runInTransaction } from "#server/context.ts";
import { requireReadablePayment } from "#server/features/cash/correct-payment.ts";
import type { ActionContext } from "#server/http/action-request.ts";
import { throwApiError } from "#server/items/api-error.ts";
import { updateItem } from "#server/items/write/write.ts";

/** FORBIDDEN for a payment that the caller may not read, NO_NEXT_STATUS unless it is a settlement that stands. */
export async function printSettlement({
  id,
  ...context
}: ActionContext & { id: number }): Promise<ContractResult<typeof cashActions.printSettlement>> {
  await requireReadablePayment({ ...context, id });
  return runInTransaction({
    ...context,
    work: async (ctx) => {
      const dutyError = checkOnDuty(ctx.actor);
      if (dutyError) throwApiError(dutyError);
      const [settlement] = await ctx.tx<{ prints: number | null }[]>`
        select receipt_prints as prints from payments p where id = ${id} and kind = 'settlement'
          and not exists (select 1 from payments r where r.corrects = p.id) for update`;
      if (!settlement) throwApiError("NO_NEXT_STATUS");
      const receipt_prints = (settlement.prints ?? 0) + 1;
      await updateItem({
        ctx,
        collection: Payments,
        id,
        payload: {},
        systemValues: { receipt_prints },
        bypassAccess: true,
      });
      return { receipt_prints };
    },
  });
}
