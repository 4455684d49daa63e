// §4: a person decides about a payment of another amount than requested: it is used as far as it is owed, or returned.
import type { paymentActions } from "#domain/payments/actions.ts";
import { checkOnDuty } from "#domain/people/on-duty.ts";
import { can } from "#domain/access/capabilities.ts";
import { requireChangeReason } from "#server/http/action-request.ts";
import { runInTransaction } from "#server/context.ts";
import { findPaymentAttempt } from "#server/features/payments/payment-records.ts";
import { applyReceivedAmount } from "#server/features/payments/settle.ts";
import { requireReadableAttempt } from "#server/features/payments/unclear/read-unclear.ts";
import { noResult } from "#server/http/idempotency.ts";
import type { ContractCall } from "#server/http/implement.ts";
import { throwApiError } from "#server/items/api-error.ts";

/**
 * Decides once, under the lock of the payment: STATUS_ALREADY_UPDATED if it is not or no longer in review,
 * PAYMENT_PENDING if the provider has not named an amount, CHANGE_REASON_REQUIRED, USER_ATTENDANCE_OFF.
 */
export async function decidePayment({
  id,
  body: { decision, reason: givenReason },
  ...context
}: ContractCall<typeof paymentActions.decide>): Promise<void> {
  const { services, session } = context;
  await requireReadableAttempt({ services, session, id });
  const reason = requireChangeReason(givenReason);
  await runInTransaction({
    ...context,
    result: noResult,
    work: async ({ actor, tx }) => {
      if (!can(actor, "payment.refund")) throwApiError("FORBIDDEN");
      const dutyError = checkOnDuty(actor);
      if (dutyError) throwApiError(dutyError);
      const attempt = await findPaymentAttempt({ sql: tx, id, isLocked: true });
      if (attempt?.state !== "review") throwApiError("STATUS_ALREADY_UPDATED");
      if (attempt.received === null) throwApiError("PAYMENT_PENDING");
      const [person] = await tx<{ name: string }[]>`select first_name as name from users where id = ${actor.id}`;
      await applyReceivedAmount({
        services,
        tx,
        attempt,
        received: attempt.received,
        decision: { isUsed: decision === "apply", reason, by: person?.name ?? "" },
        values: { decided_by: actor.id, decision_reason: reason },
      });
    },
  });
}
