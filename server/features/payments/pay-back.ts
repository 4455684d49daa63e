// §4 Refund by a manager or an admin, with a reason, within the limit; what is left of a payment is counted under a lock.
import type { Row } from "#domain/collection.ts";
import { limits } from "#domain/limits.ts";
import { dutyRefusal } from "#domain/rules/on-duty.ts";
import { paiseFrom } from "#domain/rules/money.ts";
import { refundRefusal } from "#domain/rules/online-payment.ts";
import { inTransaction } from "#server/context.ts";
import type { Tx } from "#server/db/pool.ts";
import { queryById } from "#server/items/read.ts";
import { refuse } from "#server/items/refused.ts";
import { readAs } from "#server/request.ts";
import type { Acting } from "#server/services/action.ts";
import { attempts, findAttempt } from "#server/services/payments/ledger.ts";
import { queueRefund } from "#server/services/payments/refund.ts";

/** Answers the refund's id. FORBIDDEN, REASON_REQUIRED, REFUND_TOO_HIGH, REFUND_OVER_LIMIT, AMOUNT_BELOW_MINIMUM. */
export async function payBack({
  house,
  session,
  origin,
  id,
  body,
}: Acting & { id: number; body: Row }): Promise<number> {
  const { who } = session;
  if (who.role !== "manager" && who.role !== "admin" && who.role !== "platform") refuse("FORBIDDEN");
  const query = queryById({ collection: attempts, id: String(id), fields: ["id"] })!;
  const { data } = await readAs({ house, session, collection: attempts, query });
  if (data === "[]") refuse("FORBIDDEN");
  const reason = typeof body["reason"] === "string" ? body["reason"].trim() : "";
  if (reason === "" || reason.length > limits.message) refuse("REASON_REQUIRED", { field: "reason", path: ["reason"] });
  const amount = paiseFrom((body["amount"] ?? "") as string);
  if (amount === undefined || amount <= 0) refuse("AMOUNT_TOO_LOW", { field: "amount", path: ["amount"] });
  return inTransaction({
    house,
    session,
    origin,
    work: async (ctx) => {
      const duty = dutyRefusal(ctx.who);
      if (duty) refuse(duty);
      const attempt = await findAttempt({ sql: ctx.tx, id, isLocked: true });
      if (!attempt || attempt.state !== "success") refuse("REFUND_TOO_HIGH", { left: 0 });
      const left = await leftOf({ tx: ctx.tx, id });
      const limit = ctx.who.role === "manager" ? await limitOf({ tx: ctx.tx, branch: attempt.branch }) : null;
      const refusal = refundRefusal({ amount, left, limit });
      if (refusal) refuse(refusal, { left, ...(limit === null ? {} : { limit }), field: "amount", path: ["amount"] });
      return queueRefund({ house, ctx, attempt, amount, kind: "manager", reason });
    },
  });
}

/** Paise of a payment that have not been paid back, nor are on their way. */
async function leftOf({ tx, id }: { tx: Tx; id: number }): Promise<number> {
  const [row] = await tx<{ paise: number }[]>`
    select ((a.amount - coalesce(sum(r.amount) filter (where r.state <> 'failed'), 0)) * 100)::int as paise
    from payment_attempts a left join payment_refunds r on r.attempt = a.id where a.id = ${id} group by a.id`;
  return row!.paise;
}

async function limitOf({ tx, branch }: { tx: Tx; branch: number }): Promise<number> {
  const [row] = await tx<{ paise: number | null }[]>`
    select (manager_refund_limit * 100)::int as paise from payment_settings where branch = ${branch}`;
  return row?.paise ?? limits.managerRefundPaise;
}
