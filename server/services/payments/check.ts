// §4 Online payment: asking the provider how an attempt stands, now or when it is due.
import type { House } from "#server/context.ts";
import { transaction } from "#server/db/transaction.ts";
import { findAttempt } from "#server/services/payments/ledger.ts";
import { queueCheck } from "#server/services/payments/schedule.ts";
import { settle } from "#server/services/payments/settle.ts";

/** Asks the provider about an attempt and acts on the answer; a decided one is left alone. */
export async function checkAttempt({ house, id }: { house: House; id: number }): Promise<void> {
  const { sql } = house;
  const attempt = await findAttempt({ sql, id });
  if (!attempt || attempt.state === "success") return;
  const found = await house.gateways.of({ sql, branch: attempt.branch, name: attempt.gateway });
  // Another merchant's keys cannot ask about this one's payment: it waits until they are back.
  if (!found || found.merchantId !== attempt.merchantId) {
    await transaction({ sql, work: (tx) => queueCheck({ house, tx, attempt }) });
    return;
  }
  const answer = await found.gateway.status(attempt.transactionId);
  await settle({ house, id, answer, source: "status" });
}
