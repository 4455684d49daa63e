// §4 Online payment: requests the status of an attempt from the provider, immediately or when it is due.
import type { AppServices } from "#server/context.ts";
import { runTransaction } from "#server/db/transaction.ts";
import { findPaymentAttempt } from "#server/features/payments/payment-records.ts";
import { schedulePaymentCheck } from "#server/features/payments/schedule-check.ts";
import { settlePayment } from "#server/features/payments/settle.ts";

/** Requests the status of an attempt and applies the result; does nothing for a successful one. */
export async function checkAttempt({ services, id }: { services: AppServices; id: number }): Promise<void> {
  const { sql } = services;
  const attempt = await findPaymentAttempt({ sql, id });
  if (!attempt || attempt.state === "success") return;
  const branchGateway = await services.paymentGateways.get({ sql, branch: attempt.branch, name: attempt.gateway });
  // The keys of another merchant cannot request this payment's status: the check waits until the original ones are
  // restored.
  if (!branchGateway || branchGateway.merchantId !== attempt.merchantId) {
    await runTransaction({ sql, work: (tx) => schedulePaymentCheck({ services, tx, attempt }) });
    return;
  }
  const result = await branchGateway.gateway.getPaymentStatus(attempt.transactionId);
  await settlePayment({ services, id, result, source: "status" });
}
