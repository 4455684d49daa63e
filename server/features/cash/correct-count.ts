// §4 Cash per shift: corrects the counted cash of a closed shift, against the count that was shown.
import { isInScope } from "#domain/access/roles.ts";
import type { cashActions } from "#domain/cash/actions.ts";
import { CashShifts } from "#domain/cash/cash-shifts.collection.ts";
import { runInTransaction } from "#server/context.ts";
import { lockShifts } from "#server/features/cash/shift-lookups.ts";
import { requireChangeReason } from "#server/http/action-request.ts";
import { noResult } from "#server/http/idempotency.ts";
import type { ContractCall } from "#server/http/implement.ts";
import { throwApiError } from "#server/items/api-error.ts";
import { updateItem } from "#server/items/write/write.ts";

/** Of two corrections of one count the second gets AMOUNT_MISMATCH. The errors of `applyCountCorrection`, CHANGE_REASON_REQUIRED. */
export async function correctCount({
  id,
  body: { counted, expected, reason: givenReason },
  ...context
}: ContractCall<typeof cashActions.correctCount>): Promise<void> {
  const reason = requireChangeReason(givenReason);
  await runInTransaction({
    ...context,
    result: noResult,
    work: async (ctx) => {
      await lockShifts({ tx: ctx.tx, ids: [id] });
      const [shift] = await ctx.tx<{ company: number; branch: number; counted: number | null }[]>`
        select company, branch, (counted * 100)::int as counted from cash_shifts where id = ${id}`;
      if (!shift || !isInScope({ actor: ctx.actor, ...shift })) throwApiError("FORBIDDEN");
      if (shift.counted !== null && shift.counted !== expected)
        throwApiError("AMOUNT_MISMATCH", { counted: shift.counted });
      const systemValues = { corrected_at: ctx.now, correction_reason: reason };
      await updateItem({ ctx, collection: CashShifts, id, payload: { counted }, systemValues });
    },
  });
}
