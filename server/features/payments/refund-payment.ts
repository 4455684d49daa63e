// §4 Refund by a manager or an admin, with a reason and within the limit; the refundable amount is computed under a
// lock.
import { PaymentAttempts } from "#domain/payments/payments.collection.ts";
import { can } from "#domain/access/capabilities.ts";
import type { Row } from "#domain/schema/collection.ts";
import { limits } from "#domain/limits.ts";
import { checkOnDuty } from "#domain/people/on-duty.ts";
import { parsePaise } from "#domain/money.ts";
import { checkRefund } from "#domain/payments/online/online-payment.ts";
import { runInTransaction } from "#server/context.ts";
import type { Tx } from "#server/db/pool.ts";
import { buildQueryById } from "#server/items/read/read.ts";
import { throwApiError } from "#server/items/api-error.ts";
import { readListAs } from "#server/request.ts";
import type { ActionContext } from "#server/http/action-request.ts";
import { findPaymentAttempt } from "#server/features/payments/payment-records.ts";
import { queueRefund } from "#server/features/payments/refund.ts";

/**
 * Returns the id of the refund. FORBIDDEN, REASON_REQUIRED, REFUND_TOO_HIGH, REFUND_OVER_LIMIT, AMOUNT_TOO_LOW,
 * AMOUNT_BELOW_MINIMUM.
 */
export async function refundPayment({
  services,
  session,
  origin,
  idempotency,
  id,
  body,
}: ActionContext & { id: number; body: Row }): Promise<number> {
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
    work: async (ctx) => {
      // The refund is written by the server, so that the write path does not check the manager's rights.
      if (!can(ctx.actor, "payment.refund")) throwApiError("FORBIDDEN");
      const dutyError = checkOnDuty(ctx.actor);
      if (dutyError) throwApiError(dutyError);
      const attempt = await findPaymentAttempt({ sql: ctx.tx, id, isLocked: true });
      if (!attempt || attempt.state !== "success") throwApiError("REFUND_TOO_HIGH", { left: 0 });
      const refundable = await getRefundableAmount({ tx: ctx.tx, id });
      const limit = can(ctx.actor, "payment.refund-unlimited")
        ? null
        : await getRefundLimit({ tx: ctx.tx, branch: attempt.branch });
      const refundError = checkRefund({ amount, refundable, limit });
      if (refundError)
        throwApiError(refundError, {
          left: refundable,
          ...(limit === null ? {} : { limit }),
          field: "amount",
          path: ["amount"],
        });
      return queueRefund({ services, ctx, attempt, amount, kind: "manager", reason });
    },
  });
}

/** Amount of a payment in paise that is neither refunded nor in a pending refund. */
async function getRefundableAmount({ tx, id }: { tx: Tx; id: number }): Promise<number> {
  const [row] = await tx<{ paise: number }[]>`
    select ((a.amount - coalesce(sum(r.amount) filter (where r.state <> 'failed'), 0)) * 100)::int as paise
    from payment_attempts a left join payment_refunds r on r.attempt = a.id where a.id = ${id} group by a.id`;
  return row!.paise;
}

async function getRefundLimit({ tx, branch }: { tx: Tx; branch: number }): Promise<number> {
  const [row] = await tx<{ paise: number | null }[]>`
    select (manager_refund_limit * 100)::int as paise from payment_settings where branch = ${branch}`;
  return row?.paise ?? limits.managerRefundPaise;
}
