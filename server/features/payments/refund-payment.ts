// §4 Refund by a manager or an admin, with a reason and within the limit; the refundable amount is computed under a
// lock.
import { PaymentAttempts } from "#domain/payments/payments.collection.ts";
import { can } from "#domain/access/capabilities.ts";
import type { Row } from "#domain/schema/collection.ts";
import type { paymentActions } from "#domain/payments/actions.ts";
import * as limits from "#domain/limits.ts";
import { checkOnDuty } from "#domain/people/on-duty.ts";
import { parsePaise } from "#domain/money.ts";
import { checkRefund } from "#domain/payments/online/online-payment.ts";
import { passReturnText } from "#domain/passes/pass-due.ts";
import { type PaidKey, paidKinds } from "#domain/payments/online/paid-kinds.ts";
import type { Actor } from "#domain/access/roles.ts";
import { runInTransaction, type AppServices } from "#server/context.ts";
import type { Tx } from "#server/db/pool.ts";
import { buildQueryById } from "#server/items/read/read.ts";
import { throwApiError } from "#server/items/api-error.ts";
import { readListAs } from "#server/request.ts";
import {
  findPaymentAttempt,
  readEntry,
  toPaymentAttempt,
  type PaymentAttempt,
} from "#server/features/payments/payment-records.ts";
import type { WriteContext } from "#server/items/write/write-context.ts";
import { idResult } from "#server/http/idempotency.ts";
import type { ContractCall } from "#server/http/implement.ts";
import { queueRefund } from "#server/features/payments/refund.ts";

/**
 * Returns the id of the refund. FORBIDDEN, REASON_REQUIRED, REVERSAL_NOT_ALLOWED, REFUND_TOO_HIGH, REFUND_OVER_LIMIT, AMOUNT_TOO_LOW,
 * AMOUNT_BELOW_MINIMUM.
 */
export async function refundPayment({
  services,
  session,
  origin,
  idempotency,
  id,
  body,
}: ContractCall<typeof paymentActions.refund>): Promise<number> {
  const query = buildQueryById({ collection: PaymentAttempts, id: String(id), fields: ["id"] })!;
  const { data } = await readListAs({ services, session, collection: PaymentAttempts, query });
  if (data === "[]") throwApiError("FORBIDDEN");
  const reason = typeof body["reason"] === "string" ? body["reason"].trim() : "";
  if (reason === "" || reason.length > limits.message)
    throwApiError("REASON_REQUIRED", { field: "reason", path: ["reason"] });
  const amount = parsePaise(String(body["amount"] ?? ""));
  if (amount === undefined || amount <= 0) throwApiError("AMOUNT_TOO_LOW", { field: "amount", path: ["amount"] });
  return runInTransaction({
    services,
    session,
    origin,
    idempotency,
    result: idResult,
    work: async (ctx) => {
      assertCanRefund(ctx.actor);
      const attempt = await findPaymentAttempt({ sql: ctx.tx, id, isLocked: true });
      if (!attempt || attempt.state !== "success") throwApiError("REFUND_TOO_HIGH", { left: 0 });
      await assertNotGranted({ ctx, attempt });
      const { refundable, unused } = await readReturnable({ tx: ctx.tx, id });
      await assertWithinLimit({ ctx, branch: attempt.branch, amount, refundable });
      return queueRefunds({ services, ctx, attempt, amount, unused, reason });
    },
  });
}

/**
 * Queues the refund of `amount` paise of an attempt, which is locked; returns the id of the last one. What the entry could not use, and
 * the provider declined to return, comes first, as the late refund that it is: it was never part of the sale.
 */
async function queueRefunds({
  amount,
  unused,
  ...refund
}: {
  services: AppServices;
  ctx: WriteContext;
  attempt: PaymentAttempt;
  amount: number;
  unused: number;
  reason: string;
}): Promise<number> {
  const late = Math.min(amount, unused);
  const first = late > 0 ? await queueRefund({ ...refund, amount: late, kind: "late" }) : undefined;
  if (first !== undefined && late === amount) return first;
  return queueRefund({ ...refund, amount: amount - late, kind: "manager" });
}

/** The refund is written by the server, so that the write path does not check the manager's rights. */
function assertCanRefund(actor: Actor): void {
  if (!can(actor, "payment.refund")) throwApiError("FORBIDDEN");
  const dutyError = checkOnDuty(actor);
  if (dutyError) throwApiError(dutyError);
}

/** What paid for a pass is returned by ending it: the days would stay granted otherwise. REVERSAL_NOT_ALLOWED. */
async function assertNotGranted({
  ctx,
  attempt: { entry, applied },
}: {
  ctx: WriteContext;
  attempt: PaymentAttempt;
}): Promise<void> {
  if (entry?.kind !== "M" || applied === 0) return;
  const pass = await readEntry({ sql: ctx.tx, entry });
  if (pass && !pass.ended_at) throwApiError("REVERSAL_NOT_ALLOWED", {}, passReturnText);
}

async function assertWithinLimit({
  ctx,
  branch,
  amount,
  refundable,
}: {
  ctx: WriteContext;
  branch: number;
  amount: number;
  refundable: number;
}): Promise<void> {
  const { actor, tx } = ctx;
  const limit = can(actor, "payment.refund-unlimited") ? null : await getRefundLimit({ tx, branch });
  const refundError = checkRefund({ amount, refundable, limit });
  if (refundError)
    throwApiError(refundError, {
      left: refundable,
      ...(limit === null ? {} : { limit }),
      field: "amount",
      path: ["amount"],
    });
}

/**
 * Refunds all that was paid online for an entry and not returned yet, as the actor, or as the server for an expired
 * invite; the limit applies to the sum. Without `payment.refund` only tips, which no limit applies to: they are not the branch's.
 * USER_ATTENDANCE_OFF, REFUND_OVER_LIMIT.
 */
export async function refundEntryPayments({
  services,
  ctx,
  entry,
  reason,
}: {
  services: AppServices;
  ctx: WriteContext;
  entry: PaidKey;
  reason: string;
}): Promise<void> {
  // All attempts are locked, so that none succeeds unnoticed; one that succeeds later is refunded as a late payment.
  const attempts = await ctx.tx<Row[]>`
    select * from payment_attempts where ${ctx.tx(paidKinds[entry.kind].field)} = ${entry.id} order by id for update`;
  const refunds: { attempt: PaymentAttempt; amount: number; unused: number }[] = [];
  for (const row of attempts) {
    const attempt = toPaymentAttempt(row);
    if (attempt.state !== "success") continue;
    const { refundable: amount, unused } = await readReturnable({ tx: ctx.tx, id: attempt.id });
    if (amount <= 0) continue;
    if (attempt.isTip) await queueRefund({ services, ctx, attempt, amount, kind: "manager", reason });
    else refunds.push({ attempt, amount, unused });
  }
  const [first] = refunds;
  if (!first) return;
  if (ctx.actor.id !== null) {
    // Without that right nothing is returned, and the rules of the void say what to do.
    if (!can(ctx.actor, "payment.refund")) return;
    assertCanRefund(ctx.actor);
    const amount = refunds.reduce((sum, refund) => sum + refund.amount, 0);
    await assertWithinLimit({ ctx, branch: first.attempt.branch, amount, refundable: amount });
  }
  for (const refund of refunds) await queueRefunds({ services, ctx, ...refund, reason });
}

/**
 * What of an attempt is neither returned nor on its way back, in paise: all that is `refundable`, and the part of it that is
 * `unused`, since the provider received more than the entry could use.
 */
async function readReturnable({ tx, id }: { tx: Tx; id: number }): Promise<{ refundable: number; unused: number }> {
  const [row] = await tx<{ refundable: number; unused: number }[]>`
    select ((received - coalesce(returned, 0)) * 100)::int as refundable,
      (greatest(0, received - coalesce(a.applied_amount, received) - coalesce(returned_late, 0)) * 100)::int as unused
    from payment_attempts a
      cross join lateral (select coalesce(a.received_amount, a.amount) as received) money
      cross join lateral (select sum(r.amount) as returned, sum(r.amount) filter (where r.kind = 'late') as returned_late
        from payment_refunds r where r.attempt = a.id and r.state <> 'failed') refunds
    where a.id = ${id}`;
  return row!;
}

/** Limit of the branch for refunds by managers, in paise. */
export async function getRefundLimit({ tx, branch }: { tx: Tx; branch: number }): Promise<number> {
  const [row] = await tx<{ paise: number | null }[]>`
    select (manager_refund_limit * 100)::int as paise from payment_settings where branch = ${branch}`;
  return row?.paise ?? limits.managerRefundPaise;
}
