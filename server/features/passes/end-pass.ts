// §4: ends a pass early and returns what its unused days cost, the way it was paid.
import { can } from "#domain/access/capabilities.ts";
import { ParkingMainInformation } from "#domain/parking/visitor-records.collection.ts";
import type { passActions } from "#domain/passes/actions.ts";
import {
  canEndPass,
  checkPassReturn,
  listReturnedPayments,
  type PassPayment,
  type ReturnedPayment,
} from "#domain/passes/pass-change.ts";
import { getPaymentMode } from "#domain/payments/channels/payment-channels.ts";
import { Payments } from "#domain/payments/payments.collection.ts";
import type { ContractResult } from "#domain/schema/contract.ts";
import type { RowOf } from "#domain/schema/registry.ts";
import { requireChangeReason } from "#server/http/action-request.ts";
import { type AppServices, runInTransaction } from "#server/context.ts";
import { findPayingShift } from "#server/features/cash/own-shift.ts";
import { loadTimeZone } from "#server/features/parking/pass-period.ts";
import { chargeOpenEntry } from "#server/features/payments/passes/cover-open-entry.ts";
import { takeBackPayment } from "#server/features/passes/reverse-payment.ts";
import { lockPass } from "#server/features/passes/lock-pass.ts";
import { findPaymentAttempt } from "#server/features/payments/payment-records.ts";
import { queueRefund } from "#server/features/payments/refund.ts";
import { getRefundLimit } from "#server/features/payments/refund-payment.ts";
import { noResult } from "#server/http/idempotency.ts";
import type { ContractCall } from "#server/http/implement.ts";
import { throwApiError } from "#server/items/api-error.ts";
import { createItem, updateItem } from "#server/items/write/write.ts";
import type { WriteContext } from "#server/items/write/write-context.ts";

type Pass = RowOf<"Parking_Main_Information">;

async function loadReturnedPayments({ ctx, pass }: { ctx: WriteContext; pass: Pass }): Promise<ReturnedPayment[]> {
  const payments = await ctx.tx<PassPayment[]>`
    select id, (amount * 100)::int as amount, mode, channel, valid_from, valid_till, received_at,
      ((select coalesce(-sum(c.amount), 0) from payments c where c.corrects = p.id) + (select coalesce(sum(r.amount), 0)
        from payment_refunds r join payment_attempts a on a.id = r.attempt where a.merchant_transaction_id = p.merchant_transaction_id
          and r.kind = 'manager' and r.state <> 'failed'))::float8 * 100 as corrected
    from payments p where pass = ${pass.id} and kind = 'payment' and valid_till > ${ctx.now} order by id`;
  return listReturnedPayments({ payments, zone: await loadTimeZone({ ctx, branch: pass.branch }), now: ctx.now });
}

/** INVITE_NOT_VALID_NOW for a pass that is over, besides the errors of `lockPass`. */
async function lockRunningPass({ ctx, id }: { ctx: WriteContext; id: number }): Promise<Pass> {
  const pass = await lockPass({ ctx, id });
  return pass.pass_end_time !== null && pass.pass_end_time > ctx.now ? pass : throwApiError("INVITE_NOT_VALID_NOW");
}

const sumAmounts = (returned: readonly ReturnedPayment[]): number =>
  returned.reduce((sum, { amount }) => sum + amount, 0);
const isOnline = ({ channel }: ReturnedPayment): boolean => channel === "online";

/** The errors of `lockRunningPass`. */
export async function readPassReturn({
  id,
  ...context
}: ContractCall<typeof passActions.readReturn>): Promise<ContractResult<typeof passActions.readReturn>> {
  return runInTransaction({
    ...context,
    work: async (ctx) => {
      const pass = await lockRunningPass({ ctx, id });
      const returned = await loadReturnedPayments({ ctx, pass });
      return { amount: sumAmounts(returned), parts: returned.map(({ channel, amount }) => ({ channel, amount })) };
    },
  });
}

/**
 * `expected` (paise) is what was shown as returned: AMOUNT_MISMATCH if it differs. CHANGE_REASON_REQUIRED, the errors of
 * `applyPassEnd`, `checkPassReturn` and `lockRunningPass`.
 */
export async function endPass({
  id,
  body: { reason: givenReason, expected },
  ...context
}: ContractCall<typeof passActions.end>): Promise<void> {
  const reason = requireChangeReason(givenReason);
  await runInTransaction({
    ...context,
    result: noResult,
    work: async (ctx) => {
      const sold = await lockRunningPass({ ctx, id });
      if (!canEndPass({ pass: sold, actor: ctx.actor, now: ctx.now })) throwApiError("FORBIDDEN");
      const paid = await loadReturnedPayments({ ctx, pass: sold });
      const amount = sumAmounts(paid);
      if (expected !== undefined && expected !== amount) throwApiError("AMOUNT_MISMATCH", { owed: amount });
      const end = { ended_at: ctx.now, change_reason: reason };
      if (can(ctx.actor, "payment.refund-cash")) {
        await returnUnused({ services: context.services, ctx, pass: sold, returned: paid, end });
      } else {
        // Gate staff return what they took by reversing it; the pass is then unpaid.
        for (const { payment } of paid.toReversed()) await takeBackPayment({ ctx, id, payment, reason });
        await lockRunningPass({ ctx, id });
        await updateItem({ ctx, collection: ParkingMainInformation, id, payload: {}, systemValues: end });
      }
      await chargeOpenEntry({ ctx, pass: id });
    },
  });
}

/** Ends the pass and returns its unused days. FORBIDDEN, and the errors of `checkPassReturn`. */
async function returnUnused({
  services,
  ctx,
  pass,
  returned,
  end,
}: {
  services: AppServices;
  ctx: WriteContext;
  pass: Pass;
  returned: readonly ReturnedPayment[];
  end: { ended_at: Date; change_reason: string };
}): Promise<void> {
  const byStaff = returned.filter((part) => !isOnline(part));
  if (byStaff.length < returned.length && !can(ctx.actor, "payment.refund")) throwApiError("FORBIDDEN");
  const isUnlimited = can(ctx.actor, "payment.refund-unlimited");
  const limit = isUnlimited ? null : await getRefundLimit({ tx: ctx.tx, branch: pass.branch });
  const shift = byStaff.length > 0 ? await findPayingShift(ctx) : null;
  const code = checkPassReturn({ returned, limit, hasOpenShift: shift !== null });
  if (code) throwApiError(code, { left: sumAmounts(returned), ...(limit === null ? {} : { limit }) });
  // What the provider returns is added once it has done so.
  const systemValues = { ...end, refunded_amount: (pass.refunded_amount ?? 0) + sumAmounts(byStaff) };
  await updateItem({ ctx, collection: ParkingMainInformation, id: pass.id, payload: {}, systemValues });
  const reason = end.change_reason;
  for (const part of byStaff) await recordReturn({ ctx, pass, part, shift, reason });
  for (const part of returned.filter(isOnline)) await returnOnline({ services, ctx, part, reason });
}

/** Queues the refund by the provider. */
async function returnOnline({
  services,
  ctx,
  part: { payment, amount },
  reason,
}: {
  services: AppServices;
  ctx: WriteContext;
  part: ReturnedPayment;
  reason: string;
}): Promise<void> {
  const [paid] = await ctx.tx<{ transaction: string }[]>`
    select merchant_transaction_id as transaction from payments where id = ${payment}`;
  const attempt = await findPaymentAttempt({ sql: ctx.tx, transactionId: paid!.transaction, isLocked: true });
  await queueRefund({ services, ctx, attempt: attempt!, amount, kind: "manager", reason });
}

/** Adds the row of the ledger for what staff return of one payment. */
async function recordReturn({
  ctx,
  pass,
  part: { payment, channel, amount },
  shift,
  reason,
}: {
  ctx: WriteContext;
  pass: Pass;
  part: ReturnedPayment;
  shift: number | null;
  reason: string;
}): Promise<void> {
  const systemValues = {
    branch: pass.branch,
    company: pass.company,
    pass: pass.id,
    kind: "refund",
    amount: -amount,
    mode: getPaymentMode(channel),
    channel,
    received_at: ctx.now,
    collected_by: ctx.actor.id,
    shift,
    corrects: payment,
    reason,
  };
  await createItem({ ctx, collection: Payments, payload: {}, systemValues, bypassAccess: true });
}
