// §4 Online payment: stores rejected callbacks as evidence. Anybody can send them, so only the newest per payment are
// kept.
import type { AppServices } from "#server/context.ts";
import { tryAcquireLock } from "#server/db/locks.ts";
import { runTransaction } from "#server/db/transaction.ts";
import { MinuteCounts } from "#server/http/limits/minute-counts.ts";
import { recordProviderResponse } from "#server/features/payments/payment-records.ts";

/** Rejected callbacks stored per attempt or refund. */
const maxRecordedPerPayment = 10;
/** Rejected callbacks recorded per minute and server for one attempt or refund; further ones are only rejected. */
const maxRecordedPerMinute = 20;

/** Limits how many rejected callbacks one server records per payment. */
export class RejectedCallbackLimiter {
  readonly #counts = new MinuteCounts({ maxKeys: 10_000 });

  /**
   * Counts a callback and returns whether it may be logged and stored. `about` is a payment, or one shared key for
   * unknown payments.
   */
  canRecord({ about, now }: { about: string; now: Date }): boolean {
    return this.#counts.add({ key: about, nowMs: now.getTime() }) <= maxRecordedPerMinute;
  }
}

/**
 * Stores a rejected callback and deletes the oldest ones. Skips it while another callback of the same payment is being
 * stored.
 */
export async function recordRejectedCallback({
  services,
  attempt,
  refund,
  body,
}: {
  services: AppServices;
  attempt: number | null;
  refund: number | null;
  body: string;
}): Promise<void> {
  await runTransaction({
    sql: services.sql,
    work: async (tx) => {
      if (!(await tryAcquireLock({ tx, name: "refusedCallback", key: `${attempt ?? ""}:${refund ?? ""}` }))) return;
      await recordProviderResponse({
        sql: tx,
        attempt,
        refund,
        source: "callback",
        verdict: "refused",
        result: { body },
      });
      await tx`
        delete from payment_answers where id in (
          select id from payment_answers
          where ${attempt === null ? tx`refund = ${refund}` : tx`attempt = ${attempt}`}
            and source = 'callback' and verdict = 'refused'
          order by id desc offset ${maxRecordedPerPayment})`;
    },
  });
}
