// §4: takes back a payment of a pass that was entered by mistake, until its shift is counted.
import { type CorrectablePayment, checkReversal } from "#domain/cash/payment-correction.ts";
import { ParkingMainInformation } from "#domain/parking/visitor-records.collection.ts";
import type { passActions } from "#domain/passes/actions.ts";
import { getPaymentChannel } from "#domain/payments/channels/payment-channels.ts";
import { Payments } from "#domain/payments/payments.collection.ts";
import { runInTransaction } from "#server/context.ts";
import { lockOpenShift } from "#server/features/cash/correct-payment.ts";
import { chargeOpenEntry } from "#server/features/payments/passes/cover-open-entry.ts";
import { lockPass } from "#server/features/passes/lock-pass.ts";
import { requireChangeReason } from "#server/http/action-request.ts";
import { noResult } from "#server/http/idempotency.ts";
import type { ContractCall } from "#server/http/implement.ts";
import { throwApiError } from "#server/items/api-error.ts";
import { createItem, updateItem } from "#server/items/write/write.ts";
import type { WriteContext } from "#server/items/write/write-context.ts";

interface PassPaymentRow extends CorrectablePayment {
  collectedBy: string | null;
  shift: number | null;
  from: Date;
  till: Date;
}

/** A payment of the pass, which is locked; FORBIDDEN for another one. */
async function readPayment({ ctx, pass, id }: { ctx: WriteContext; pass: number; id: number }) {
  const [payment] = await ctx.tx<PassPaymentRow[]>`
    select (amount * 100)::int as amount, mode, channel, kind, invoice is not null as "isInvoiced", shift,
      collected_by as "collectedBy", valid_from as "from", valid_till as "till",
      (select coalesce(-sum(c.amount), 0) * 100 from payments c where c.corrects = p.id)::int as corrected
    from payments p where id = ${id} and pass = ${pass} and valid_till is not null`;
  return payment ?? throwApiError("FORBIDDEN");
}

/** The errors of `checkReversal`, `applyPassPayment` and `lockPass`, CHANGE_REASON_REQUIRED, USER_ATTENDANCE_OFF. */
export async function reversePassPayment({
  id,
  body: { payment, reason: givenReason },
  ...context
}: ContractCall<typeof passActions.reversePayment>): Promise<void> {
  const reason = requireChangeReason(givenReason);
  await runInTransaction({
    ...context,
    result: noResult,
    work: (ctx) => takeBackPayment({ ctx, id, payment, reason }),
  });
}

/** Locks the pass `id`, and reverses its payment. */
export async function takeBackPayment({
  ctx,
  id,
  payment: paymentId,
  reason,
}: {
  ctx: WriteContext;
  id: number;
  payment: number;
  reason: string;
}): Promise<void> {
  const pass = await lockPass({ ctx, id });
  const payment = await readPayment({ ctx, pass: id, id: paymentId });
  const { amount, from, till, mode } = payment;
  const shift = await lockOpenShift({ tx: ctx.tx, shift: payment.shift });
  const isOwn = payment.collectedBy === ctx.actor.id;
  const code = checkReversal({ payment, isOwn, isShiftOpen: shift !== null });
  if (code) throwApiError(code);
  const dueAgain = { due_amount: amount, due_from: from, due_till: till };
  const systemValues = { ...dueAgain, paid_amount: (pass.paid_amount ?? 0) - amount, change_reason: reason };
  await updateItem({ ctx, collection: ParkingMainInformation, id, payload: {}, systemValues });
  const reversal = {
    branch: pass.branch,
    company: pass.company,
    pass: id,
    kind: "reversal",
    amount: -amount,
    mode,
    channel: getPaymentChannel(payment),
    received_at: ctx.now,
    collected_by: ctx.actor.id,
    shift,
    corrects: paymentId,
    reason,
  };
  await createItem({ ctx, collection: Payments, payload: {}, systemValues: reversal, bypassAccess: true });
  const isRenewal = pass.pass_start_time !== null && from > pass.pass_start_time && from > ctx.now;
  await chargeOpenEntry({ ctx, pass: id, from: isRenewal ? from : ctx.now });
}
