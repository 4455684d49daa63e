// §4 Online payment: when an attempt is asked about next, as a job that survives a restart.
import { nextCheck } from "#domain/rules/check-schedule.ts";
import type { House } from "#server/context.ts";
import type { Tx } from "#server/db/pool.ts";
import { transaction } from "#server/db/transaction.ts";
import { queueJob } from "#server/services/jobs.ts";
import type { Attempt } from "#server/services/payments/ledger.ts";

/** Writes down when the attempt is to be asked about next; one job at a time for each. */
export async function queueCheck({ house, tx, attempt }: { house: House; tx: Tx; attempt: Attempt }): Promise<void> {
  const now = house.clock();
  const { state, startedAt, id } = attempt;
  const next = nextCheck({ state, startedAt, now, speed: house.config.payCheckSpeed });
  if (!next) return;
  const delayMs = Math.max(0, next.getTime() - now.getTime());
  await queueJob({ tx, task: "payment-check", payload: { attempt: id }, key: `payment-check:${id}`, delayMs });
}

/** The same, at once: the provider has let us know that there is something to ask. */
export async function queueCheckNow({ house, attempt }: { house: House; attempt: Attempt }): Promise<void> {
  const { id } = attempt;
  await transaction({
    sql: house.sql,
    work: (tx) => queueJob({ tx, task: "payment-check", payload: { attempt: id }, key: `payment-check:${id}` }),
  });
}
