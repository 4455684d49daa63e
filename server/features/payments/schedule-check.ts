// §4 Online payment: schedules the next status check of an attempt as a job that survives restarts.
import { getNextPaymentCheck } from "#domain/payments/online/payment-check-schedule.ts";
import type { AppServices } from "#server/context.ts";
import type { Tx } from "#server/db/pool.ts";
import { runTransaction } from "#server/db/transaction.ts";
import { queueJob } from "#server/jobs/jobs.ts";
import type { PaymentAttempt } from "#server/features/payments/payment-records.ts";

/** Queues the next status check of the attempt; there is one job per attempt at a time. */
export async function schedulePaymentCheck({
  services,
  tx,
  attempt,
}: {
  services: AppServices;
  tx: Tx;
  attempt: PaymentAttempt;
}): Promise<void> {
  const now = services.clock();
  const { state, startedAt, id } = attempt;
  const nextCheckAt = getNextPaymentCheck({ state, startedAt, now, speed: services.config.payCheckSpeed });
  if (!nextCheckAt) return;
  const delayMs = Math.max(0, nextCheckAt.getTime() - now.getTime());
  await queueJob({ tx, task: "payment-check", payload: { attempt: id }, key: `payment-check:${id}`, delayMs });
}

/** Queues an immediate status check after a callback of the provider. */
export async function queuePaymentCheckNow({
  services,
  attempt,
}: {
  services: AppServices;
  attempt: PaymentAttempt;
}): Promise<void> {
  const { id } = attempt;
  await runTransaction({
    sql: services.sql,
    work: (tx) => queueJob({ tx, task: "payment-check", payload: { attempt: id }, key: `payment-check:${id}` }),
  });
}
